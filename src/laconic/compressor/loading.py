"""`load`: a compressor from the name of a model that ships, or from a file."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from laconic.compressor.compressor import Compressor
from laconic.errors import LaconicError
from laconic.parsing.parser import Parser
from laconic.systems import load as load_system

if TYPE_CHECKING:
    from laconic.scoring.features import Function

DEFAULT = "general"
_SUFFIX = ".laconic"


def shipped_models() -> list[str]:
    """The names of the models that come with the package."""
    files = (entry.name for entry in resources.files("laconic.models").iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))


def load(
    model: str | Path = DEFAULT,
    *,
    parser: Parser | None = None,
    features: Iterable[Function] = (),
    verify: bool = True,
) -> Compressor:
    """A compressor with a model: one that ships, by its name, or one in a file.

    Args:
        parser: What parses text; the embedded parser if it is not given.
        features: The functions that a transducer was trained with, if any.
        verify: Compare all of the file with its checksums.
    """
    name = str(model)
    if isinstance(model, str) and _is_name(name):
        if name in shipped_models():
            with resources.as_file(resources.files("laconic.models") / f"{name}{_SUFFIX}") as path:
                return Compressor(load_system(path, verify=verify), parser=parser)
        if not Path(name).exists():
            known = ", ".join(shipped_models()) or "none"
            raise LaconicError(
                f"there is no model {name!r}; models that ship: {known}; the path of a file, such"
                f" as ./{name}{_SUFFIX}, works too"
            )
    system = load_system(model, features=features, verify=verify)
    return Compressor(system, parser=parser)


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a model: no folder, no ending."""
    return "/" not in text and "\\" not in text and "." not in text
