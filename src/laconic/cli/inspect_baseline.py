"""What `laconic inspect` shows of a comparison system: what weighs most, how a score adds up."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.baselines.clarke_lm import TrigramModel, trigram_log10_probs
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.run import BaselineModel
from laconic.cli.inspect_model import tree_of_sentence
from laconic.cli.outputs import shown
from laconic.scoring.ngram import SENTENCE_END
from laconic.settings import to_table
from laconic.trees.tree import Tree


def show_baseline(model: BaselineModel, sentence: str | None, limit: int) -> Iterator[str]:
    """A model in lines, or what it makes of a sentence."""
    if sentence is None:
        return describe_baseline(model, limit)
    return explain_baseline(model, tree_of_sentence(sentence), limit)


def describe_baseline(model: BaselineModel, limit: int) -> Iterator[str]:
    """A model in lines: what it is, how it was trained, its strongest features."""
    yield f"signature\t{model.signature}"
    yield f"system\t{model.system}"
    yield shown(f"parser\t{model.parser or 'unknown'}")
    for name, value in model.facts.items():
        if value is not None and name not in ("lm", "significance"):
            yield shown(f"{name}\t{value}")
    if model.ilp is not None:
        for name, value in to_table(model.ilp).items():
            yield f"{name}\t{' '.join(value) if isinstance(value, list) else value}"
    if isinstance(model, TrigramModel):
        yield f"significance\t{model.significance:g}"
        yield f"lm\torder {model.lm.order}, {model.lm.file_bytes} bytes"
        return
    yield f"weights\t{len(model.weights)}"
    yield ""
    yield "weight\tfeature"
    for name, weight in model.strongest(limit or None):
        yield shown(f"{weight:.6f}\t{name}")


def explain_baseline(model: BaselineModel, tree: Tree, limit: int) -> Iterator[str]:
    """How a model compresses a sentence: each feature with its value, weight, and what it adds."""
    made = model.rewrite(tree)
    yield shown(f"source\t{' '.join(tree.words())}")
    yield shown(f"target\t{' '.join(made.tree.words())}")
    for mark in made.marks:
        yield f"mark\t{mark}"
    yield ""
    if isinstance(model, BigramModel):
        yield from _features(model, tree, made.kept, limit)
        yield f"{made.score:.6f}\t\t\tin all"
    else:
        yield from _words(model, tree, made.kept)
        yield f"{made.score:.6f}\t\tin all"


def _features(model: BigramModel, tree: Tree, kept: tuple[int, ...], limit: int) -> Iterator[str]:
    found = model.explain(tree, kept)
    ranked = sorted(found, key=lambda name: (-abs(found[name][0] * found[name][1]), name))
    yield "added\tvalue\tweight\tfeature"
    for name in ranked[: limit or None]:
        value, weight = found[name]
        yield shown(f"{value * weight:.6f}\t{value:g}\t{weight:.6f}\t{name}")
    rest = ranked[limit:] if limit else []
    if rest:
        added = sum(found[name][0] * found[name][1] for name in rest)
        yield f"{added:.6f}\t\t\t{len(rest)} more; --limit 0 shows all"


def _words(model: TrigramModel, tree: Tree, kept: tuple[int, ...]) -> Iterator[str]:
    """The words that are kept, with what the language model and significance say of each."""
    words, added = tree.words(), model.word_scores(tree)
    forms = [*(words[word] for word in kept), SENTENCE_END]
    significance = [*added[list(kept)].tolist(), 0.0]
    yield "log10_prob\tsignificance\tword"
    for form, log10_prob, extra in zip(
        forms, trigram_log10_probs(model.lm, forms[:-1]), significance, strict=True
    ):
        yield shown(f"{log10_prob:.6f}\t{extra:.6f}\t{form}")
