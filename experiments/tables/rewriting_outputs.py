"""What models make of held-out pairs, scored and counted beside copying and the reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from typing import Any

from rewriting_corpora import Split
from rewriting_models import Study, train_model
from rewriting_rules import actions_of
from rewriting_scores import Counts, Words, between, compare, count_lines, score_counts
from rewriting_settings import BEST, CONTROLS
from rewriting_training import at_point

import laconic
from laconic.corpus import Pair, digest_pairs, tree_of
from laconic.model import Model
from laconic.signing import digest

SAMPLE, SEED = 20, 1
COPY, REFERENCE, GENERAL = "copy", "reference", "general"
DONE = ("delete", "substitute", "insert", "reorder")
NEGATIONS = frozenset(
    ("no", "not", "n't", "never", "none", "nobody", "nothing", "neither", "nor", "nowhere")
)

# A sentence that was made, and the rules that changed something, each with what it does.
Output = Mapping[str, Any]
Outputs = Sequence[Output]


def pointed(name: str) -> str:
    """The name of a model at its point."""
    return f"{name}, at its point"


def rewrite_all(
    study: Study, corpus: str, split: Split, chosen: Sequence[Mapping[str, Any]]
) -> dict[str, Outputs]:
    """What `general` and the chosen models make of held-out sources, these also at their points."""
    test = digest_pairs(split.test)
    general = laconic.load("general")

    def kept(name: str, settings: Any, model: Callable[[], Model]) -> Outputs:
        def work() -> list[Output]:
            return rewrite(model(), split.test)

        found: Outputs = study.step(f"{corpus} {name} outputs", [test, settings], work)["result"]
        return found

    outputs = {GENERAL: kept(GENERAL, general.signature, lambda: general.model)}
    for one in chosen:
        name, signature, point = one["name"], one["signature"], one["point"]
        at = point["length"], point["new"]
        load = cache(partial(load_model, study, corpus, split, one))
        outputs[name] = kept(name, [signature], load)
        outputs[pointed(name)] = kept(name, [signature, at], partial(load_at_point, load, point))
    return outputs


def load_model(study: Study, corpus: str, split: Split, one: Mapping[str, Any]) -> Model:
    """The model that was tried, from its file."""
    return train_model(study, corpus, split, one["name"], one["facts"]["pairs"]).model


def load_at_point(load: Callable[[], Model], point: Mapping[str, Any]) -> Model:
    """The same at the point that was chosen."""
    return at_point(load(), point)


def rewrite(model: Model, pairs: Sequence[Pair]) -> list[Output]:
    """What a model makes of sources."""
    found = []
    for pair in pairs:
        rewritten = model.rewrite(tree_of(pair.source))
        rules = [step.rule for step in rewritten.derivation.steps]
        done = [(str(rule), actions_of(rule)) for rule in rules]
        found.append(
            {
                "words": rewritten.tree.words(),
                "rules": [[rule, list(names)] for rule, names in done if names != ("copy",)],
            }
        )
    return found


def describe_outputs(
    study: Study, corpus: str, test: Sequence[Pair], outputs: Mapping[str, Outputs]
) -> dict[str, Any]:
    """Scores of all systems, comparisons with controls, and counts of what outputs do."""

    def work() -> dict[str, Any]:
        counts = count_all(test, outputs)
        return {
            "scores": {name: score_counts(found) for name, found in counts.items()},
            "between": {name: between(found) for name, found in counts.items()},
            "comparisons": compare_all(counts),
            "done": count_done(test, outputs),
            "done_in_sample": count_done(drawn(test), {n: drawn(o) for n, o in outputs.items()}),
        }

    made = digest({name: list(found) for name, found in outputs.items()})
    key = [digest_pairs(test), made, compared([*outputs, COPY]), SAMPLE]
    result: dict[str, Any] = study.step(f"{corpus} scores", key, work)["result"]
    return result


def drawn(items: Sequence[Any]) -> list[Any]:
    """Some of the held-out pairs, or what belongs to the same ones."""
    places = random.Random(SEED).sample(range(len(items)), min(SAMPLE, len(items)))
    return [items[place] for place in places]


def count_all(test: Sequence[Pair], outputs: Mapping[str, Outputs]) -> dict[str, Counts]:
    """What the metrics count in the outputs of all systems; the first reference is measured by the
    others where there are several."""
    references = [[tree_of(side).words() for side in pair.references] for pair in test]
    several = all(len(lines) > 1 for lines in references)
    others = [lines[1:] for lines in references] if several else None
    lines = {name: [one["words"] for one in found] for name, found in outputs.items()}
    return {
        COPY: count_lines([tree_of(pair.source).words() for pair in test], test),
        REFERENCE: count_lines([first for first, *_ in references], test, others),
        **{name: count_lines(made, test) for name, made in lines.items()},
    }


def compared(names: Collection[str]) -> list[tuple[str, str]]:
    """Which of these systems are compared: models with rules and their controls, as they are; at
    their points each of them with every control; and all models at their points with copying."""
    both = list(CONTROLS.items())
    both += [(pointed(one), pointed(other)) for one in CONTROLS for other in CONTROLS.values()]
    both += [(pointed(name), COPY) for name in BEST]
    return [(one, other) for one, other in both if one in names and other in names]


def compare_all(counts: Mapping[str, Counts]) -> list[dict[str, Any]]:
    """By how much which system is better than which."""
    return [
        {"ours": ours, "theirs": theirs, **compare(counts[ours], counts[theirs])}
        for ours, theirs in compared(counts)
    ]


def count_done(
    test: Sequence[Pair], outputs: Mapping[str, Outputs]
) -> dict[str, dict[str, list[int]]]:
    """For each system in how many outputs a rule does what, how many have a word that the source
    has not, and how many of the sources with a negation lose one."""
    sources = [tree_of(pair.source).words() for pair in test]
    found = {
        REFERENCE: count_words(sources, [tree_of(pair.references[0]).words() for pair in test])
    }
    for name, made in outputs.items():
        done = [{action for _, names in one["rules"] for action in names} for one in made]
        by_rules = {action: [sum(action in one for one in done), len(done)] for action in DONE}
        found[name] = by_rules | count_words(sources, [one["words"] for one in made])
    return found


def count_words(sources: Sequence[Words], lines: Sequence[Words]) -> dict[str, list[int]]:
    """What can be seen without rules: new words and lost negations."""
    both = [
        ([word.lower() for word in source], [word.lower() for word in line])
        for source, line in zip(sources, lines, strict=True)
    ]
    negated = [
        (sum(word in NEGATIONS for word in source), sum(word in NEGATIONS for word in line))
        for source, line in both
    ]
    return {
        "new": [sum(bool(set(line) - set(source)) for source, line in both), len(both)],
        "negation": [
            sum(after < before for before, after in negated),
            sum(before > 0 for before, _ in negated),
        ],
    }


def show(test: Sequence[Pair], outputs: Outputs) -> list[dict[str, Any]]:
    """Some sentences, what became of them, and the rules that changed them."""
    return [
        {
            "source": " ".join(tree_of(pair.source).words()),
            "output": " ".join(one["words"]),
            "reference": " ".join(tree_of(pair.references[0]).words()),
            "rules": one["rules"],
        }
        for pair, one in zip(drawn(test), drawn(outputs), strict=True)
    ]
