"""Text of what is left: a table of cases, and what holds whichever tokens are kept."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import trees

from laconic.compressor.punctuation import Kind
from laconic.compressor.rendering import (
    Source,
    char_bounds,
    count_words,
    render,
    source_of_words,
    word_lengths,
)
from laconic.parsing.tokens import CLITICS, tokenise
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

TRICKY = "aAsSnNtTidU.,'’‘\"“”`«»-–—…!?()[]$£%#@&/_:;0159ßŉﬁ \n\t\u00a0\u200b\u200d\u0301️🏽👩🇬،。"
any_text = st.text(st.one_of(st.sampled_from(TRICKY), st.characters()), max_size=60)
WORDS = (
    "The the Bill dogs can not gon na do n't 's 'll it a an elk $ US$ 5 1,000 % , , ; : -- - / . ? "
    "! ... `` '' \" ( ) -LRB- -RRB- and or U.S. Inc. iPhone x@y.org www.x.org well-known 😀 é 。 ،"
)
word_lists = st.lists(st.sampled_from(WORDS.split()), max_size=14)


def read(text: str) -> Source:
    return Source(text, tuple(tokenise(text)))


def read_tree(tree: Tree) -> Source:
    return source_of_words(tree.words()).with_tree(tree)


LABELS = "S NP VP PP PRN JJ NN VBD CC , : POS"
any_tree = trees(
    labels=st.sampled_from(LABELS.split()), words=st.sampled_from(WORDS.split()), max_words=12
)
sources = st.one_of(any_text.map(read), word_lists.map(source_of_words), any_tree.map(read_tree))


@st.composite
def cuts(draw: st.DrawFn) -> tuple[Source, list[int]]:
    """A sentence, and some of its tokens."""
    source = draw(sources)
    return source, [place for place in range(len(source.tokens)) if draw(st.booleans())]


def seen(text: str) -> bool:
    unseen = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")
    return any(unicodedata.category(character) not in unseen for character in text)


@given(sources)
def test_all_tokens_give_the_sentence(source: Source) -> None:
    assert render(source, range(len(source.tokens))) == source.text.strip()


@given(cuts())
def test_no_text_is_longer_than_its_bound(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    bounds = char_bounds(source)
    assert len(render(source, kept)) <= sum(bounds[place] for place in kept)


@given(cuts())
def test_no_text_has_more_words_than_its_tokens(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    forms = [source.tokens[place].form.lower() for place in kept]
    assume(not any(one in CLITICS and two in CLITICS for one, two in pairwise(forms)))
    lengths = word_lengths(source)
    assert count_words(render(source, kept)) <= sum(lengths[place] for place in kept)


@given(cuts())
def test_words_are_all_written_and_in_order(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    text = render(source, kept).casefold()
    place = 0
    for token in kept:
        if source.punctuation.kinds[token] is Kind.WORD:
            written = source.written(token).casefold()
            if source.is_article(token):
                written = written[0]
            place = text.index(written, place) + len(written)


@given(cuts())
def test_what_can_be_seen_is_never_rendered_as_nothing(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    if any(seen(source.written(place)) for place in kept):
        assert seen(render(source, kept))


@given(cuts())
def test_spaces_are_those_of_the_source_or_single(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    text = render(source, kept)
    for gap in re.findall(r"\s{2,}", text):
        assert gap in source.text
    assert text == text.strip()
    if any(source.punctuation.kinds[place] is Kind.WORD for place in kept):
        for found in re.findall(r"\s[,.;:](?=[\s\w]|$)", text):
            assert found in source.text


@given(cuts())
def test_cleaning_twice_is_cleaning_once(cut: tuple[Source, list[int]]) -> None:
    source, kept = cut
    marks = source.punctuation
    once = marks.clean(kept)
    if once == sorted(once):  # a final mark may have moved into a quotation
        assert marks.clean(once) == once


def cut(marked: str) -> tuple[Source, list[int]]:
    """A sentence in which what goes stands between ⟦ and ⟧, and what stays."""
    text, gone = "", []
    for number, part in enumerate(re.split("[⟦⟧]", marked)):
        if number % 2:
            gone.append((len(text), len(text) + len(part)))
        text += part
    source = read(text)
    return source, [
        place
        for place, token in enumerate(source.tokens)
        if not any(start <= token.start and token.end <= end for start, end in gone)
    ]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("John, ⟦my boss⟧, left.", "John, left."),
        ("John, ⟦my boss,⟧ left.", "John, left."),
        ("John⟦, my boss⟧, left.", "John, left."),
        ("⟦In May⟧, he left.", "He left."),
        ("⟦In May,⟧ he left.", "He left."),
        ("He left⟦ in May⟧, though.", "He left, though."),
        ("He left, ⟦though⟧.", "He left."),
        ("He left⟦, though.⟧", "He left."),
        ("apples, ⟦pears⟧, and plums", "apples, and plums"),
        ("He left (⟦in May⟧) early.", "He left early."),
        ("He left ⟦(⟧in May) early.", "He left in May early."),
        ("He left (⟦early, ⟧in May).", "He left (in May)."),
        ("He left (in May, ⟦early⟧) again.", "He left (in May) again."),
        ("“Yes, ⟦sir⟧,” he said.", "“Yes,” he said."),
        ("“Yes, sir,” ⟦he said⟧.", "“Yes, sir.”"),
        ("“Why not?” ⟦he asked⟧.", "“Why not?”"),
        ("⟦“⟧Yes,” he said.", "Yes, he said."),
        ("“⟦Yes⟧,” he said.", "He said."),
        ("He ⟦really ⟧said “no⟦ way”⟧.", "He said no."),
        ('"I left. ⟦Really⟧', '"I left.'),
        ("He—⟦the ⟧boss—left.", "He—boss—left."),
        ("He — ⟦the ⟧boss — left.", "He — boss — left."),
        ("He left -- ⟦for good⟧.", "He left."),
        ("He left -- ⟦for good⟧ -- today.", "He left -- today."),
        ("He works in the ⟦big ⟧U.S.", "He works in the U.S."),
        ("He works in the U.S. ⟦today.⟧", "He works in the U.S."),
        ("Well... ⟦I think⟧ so.", "Well... so."),
        ("So ⟦it is⟧...", "So..."),
        ("So it is⟦...⟧", "So it is."),
        ("I saw ⟦John⟧'s dog.", "I saw's dog."),
        ("⟦John⟧'s dog barked.", "Dog barked."),
        ("The king ⟦of Spain⟧'s daughter.", "The king's daughter."),
        ("⟦They⟧ didn't go.", "Didn't go."),
        ("They, ⟦I think, do⟧n't go.", "They, n't go."),
        ("⟦Do⟧n't go!", "n't go!"),
        ("It cost ⟦about⟧ $5 million⟦, or so⟧.", "It cost $5 million."),
        ("It cost ⟦US$⟧5.", "It cost 5."),
        ("⟦The⟧ iPhone sold.", "iPhone sold."),
        ("⟦The⟧ e-mail came.", "E-mail came."),
        ("⟦See⟧ www.x.org now.", "www.x.org now."),
        ("⟦The⟧ 10 dogs left.", "10 dogs left."),
        ("10 ⟦old⟧ dogs left.", "10 dogs left."),
        ("⟦10⟧ dogs left.", "Dogs left."),
        ("⟦iPhone⟧ sales rose.", "Sales rose."),
        ("⟦the⟧ dogs left.", "dogs left."),
        ("⟦A⟧ “big” dog left.", "“Big” dog left."),
        ("“⟦The⟧ dogs left.”", "“Dogs left.”"),
        ("قال، ⟦أمس⟧، إن الطقس جيد.", "قال، إن الطقس جيد."),
        ("قال⟦، أمس⟧، إن الطقس؟", "قال، إن الطقس؟"),
        ("Great 😀 ⟦news⟧!", "Great 😀!"),
        ("⟦Great⟧ 😀 news!", "😀 News!"),
        ("⟦The⟧ e\u0301lan left.", "E\u0301lan left."),
        ("⟦The⟧ élan left.", "Élan left."),
        ("the ⟦old⟧\tdogs\tleft", "the dogs\tleft"),
        ("the⟦ old⟧ dogs\nleft ⟦at⟧\nhome.", "the dogs\nleft home."),
        ("And, ⟦after dinner,⟧ he left.", "And he left."),
        ("He came, and, ⟦after dinner⟧, he left.", "He came, and he left."),
        ("He came; ⟦he saw⟧; he won.", "He came; he won."),
        ("He came, ⟦he saw⟧; he won.", "He came; he won."),
        ("Stay here. ⟦Go now⟧!", "Stay here."),
        ("⟦Stay here⟧. Go now!", "Go now!"),
        ("Really⟦?!⟧", "Really?"),
        ("⟦Really⟧?!", "?!"),
        ("...⟦and⟧ then he left", "... then he left"),
        ("- ⟦and⟧ then he left", "- then he left"),
        ("either ⟦this⟧/that", "either this/that"),
        ("This costs 5 ⟦or 6⟧ %.", "This costs 5%."),
        ("“‘No⟦ way⟧,’ he said.”", "“‘No,’ he said.”"),
        ("He said: “⟦I left⟧.”", "He said."),
        ("He said: ⟦“I left.”⟧", "He said."),
        ("The list: ⟦a, b⟧", "The list"),
        ("He asked⟦ whether I left⟧?", "He asked?"),
        ("⟦ŉ⟧ ßa left", "ßa left"),
        ("⟦The⟧ ßa left", "ßa left"),
        ("I can ⟦really ⟧not go.", "I cannot go."),
        ("I ⟦can⟧not go.", "I not go."),
        ("He (or she⟦)⟧ left.", "He or she left."),
        ("He ⟦(or ⟧she) left.", "He she left."),
        ("'Tis ⟦a⟧ pity.", "'Tis pity."),
        ("⟦But⟧ 'tis a pity.", "'Tis a pity."),
        ("rock 'n' ⟦roll⟧ music", "rock 'n' music"),
        ('"He left," ⟦said John,⟧ "and came back."', '"He left, and came back."'),
        ('⟦"He left," said John, ⟧"and came back."', '"And came back."'),
        ('"He left,⟦" said John, "⟧and came back."', "He left, and came back."),
        ("the ⟦old⟧\u00a0dogs\u00a0left", "the dogs\u00a0left"),
        ("“We ⟦all ⟧left,” he ⟦then ⟧said.", "“We left,” he said."),
    ],
)
def test_cases(marked: str, expected: str) -> None:
    assert render(*cut(marked)) == expected


def test_final_stop_of_an_abbreviation() -> None:
    source = read("He left Acme Inc. of the U.S.")
    assert render(source, [0, 1, 7]) == "He left."
    assert render(source, [0, 1]) == "He left."
    assert render(source, [0, 1, 2, 3]) == "He left Acme Inc."
    assert render(source, [0, 1, 5, 6]) == "He left the U.S."
    assert render(source, [2, 3, 4, 5, 6, 7]) == "Acme Inc. of the U.S."


def test_tokens_of_a_longer_text() -> None:
    text = "Stay. In May,  he left early. Go."
    source = Source(text, tuple(tokenise(text, 6, 29)))
    assert render(source, range(7)) == "In May,  he left early."
    assert render(source, [2, 3, 4]) == "He left."
    assert render(source, []) == ""


def test_words_of_a_tree() -> None:
    words = "`` We do n't -LRB- ever -RRB- go , \" he said in the U.S. ."
    source = source_of_words(words.split())
    assert source.text == '"We don\'t (ever) go," he said in the U.S.'
    assert render(source, range(len(source.tokens))) == source.text
    assert render(source, [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]) == '"We don\'t go," he said.'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I can't go.", 3),
        ("John's dog's bone, isn't it?", 5),
        ("a well-known man", 3),
        ("$5, US$5 or 5 %", 4),
        ("1,000.5 at 10:30 on 1/2/99", 5),
        ("see http://x.org/?a=b,c or me@x.org", 4),
        ("this—and that -- or … (not) “so”", 6),
        ("I cannot go, gonna stay", 5),
        ("... !? -- 😀", 0),
        ("", 0),
        ("قال، إن", 2),
    ],
)
def test_words_are_counted_as_people_do(text: str, words: int) -> None:
    assert count_words(text) == words


@given(any_text)
def test_the_words_of_a_sentence_are_those_of_its_tokens(text: str) -> None:
    source = read(text)
    glued = any(
        one.end == two.start and word_lengths(source)[n] and word_lengths(source)[n + 1]
        for n, (one, two) in enumerate(pairwise(source.tokens))
    )
    if not glued:
        assert sum(word_lengths(source)) == count_words(text)


def test_bounds_are_near() -> None:
    """All of a sentence is bounded by its length and the room for a final mark."""
    source = read("The old dogs, I think, left the house (in May).")
    assert sum(char_bounds(source)) <= len(source.text) + 2
    assert sum(char_bounds(read("They left — in May"))) == len("They left — in May")


BOSS = (
    "(S (PP (IN In) (NP (NNP May))) (, ,) (NP (NP (NNP John)) (, ,) (NP (PRP$ my) (NN boss)) (, ,))"
    " (VP (VBD saw) (NP (NP (NNP Bill) (POS 's)) (JJ big) (, ,) (JJ old) (NN dog))) (. .))"
)


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ("", "In May, John, my boss, saw Bill's big, old dog."),
        ("my boss", "In May, John saw Bill's big, old dog."),
        ("my", "In May, John, boss, saw Bill's big, old dog."),
        ("In May my boss", "John saw Bill's big, old dog."),
        ("John", "In May, my boss saw Bill's big, old dog."),
        ("old .", "In May, John, my boss, saw Bill's big dog."),
        ("Bill big", "In May, John, my boss, saw old dog."),
    ],
)
def test_a_tree_tells_what_commas_part(gone: str, expected: str) -> None:
    tree = parse(BOSS)
    source = read_tree(tree)
    words = gone.split()
    kept = [place for place, word in enumerate(tree.words()) if word not in words]
    assert render(source, kept) == expected


def test_commands_to_a_terminal_are_no_words_and_stay_as_they_are() -> None:
    text = "Then \x1b[mthe \x1b[1;31mred\x1b[0m car\x1b broke."
    tokens = tuple(tokenise(text))
    forms = [token.form for token in tokens]
    assert forms == ["Then", "\x1b[m", "the", "\x1b[1;31m", "red", "\x1b[0m", "car", "\x1b",
                     "broke", "."]  # fmt: skip
    assert count_words(text) == 5
    source = Source(text, tokens)
    assert render(source, [1, 2, 3, 4, 5, 8, 9]) == "\x1b[mthe \x1b[1;31mred\x1b[0m broke."
    assert render(source, [2, 6, 8, 9]) == "The car broke."
