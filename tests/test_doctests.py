"""The examples in the docstrings of every module of the package, executed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import laconic

MODULES = sorted(
    ["laconic", *(found.name for found in pkgutil.walk_packages(laconic.__path__, "laconic."))]
)


def test_every_part_of_the_package_is_found() -> None:
    parts = {"laconic", "laconic.corpus", "laconic.trees.tree", "laconic.grammar.notation"}
    assert parts <= set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith(".__main__")])
def test_docstring_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_examples_are_really_run() -> None:
    attempted = doctest.testmod(importlib.import_module("laconic.trees.tree")).attempted
    assert attempted >= 5
