"""stanza's constituency parser behind the `Parser` protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from laconic.errors import TreeError
from laconic.parsing.adapters.foreign import (
    import_package,
    loading,
    model_error,
    parse_with,
    version_of,
)
from laconic.parsing.parser import as_signature
from laconic.trees.tree import Tree, from_preorder
from laconic.trees.words import plain_word

_PROCESSORS = "tokenize,pos,constituency"


class StanzaParser:
    """Parses with stanza's tagger and constituency parser of a language; see `Parser`.

    `package` is one of stanza's sets of models for the language, such as `default_accurate`.
    The tokens are taken as they are given; tags are those of stanza's tagger.
    """

    def __init__(self, language: str, package: str | None = None) -> None:
        stanza = import_package("stanza")
        package = package or "default"
        parser = f"stanza:{language}:{package}"
        remedy = (
            f"fetch it by hand with python -c \"import stanza; stanza.download('{language}',"
            f" package='{package}', processors='{_PROCESSORS}')\""
        )
        with loading(parser, remedy):
            self._pipeline = stanza.Pipeline(
                language,
                package=package,
                processors=_PROCESSORS,
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
            # Of a processor that a language does not have, stanza only warns.
            if "constituency" not in self._pipeline.processors:
                raise model_error(parser, "stanza has no constituency parser for this", remedy)
        self.signature = as_signature(f"{parser}@{version_of('stanza')}")

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        return parse_with(self.signature, self._trees, sentences)

    def _trees(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        # stanza reads plain text, not the names that treebanks give to brackets and quotes.
        document = self._pipeline([[plain_word(word) for word in words] for words in sentences])
        return [_converted(sentence.constituency) for sentence in document.sentences]


def _converted(tree: Any) -> Tree:
    """A stanza tree, in which a word is a node without children, as a tree."""
    labels: list[str] = []
    counts: list[int] = []
    words: list[str | None] = []
    pending = [tree]
    while pending:
        node = pending.pop()
        if not node.children:
            raise TreeError(f"found {node.label!r} beside other children; a word must stand alone")
        is_tag = len(node.children) == 1 and not node.children[0].children
        labels.append(node.label)
        counts.append(0 if is_tag else len(node.children))
        words.append(node.children[0].label if is_tag else None)
        if not is_tag:
            pending.extend(reversed(node.children))
    return from_preorder(labels, counts, words)
