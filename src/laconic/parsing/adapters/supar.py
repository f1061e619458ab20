"""supar's constituency parsers behind the `Parser` protocol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from laconic.parsing.adapters.foreign import (
    digest_of,
    import_package,
    loading,
    model_error,
    parse_with,
    version_of,
)
from laconic.parsing.parser import as_signature
from laconic.trees.nltk import from_nltk
from laconic.trees.tree import Tree

# Where supar puts the models that it fetches.
_CACHE = Path(".cache", "supar")
_ESCAPED = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_REMEDY = (
    "fetch one by hand from https://github.com/yzhangcs/parser/releases and unpack it, or with"
    " python -c \"import supar; supar.Parser.load('con-crf-en')\", then give the path of its file"
    " or its name in ~/.cache/supar"
)


class SuparParser:
    """Parses with a constituency model of supar; see `Parser`.

    The model is a file, given by path or by its name in the folder where supar keeps what it
    fetched; supar's own short names are not taken, for they download. Loading runs code that the
    file holds. These models know no tags: every tag of their trees is `_`, and it is kept.
    """

    def __init__(self, model: str) -> None:
        supar = import_package("supar")
        parser = f"supar:{model}"
        with loading(parser, _REMEDY):
            path = next((path for path in (Path(model), _cached(model)) if path.is_file()), None)
            if path is None:
                raise model_error(parser, "no file of a model", _REMEDY)
            self._parser = supar.Parser.load(str(path))
            name = f"{path.name}#{digest_of(path)}"
        self.signature = as_signature(f"supar:{name}@{version_of('supar')}")

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        return parse_with(self.signature, self._trees, sentences)

    def _trees(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        # supar reads the words of treebanks; older versions do not escape brackets themselves.
        data = [[word.translate(_ESCAPED) for word in words] for words in sentences]
        dataset = self._parser.predict(data, lang=None, prob=False, verbose=False)
        return [from_nltk(tree) for tree in dataset.trees]


def _cached(model: str) -> Path:
    return Path.home() / _CACHE / model
