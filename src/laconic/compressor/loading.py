"""`load`: a compressor from the name of a model that ships, or from a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from laconic.compressor.compressor import Compressor
from laconic.errors import LaconicError
from laconic.parsing.parser import Parser
from laconic.shipped import DEFAULT, find_shipped, list_shipped
from laconic.systems import load as load_system

if TYPE_CHECKING:
    from laconic.scoring.features import Function


def shipped_models() -> list[str]:
    """The names of the models that come with the package."""
    return [one.name for one in list_shipped() if one.kind == "compression"]


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
    if isinstance(model, str) and _is_name(model):
        if model in shipped_models():
            return Compressor(load_system(find_shipped(model).path, verify=verify), parser=parser)
        if not Path(model).exists():
            known = ", ".join(shipped_models()) or "none"
            raise LaconicError(
                f"there is no model {model!r}; models that ship: {known}; the path of a file, such"
                f" as ./{model}.laconic, works too"
            )
    system = load_system(model, features=features, verify=verify)
    return Compressor(system, parser=parser)


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a model: no folder, no ending."""
    return "/" not in text and "\\" not in text and "." not in text
