"""The article goes with the word that now follows it."""

from __future__ import annotations

import pytest

from laconic.compressor.articles import fit_article
from laconic.compressor.inputs import read_line, read_tokens
from laconic.compressor.rendering import char_bounds

AN = (
    "apple elderly island older umbrella unusual unimportant hour honest 8 11 18 80-year-old 11,000"
)
A = "car history one once-only unique union useful European user 1 110 7 yellow ewe UK-based"


@pytest.mark.parametrize(("article", "words"), [("an", AN), ("a", A)])
def test_forms(article: str, words: str) -> None:
    for word in words.split():
        assert [fit_article(one, word) for one in ("a", "an")] == [article, article], word
        assert fit_article("A", word) == article.capitalize()


@pytest.mark.parametrize("word", ["FBI", "U.S.", "``", "élan", "", "NATO"])
def test_what_is_not_sure_stays(word: str) -> None:
    assert [fit_article(article, word) for article in ("a", "an", "An")] == ["a", "an", "An"]


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("An old car stopped.", [0, 2, 3, 4], "A car stopped."),
        ("He saw a big elk here.", [0, 1, 2, 4, 6], "He saw an elk."),
        ("He saw (a big elk) here.", [0, 1, 2, 3, 5, 6, 8], "He saw (an elk)."),
        ("He saw a big elk.", [0, 1, 2, 3, 4, 5], "He saw a big elk."),
        # As it was written, if nothing was cut after it; and letters are no articles.
        ("He saw a elk here.", [0, 1, 2, 3, 5], "He saw a elk."),
        ("Plan A rather is off.", [0, 1, 3, 4, 5], "Plan A is off."),
    ],
)
def test_articles_in_text(text: str, kept: list[int], expected: str) -> None:
    [passage] = read_line(text).passages
    assert passage.render(kept) == expected
    assert len(expected) <= sum(char_bounds(passage.source)[place] for place in kept)


def test_tokens_stay_as_they_were() -> None:
    [passage] = read_tokens("He saw a big elk .").passages
    assert passage.render([0, 1, 2, 4, 5]) == "He saw a elk ."
