"""The figures of rewriting as Markdown, and its plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from output import Page, Table
from rewriting_outputs import COPY, GENERAL, pointed
from rewriting_settings import BEST, SHOWN

from laconic.evaluation.page_style import MISSING
from laconic.evaluation.plots import Estimate, scatter

SHARES = {
    "copy": "change nothing",
    "delete only": "delete only",
    "delete": "delete",
    "insert": "insert words",
    "substitute": "substitute words",
    "reorder": "reorder",
    "several": "do several of these",
    "more than delete": "do more than delete",
    "with words": "have words",
    "deeper": "are deeper than one level",
    "category": "change the category",
}
SCORES = {
    "rate": "rate",
    "bleu": "BLEU",
    "sari": "SARI",
    "sari-mean": "SARI, mean",
    "sari-add": "add",
    "sari-keep": "keep",
    "sari-delete": "delete",
}
COLUMNS = {
    "delete": "deletes",
    "substitute": "substitutes",
    "insert": "inserts",
    "reorder": "reorders",
    "new": "new words in",
    "negation": "negations lost",
}
SAID = (
    "What models are made of pairs that simplify. `rules` has extracted rules that were seen "
    "twice or more, deletion rules, and features of the places where words are kept and cut. "
    "`deletions`, its control, is the same without any extracted rule. `soft rules` and its "
    "control `soft deletions` learn from references in which substitutions that are seen only "
    "once have been put back. `soft ranked rules` has the paper's ranked deletions, `paper` "
    "the paper's features and learner. `general` ships; it was trained on other pairs, and "
    "deletes only."
)
NOTES = (
    "“At its point”: something is added to what each word of the output weighs and, where the "
    "model has a weight for it, to each new word; chosen by mean SARI on development pairs.",
    "“SARI” is over the whole corpus, “SARI, mean” the mean over sentences; add, keep and "
    "delete are the parts of the first. “reference” is the first one; where a pair has "
    "others, these are what it is scored by.",
    "A reference is reached if the rules, with those that copy and delete any children, "
    "derive its tree. A tree of several sentences counts too; none is learned from where "
    "there is another.",
    "A new word of a reference is one that is linked to no equal word of the source. It is "
    "known if a rule of one word on each side puts it in place of a word that it is linked "
    "to.",
    "Intervals (95 %) are by bootstrap over sentences, 2,000 draws; differences by the same "
    "draws for both systems.",
    "What outputs do is counted by the rules that made them. A negation is lost where the "
    "output has fewer words such as “not” and “never” than its source; the whole are the "
    "sources that have one.",
    "Seconds and minutes of training are by the clock; parsing, choosing points and scoring "
    "come on top.",
)
Record = Mapping[str, Any]
Corpora = Mapping[str, Record]


def make_page(corpora: Corpora) -> Page:
    """All tables."""
    tables = [
        Table(["", *corpora], list(_sizes(corpora)), title="Corpora"),
        Table(["share of rules that", *corpora], list(_kinds(corpora)), title="What rules do"),
    ]
    for name, found in corpora.items():
        tables += _tables(name, found)
    return Page("Rewriting beyond deletion", SAID, tables, NOTES)


def _tables(name: str, found: Record) -> list[Table]:
    test = f"{found['sizes']['test']:,} held-out pairs"
    return [
        Table(
            ["model", "pairs", "rules", *SCORES.values(), "seconds"],
            list(_tried(found)),
            title=f"{name}: models tried, on {found['dev']['pairs']} development pairs",
        ),
        Table(["system", *SCORES.values()], list(_scores(found)), title=f"{name}: {test}"),
        Table(
            ["", "SARI, mean", "BLEU"],
            list(_comparisons(found)),
            title=f"{name}: differences on {test}",
        ),
        Table(
            ["system", *COLUMNS.values()],
            list(_done(found)),
            title=f"{name}: in how many of {test} the output",
        ),
    ]


def plot(corpora: Corpora) -> str:
    """Mean SARI against BLEU, by corpus: copying, `general`, and models at their points."""
    points = []
    for corpus, found in corpora.items():
        measured = found["test"]["between"]
        for name in (COPY, GENERAL, *BEST):
            of = measured[pointed(name) if name in BEST else name]
            points.append(
                (f"{corpus}: {name}", (Estimate(*of["bleu"]), Estimate(*of["sari-mean"])))
            )
    return scatter(
        points,
        title="Mean SARI against BLEU of systems on held-out pairs that rewrite",
        x_title="BLEU, %",
        y_title="SARI, mean over sentences, %",
    )


def render_outputs(corpora: Corpora) -> str:
    """What some sentences became, and by which rules."""
    parts = ["# Rewriting beyond deletion: outputs"]
    for name, found in corpora.items():
        parts += [
            f"## {name}: {len(found['examples'])} outputs of “{pointed(SHOWN)}”",
            "\n".join(_examples(found["examples"])),
        ]
    return "\n\n".join(parts) + "\n"


def _sizes(corpora: Corpora) -> Iterator[list[str]]:
    founds = list(corpora.values())

    def row(name: str, key: str) -> list[str]:
        return [name, *(f"{found['sizes'][key]:,}" for found in founds)]

    def shares(name: str, parts: Iterator[Sequence[int]]) -> list[str]:
        return [name, *map(_share, parts)]

    yield row("pairs, each once", "pairs")
    yield row("training", "train")
    yield row("development", "dev")
    yield row("held out (test)", "test")
    yield row("dropped: share a sentence with held-out ones", "dropped")
    yield row("references of a pair, at most", "references")
    grammars = [found["grammar"] for found in founds]
    yield ["training references learned from", *(f"{found['examples']:,}" for found in grammars)]
    yield ["words aligned by", *(found["aligned_by"] for found in founds)]
    for key, name in (
        ("source_aligned", "source words with a link"),
        ("target_aligned", "target words with a link"),
        ("same", "links between equal words"),
    ):
        yield [name, *(_percent(found[key]) for found in grammars)]
    yield ["rules extracted, bound 1", *(f"{found['rules']:,}" for found in grammars)]
    yield ["seen twice or more: the trained grammar", *(f"{f['rules_twice']:,}" for f in grammars)]
    yield shares(
        "first test references that are one sentence", (found["one_sentence"] for found in grammars)
    )
    for key, name in REACHED.items():
        yield shares(f"reached: {name}", (found["reached"][key] for found in grammars))
    yield from _new_words([found["new_words"] for found in grammars])
    yield ["minutes of training, all models", *(f"{_minutes(found):.1f}" for found in founds)]


def _minutes(found: Record) -> float:
    return sum(float(one["seconds"]) for one in (*found["tried"], *found["chosen"])) / 60


REACHED = {
    "own": "training references, with their own rules",
    "whole_first": "first test references, by rules of training pairs",
    "twice_first": "the same, by the trained grammar",
    "bare_first": "the same, by copying and deleting alone",
    "whole_any": "test pairs by any reference, by rules of training pairs",
    "twice_any": "the same, by the trained grammar",
    "bare_any": "the same, by copying and deleting alone",
}


def _new_words(found: Sequence[Record]) -> Iterator[list[str]]:
    linked = [one["words"] - one["unlinked"] for one in found]
    yield ["new words of first test references", *(f"{one['words']:,}" for one in found)]
    yield [
        "of these without a link to any source word",
        *(_share([one["unlinked"], one["words"]]) for one in found),
    ]
    for place, rules in enumerate(("rules of training pairs", "the trained grammar")):
        yield [
            f"new words with a link, known to {rules}",
            *(_share([one["found"][place], n]) for one, n in zip(found, linked, strict=True)),
        ]
        yield [
            f"all new words, known to {rules}",
            *(_share([one["found"][place], one["words"]]) for one in found),
        ]


def _kinds(corpora: Corpora) -> Iterator[list[str]]:
    for which, suffix in (("kinds", ""), ("kinds_twice", ", of the trained grammar")):
        for key, name in SHARES.items():
            shares = (_percent(found["grammar"][which][key]) for found in corpora.values())
            yield [f"{name}{suffix}", *shares]


def _tried(found: Record) -> Iterator[list[str]]:
    yield [COPY, MISSING, MISSING, *_figures(found["dev"][COPY]), MISSING]
    for one in (*found["tried"], *found["chosen"]):
        facts, seconds = one["facts"], str(one["seconds"])
        numbers = [f"{facts['pairs']:,}", f"{facts['rules']:,}"]
        moved = one["point"]["length"] or one["point"]["new"]
        name = one["name"] if moved else f"{one['name']}; this is its point"
        yield [name, *numbers, *_figures(one["plain"]), seconds]
        if moved:
            yield [_at(one), *numbers, *_figures(one["point"]["dev"]), seconds]


def _at(one: Record) -> str:
    """A model by its point, if that is not where it was learned."""
    point = one["point"]
    new = "" if point["new"] is None else f", {point['new']:+g} a new word"
    return f"{one['name']}, at {point['length']:+g} a word{new}"


def _scores(found: Record) -> Iterator[list[str]]:
    for name, scores in found["test"]["scores"].items():
        yield [name, *_figures(scores)]


def _comparisons(found: Record) -> Iterator[list[str]]:
    for one in found["test"]["comparisons"]:
        differences = [_difference(one[name]) for name in ("sari-mean", "bleu")]
        yield [f"“{one['ours']}” less “{one['theirs']}”", *differences]


def _done(found: Record) -> Iterator[list[str]]:
    test = found["test"]
    for name, done in test["done"].items():
        yield [name, *_done_row(done)]
    shown = pointed(SHOWN)
    sample = test["done_in_sample"][shown]
    yield [f"{shown}: the {sample['new'][1]} that were drawn", *_done_row(sample)]


def _done_row(done: Mapping[str, Sequence[int]]) -> list[str]:
    return [_share(done[name]) if name in done else MISSING for name in COLUMNS]


def _examples(examples: Sequence[Record]) -> Iterator[str]:
    for one in examples:
        yield f"- {one['source']}\n  - → {one['output']}\n  - reference: {one['reference']}"
        if one["rules"]:
            rules = "; ".join(f"`{rule}` ({', '.join(done)})" for rule, done in one["rules"])
            yield f"  - {rules}"


def _figures(scores: Mapping[str, float]) -> list[str]:
    return [f"{scores[name]:.1f}" for name in SCORES]


def _difference(ends: Sequence[float]) -> str:
    value, low, high = (f"{end:+.2f}" for end in ends)
    return f"{value} ({low} to {high})"


def _share(part: Sequence[int]) -> str:
    return f"{part[0]:,} of {part[1]:,} ({100 * part[0] / max(part[1], 1):.1f} %)"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
