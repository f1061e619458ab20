"""benepar, the Berkeley Neural Parser, behind the `Parser` protocol."""

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
from laconic.trees.words import plain_word

_WEIGHTS = "benepar_model.bin"


class BeneparParser:
    """Parses with one of benepar's released models; see `Parser`.

    The model is a folder: given by name (`benepar_en3`) and then looked for where NLTK keeps its
    data, or by path. A model that benepar saves while it trains is one file without its encoder,
    which benepar would fetch; it is not taken. Tags are the model's; UNK if it was trained without.
    """

    def __init__(self, model: str) -> None:
        self._benepar = import_package("benepar")
        parser = f"benepar:{model}"
        remedy = (
            f"fetch it by hand with python -c \"import benepar; benepar.download('{model}')\","
            " or give the path of the folder of a model"
        )
        with loading(parser, remedy):
            folder = _found(model)
            if folder is None:
                reason = f"no folder of a model that holds {_WEIGHTS}"
                raise model_error(parser, reason, remedy)
            self._parser = self._benepar.Parser(str(folder))
            name = f"{folder.name}#{digest_of(folder / _WEIGHTS)}"
        self.signature = as_signature(f"benepar:{name}@{version_of('benepar')}")

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        return parse_with(self.signature, self._trees, sentences)

    def _trees(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        # benepar reads plain text, not the names that treebanks give to brackets and quotes.
        inputs = [
            self._benepar.InputSentence(words=[plain_word(word) for word in words])
            for words in sentences
        ]
        return [from_nltk(tree) for tree in self._parser.parse_sents(inputs)]


def _found(model: str) -> Path | None:
    """The folder of the model, by path or, as benepar itself would, among NLTK's data."""
    import nltk.data

    folder = Path(model)
    if not folder.is_dir():
        try:
            folder = Path(str(nltk.data.find(f"models/{model}")))
        except (LookupError, ValueError):  # not there, or no name at all, such as "../x"
            return None
    return folder if (folder / _WEIGHTS).is_file() else None
