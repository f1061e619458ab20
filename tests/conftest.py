"""Settings for all tests: a slow machine is no failure, and nothing is written beside them."""

import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "hypothesis")
settings.register_profile("laconic", deadline=None, database=None)
settings.load_profile("laconic")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's background jobs ignore interrupts, and so would the commands that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--arpa-folder", metavar="FOLDER", help="ARPA files from elsewhere, for tests/judges"
    )
