"""What the adapters of foreign parsers share.

1. A package is imported when an adapter is made, so that laconic needs none of them.
2. A model must be on the machine already. The packages would fetch what they miss, a model or the
   encoder that it is built on; while one is loaded, connections to other machines are refused.
3. A batch that fails is parsed in halves until the sentence that fails stands alone.
4. Packages write brackets and quotes in their own way: the words of a tree are put back as given.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from laconic.errors import MissingPackageError, ParserError
from laconic.parsing.parser import check_sentences, check_trees
from laconic.trees.tree import Tree, replace_leaves

Parse = Callable[[Sequence[Sequence[str]]], Sequence[Tree]]

_refusing = ContextVar("_refusing", default=False)


def import_package(name: str) -> Any:
    """The package, or an error that says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackageError(
            f"this parser needs the package {name}: pip install {name} ({error})"
        ) from error


def version_of(package: str) -> str:
    """The version that is installed; `unknown` for a package that pip did not install."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"


def digest_of(path: Path) -> str:
    """The first digits of the SHA-256 of a file: a model that is known by its path only."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:16]


def model_error(parser: str, reason: str, remedy: str) -> ParserError:
    """The error for a model that is not there or cannot be loaded.

    >>> print(model_error("mine:en", "no such file", "copy it from the other machine"))
    mine:en: no such file; laconic downloads nothing by itself: copy it from the other machine
    """
    return ParserError(f"{parser}: {reason}; laconic downloads nothing by itself: {remedy}")


@contextmanager
def loading(parser: str, remedy: str) -> Iterator[None]:
    """Around the loading of a model: refuses connections, and reports what goes wrong."""
    _watch_connections()
    token = _refusing.set(True)
    try:
        yield
    except ParserError:
        raise
    except Exception as error:  # what a foreign package raises is not known beforehand
        reason = f"cannot load the model ({type(error).__name__}: {error})"
        raise model_error(parser, reason, remedy) from error
    finally:
        _refusing.reset(token)


@cache
def _watch_connections() -> None:
    # The one place that every way to download passes; it can never be taken back, hence `cache`.
    sys.addaudithook(_refuse_connection)


def _refuse_connection(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("socket.connect", "socket.getaddrinfo") or not _refusing.get():
        return
    # Sockets within this machine have a path for an address.
    if event == "socket.getaddrinfo" or isinstance(arguments[1], tuple):
        raise ConnectionRefusedError("laconic downloads nothing by itself")


def parse_with(parser: str, parse: Parse, sentences: Sequence[Sequence[str]]) -> list[Tree]:
    """The trees that a foreign parser gives, under TOP and with the words as they were given."""
    check_sentences(sentences)
    return check_trees(parser, sentences, _in_parts(parser, parse, sentences))


def _in_parts(parser: str, parse: Parse, sentences: Sequence[Sequence[str]]) -> list[Tree]:
    if not sentences:
        return []
    try:
        trees = parse(sentences)
        if len(trees) != len(sentences):
            raise ParserError(f"found {len(trees)} trees, expected {len(sentences)}")
        return [with_words(*pair) for pair in zip(trees, sentences, strict=True)]
    except Exception as error:  # what a foreign package raises is not known beforehand
        if len(sentences) == 1:
            text = " ".join(sentences[0])
            raise ParserError(f"{parser} gave no tree for {text!r}: {error}") from error
    middle = len(sentences) // 2
    first, second = sentences[:middle], sentences[middle:]
    return _in_parts(parser, parse, first) + _in_parts(parser, parse, second)


def with_words(tree: Tree, words: Sequence[str]) -> Tree:
    """The tree over these words, whatever its own are.

    >>> with_words(Tree("NP", [Tree("-LRB-", word="-LRB-"), Tree("NN", word="dog")]), ["[", "dog"])
    Tree('(NP (-LRB- [) (NN dog))')
    """
    tags = [leaf.label for leaf in tree.leaves()]
    if len(tags) != len(words):
        raise ParserError(f"found a tree of {len(tags)} words, expected {len(words)}")
    leaves = [Tree(tag, word=word) for tag, word in zip(tags, words, strict=True)]
    return replace_leaves(tree, leaves)
