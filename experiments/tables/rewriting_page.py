"""The figures of rewriting as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
Record = Mapping[str, Any]


def render(record: Record) -> str:
    """All tables."""
    corpora: Mapping[str, Record] = record["corpora"]
    parts = [
        "# Rewriting beyond deletion",
        "## Corpora",
        table(["", *corpora], list(_sizes(corpora))),
        "## What extracted rules do",
        table(["share of rules that", *corpora], list(_kinds(corpora))),
    ]
    for name, found in corpora.items():
        parts += [
            f"## {name}: settings tried, on development pairs",
            table(["setting", "pairs", "rules", *SCORES.values(), "seconds"], list(_tried(found))),
            f"## {name}: held-out pairs ({found['sizes']['test']})",
            table(["system", *SCORES.values(), "new words in"], list(_scores(found))),
        ]
    return "\n\n".join(parts) + "\n"


def render_outputs(record: Record) -> str:
    """What some sentences became, and by which rules."""
    parts = ["# Rewriting beyond deletion: outputs"]
    for name, found in record["corpora"].items():
        parts += [
            f"## {name}: {len(found['examples'])} outputs of “{found['shown']}, at its point”",
            "\n".join(_examples(found["examples"])),
        ]
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _sizes(corpora: Mapping[str, Record]) -> Iterator[list[str]]:
    def row(name: str, key: str, of: str = "sizes") -> list[str]:
        return [name, *(_number(found[of][key]) for found in corpora.values())]

    yield row("pairs, each once", "pairs")
    yield row("training", "train")
    yield row("development", "dev")
    yield row("held out (test)", "test")
    yield row("dropped: share a sentence with held-out ones", "dropped")
    for key, name in (
        ("source_aligned", "source words with a link"),
        ("target_aligned", "target words with a link"),
        ("same", "links between equal words"),
    ):
        yield [name, *(_percent(found["grammar"][key]) for found in corpora.values())]
    yield row("rules extracted, bound 1", "rules", "grammar")
    yield row("seen twice or more", "rules_twice", "grammar")
    for key, name in (
        ("own", "reachable: training pairs, with their own rules"),
        ("held_out", "reachable: test pairs, by rules of training pairs"),
        ("held_out_twice", "the same, by rules seen twice or more"),
        ("coverage", "the same, by copy and deletion rules alone"),
        (
            "substituted",
            "words substituted in test pairs that a rule of training pairs substitutes so",
        ),
        ("substituted_twice", "the same, by rules seen twice or more"),
    ):
        yield [name, *(_share(found["grammar"][key]) for found in corpora.values())]


def _kinds(corpora: Mapping[str, Record]) -> Iterator[list[str]]:
    for key, name in SHARES.items():
        yield [name, *(_percent(found["grammar"]["kinds"][key]) for found in corpora.values())]


def _tried(found: Record) -> Iterator[list[str]]:
    yield ["copy", "–", "–", *_figures(found["dev_copy"]), "–"]
    for one in found["tried"]:
        facts = one["facts"]
        for name, scores in (("", one["plain"]), (_point(one), one["point"]["dev"])):
            label = f"{one['name']}{name}"
            numbers = [_number(facts["pairs"]), _number(facts["rules"])]
            yield [label, *numbers, *_figures(scores), str(one["seconds"])]


def _point(one: Record) -> str:
    point = one["point"]
    return f", at {point['length']:+g} a word, {point['new']:+g} a new word"


def _scores(found: Record) -> Iterator[list[str]]:
    for name, one in found["test"].items():
        yield [name, *_figures(one["scores"]), _share(one["new"])]


def _examples(examples: Sequence[Record]) -> Iterator[str]:
    for one in examples:
        yield f"- {one['source']}\n  - → {one['output']}\n  - reference: {one['reference']}"
        if one["rules"]:
            rules = "; ".join(f"`{rule}` ({', '.join(done)})" for rule, done in one["rules"])
            yield f"  - {rules}"


def _figures(scores: Mapping[str, float]) -> list[str]:
    return [f"{scores[name]:.1f}" for name in SCORES]


def _share(part: Sequence[int]) -> str:
    return f"{part[0]:,} of {part[1]:,} ({100 * part[0] / max(part[1], 1):.1f} %)"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _number(value: float) -> str:
    return f"{int(value):,}"
