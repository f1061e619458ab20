"""Settings for all tests: a slow machine is no failure, and nothing is written beside them."""

from hypothesis import settings

settings.register_profile("laconic", deadline=None, database=None)
settings.load_profile("laconic")
