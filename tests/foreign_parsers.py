"""benepar, stanza and supar as their sources show them, without weights: what is called must exist.

Signatures and attributes are those of benepar 0.2.0, stanza 1.10 and supar 1.1.4. A sentence that
holds the word FAIL makes a parser raise an error, NONE makes it give nothing, SHORT makes it drop a
word. Whatever would download fails the test.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import nltk
import pytest

LRB, RRB = "-LRB-", "-RRB-"


def download(*arguments: object, **keywords: object) -> None:
    pytest.fail(f"something was to be downloaded: {arguments} {keywords}")


def flat_tree(root: str, words: list[str], tags: list[str]) -> Any:
    """The tree that all fakes give: one S over all words; None where the words ask for it."""
    if "FAIL" in words:
        raise ValueError(f"Sentence of length {len(words)} exceeds the maximum supported length")
    if "NONE" in words:
        return None
    leaves = [nltk.Tree(tag, [word]) for word, tag in zip(words, tags, strict=True)]
    return nltk.Tree(root, [nltk.Tree("S", leaves[1:] if "SHORT" in words else leaves)])


def describe(name: str, version: str, folder: Path) -> None:
    """Tells `importlib.metadata` of a package, as pip would, in a folder on the path."""
    information = folder / f"{name}-{version}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )


@dataclasses.dataclass
class InputSentence:
    words: list[str] | None = None
    space_after: list[bool] | None = None
    tags: list[str] | None = None
    escaped_words: list[str] | None = None


class BeneparParser:
    loaded: str
    batches: list[int]

    def __init__(self, name: str, batch_size: int = 64, language_code: str | None = None) -> None:
        assert language_code is None
        if not Path(name).exists():
            download(name)
        self.batch_size = batch_size
        type(self).loaded, type(self).batches = name, []

    def parse_sents(self, sents: list[InputSentence]) -> Iterator[nltk.Tree]:
        self.batches.append(len(sents))
        for sentence in sents:
            assert isinstance(sentence, InputSentence)
            assert sentence.words is not None
            assert not {"``", "''", LRB} & set(sentence.words), "benepar reads plain text"
            escaped = [word.replace("(", LRB).replace(")", RRB) for word in sentence.words]
            yield flat_tree("TOP", escaped, ["NN"] * len(escaped))


def benepar() -> ModuleType:
    module = ModuleType("benepar")
    module.__dict__.update(Parser=BeneparParser, InputSentence=InputSentence, download=download)
    return module


@dataclasses.dataclass
class StanzaTree:
    label: str
    children: tuple[StanzaTree, ...] = ()


@dataclasses.dataclass
class StanzaSentence:
    constituency: StanzaTree | None


@dataclasses.dataclass
class StanzaDocument:
    sentences: list[StanzaSentence]


def stanza_tree(tree: nltk.Tree | str | None) -> Any:
    if tree is None or isinstance(tree, str):
        return tree and StanzaTree(tree)
    return StanzaTree(tree.label(), tuple(stanza_tree(child) for child in tree))


class StanzaPipeline:
    """A resources folder that has English only, without the package `default_accurate`."""

    wanted: tuple[str, str]

    def __init__(
        self,
        lang: str = "en",
        dir: str = "stanza_resources",  # noqa: A002, ARG002
        package: str = "default",
        processors: str = "",
        logging_level: str | None = None,  # noqa: ARG002
        verbose: bool | None = None,
        use_gpu: bool | None = None,  # noqa: ARG002
        model_dir: str | None = None,  # noqa: ARG002
        download_method: object = "download_resources",
        *,
        tokenize_pretokenized: bool = False,
    ) -> None:
        if download_method is not None:
            download(download_method)
        assert tokenize_pretokenized
        assert verbose is False
        type(self).wanted = (lang, package)
        if lang not in ("en", "de") or package != "default":
            raise FileNotFoundError(f"Could not find the model file {lang}/{package}.pt.")
        self.processors = {name: object() for name in processors.split(",")}
        if lang == "de":
            del self.processors["constituency"]

    def __call__(self, doc: list[list[str]], processors: None = None) -> StanzaDocument:
        assert processors is None
        assert all(isinstance(words, list) for words in doc)
        trees = [flat_tree("ROOT", words, ["NN"] * len(words)) for words in doc]
        return StanzaDocument([StanzaSentence(stanza_tree(tree)) for tree in trees])


def stanza() -> ModuleType:
    module = ModuleType("stanza")
    module.__dict__.update(Pipeline=StanzaPipeline, download=download)
    return module


class SuparSentence:
    def __init__(self, words: list[str], tree: nltk.Tree) -> None:
        self.values = [words, ["_"] * len(words), tree, None]
        self.maps = {"words": 0, "tags": 1, "trees": 2, "charts": 3}

    def __getattr__(self, name: str) -> Any:
        return self.values[self.maps[name]]


class SuparDataset:
    def __init__(self, sentences: list[SuparSentence]) -> None:
        self.sentences = sentences

    def __getattr__(self, name: str) -> list[Any]:
        return [getattr(sentence, name) for sentence in self.sentences]


class SuparParser:
    loaded: str

    @classmethod
    def load(
        cls, path: str, reload: bool = False, src: str = "github", checkpoint: bool = False
    ) -> SuparParser:
        if not Path(path).exists() or reload:
            download(path, src)
        assert not checkpoint
        if "encoder" in Path(path).read_text(encoding="utf-8"):
            import socket

            socket.create_connection(("localhost", 9), timeout=5).close()
        cls.loaded = path
        return cls()

    def predict(
        self,
        data: list[list[str]],
        pred: str | None = None,
        lang: str | None = None,
        prob: bool = False,
        batch_size: int = 5000,  # noqa: ARG002
        buckets: int = 8,  # noqa: ARG002
        workers: int = 0,  # noqa: ARG002
        amp: bool = False,  # noqa: ARG002
        cache: bool = False,
        mbr: bool = True,  # noqa: ARG002
        verbose: bool = True,
    ) -> SuparDataset:
        assert (pred, lang, prob, cache, verbose) == (None, None, False, False, False)
        assert not any(bracket in word for words in data for word in words for bracket in "()")
        # As supar does with what it cannot turn into a tree: it is left out, with a warning.
        kept = [words for words in data if "NONE" not in words]
        return SuparDataset(
            [SuparSentence(words, flat_tree("", words, ["_"] * len(words))) for words in kept]
        )


def supar() -> ModuleType:
    module = ModuleType("supar")
    module.__dict__.update(Parser=SuparParser)
    return module
