"""The package's public names: looked up when they are used, so that importing costs little."""

from __future__ import annotations

import subprocess
import sys

import pytest

import laconic

HEAVY = ("numpy", "scipy", "onnxruntime", "tokenizers", "typer", "rich", "laconic.model")


def modules_after(code: str) -> set[str]:
    """Which modules a fresh interpreter has after this."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


def test_importing_the_package_imports_next_to_nothing() -> None:
    assert modules_after("import laconic").isdisjoint(HEAVY)


def test_compressing_imports_neither_training_nor_what_only_terminals_need() -> None:
    loaded = modules_after("import laconic\nlaconic.load")
    assert loaded.isdisjoint({"scipy", "rich", "typer", "onnxruntime", "laconic.comparison"})
    others = ("laconic.training", "laconic.baselines")
    assert [name for name in loaded if name.startswith(others)] == []


def test_the_version_needs_no_command() -> None:
    code = "import sys\nfrom laconic.cli.main import main\nsys.argv[1:] = ['--version']\nmain()"
    loaded = modules_after(code)
    assert loaded.isdisjoint(HEAVY)
    assert {"laconic", "laconic.cli.version"} <= loaded


def test_names_are_listed_and_found() -> None:
    assert set(laconic.__all__) <= set(dir(laconic))
    assert sorted(laconic.__all__) == list(laconic.__all__)
    for name in laconic.__all__:
        assert getattr(laconic, name) is getattr(laconic, name)
    with pytest.raises(AttributeError, match="module 'laconic' has no attribute 'nothing'"):
        laconic.nothing  # type: ignore[attr-defined] # noqa: B018


def test_each_name_is_in_one_place() -> None:
    assert set(laconic._PLACES) == set(laconic.__all__)
