"""`laconic lm query`: the probability of each word of sentences."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.lm_shared import ModelArgument
from laconic.cli.outputs import STDIN, as_file
from laconic.cli.progress import watching
from laconic.scoring.lm_files import open_lm
from laconic.scoring.ngram import SentenceScore
from laconic.scoring.text import BadUtf8, read_text, split_words
from laconic.scoring.work import Work


def query(
    lm: ModelArgument,
    text: Annotated[
        Path,
        typer.Argument(
            metavar="TEXT",
            help="Sentences, one on each line, words between spaces; without it, standard input.",
        ),
    ] = STDIN,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="One line for each sentence, not for each word.")
    ] = False,
    boundaries: Annotated[
        bool, typer.Option(help="Score each line as a whole sentence, with its start and end.")
    ] = True,
    bad_utf8: Annotated[
        BadUtf8, typer.Option(help="What to do with bytes that are no UTF-8.")
    ] = "refuse",
) -> None:
    """Print the log10-probability of each word and the length of the n-gram that gave it."""
    with watching() as watch:
        model = open_lm(lm, work=Work(watch=watch))
    render = _sentence_line if sentences else _word_lines
    header = "log10_prob\tunknown_words\twords\tsentence" if sentences else _WORD_HEADER
    with closing(read_text(as_file(text), bad_utf8=bad_utf8)) as blocks:
        number, lines = 0, [header]
        for block in blocks:
            for line in block.lines.decode().split("\n"):
                if words := split_words(line):
                    number += 1
                    score = model.score(words, begin=boundaries, end=boundaries)
                    lines.append(render(number, words, score))
            if lines:
                typer.echo("\n".join(lines))
                lines = []
        if lines:
            typer.echo(header)


_WORD_HEADER = "sentence\tword\tlog10_prob\tngram_length\tunknown"


def _word_lines(number: int, _words: list[str], score: SentenceScore) -> str:
    return "\n".join(
        f"{number}\t{word.word}\t{word.log10_prob:.6f}\t{word.ngram_length}\t{int(word.unknown)}"
        for word in score.words
    )


def _sentence_line(_number: int, words: list[str], score: SentenceScore) -> str:
    return f"{score.log10_prob:.6f}\t{score.unknown_words}\t{len(words)}\t{' '.join(words)}"
