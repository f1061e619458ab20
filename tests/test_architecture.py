"""What the import linter cannot see: who may import the native module, and what modules say."""

from __future__ import annotations

import ast
from pathlib import Path

import laconic

PACKAGE = Path(laconic.__file__).parent
# docs/architecture.md says who else may, once it exists.
MAY_IMPORT_CORE = {
    "cli/version.py",
    "decoding/decoder.py",
    "decoding/forest.py",
    "decoding/matcher.py",
    "evaluation/tree_distance.py",
    "scoring/estimation.py",
    "scoring/lm_files.py",
    "scoring/ngram.py",
    "scoring/tagger_network.py",
    "scoring/work.py",
    "weights.py",
}


def modules() -> list[tuple[str, ast.Module]]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in paths
    ]


def imports_core(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any("_core" in name.name for name in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (
            "_core" in (node.module or "") or any(name.name == "_core" for name in node.names)
        ):
            return True
    return False


def test_the_native_module_is_imported_in_few_places() -> None:
    assert {name for name, tree in modules() if imports_core(tree)} == MAY_IMPORT_CORE


def test_every_module_says_what_it_owns() -> None:
    assert [name for name, tree in modules() if not ast.get_docstring(tree)] == []


def test_every_public_name_is_documented_and_exists() -> None:
    for name in laconic.__all__:
        assert getattr(laconic, name).__doc__


def test_files_stay_small() -> None:
    long = {
        path.relative_to(PACKAGE).as_posix(): lines
        for path in PACKAGE.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert long == {}


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
