"""Table 6 as Markdown: the systems of one corpus in the paper's form, at the rates of rivals, and
all at the same rates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contest import SECOND, Contest
from contestants import ILP, MCDONALD, PAPER_SAME, WEIGHTS
from corpora import ZIFF_DAVIS, Corpus
from output import NOT_AVAILABLE, Table, p_value, paper, percent, percent_between
from scores import chance_of, comparison_of, scores_of
from steps import Record

from laconic.evaluation.page_style import MISSING

RIVALS = {MCDONALD: "McDonald", ILP: "Clarke ILP"}
Figures = tuple[float, float | None]  # rate and relations F1
TABLE: Mapping[str, Mapping[str, Figures]] = {
    "clspoken": {
        PAPER_SAME: (82.30, 66.63),
        PAPER_SAME + SECOND: (69.89, 59.58),
        MCDONALD: (68.56, 47.48),
        ILP: (77.70, 54.12),
        "reference": (76.11, None),
    },
    "clwritten": {
        PAPER_SAME: (76.52, 58.02),
        PAPER_SAME + SECOND: (61.09, 49.48),
        MCDONALD: (60.12, 48.39),
        ILP: (71.99, 54.84),
        "reference": (70.24, None),
    },
    ZIFF_DAVIS: {
        PAPER_SAME: (67.45, 56.55),
        MCDONALD: (66.26, 54.12),
        ILP: (48.67, 46.77),
        "reference": (56.61, None),
    },
}


def title_of(name: str) -> str:
    """A system as the table calls it."""
    if name in RIVALS:
        return RIVALS[name]
    if name in ("copy", "reference"):
        return name
    kind, number = (name.removesuffix(SECOND), 2) if name.endswith(SECOND) else (name, 1)
    return f"Transducer{number}, {kind}"


def main_table(contest: Contest, report: Record) -> Table:
    """The table in the paper's form."""
    scores, theirs = scores_of(report), TABLE.get(contest.corpus.name, {})
    order = [*contest.firsts, *(kind + SECOND for kind in contest.matched), *RIVALS]
    rows = []
    for name in [*order, "reference", "copy"]:
        found, known = scores[name], theirs.get(name, (None, None))
        rows.append(
            [
                title_of(name),
                percent(found["rate"]),
                paper(known[0]),
                percent_between(found["relations-f1"]),
                paper(known[1]),
                percent(found["tree-relations-f1"]),
                percent(found["token-f1"]),
                *(p_value(chance_of(report, name, rival)) for rival in RIVALS),
            ]
        )
    head = ("model", "rate", "paper", "relations F1", "paper", "tree F1", "token F1")
    return Table((*head, "p, McDonald", "p, ILP"), rows, title=contest.corpus.title)


def beside_rows(contest: Contest, rival: str, report: Record) -> Iterator[list[str]]:
    """Rows of transducers at a rival's rate."""
    scores = scores_of(report)
    for kind in contest.matched:
        penalty = f"length penalty {contest.at_rate_of(kind, rival)[0]:g}"
        for ending, how in {
            "penalty": penalty,
            "total": "limit for all",
            "each": "limit for each",
        }.items():
            name = f"{kind}-{ending}"
            found = comparison_of(report, name, rival)
            yield [
                f"{RIVALS[rival]} ({percent(scores[rival]['rate'])})",
                kind,
                how,
                percent(scores[name]["rate"]),
                percent(scores[name]["relations-f1"]),
                percent(scores[rival]["relations-f1"]),
                difference(found),
                p_value(None if found is None else found["wilcoxon_p"]),
            ]


def rate_rows(contest: Contest, rate: float, report: Record) -> Iterator[list[str]]:
    """A row of each system at one rate, compared with McDonald's."""
    scores = scores_of(report)
    for name in [*contest.firsts, MCDONALD]:
        found = comparison_of(report, name, MCDONALD)
        yield [
            f"{100 * rate:g}",
            RIVALS.get(name, name),
            percent(scores[name]["rate"]),
            percent_between(scores[name]["relations-f1"]),
            percent(scores[name]["token-f1"]),
            difference(found),
            p_value(None if found is None else found["wilcoxon_p"]),
        ]


def difference(found: Record | None) -> str:
    """How much better ours is in points, with its interval."""
    if found is None:
        return MISSING
    # Rounded first, and 0 added: what is nothing has no sign.
    points = [round(100 * found[name], 2) + 0.0 for name in ("difference", "low", "high")]
    ends = [f"{point:+.2f}" for point in points]
    return f"{ends[0]} ({ends[1]} to {ends[2]})"


def weight_table(title: str, weights: Mapping[str, Mapping[str, float]]) -> Table:
    """How features weigh best."""
    rows = [
        [kind, *(percent(scores[f"{weight:g}"]) for weight in WEIGHTS)]
        for kind, scores in weights.items()
    ]
    head = ("feature", *(f"weight {weight:g}" for weight in WEIGHTS))
    return Table(head, rows, title=f"{title}: relations F1 on dev by the weight of a feature")


def missing_table(corpus: Corpus) -> Table:
    """A corpus that is not there, with the paper's figures."""
    known = TABLE.get(corpus.name, {})
    rows = [
        [title_of(name), NOT_AVAILABLE, paper(rate), NOT_AVAILABLE, paper(f1)]
        for name, (rate, f1) in known.items()
    ]
    return Table(("model", "rate", "paper", "relations F1", "paper"), rows, title=corpus.title)
