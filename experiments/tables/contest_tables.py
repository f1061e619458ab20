"""Table 6 as Markdown: the systems of one corpus in the paper's form, against each rival, at the
rates of rivals, and all at the same rates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contest import SECOND, Contest
from corpora import ZIFF_DAVIS, Corpus
from kinds import ILP, MCDONALD, PAPER, RIVAL_GUARDED, parts_of
from output import NOT_AVAILABLE, Table, p_value, paper, percent, percent_between
from scores import chance_of, comparison_of, scores_of
from steps import Record

from laconic.evaluation.page_style import MISSING
from laconic.evaluation.significance import holm

RIVALS = {MCDONALD: "McDonald", ILP: "Clarke ILP"}
Figures = tuple[float, float | None]  # rate and relations F1
TABLE: Mapping[str, Mapping[str, Figures]] = {
    "clspoken": {
        PAPER: (82.30, 66.63),
        PAPER + SECOND: (69.89, 59.58),
        MCDONALD: (68.56, 47.48),
        ILP: (77.70, 54.12),
        "reference": (76.11, None),
    },
    "clwritten": {
        PAPER: (76.52, 58.02),
        PAPER + SECOND: (61.09, 49.48),
        MCDONALD: (60.12, 48.39),
        ILP: (71.99, 54.84),
        "reference": (70.24, None),
    },
    ZIFF_DAVIS: {
        PAPER: (67.45, 56.55),
        MCDONALD: (66.26, 54.12),
        ILP: (48.67, 46.77),
        "reference": (56.61, None),
    },
}
COMPARED = ("difference", "higher / lower", "p")
WAYS = {"penalty": "length penalty", "total": "limit for all", "each": "limit for each"}
PRIMARY = ("as they are", "penalty", "total")


def title_of(name: str) -> str:
    """A system as the table calls it."""
    if name in RIVALS:
        return RIVALS[name]
    if name in ("copy", "reference", RIVAL_GUARDED) or name.startswith("annotator"):
        return name
    kind, number = (name.removesuffix(SECOND), 2) if name.endswith(SECOND) else (name, 1)
    return f"Transducer{number}, {kind}"


def plot_name(name: str) -> str:
    """The same in a few letters.

    >>> plot_name("places+guards+neighbours+tagger"), plot_name("paper-second")
    ('T1 places+g+n+t', 'T2 paper')
    """
    title = title_of(name)
    if not title.startswith("Transducer"):
        return title
    number, kind = title.removeprefix("Transducer").split(", ")
    base, parts = parts_of(kind)
    return f"T{number} {'+'.join([base, *(part[0] for part in parts)])}"


def shown_title(contest: Contest, name: str) -> str:
    """The same, with a mark at the kind that was chosen on held-out pairs."""
    return title_of(name) + "*" * (name.removesuffix(SECOND) == contest.held_out.chosen)


def main_table(contest: Contest) -> Table:
    """The table in the paper's form."""
    scores, theirs = scores_of(contest.main), TABLE.get(contest.corpus.name, {})
    order = [*contest.firsts, *(kind + SECOND for kind in contest.matched), *RIVALS]
    others = [name for name in scores if name not in order]
    rows = []
    for name in [*order, *sorted(others, key=lambda name: name in ("reference", "copy"))]:
        found, known = scores[name], theirs.get(name, (None, None))
        rows.append(
            [
                shown_title(contest, name),
                percent(found["rate"]),
                paper(known[0]),
                percent_between(found["relations-f1"]),
                paper(known[1]),
                percent(found["tree-relations-f1"]),
                percent(found["token-f1"]),
            ]
        )
    head = ("model", "rate", "paper", "relations F1", "paper", "tree F1", "token F1")
    return Table(head, rows, title=contest.corpus.title)


def rivals_table(contest: Contest) -> Table:
    """Each system's relations F1 less that of each rival, and of McDonald's scores under guards."""
    others, rows = {**RIVALS, RIVAL_GUARDED: RIVAL_GUARDED}, []
    for name in scores_of(contest.main):
        if name == "reference" or name.endswith(SECOND):
            continue
        against = [compared(contest.main, name, other) for other in others]
        rows.append([shown_title(contest, name), *(cell for cells in against for cell in cells)])
    head = ("model", *(f"{name}: {cell}" for name in others.values() for cell in COMPARED))
    return Table(head, rows, title=f"{contest.corpus.title}: relations F1 against each rival")


def beside_table(contest: Contest, reports: Mapping[str, Record]) -> Table:
    """Transducers at the rates of rivals."""
    rows = [row for rival in RIVALS for row in _beside_rows(contest, rival, reports[rival])]
    head = ("rival (rate)", "transducer", "by", "rate", "relations F1", "rival's", *COMPARED)
    title = f"{contest.corpus.title}: at the rival's own rate"
    return Table(head, rows, numbers=6, title=title)


def _beside_rows(contest: Contest, rival: str, report: Record) -> Iterator[list[str]]:
    scores = scores_of(report)
    for kind in contest.matched:
        for ending, way in WAYS.items():
            name = f"{kind}-{ending}"
            yield [
                f"{RIVALS[rival]} ({percent(scores[rival]['rate'])})",
                kind + "*" * (kind == contest.held_out.chosen),
                way if ending != "penalty" else _by_penalty(contest, kind, rival),
                percent(scores[name]["rate"]),
                percent(scores[name]["relations-f1"]),
                percent(scores[rival]["relations-f1"]),
                *compared(report, name, rival),
            ]


def _by_penalty(contest: Contest, kind: str, rival: str) -> str:
    """The penalty, and how near it comes on the pairs that it was chosen on."""
    penalty, system = contest.at_rate_of(kind, rival)
    ours = contest.dev_rate(kind, system)
    theirs = contest.dev_rate(rival, contest.rivals[rival])
    return f"{WAYS['penalty']} {penalty:g} (dev {percent(ours)} for {percent(theirs)})"


def rates_table(contest: Contest, reports: Mapping[float, Record]) -> Table:
    """All systems at the same rates, compared with McDonald's."""
    rows = []
    for rate, report in reports.items():
        scores = scores_of(report)
        rows += [
            [
                f"{100 * rate:g}",
                RIVALS.get(name, name + "*" * (name == contest.held_out.chosen)),
                percent(scores[name]["rate"]),
                percent_between(scores[name]["relations-f1"]),
                percent(scores[name]["token-f1"]),
                *compared(report, name, MCDONALD),
            ]
            for name in contest.by_length
        ]
    head = ("asked for", "system", "rate", "relations F1", "token F1")
    to_rival = tuple(f"McDonald: {cell}" for cell in COMPARED)
    title = f"{contest.corpus.title}: all at the same rate"
    return Table((*head, *to_rival), rows, numbers=6, title=title)


def primary_table(contest: Contest, reports: Mapping[str, Record]) -> Table:
    """The chosen kind against each rival; p is also adjusted for all tests of this table."""
    kind, found = contest.held_out.chosen, []
    for rival in RIVALS:
        for way in PRIMARY:
            report = contest.main if way == PRIMARY[0] else reports[rival]
            name = kind if way == PRIMARY[0] else f"{kind}-{way}"
            found.append((rival, way, name, report))
    chances = [chance_of(report, name, rival) for rival, _, name, report in found]
    rows = [
        [
            RIVALS[rival],
            WAYS.get(way, way),
            *(percent(scores_of(report)[one]["rate"]) for one in (rival, name)),
            *compared(report, name, rival),
            p_value(adjusted),
        ]
        for (rival, way, name, report), adjusted in zip(found, holm(chances), strict=True)
    ]
    head = ("rival", "how", "its rate", "rate", *COMPARED, "p, Holm")
    title = f"{contest.corpus.title}: {kind}, the kind chosen on held-out pairs"
    return Table(head, rows, numbers=6, title=title)


def compared(report: Record, ours: str, theirs: str) -> tuple[str, str, str]:
    """How much better ours is in points, with its interval; in how many sentences it is higher and
    in how many lower; and Wilcoxon's p."""
    found = comparison_of(report, ours, theirs)
    if found is None:
        return MISSING, MISSING, MISSING
    # Rounded first, and 0 added: what is nothing has no sign.
    points = [round(100 * found[name], 2) + 0.0 for name in ("difference", "low", "high")]
    ends = [f"{point:+.2f}" for point in points]
    signs = f"{found['higher']} / {found['lower']}"
    return f"{ends[0]} ({ends[1]} to {ends[2]})", signs, p_value(found["wilcoxon_p"])


def missing_table(corpus: Corpus) -> Table:
    """A corpus that is not there, with the paper's figures."""
    known = TABLE.get(corpus.name, {})
    rows = [
        [title_of(name), NOT_AVAILABLE, paper(rate), NOT_AVAILABLE, paper(f1)]
        for name, (rate, f1) in known.items()
    ]
    return Table(("model", "rate", "paper", "relations F1", "paper"), rows, title=corpus.title)
