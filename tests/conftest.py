"""Settings for all tests: a slow machine is no failure."""

from hypothesis import settings

settings.register_profile("laconic", deadline=None)
settings.load_profile("laconic")
