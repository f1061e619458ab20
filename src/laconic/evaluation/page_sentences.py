"""The sentences of a report's page: source, references and every system's output, aligned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any

from laconic.evaluation.page_style import counted, figure, sign, text

Record = Mapping[str, Any]
Metrics = Sequence[tuple[int, Mapping[str, Any]]]  # with their places in the record

MAX_TREE_CHARACTERS = 4_000_000  # over all sentences; words and scores are always shown

_ORDERS = {
    "file": "order of the file",
    "lowest": "lowest score first",
    "highest": "highest score first",
    "disagreement": "widest spread of systems first",
    "longest": "longest source first",
    "shortest": "shortest source first",
}


def sentences(record: Record, main: int | None) -> str:
    """The section of sentences, with what it takes to search and sort them."""
    listed = record["sentences"]
    metrics = _metrics_of_sentences(record)
    columns = _columns(metrics, main)
    drawn = trees_that_fit(listed)
    articles = "\n".join(
        _article(record, place, metrics, columns, trees=place < drawn)
        for place in range(len(listed))
    )
    left_out = (
        f"Trees are shown for the first {counted(drawn, 'sentence')} only: all are too large."
    )
    note = f'<p class="note">{left_out}</p>\n' if drawn < len(listed) else ""
    return (
        f'<section id="sentences">\n<h2>Sentences</h2>\n{_controls(record, metrics, main)}\n{note}'
        f'<div id="list">\n{articles}\n</div>\n</section>'
    )


def trees_that_fit(listed: Iterable[Mapping[str, Any]], most: int = MAX_TREE_CHARACTERS) -> int:
    """How many sentences from the first on have trees of no more than so many characters.

    >>> trees_that_fit([{"outputs": [{"tree": "(A b)"}]}, {"outputs": [{"tree": "(C d)"}]}], 7)
    1
    """
    sizes = (
        sum(len(output["tree"] or "") for output in sentence["outputs"]) for sentence in listed
    )
    return sum(size <= most for size in accumulate(sizes))


def struck(source: Sequence[str], kept: Iterable[int]) -> str:
    """The source with the words that were left out struck through.

    >>> struck(["a", "very", "old", "dog"], [0, 3])
    'a <del>very old</del> dog'
    """
    places = frozenset(kept)
    runs = groupby(range(len(source)), key=places.__contains__)
    written = ((stays, _words(source[place] for place in run)) for stays, run in runs)
    return " ".join(words if stays else f"<del>{words}</del>" for stays, words in written)


def _shown(source: Sequence[str], tokens: Iterable[str], kept: Iterable[int] | None) -> str:
    """What became of a source: what was left out struck through, or only the new words."""
    return _words(tokens) if kept is None else struck(source, kept)


def _words(tokens: Iterable[str]) -> str:
    return text(" ".join(tokens))


def _metrics_of_sentences(record: Record) -> Metrics:
    """The metrics that sentences have scores of, in the record's order."""
    names = {
        name
        for sentence in record["sentences"]
        for output in sentence["outputs"]
        for name, score in output["scores"].items()
        if score is not None
    }
    return [found for found in enumerate(record["metrics"]) if found[1]["name"] in names]


def _columns(metrics: Metrics, main: int | None) -> Metrics:
    """The metrics beside each output: the rate, and the one that a reader may change."""
    rate = [(place, metric) for place, metric in metrics if metric["name"] == "rate"]
    others = [found for found in metrics if found not in rate]
    others.sort(key=lambda found: found[0] != main)
    return rate + others[:1]


def _controls(record: Record, metrics: Metrics, main: int | None) -> str:
    orders = "".join(f'<option value="{name}">{title}</option>' for name, title in _ORDERS.items())
    chosen = [place for place, _ in _columns(metrics, main)][-1:]
    scores = "".join(
        f'<option value="{place}"{" selected" if place in chosen else ""}>'
        f"{text(metric['title'])}</option>"
        for place, metric in metrics
    )
    systems = "".join(
        f'<label><input type="checkbox" data-system="{place}" checked>{sign(place)}'
        f"<bdi>{text(system['name'])}</bdi></label> "
        for place, system in enumerate(record["systems"])
    )
    return (
        '<div class="controls" hidden>\n'
        '<label>Find words, a mark or an id <input type="search" id="find"></label>\n'
        f'<label>Sort by <select id="order">{orders}</select></label>\n'
        f'<label>Score <select id="score">{scores}</select></label>\n'
        '<label><input type="checkbox" id="deleted" checked>deleted words</label>\n'
        f"<fieldset><legend>Systems</legend>{systems}</fieldset>\n"
        '<output id="found" aria-live="polite"></output>\n</div>'
    )


def _article(record: Record, place: int, metrics: Metrics, columns: Metrics, *, trees: bool) -> str:
    sentence, anchor = record["sentences"][place], f"s{place + 1}"
    source = sentence["source"]
    blank = "<td></td>" * len(columns)
    rows = [_row("Source", _words(source), "source", blank)]
    both = zip(sentence["references"], sentence["references_kept"], strict=True)
    rows += [
        _row(f"Reference {number}", _shown(source, *reference), "reference", blank)
        for number, reference in enumerate(both, start=1)
    ]
    rows += [
        _output(record, source, output, number, columns)
        for number, output in enumerate(sentence["outputs"])
    ]
    head = "".join(f'<th scope="col">{text(metric["title"])}</th>' for _, metric in columns)
    title = f"<bdi>{text(sentence['id'])}</bdi> <small>{counted(len(source), 'token')}</small>"
    return (
        f'<article id="{anchor}" data-length="{len(source)}">\n'
        f'<h3><a href="#{anchor}">{place + 1}</a> {title}</h3>\n'
        f"<table><thead><tr><td></td><td></td>{head}</tr></thead><tbody>\n"
        + "\n".join(rows)
        + f"\n</tbody></table>\n{_details(record, sentence, metrics, trees=trees)}</article>"
    )


def _row(name: str, words: str, kind: str, blank: str) -> str:
    return f'<tr class="{kind}"><th scope="row">{name}</th><td dir="auto">{words}</td>{blank}</tr>'


def _output(
    record: Record,
    source: Sequence[str],
    output: Mapping[str, Any],
    number: int,
    columns: Metrics,
) -> str:
    words = _shown(source, output["tokens"], output["kept"])
    marks = "".join(f' <span class="mark">{text(mark)}</span>' for mark in output["marks"])
    return (
        f'<tr class="k{number}"><th scope="row">{sign(number)}'
        f"<bdi>{text(record['systems'][number]['name'])}</bdi></th>"
        f'<td dir="auto">{words or "<i>empty</i>"}{marks}</td>{_cells([output], columns)}</tr>'
    )


def _cells(outputs: Iterable[Mapping[str, Any]], metrics: Metrics) -> str:
    return "".join(
        f"<td>{figure(output['scores'].get(metric['name']), metric['unit'])}</td>"
        for output in outputs
        for _, metric in metrics
    )


def _details(record: Record, sentence: Mapping[str, Any], metrics: Metrics, *, trees: bool) -> str:
    """All scores, a row for each metric, and the trees of the outputs."""
    outputs = sentence["outputs"]
    names = [f"<bdi>{text(system['name'])}</bdi>" for system in record["systems"]]
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "".join(
        f'\n<tr data-metric="{place}"><th scope="row">{text(metric["title"])}</th>'
        f"{_cells(outputs, [(place, metric)])}</tr>"
        for place, metric in metrics
    )
    drawn = "".join(
        f'\n<h4>{name}</h4><pre dir="auto">{text(output["tree"])}</pre>'
        for name, output in zip(names, outputs, strict=True)
        if trees and output["tree"]
    )
    return (
        f"<details><summary>All scores{' and trees' if drawn else ''}</summary>\n"
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}\n</tbody></table>{drawn}\n"
        "</details>"
    )
