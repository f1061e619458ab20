"""A corpus so small that every derivation can be listed, and a language model to go with it."""

from __future__ import annotations

from pathlib import Path

from lms import build

from laconic.config import Config
from laconic.corpus import Pair
from laconic.scoring.ngram import NgramModel
from laconic.trees.brackets import parse

_PAIRS = [
    (
        "(TOP (S (NP (DT the) (JJ old) (NN dog)) (VP (VBD barked) (ADVP (RB loudly))) (. .)))",
        "(TOP (S (NP (DT the) (NN dog)) (VP (VBD barked)) (. .)))",
    ),
    (
        "(TOP (S (NP (DT a) (JJ old) (NN cat)) (VP (VBD slept)) (. .)))",
        "(TOP (S (NP (DT a) (NN cat)) (VP (VBD slept)) (. .)))",
    ),
    (
        "(TOP (S (ADVP (RB then)) (NP (DT the) (NN man)) (VP (VBD left)) (. .)))",
        "(TOP (S (NP (DT the) (NN man)) (VP (VBD left)) (. .)))",
    ),
    (
        "(TOP (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (DT the) (JJ big) (NN dog)))))",
        "(TOP (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (NN dog)))))",
    ),
    (
        "(TOP (S (NP (PRP he)) (VP (VBD said) (SBAR (S (NP (PRP it)) (VP (VBD rained)))))))",
        "(TOP (S (NP (PRP it)) (VP (VBD rained))))",
    ),
]


def tiny_pairs() -> list[Pair]:
    return [
        Pair(str(number), parse(source), (parse(target),))
        for number, (source, target) in enumerate(_PAIRS)
    ]


def tiny_lm(folder: Path) -> NgramModel:
    """A trigram model that does not know all the words."""
    sentences = ["the dog barked .", "a cat slept .", "the man left .", "it rained"]
    return build([sentence.split() for sentence in sentences], folder / "tiny.lm", order=3)


def exact(**settings: object) -> Config:
    """A configuration without beams."""
    given = {"training_beam": (), "decoding_beam": (), **settings}
    return Config(**given)  # type: ignore[arg-type]
