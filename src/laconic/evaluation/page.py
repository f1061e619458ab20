"""A report as one page of HTML that needs no network, and no script to be read.

1. Everything in the record is text from elsewhere: it reaches the page through `text` only, and the
   page's policy lets a browser run the page's own script and nothing else.
2. Metrics and systems are known on the page by their places, so a name is never part of a selector.
3. The script only chooses, sorts and hides what the page already holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from laconic.evaluation.page_figures import figures
from laconic.evaluation.page_sentences import sentences
from laconic.evaluation.page_style import (
    MISSING,
    chance,
    counted,
    figure,
    interval,
    policy,
    resource,
    sign,
    text,
)
from laconic.evaluation.plots import estimate, fit, marker, strip

Record = Mapping[str, Any]

_MAIN = ("relations-f1", "token-f1")
_ARROWS = {"higher": "↑ higher is better", "lower": "↓ lower is better"}
_STRIP = 170.0


def render_page(record: Record) -> str:
    """The report as a page; a record without sentences gives a page without them.

    >>> empty = {"pairs": [], "count": 0, "references": "first", "confidence": 0.95,
    ...          "metrics": [], "systems": [], "comparisons": [], "notes": [],
    ...          "signature": ""}
    >>> render_page(empty)[:15]
    '<!doctype html>'
    """
    record = {"sentences": [], **record}
    main = main_metric(record["metrics"])
    script = resource("page.js")
    body = [_heading(record), _scores(record), _comparisons(record, main)]
    body += [figures(record, main), sentences(record, main), _signature(record)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(_name(record))}</title>\n<style>\n{resource('page.css')}</style>\n</head>\n"
        f"<body>\n{_signs(len(record['systems']))}\n<main>\n"
        + "\n".join(body)
        + f"\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def main_metric(metrics: Sequence[Mapping[str, Any]]) -> int | None:
    """The place of the metric to show first.

    >>> main_metric([{"name": "rate", "better": "neither"}, {"name": "bleu", "better": "higher"}])
    1
    """
    names = [metric["name"] for metric in metrics]
    judged = [metric["name"] for metric in metrics if metric["better"] != "neither"]
    wanted = [name for name in _MAIN if name in names] + judged + names
    return names.index(wanted[0]) if wanted else None


def _name(record: Record) -> str:
    return "Evaluation" + (" on " if record["pairs"] else "") + ", ".join(record["pairs"])


def _heading(record: Record) -> str:
    links = ("Scores", "Comparisons", "Plots", "Sentences", "Signature")
    references = "the best-fitting" if record["references"] == "best" else "the first"
    return (
        f"<header>\n<h1>{text(_name(record))}</h1>\n"
        f"<p>{counted(len(record['systems']), 'system')} on "
        f"{counted(record['count'], 'sentence')}, each judged by {references} of its references. "
        f"Intervals hold with {100 * record['confidence']:g} % confidence.</p>\n<nav>"
        + " ".join(f'<a href="#{link.lower()}">{link}</a>' for link in links)
        + "</nav>\n</header>"
    )


def _signs(count: int) -> str:
    """The systems' signs, drawn once and used by number."""
    symbols = "".join(
        f'<symbol id="sign{place}" viewBox="-8 -8 16 16">{marker(place)}</symbol>'
        for place in range(count)
    )
    return f'<svg width="0" height="0" class="signs" aria-hidden="true">{symbols}</svg>'


def _scores(record: Record) -> str:
    systems = record["systems"]
    head = "".join(
        f'<th scope="col">{sign(place)}<bdi>{text(system["name"])}</bdi></th>'
        for place, system in enumerate(systems)
    )
    rows = [_score_row(metric, systems) for metric in record["metrics"]]
    rows += list(_facts(systems))
    return (
        '<section id="scores">\n<h2>Scores</h2>\n<div class="wide"><table class="scores">\n'
        f'<thead><tr><th scope="col">Metric</th>{head}<th scope="col">Intervals</th></tr></thead>\n'
        "<tbody>\n" + "\n".join(rows) + "\n</tbody></table></div>\n"
        '<p class="note">Shares in percent. Bold: the best of a row.</p>\n'
        + "".join(f'<p class="note"><bdi>{text(note)}</bdi></p>\n' for note in record["notes"])
        + "</section>"
    )


def _score_row(metric: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]) -> str:
    scores = [system["scores"].get(metric["name"]) for system in systems]
    written = [figure(score and score["value"], metric["unit"]) for score in scores]
    winners = _best(metric, scores, written)
    cells = "".join(
        f"<td>{f'<strong>{value}</strong>' if value in winners else value}"
        f"{_small(score, metric['unit'])}</td>"
        for value, score in zip(written, scores, strict=True)
    )
    known = [estimate(score, metric["unit"]) for score in scores]
    marks = [(place, found) for place, found in enumerate(known) if found]
    scale = fit((end for _, found in marks for end in found.ends), 6, _STRIP, pad=0)
    return (
        f'<tr><th scope="row" title="{text(metric["description"])}">{text(metric["title"])}'
        f"<small>{_ARROWS.get(metric['better'], '')}</small></th>{cells}"
        f"<td>{strip(marks, scale)}</td></tr>"
    )


def _small(score: Mapping[str, Any] | None, unit: str) -> str:
    ends = interval(score["low"], score["high"], unit) if score else ""
    return f"<small>{ends}</small>" if ends else ""


def _best(
    metric: Mapping[str, Any], scores: Sequence[Mapping[str, Any] | None], written: Sequence[str]
) -> set[str]:
    """How the best value is written, so that equals on the page are marked alike."""
    known = [
        (score["value"], shown)
        for score, shown in zip(scores, written, strict=True)
        if score and shown != MISSING
    ]
    if metric["better"] not in _ARROWS or len({shown for _, shown in known}) < 2:
        return set()
    return {(max if metric["better"] == "higher" else min)(known)[1]}


def _facts(systems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The rows that are no metric: time, marks and signatures, where any system has some."""
    marks = [
        ", ".join(f"{text(mark)}: {count}" for mark, count in system["marks"].items())
        for system in systems
    ]
    signatures = [text(system["signature"] or "") for system in systems]
    seconds = [figure(system["seconds"], "number") for system in systems]
    for title, cells in (("Seconds", seconds), ("Marks", marks), ("Signature", signatures)):
        if any(cell not in ("", MISSING) for cell in cells):
            row = "".join(f"<td>{cell or MISSING}</td>" for cell in cells)
            kind = title.lower()
            yield f'<tr class="{kind}"><th scope="row">{title}</th>{row}<td></td></tr>'


def _comparisons(record: Record, main: int | None) -> str:
    tables = []
    for place, metric in enumerate(record["metrics"]):
        rows = [row for row in record["comparisons"] if row["metric"] == metric["name"]]
        if rows:
            tables.append(_comparison(metric, rows, record["systems"], opened=place == main))
    found = "\n".join(tables) or "<p>None.</p>"
    return (
        f'<section id="comparisons">\n<h2>Comparisons</h2>\n{found}\n'
        '<p class="note">A difference is the first system less the second. Bold: its interval '
        "leaves out zero. p: Wilcoxon’s signed-rank test over sentences.</p>\n</section>"
    )


def _comparison(
    metric: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]],
    systems: Sequence[Mapping[str, Any]],
    *,
    opened: bool,
) -> str:
    places = {system["name"]: place for place, system in enumerate(systems)}
    known = [estimate({**row, "value": row["difference"]}, metric["unit"]) for row in rows]
    scale = fit([0.0, *(end for found in known if found for end in found.ends)], 6, _STRIP)
    body = "\n".join(
        _difference(metric, row, strip([(places.get(row["ours"]), found)], scale, zero=True))
        if found
        else _difference(metric, row, "")
        for row, found in zip(rows, known, strict=True)
    )
    return (
        f"<details{' open' if opened else ''}><summary>{text(metric['title'])}</summary>\n"
        '<div class="wide"><table class="comparisons"><thead><tr>'
        + "".join(
            f'<th scope="col">{title}</th>'
            for title in ("Systems", "Difference", "Interval", "", "p", "Reading")
        )
        + f"</tr></thead><tbody>\n{body}\n</tbody></table></div></details>"
    )


def _difference(metric: Mapping[str, Any], row: Mapping[str, Any], drawn: str) -> str:
    value = figure(row["difference"], metric["unit"], signed=True)
    reading = _reading(metric["better"], row)
    if reading != "unclear":
        value = f"<strong>{value}</strong>"
    return (
        f'<tr><th scope="row"><bdi>{text(row["ours"])}</bdi> − <bdi>{text(row["theirs"])}</bdi>'
        f"</th><td>{value}</td><td>{interval(row['low'], row['high'], metric['unit']) or MISSING}"
        f"</td><td>{drawn}</td><td>{text(chance(row['wilcoxon_p']))}</td><td>{reading}</td></tr>"
    )


def _reading(better: str, row: Mapping[str, Any]) -> str:
    """What an interval says in a word or two."""
    low, high = row["low"], row["high"]
    if low is None or high is None or not (low > 0 or high < 0):
        return "unclear"
    if better not in _ARROWS:
        return "higher" if low > 0 else "lower"
    return "better" if (low > 0) == (better == "higher") else "worse"


def _signature(record: Record) -> str:
    return (
        '<footer id="signature">\n<h2>Signature</h2>\n'
        f"<p><code>{text(record['signature'])}</code></p>\n</footer>"
    )
