"""The plots of a report's page: which figures of the record they show, and over what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist, fmean, median, stdev
from typing import Any

from laconic.evaluation.page_style import scaled, text
from laconic.evaluation.plots import Estimate, estimate, histograms, lines, scatter

Record = Mapping[str, Any]

LENGTH_BINS = 6
_STEPS = 20  # bins of the rates below 1
_LABELS = ["" if step % 4 else str(100 * step // _STEPS) for step in range(_STEPS)] + ["100", ">"]


def figures(record: Record, main: int | None) -> str:
    """The section of plots, the main metric first."""
    judged = [
        (place, metric)
        for place, metric in enumerate(record["metrics"])
        if metric["better"] != "neither"
    ]
    judged.sort(key=lambda found: found[0] != main)
    options = "".join(
        f'<option value="{place}">{text(metric["title"])}</option>' for place, metric in judged
    )
    return (
        '<section id="plots">\n<h2>Plots</h2>\n<p class="controls" hidden><label>Score '
        f'<select id="plotted">{options}</select></label></p>\n'
        f"<h3>Score and rate</h3>\n{_choices(list(_against_rate(record, judged)))}\n"
        f"<h3>Score and sentence length</h3>\n{_choices(list(_against_length(record, judged)))}\n"
        f"<h3>Rates of sentences</h3>\n{_rates(record)}\n</section>"
    )


def length_bins(lengths: Sequence[int], most: int = LENGTH_BINS) -> list[int]:
    """The greatest length of each bin, the bins about equally full and no length in two of them.

    >>> length_bins([3, 5, 5, 5, 8, 9], 3)
    [5, 9]
    """
    ordered = sorted(lengths)
    count = min(most, len(ordered))
    return sorted({ordered[(number + 1) * len(ordered) // count - 1] for number in range(count)})


def mean_estimate(values: Sequence[float], confidence: float) -> Estimate | None:
    """The mean of some scores, with the interval of a normal distribution.

    >>> mean_estimate([1.0, 1.0], 0.95)
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    if not values:
        return None
    mean, width = fmean(values), 0.0
    if len(values) > 1 and 0 < confidence < 1:
        width = NormalDist().inv_cdf((1 + confidence) / 2) * stdev(values) / len(values) ** 0.5
    return Estimate(mean, mean - width, mean + width)


def _choices(drawn: Sequence[tuple[int, str, str]]) -> str:
    """The first figure in sight and the others folded away, for the script to choose from."""
    made = [
        f'<figure data-metric="{place}">{svg}<figcaption>{caption}</figcaption></figure>'
        for place, svg, caption in drawn
    ]
    if not made:
        return '<p class="note">Nothing to draw.</p>'
    others = "".join(f"\n{other}" for other in made[1:])
    folded = f"\n<details><summary>The other scores</summary>{others}\n</details>" if others else ""
    none = '<p class="note none" hidden>Nothing to draw for this score.</p>'
    return f'<div class="choices">\n{made[0]}{folded}\n{none}</div>'


def _axis(metric: Mapping[str, Any]) -> str:
    arrow = {"higher": " ↑", "lower": " ↓"}.get(metric["better"], "")
    return f"{metric['title']}{', %' if metric['unit'] == 'percent' else ''}{arrow}"


def _rate_metric(metrics: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The metric of the horizontal axis: the rate, or else any that is neither good nor bad."""
    neutral = [metric for metric in metrics if metric["better"] == "neither"]
    named = [metric for metric in metrics if metric["name"] == "rate"]
    return next(iter(named + neutral), None)


def _against_rate(
    record: Record, judged: Sequence[tuple[int, Mapping[str, Any]]]
) -> Iterator[tuple[int, str, str]]:
    rate = _rate_metric(record["metrics"])
    for place, metric in judged:
        points = [
            (system["name"], _point(system["scores"], rate, metric)) for system in record["systems"]
        ]
        if rate and any(point for _, point in points):
            title = f"{metric['title']} against {rate['title']}"
            svg = scatter(points, title=title, x_title=_axis(rate), y_title=_axis(metric))
            yield place, svg, f"{text(metric['description'])} Bars: the intervals of the table."


def _point(
    scores: Mapping[str, Any], rate: Mapping[str, Any] | None, metric: Mapping[str, Any]
) -> tuple[Estimate, Estimate] | None:
    if rate is None:
        return None
    x = estimate(scores.get(rate["name"]), rate["unit"])
    y = estimate(scores.get(metric["name"]), metric["unit"])
    return (x, y) if x and y else None


def _against_length(
    record: Record, judged: Sequence[tuple[int, Mapping[str, Any]]]
) -> Iterator[tuple[int, str, str]]:
    lengths = [len(sentence["source"]) for sentence in record["sentences"]]
    last = length_bins(lengths)
    places = [bisect_left(last, length) for length in lengths]
    starts = [
        min(n for n, at in zip(lengths, places, strict=True) if at == k) for k in range(len(last))
    ]
    bins = [
        (str(end) if start == end else f"{start}–{end}", places.count(number))
        for number, (start, end) in enumerate(zip(starts, last, strict=True))
    ]
    for place, metric in judged:
        series = _series(record, metric, places, len(bins))
        if any(found for _, row in series for found in row):
            title = f"{metric['title']} by length of the source"
            x_title = "Tokens of the source (n: sentences)"
            svg = lines(bins, series, title=title, x_title=x_title, y_title=_axis(metric))
            yield place, svg, "The mean of the sentences’ own scores. Bars: its normal interval."


def _series(
    record: Record, metric: Mapping[str, Any], places: Sequence[int], count: int
) -> list[tuple[str, list[Estimate | None]]]:
    """For each system, the mean score of each bin."""
    series = []
    for number, system in enumerate(record["systems"]):
        bins: list[list[float]] = [[] for _ in range(count)]
        for at, sentence in zip(places, record["sentences"], strict=True):
            score = scaled(
                sentence["outputs"][number]["scores"].get(metric["name"]), metric["unit"]
            )
            if score is not None:
                bins[at].append(score)
        means = [mean_estimate(values, record["confidence"]) for values in bins]
        series.append((system["name"], means))
    return series


def _rates(record: Record) -> str:
    """How much of each sentence is kept, by the references and by each system."""
    pairs = [sentence for sentence in record["sentences"] if sentence["source"]]
    if not pairs:
        return '<p class="note">Nothing to draw.</p>'
    kept = [
        len(reference) / len(pair["source"]) for pair in pairs for reference in pair["references"]
    ]
    rows = [_distribution("references", None, kept)] if kept else []
    for place, system in enumerate(record["systems"]):
        rates = [len(pair["outputs"][place]["tokens"]) / len(pair["source"]) for pair in pairs]
        rows.append(_distribution(system["name"], place, rates))
    title = "How much of each sentence is kept"
    x_title = "Tokens of the output, % of those of the source"
    svg = histograms(rows, _LABELS, title=title, x_title=x_title)
    caption = (
        "Sentences by the share of tokens kept; 100 is as many as the source has, > is more. "
        "Each row has its own height."
    )
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


def _distribution(
    name: str, place: int | None, rates: Sequence[float]
) -> tuple[str, int | None, list[float], str]:
    counts = [0] * len(_LABELS)
    for rate in rates:
        counts[_STEPS + (rate > 1) if rate >= 1 else int(rate * _STEPS + 1e-9)] += 1
    shares = [count / len(rates) for count in counts]
    note = f"median {100 * median(rates):.0f} %, full length {100 * shares[_STEPS]:.0f} %"
    return name, place, shares, note
