"""`--features FILE.py[:NAME,…]`: the user's own functions as features, from the user's own file."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from laconic.errors import LaconicError
from laconic.scoring.features import Function

METAVAR = "FILE.py[:NAME,...]"
HELP = "Python functions as features: of a rule, or of a rule, a node and the source tree."


def read_functions(arguments: Iterable[str]) -> list[Function]:
    """The functions that these arguments name; without names, all public ones that a file defines.

    This runs the files: they are the user's, given on the command line, never named by a model.
    """
    found: list[Function] = []
    for argument in arguments:
        path, names = _split(argument)
        module = _run(path)
        defined = {
            name: value
            for name, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__
        }
        if not defined:
            raise LaconicError(f"{path} defines no function")
        for name in names or [name for name in defined if not name.startswith("_")]:
            if name not in defined:
                known = ", ".join(defined) or "none"
                raise LaconicError(f"{path} defines no function {name}; it has {known}")
            found.append(defined[name])
    return found


def files_of(arguments: Iterable[str]) -> list[Path]:
    """The files that these arguments name."""
    return [_split(argument)[0] for argument in arguments]


def _split(argument: str) -> tuple[Path, list[str]]:
    path, colon, names = argument.rpartition(":")
    if not colon or not path.endswith(".py"):
        return Path(argument), []
    return Path(path), names.split(",")


def _run(path: Path) -> ModuleType:
    if path.suffix != ".py" or not path.is_file():
        raise LaconicError(f"cannot read {path}; --features takes {METAVAR}")
    name = f"laconic_features_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LaconicError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise LaconicError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    return module
