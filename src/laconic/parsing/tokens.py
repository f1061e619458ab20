"""Text cut into the tokens of the Penn Treebank, each with its place in the text.

1. White space always ends a token. What stands between is a chunk, cut by itself, and what it
   became is remembered: most chunks of a text are common words.
2. A chunk is scanned from left to right: addresses, words with what joins their parts, runs of one
   mark, what sets the colours of a terminal, and single characters for the rest.
3. Words lose their clitics (do|n't, John|'s) and keep the full stop of an abbreviation.
4. What a chunk alone cannot tell is settled last, in its context: the direction of a lone quote,
   and full stops after words that may be abbreviations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, islice, zip_longest

from laconic.parsing.abbreviations import (
    ALSO_WORDS,
    NUMBERED,
    OPENERS,
    is_abbreviation,
    is_initial,
)

Piece = tuple[str, int, int]  # form, and its range in the chunk

ESCAPE = "\x1b"  # begins what a terminal takes for a command
CLITICS = frozenset({"'s", "'m", "'d", "'ll", "'re", "'ve", "n't"})
# Words that a treebank cuts in two, and where.
FUSED = {
    "cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "lemme": 3, "gimme": 3, "d'ye": 2, "d'you": 2,
    "more'n": 4, "'tis": 2, "'twas": 2, "'twere": 2, "'twill": 2, "'twould": 2,
}  # fmt: skip
_MOST_CLITICS = 3
_LONGEST_REMEMBERED = 48

_ELIDED = "em|tis|twas|twere|twill|twould|til|till|cause|bout|nuff|neath|gainst|tween|im|un|n"
_STRAIGHT = str.maketrans("’‘", "''")
_PLAIN = str.maketrans({"…": "...", "’": "'", "‘": "'"})
_DIRECTED = {
    "“": "``", "„": "``", "«": "``", "``": "``", "‘‘": "``", "‘": "`", "‚": "`", "‹": "`", "`": "`",
    "”": "''", "»": "''", "’’": "''", "’": "'", "›": "'",
}  # fmt: skip
_BEFORE_OPENING = frozenset("([{<-–—/=`‘“«")
_AFTER_CLOSING = frozenset(".,;:!?)]}>…’”»-—")
AFTER_STOP = frozenset({"''", "'", ")", "]", "}"})


def _invisible_and_marks() -> str:
    """Marks, joiners and control characters, as ranges for a class of characters."""
    blocks = chain(
        range(0x3100), range(0xA640, 0xAC00), range(0xFB00, 0xFF00), range(0x10A00, 0x12000),
        range(0x1D100, 0x1D250), range(0x1E000, 0x1E950), range(0xE0100, 0xE01F0),
    )  # fmt: skip
    found = [
        code
        for code in blocks
        if unicodedata.category(chr(code)) in {"Mn", "Mc", "Me", "Cf", "Cc"}
        and not chr(code).isspace()
        and chr(code) != ESCAPE
    ]
    runs = [list(run) for _, run in groupby(enumerate(found), lambda pair: pair[1] - pair[0])]
    return "".join(f"\\U{run[0][1]:08x}-\\U{run[-1][1]:08x}" for run in runs)


_W = rf"[\w°{_invisible_and_marks()}]"
_LETTER = r"[^\W\d_]"
_IN_ADDRESS = r"[^\s<>\"“”'’]"
_JOINT = rf"""(?:
    [-‐‑–/&'’‘`.*+·](?={_W}) | (?<=\d)[,:](?=\d) | (?<={_LETTER})\$(?={_LETTER})
  | [%.]-(?=\w) | -['’](?=\w)
)"""
_FOLLOWING = r"[\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
# No part can run over the same characters twice: repeats are possessive, or bounded.
_SCAN = re.compile(
    rf"""
    (?P<escape>\x1b(?:\[[0-?]*+[ -/]*+[@-~])?)
  | (?P<address>
        (?:(?i:https?|ftp)://|(?i:www)\.|(?i:mailto):){_IN_ADDRESS}*[\w/]
      | [\w.+-]{{1,64}}+@[\w-]++(?:\.[\w-]++)*+
      | (?:[\w-]{{1,63}}+\.){{1,8}}[a-z]{{2,6}}/(?:{_IN_ADDRESS}*[\w/])?
      | [@\#](?=[^\W\d])\w++
      | [A-Z]\+\+(?!\w) | [A-Z]\#(?!\w)
    )
  | (?P<clitic>['’](?i:s|m|d|ll|re|ve|t)(?!\w))
  | (?P<money>[A-Z]{{1,3}}\$(?![^\W\d]))
  | (?P<word>
        (?: ['’‘](?=\d\ds?(?!\w)) | ['’‘](?=(?i:{_ELIDED})(?!\w)) | \A’(?=\w)
          | [-+−]?\.?(?=\d) | -(?=\w) | \A\.(?=[a-z]|[A-Z]{{2}})
        )?
        {_W}++(?:{_JOINT}{_W}++)*+(?:-(?![-\w$£€¥'’"“”]))?
    )
  | (?P<dash>-{{2,}}+|[—―⸺⸻]++)
  | (?P<run>\.{{2,}}+|…++|[!?]++|&c\b\.?|(?P<same>[*=~\#+|<>^,;:])(?P=same)*+)
  | (?P<quote>``|''|’’|‘‘|["“”„«»'’‘‚‹›`])
  | (?P<symbol>
        [\U0001f1e6-\U0001f1ff]{{2}}
      | [^\w\s]{_FOLLOWING}*+(?:\u200d[^\w\s]{_FOLLOWING}*+)*+
    )
    """,
    re.VERBOSE,
)
_CHUNK = re.compile(r"\S+")
_WHOLE = re.compile(r"['’‘]n['’]|[:;=]['’]?-?[()DPpOo/|\\*3]{1,3}|<3|\^_\^")
# A dropped sound, unless a quotation ends there: goin', o'.
_DROPPED = re.compile(r"(?i)(?:[a-z]+in|o|an|th|ol|wi|mo|lil)")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark as a Penn tree holds it, and where it stands: text[start:end].

    >>> Token("n't", 2, 5).form
    "n't"
    """

    form: str
    start: int
    end: int


_NOTHING = Token("", 0, 0)


def tokenise(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, or of a part of it.

    After an abbreviation that ends the text, its full stop is a token once more.

    >>> [token.form for token in tokenise('“I can’t pay $5,” she said in the U.S.')]
    ['``', 'I', 'ca', "n't", 'pay', '$', '5', ',', "''", 'she', 'said', 'in', 'the', 'U.S.', '.']
    >>> tokenise("no go", start=3)
    [Token(form='go', start=3, end=5)]
    """
    tokens = []
    for found in _CHUNK.finditer(text, start, len(text) if end is None else end):
        chunk, place = found[0], found.start()
        pieces = _remembered(chunk) if len(chunk) <= _LONGEST_REMEMBERED else _cut(chunk)
        for form, first, last in pieces:
            tokens.append(Token(form, place + first, place + last))
    return _with_final_stop(_settled(tokens))


def _cut(chunk: str) -> tuple[Piece, ...]:
    """The pieces of a run of characters without white space."""
    if chunk.isalpha() and chunk.lower() not in FUSED:
        return ((chunk, 0, len(chunk)),)
    if _WHOLE.fullmatch(chunk):
        return ((chunk.translate(_STRAIGHT), 0, len(chunk)),)
    pieces: list[Piece] = []
    place = 0
    while place < len(chunk):
        pieces += _next_pieces(chunk, place)
        place = pieces[-1][2]
    return tuple(pieces)


_remembered = lru_cache(maxsize=1 << 16)(_cut)


def _next_pieces(chunk: str, place: int) -> Iterator[Piece]:
    found = _SCAN.match(chunk, place)
    if found is None:
        yield chunk[place], place, place + 1
        return
    kind, end = found.lastgroup, found.end()
    if kind == "word":
        yield from _word(chunk, place, end)
    elif kind == "dash":
        yield "--", place, end
    elif kind == "quote":
        yield _quote(chunk, place, end), place, end
    else:
        yield chunk[place:end].translate(_PLAIN), place, end


def _word(chunk: str, start: int, end: int) -> Iterator[Piece]:
    core = chunk[start:end]
    bare = core.strip("_") or core
    first = start + core.index(bare)
    last = first + len(bare)
    if first > start:
        yield chunk[start:first], start, first
    yield from _without_clitics(chunk, first, last + _has_mark(bare, chunk[last : last + 2]))
    if last < end:
        yield chunk[last:end], last, end


def _has_mark(word: str, following: str) -> bool:
    """Does the mark after a word belong to it: the full stop of an abbreviation, or goin'?"""
    if following[:1] == ".":
        return following != ".." and is_abbreviation(word)
    return following[:1] in ("'", "’") and _DROPPED.fullmatch(word) is not None


def _without_clitics(chunk: str, start: int, end: int) -> Iterator[Piece]:
    form = chunk[start:end].translate(_STRAIGHT)
    cuts: list[int] = []
    if len(form) < 8 and form.lower() in FUSED:
        cuts = [FUSED[form.lower()]]
    elif "'" in form:
        cuts = _clitic_starts(form)
    for first, last in zip([0, *cuts], [*cuts, len(form)], strict=True):
        yield form[first:last], start + first, start + last


def _clitic_starts(form: str) -> list[int]:
    """Where clitics start at the end of a word: could|n't|'ve."""
    cuts: list[int] = []
    end = len(form)
    while len(cuts) < _MOST_CLITICS:
        size = next((n for n in (2, 3) if form[end - n : end].lower() in CLITICS), end)
        if size >= end:
            break
        end -= size
        cuts.insert(0, end)
    return cuts


def _quote(chunk: str, start: int, end: int) -> str:
    """The form of a quote; a straight double one stays as it is where its sides do not tell."""
    written = chunk[start:end]
    if written in _DIRECTED:
        return _DIRECTED[written]
    before, after = chunk[start - 1 : start], chunk[end : end + 1]
    closes = not after or after in _AFTER_CLOSING
    if written == "'":
        opens = not before or before in _BEFORE_OPENING or before == '"'
        return "`" if opens and after.isalnum() else "'"
    opens = not before or before in _BEFORE_OPENING or before == "'"
    return '"' if opens == closes or before == '"' else "``" if opens else "''"


def _settled(tokens: list[Token]) -> list[Token]:
    """The tokens after what depends on their neighbours is decided."""
    if not any(token.form == '"' or token.form[-1] in ".'" for token in tokens):
        return tokens
    settled: list[Token] = []
    is_open = {'"': False, "'": False}
    for token, following in zip_longest(tokens, islice(tokens, 1, None), fillvalue=_NOTHING):
        form = token.form
        if form == '"':
            closes = is_open[form] or (following is _NOTHING and len(tokens) > 1)
            settled.append(Token("''" if closes else "``", token.start, token.end))
        elif len(form) > 1 and form[-1] in ".'" and _is_two(form, following.form, is_open["'"]):
            settled += _parted(token)
        else:
            settled.append(token)
        _note_quote(settled[-1].form, is_open)
    return settled


def _parted(token: Token) -> list[Token]:
    """A word and the mark at its end."""
    middle = token.end - 1
    return [Token(token.form[:-1], token.start, middle), Token(token.form[-1], middle, token.end)]


def _note_quote(form: str, is_open: dict[str, bool]) -> None:
    if form in ("``", "''"):
        is_open['"'] = form == "``"
    elif form in ("`", "'"):
        is_open["'"] = form == "`"


def _is_two(form: str, following: str, in_quotes: bool) -> bool:
    """Is the mark at the end of the word a token of its own here?"""
    word = form[:-1]
    if form[-1] == "'":
        return in_quotes and _DROPPED.fullmatch(word) is not None
    if word in NUMBERED:
        return not following[:1].isdigit()
    return word == "I" and (following in OPENERS or following[:1].islower())


def _with_final_stop(tokens: list[Token]) -> list[Token]:
    """The tokens with the full stop that a final abbreviation hides."""
    last = len(tokens) - 1
    while last > 0 and tokens[last].form in AFTER_STOP:
        last -= 1
    if last < 0:
        return tokens
    word, mark = tokens[last].form[:-1], tokens[last].form[-1]
    if mark != "." or not is_abbreviation(word):
        return tokens
    before = tokens[last - 1].form if last else ""
    parts = _parted(tokens[last])
    if not (is_initial(word) or (word in ALSO_WORDS and before != ",")):
        parts[0] = tokens[last]
    return tokens[:last] + parts + tokens[last + 1 :]
