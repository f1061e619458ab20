"""Rewriting beyond deletion: the same code on pairs that substitute and reorder (5.1, 8).

    python experiments/tables/rewriting.py ../shared/data [--on onestop,asset] [--work FOLDER]

For each corpus: its size and split, how many words are aligned, what extracted rules do, how many
references they reach, models trained with several settings and compared on development pairs, and
BLEU and SARI of the best on held-out pairs, beside copying, the reference and `general`, which only
deletes; twenty outputs with the rules that changed them. Writes rewriting.json, rewriting.md and
rewriting.outputs.md.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from options import find_place, run_program, table_options
from output import write_text
from rewriting_corpora import SPLITS, Split, parsed, single_sentences
from rewriting_page import render, render_outputs
from rewriting_rules import actions_of, count_kinds, count_reached, count_substituted
from rewriting_settings import BEST, EXTRACTION, TRIED
from rewriting_training import choose_point, score_lines, train
from steps import Steps, hash_of_lm, write_record

import laconic
from laconic.corpus import Pair, digest_pairs, tree_of
from laconic.errors import LaconicError
from laconic.grammar.alignment import Links
from laconic.grammar.grammar import Grammar
from laconic.grammar.word_aligner import Aligner
from laconic.induction import ExtractionOptions, extract_grammar, make_aligner
from laconic.model import Model
from laconic.parsing.parser import Parser
from laconic.scoring.ngram import NgramModel

NAME = "rewriting"
SAMPLE, SEED = 20, 1
OWN = 300  # training pairs that are derived again by their own rules
PLAIN, AT_POINT = "transducer", "transducer, at its point"
DEV = 120  # development pairs that settings are compared on


@dataclass(frozen=True, eq=False, slots=True)
class Study:
    """Where data are, where results of steps and trees are kept, and what models are made with."""

    data: Path
    steps: Steps
    trees: Path
    parser: Parser
    lm: NgramModel | None
    workers: int = 1

    def step(self, name: str, settings: Any, work: Callable[[], Any]) -> Any:
        """The result of a step: as it was kept, or made now."""
        lm = None if self.lm is None else hash_of_lm(self.lm)
        plain = re.sub(r"[^a-z0-9]+", "-", f"{NAME} {name}")

        def make() -> Any:
            self.tell("begin", step=name)
            return work()

        return self.steps.run(plain, {"of": settings, "lm": lm}, make)["result"]

    def tell(self, what: str, **figures: Any) -> None:
        """A line of progress."""
        self.steps.tell(f"{NAME} {what} {json.dumps(figures)}")


def describe(corpus: str, study: Study) -> dict[str, Any]:
    """All figures of one corpus."""
    path = study.data / "rewriting" / f"{corpus}.jsonl"
    if not path.is_file():
        raise LaconicError(f"there is no file {path}; expected pairs that rewrite")
    pairs = parsed(path, study.trees, study.parser)
    split = SPLITS[corpus](pairs)
    key = [corpus, [digest_pairs(part) for part in (split.train, split.dev, split.test)]]
    sizes = {
        "pairs": len(pairs),
        **{name: len(getattr(split, name)) for name in ("train", "dev", "test")},
        "dropped": split.dropped,
    }
    grammar = study.step(
        f"{corpus} grammar", [key, EXTRACTION, OWN], partial(describe_grammar, study, split)
    )
    tried = [
        study.step(
            f"{corpus} {one['name']}", [key, one, DEV], partial(try_settings, study, split, one)
        )
        for one in TRIED[corpus]
    ]
    general = laconic.load("general").signature
    finals = [
        study.step(
            f"{corpus} final",
            [key, one, DEV, SEED, SAMPLE, general],
            partial(describe_final, study, split, one),
        )
        for one in chosen(corpus, len(split.train))
    ]
    dev = some(split.dev, DEV)
    return {
        "sizes": sizes,
        "grammar": grammar,
        "tried": [*tried, *(final["tried"] for final in finals)],
        "dev_copy": score_lines([tree_of(pair.source).words() for pair in dev], dev),
        "test": {**others(finals[0]), **{n: f for one in finals for n, f in named(one).items()}},
        "shown": finals[0]["tried"]["name"],
        "examples": finals[0]["examples"],
    }


def chosen(corpus: str, pairs: int) -> list[dict[str, Any]]:
    """The settings that are trained with all pairs."""
    by_name = {one["name"]: one for one in TRIED[corpus]}
    return [
        {**by_name[name], "name": f"{name}, all pairs", "pairs": pairs} for name in BEST[corpus]
    ]


def others(final: Mapping[str, Any]) -> dict[str, Any]:
    """The scores of what is no model of ours here."""
    return {n: found for n, found in final["test"].items() if n not in (PLAIN, AT_POINT)}


def named(final: Mapping[str, Any]) -> dict[str, Any]:
    """The scores of a model and of the same at its point, by its name."""
    name = final["tried"]["name"]
    return {
        name: final["test"][PLAIN],
        f"{name}, at its point": final["test"][AT_POINT],
    }


def some(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """So many of the pairs, at even distances."""
    if count >= len(pairs):
        return list(pairs)
    return [pairs[number * len(pairs) // count] for number in range(count)]


def describe_grammar(study: Study, split: Split) -> dict[str, Any]:
    """What words are aligned, what rules do, and what they reach."""
    options = ExtractionOptions(**EXTRACTION, coverage=False)
    aligner = make_aligner(split.train, options)
    assert aligner is not None
    whole = extract_grammar(split.train, options=options, aligner=aligner).grammar
    twice = extract_grammar(
        split.train, options=replace(options, min_count=2), aligner=aligner
    ).grammar
    study.tell("grammar", rules=len(whole), twice=len(twice))
    bare = extract_grammar([], options=options).grammar
    own, test = some(split.train, OWN), split.test

    def reached(pairs: Sequence[Pair], grammar: Grammar) -> list[int]:
        covered = replace(options, coverage=True)
        return [count_reached(pairs, grammar, covered, aligner), len(pairs)]

    return {
        **count_aligned(split.train, aligner),
        "rules": len(whole),
        "rules_twice": len(twice),
        "kinds": count_kinds(whole),
        "own": reached(own, whole),
        "held_out": reached(test, whole),
        "held_out_twice": reached(test, twice),
        "coverage": reached(test, bare),
        "substituted": count_substituted(test, aligner, whole.rules),
        "substituted_twice": count_substituted(test, aligner, twice.rules),
    }


def count_aligned(pairs: Sequence[Pair], aligner: Aligner) -> dict[str, float]:
    """Shares of words that are linked, and of links between equal words."""
    sides = [(tree_of(pair.source).words(), tree_of(pair.references[0]).words()) for pair in pairs]
    links: list[Links] = [aligner.align(*both) for both in sides]
    all_links = sum(map(len, links))
    same = sum(
        source[s].lower() == target[t].lower()
        for (source, target), found in zip(sides, links, strict=True)
        for s, t in found
    )
    return {
        "source_aligned": sum(len({s for s, _ in found}) for found in links)
        / sum(len(source) for source, _ in sides),
        "target_aligned": sum(len({t for _, t in found}) for found in links)
        / sum(len(target) for _, target in sides),
        "same": same / max(all_links, 1),
    }


def try_settings(study: Study, split: Split, one: Mapping[str, Any]) -> dict[str, Any]:
    """How a model with these settings does on development pairs, as it is and where it is best."""
    _, _, found = make_model(study, split, one)
    return found


def make_model(
    study: Study, split: Split, one: Mapping[str, Any]
) -> tuple[Model, Model, dict[str, Any]]:
    """A model trained with these settings, the same at its best point, and how both came about."""
    started = time.process_time()
    pairs = [single_sentences(p, one.get("references", 1)) for p in some(split.train, one["pairs"])]
    trained = train(pairs, one["settings"], study.lm, study.tell, workers=study.workers)
    best, point = choose_point(trained.model, some(split.dev, DEV), study.tell)
    found = {
        "name": one["name"],
        "facts": {**trained.facts, "pairs": len(pairs)},
        "plain": point["tried"][0],
        "point": point,
        "seconds": round(time.process_time() - started),
    }
    return trained.model, best, found


def describe_final(study: Study, split: Split, one: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen model on held-out pairs, beside others; and twenty of its outputs."""
    model, best, found = make_model(study, split, one)
    general = laconic.load("general").model
    test = split.test
    sources = [tree_of(pair.source) for pair in test]
    references = [[tree_of(side).words() for side in pair.references] for pair in test]
    several = all(len(lines) > 1 for lines in references)
    lines = {
        "copy": [tree.words() for tree in sources],
        "reference": [first for first, *_ in references],
        "general (deletes only)": [general.rewrite(tree).tree.words() for tree in sources],
        PLAIN: [model.rewrite(tree).tree.words() for tree in sources],
        AT_POINT: [best.rewrite(tree).tree.words() for tree in sources],
    }
    scores = {}
    for name, made in lines.items():
        # With several references, the first one is measured by the others.
        against = [others[1:] for others in references] if name == "reference" and several else None
        new = sum(
            bool({w.lower() for w in line} - {w.lower() for w in tree.words()})
            for line, tree in zip(made, sources, strict=True)
        )
        scores[name] = {"scores": score_lines(made, test, against), "new": [new, len(test)]}
    drawn = random.Random(SEED).sample(test, min(SAMPLE, len(test)))
    return {"tried": found, "test": scores, "examples": [show(best, pair) for pair in drawn]}


def show(model: Model, pair: Pair) -> dict[str, Any]:
    """A sentence, what became of it, and the rules that changed it."""
    rewritten = model.rewrite(tree_of(pair.source))
    rules = [step.rule for step in rewritten.derivation.steps]
    return {
        "source": " ".join(tree_of(pair.source).words()),
        "output": " ".join(rewritten.tree.words()),
        "reference": " ".join(tree_of(pair.references[0]).words()),
        "rules": [[str(rule), actions_of(rule)] for rule in rules if actions_of(rule) != ("copy",)],
    }


def choose_corpora(names: str) -> list[str]:
    """The corpora that are named."""
    for name in names.split(","):
        if name not in SPLITS:
            raise LaconicError(f"--on has {name!r}; expected some of {', '.join(SPLITS)}")
    return names.split(",")


def main(arguments: Sequence[str]) -> None:
    """Study the corpora that are named."""
    parser = table_options("Rewriting beyond deletion.")
    parser.add_argument("--on", default=",".join(SPLITS), metavar="NAMES", help="some corpora")
    options = parser.parse_args(arguments)
    place, names = find_place(options), choose_corpora(options.on)
    study = Study(
        place.data, place.steps, place.work / "trees", place.parser, place.lm(), place.workers
    )
    record = {"corpora": {name: describe(name, study) for name in names}}
    page = render(record)
    place.output.mkdir(parents=True, exist_ok=True)
    write_record(place.output / f"{NAME}.json", record)
    write_text(place.output / f"{NAME}.md", page)
    outputs = render_outputs(record)
    write_text(place.output / f"{NAME}.outputs.md", outputs)
    print(page)
    print(outputs)


if __name__ == "__main__":
    run_program(main)
