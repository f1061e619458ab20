"""`laconic`: how the program starts, and how it ends.

Exit codes: 0 for success, 1 for input that cannot be used (one line on standard error says why),
2 for a wrong option, 3 for marks where `compress --strict` looks for them, 130 for an interrupt.
"""

from __future__ import annotations

import sys

from laconic.cli.outputs import shown
from laconic.cli.version import describe_version
from laconic.errors import LaconicError


def main() -> None:
    """Run the command line; a user's mistake ends in one line on standard error."""
    try:
        _run(sys.argv[1:])
    except (LaconicError, OSError) as error:
        # An OSError is what the library did not foresee: standard output on a full disk, say.
        # What it quotes may come from a file of somebody else.
        _fail(shown(str(error)))
    except UnicodeEncodeError as error:
        _fail(
            f"{error.object[error.start]!a} cannot be written in {error.encoding}; "
            "PYTHONIOENCODING=utf-8 helps, or -o FILE"
        )
    except MemoryError:
        _fail("there is not enough memory for this")


def _run(arguments: list[str]) -> None:
    if arguments == ["--version"]:  # what is asked often, and needs nothing else
        sys.stdout.write(f"{describe_version()}\n")
        return
    from laconic.cli.app import make_app

    make_app(arguments[0] if arguments else None)()


def _fail(why: str) -> None:
    from typer import echo

    echo(f"laconic: {why}", err=True)
    sys.exit(1)
