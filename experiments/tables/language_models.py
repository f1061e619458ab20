"""The language models of the tables: of the open text, or of text of one's own, built once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from steps import alone, hash_of_files

from laconic.errors import LaconicError
from laconic.files import read_lines, replacing
from laconic.scoring.ngram import NgramModel

sys.path.append(str(Path(__file__).parent.parent.parent / "benchmarks"))

from open_text import build_text_lm, open_sentences


def open_text_lm(
    data: Path, work: Path, order: int, text: Path | None, tell: Callable[[str], None]
) -> NgramModel:
    """The model of this order, lower-cased; `text` is a file of sentences in place of the data's.

    Built in the folder of work if that of the same text is not there.
    """
    folder = work / "lm"
    texts = _texts(data / "text") if text is None else [text]
    name = f"{'open' if text is None else text.stem}-{hash_of_files(texts)}"
    path = folder / f"{name}.{order}.lm"
    with alone(path):
        if not path.exists():
            sentences = text or _kept_sentences(data / "text", folder / f"{name}.txt", tell)
            tell(f"language model of order {order} of {name}")
            build_text_lm(read_lines(sentences), path, order=order)
    return NgramModel(path)


def _texts(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise LaconicError(
            f"there is no folder {folder}; expected the open text there, or a file of sentences"
            " with --text FILE"
        )
    return sorted(path for path in folder.iterdir() if path.is_file())


def _kept_sentences(texts: Path, path: Path, tell: Callable[[str], None]) -> Path:
    """A file of the open text's sentences: to split them takes longer than to count them."""
    with alone(path):
        if not path.exists():
            tell("the open text, split into sentences")
            with replacing(path) as stream:
                stream.writelines(f"{sentence}\n" for sentence in open_sentences(texts))
    return path
