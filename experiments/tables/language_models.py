"""The language models of the tables: of the open text, or of text of one's own, built once."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

from laconic.errors import LaconicError
from laconic.files import read_lines, replacing
from laconic.scoring.ngram import NgramModel

sys.path.append(str(Path(__file__).parent.parent.parent / "benchmarks"))

from open_text import build_text_lm, open_sentences


def open_text_lm(
    data: Path, work: Path, order: int, text: Path | None, tell: Callable[[str], None]
) -> NgramModel:
    """The model of this order, lower-cased; `text` is a file of sentences in place of the data's.

    Built in the folder of work if it is not there.
    """
    folder = work / "lm"
    name = "open" if text is None else f"{text.stem}-{_hash_of(text)}"
    path = folder / f"{name}.{order}.lm"
    if not path.exists():
        sentences = _kept_sentences(data / "text", folder, tell) if text is None else text
        tell(f"language model of order {order} of {sentences.name}")
        build_text_lm(read_lines(sentences), path, order=order)
    return NgramModel(path)


def _kept_sentences(texts: Path, folder: Path, tell: Callable[[str], None]) -> Path:
    """A file of the open text's sentences: to split them takes longer than to count them."""
    path = folder / "open.txt"
    if path.exists():
        return path
    if not texts.is_dir():
        raise LaconicError(
            f"there is no folder {texts}; expected the open text there, or a file of sentences"
            " with --text FILE"
        )
    tell("the open text, split into sentences")
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.writelines(f"{sentence}\n" for sentence in open_sentences(texts))
    return path


def _hash_of(text: Path) -> str:
    try:
        return hashlib.sha256(text.read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise LaconicError(f"cannot read {text}: {error.strerror}") from error
