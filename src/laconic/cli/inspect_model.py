"""What `laconic inspect` shows of a model: what weighs most, how a score adds up, text files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from laconic.cli.outputs import escaped, shown
from laconic.errors import LaconicError
from laconic.files import replacing
from laconic.grammar.packed import unpack
from laconic.grammar.table import write_grammar
from laconic.model import Model
from laconic.parsing.inputs import parse_text
from laconic.parsing.registry import load_parser
from laconic.settings import render_settings
from laconic.trees.brackets import looks_like_tree, parse
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


def describe_model(model: Model, limit: int) -> Iterator[str]:
    """A model in lines: what it is, how it was trained, its strongest features and rules."""
    count = limit or None
    yield f"signature\t{model.signature}"
    yield f"rules\t{len(model.grammar)}"
    yield f"weights\t{len(model.weights)}"
    yield shown(f"parser\t{model.grammar.parser or 'unknown'}")
    if model.lm is not None:
        yield f"lm\torder {model.lm.order}, {model.lm.file_bytes} bytes"
    if model.tagger is not None:
        yield f"tagger\t{len(model.tagger.names)} inputs, {model.tagger.file_bytes} bytes"
    yield f"functions\t{' '.join(model.features.function_names) or 'none'}"
    for name, value in model.facts.items():
        if value is not None and name != "lm":
            yield shown(f"{name}\t{value}")
    yield ""
    yield "weight\tfeature"
    for name, weight in model.weights.strongest(count):
        yield shown(f"{weight:.6f}\t{name}")
    yield ""
    yield "score\tcount\trule"
    for number in np.argsort(-np.abs(model.rule_scores), kind="stable")[:count].tolist():
        entry = model.grammar.entry(number)
        text = model.grammar.text(number)
        yield shown(f"{model.rule_scores[number]:.6f}\t{entry.count}\t{text}")


def explain_sentence(model: Model, sentence: str, limit: int) -> Iterator[str]:
    """How a model rewrites a sentence: each feature with its value, weight, and what it adds."""
    rewritten = model.rewrite(tree_of_sentence(sentence))
    vector = model.explain(rewritten)
    added = {name: value * model.weights[name] for name, value in vector.items()}
    ranked = sorted(vector, key=lambda name: (-abs(added[name]), name))
    weighing = [name for name in ranked if added[name]]
    yield shown(f"source\t{' '.join(rewritten.forest.source.tree.words())}")
    yield shown(f"target\t{' '.join(rewritten.tree.words())}")
    yield ""
    yield "added\tvalue\tweight\tfeature"
    listed = weighing[: limit or None]
    for name in listed:
        yield shown(f"{added[name]:.6f}\t{vector[name]:g}\t{model.weights[name]:.6f}\t{name}")
    rest = sum(added[name] for name in weighing[len(listed) :])
    if len(listed) < len(weighing):
        yield f"{rest:.6f}\t\t\t{len(weighing) - len(listed)} more; --limit 0 shows all"
    yield f"{sum(added.values()):.6f}\t\t\tin all"
    yield f"{rewritten.score:.6f}\t\t\tscore of the search"


def export_model(model: Model, folder: Path) -> Iterator[Path]:
    """Write grammar, weights and settings of a model as text; the files."""
    if folder.exists() and not folder.is_dir():
        raise LaconicError(f"{folder} is a file; expected a folder")
    folder.mkdir(parents=True, exist_ok=True)
    grammar, weights, config = (
        folder / name for name in ("grammar.txt", "weights.tsv", "config.toml")
    )
    write_grammar(unpack(model.grammar), grammar)
    yield grammar
    with replacing(weights) as stream:
        stream.write("weight\tfeature\n")
        for name, weight in model.weights.strongest():
            stream.write(f"{weight!r}\t{escaped(name)}\n")
    yield weights
    with replacing(config) as stream:
        stream.write(render_settings(model.config))
    yield config


def tree_of_sentence(sentence: str) -> Tree:
    """The tree of a text that is one sentence, or the tree that it writes in brackets."""
    if looks_like_tree(sentence):
        return with_root(parse(sentence))
    trees = parse_text(sentence, load_parser())
    if len(trees) != 1:
        raise LaconicError(f"found {len(trees)} sentences in {sentence[:40]!r}, expected one")
    return trees[0]
