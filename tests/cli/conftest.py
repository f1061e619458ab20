"""What tests of `laconic compress` share: a tiny model of each system, and one parser for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hand_model import hand_model
from tiny_corpus import tiny_lm, tiny_pairs

from laconic.parsing.embedded import EmbeddedParser
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.systems import SYSTEMS, train


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny model of each system, under its name, and `hand`."""
    folder = tmp_path_factory.mktemp("models")
    lm = tiny_lm(folder)
    for name in SYSTEMS:
        with_lm = lm if name in ("transducer", "clarke-lm") else None
        train(tiny_pairs(), system=name, lm=with_lm).save(folder / name)
    hand_model().save(folder / "hand")
    return folder


@pytest.fixture(scope="session")
def embedded_parser() -> Parser:
    return load_parser()


@pytest.fixture(scope="module")
def one_parser(embedded_parser: Parser) -> Iterator[None]:
    """Commands that run in this process share one embedded parser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EmbeddedParser, "shipped", lambda **_: embedded_parser)
        yield
