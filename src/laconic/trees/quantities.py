"""Numbers, and what they are nothing without: currency, units, the rest of a number.

1. Numbers side by side in one phrase are one (5 million, 3 1/2), and so is a range (5 to 10).
2. A currency sign before and a unit after it (5 km, 20 percent, 3 years) belong to the number, and
   it to them. What is merely counted (10 people) is no unit: either may go.
   So do what degrees are of, and a "minus" before the number.
3. A month may go only with its day; the day may go alone. "No." goes and stays with its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from laconic.trees.phrases import Phrases
from laconic.trees.words import MONTHS, word_set

# Words that go only together with others, and these.
NumberBond = tuple[frozenset[int], frozenset[int]]

_NOMINAL = frozenset({"NP", "QP", "NML", "NX", "NAC", "ADJP", "ADVP", "WHNP", "WHADJP"})
_SIGN = re.compile(r"[a-z]{0,3}\$|[£€¥₹₩₽]|rs\.?|usd|eur|gbp")
_DAY = re.compile(r"[0-3]?\d")
_SCALES = word_set("hundred thousand million billion trillion lakh crore m bn tn mln k")
_JOINTS = word_set("to or and - -- – — / x by point")
_UNITS = word_set(
    """
    percent per-cent pct percentage cent cents penny pence dollar dollars euro euros pound pounds
    yen yuan rupee rupees franc francs peso pesos real reais ruble rubles rouble roubles
    won krona kronor crown crowns p point points degree degrees °c °f ° mph kph km/h m/s mm cm m km
    ft yd mi kg g mg lb lbs oz t l ml millimeter millimeters millimetre millimetres centimeter
    centimeters centimetre centimetres meter meters metre metres kilometer kilometers kilometre
    kilometres mile miles yard yards foot feet inch inches acre acres hectare hectares gram grams
    kilogram kilograms kilo kilos ton tons tonne tonnes ounce ounces gallon gallons liter liters
    litre litres barrel barrels bushel bushels watt watts kilowatt kilowatts megawatt megawatts kw
    mw gw volt volts hz khz mhz ghz byte bytes kb mb gb tb megabyte megabytes gigabyte gigabytes
    calorie calories second seconds minute minutes hour hours day days week weeks month months year
    years decade decades century centuries sec min hr hrs times
    """
)
# Units that need not be nouns.
_SIGNS_AFTER = word_set("% a.m. p.m. am pm o'clock o’clock £ € ¥ $")
# Words between a number and its unit that say which unit it is.
_KINDS_OF_UNITS = word_set(
    "square cubic metric nautical basis percentage u.s. us american canadian australian"
)
_BEFORE = word_set("no. nos. minus")
_DEGREES = word_set("degree degrees")
_TEMPERATURES = word_set("celsius fahrenheit kelvin centigrade c f")


def find_numbers(phrases: Phrases) -> Iterator[NumberBond]:
    """The numbers of a sentence with what they are bound to.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(NP (QP ($ $) (CD 5) (CD million)))")
    >>> [sorted(together) for together, _ in find_numbers(lay_out(tree))]
    [[0, 1, 2]]
    """
    if "CD" not in phrases.tags:
        return
    leaves = {phrases.starts[n]: n for n, below in enumerate(phrases.children) if not below}
    sentence = _Sentence(phrases, leaves)
    place = 0
    while place < len(phrases.words):
        stop = sentence.number_end(place)
        if stop > place:
            yield from sentence.bonds(place, stop)
        place = max(stop, place + 1)


class _Sentence:
    def __init__(self, phrases: Phrases, leaves: dict[int, int]) -> None:
        self.phrases, self.words, self.tags = phrases, phrases.words, phrases.tags
        self._leaves = leaves

    def number_end(self, place: int) -> int:
        """Where a number that starts here ends; here if none starts."""
        if not self._is_part(place) and not self._is_sign(place):
            return place
        stop = place + 1
        while stop < len(self.words):
            joined = self._is_joint(stop)
            if not (self._is_part(stop + joined) and self._is_together(stop - 1, stop + joined)):
                break
            stop += 1 + joined
        has_digits = any(self.tags[word] == "CD" for word in range(place, stop))
        return stop if has_digits else place

    def bonds(self, start: int, stop: int) -> Iterator[NumberBond]:
        """What binds the number that stands here."""
        end = self._unit_end(stop)
        first = start - 1 if start and self.words[start - 1] in _BEFORE else start
        if end - first > 1:
            whole = frozenset(range(first, end))
            yield whole, whole
        is_day = stop == start + 1 and _DAY.fullmatch(self.words[start]) is not None
        for month in (start - 1, stop) if is_day else ():
            if self._is_month(month) and self._is_together(month, start):
                yield frozenset({month}), frozenset(range(start, stop))

    def _unit_end(self, stop: int) -> int:
        unit = stop
        while unit < len(self.words) and self.words[unit] in _KINDS_OF_UNITS:
            unit += 1
        if unit == len(self.words) or not self._is_unit(unit):
            return stop
        if not self._is_together(stop - 1, unit):
            return stop
        after = self.words[unit + 1 : unit + 2]
        is_scale = self.words[unit] in _DEGREES and bool(_TEMPERATURES.intersection(after))
        return unit + 1 + is_scale

    def _is_unit(self, place: int) -> bool:
        word = self.words[place]
        return word in _SIGNS_AFTER or (word in _UNITS and self.tags[place].startswith("NN"))

    def _is_part(self, place: int) -> bool:
        if not 0 <= place < len(self.words):
            return False
        return self.tags[place] == "CD" or (place > 0 and self.words[place] in _SCALES)

    def _is_sign(self, place: int) -> bool:
        return _SIGN.fullmatch(self.words[place]) is not None

    def _is_joint(self, place: int) -> bool:
        """Does a word join two numbers of a range?"""
        return (
            self.words[place] in _JOINTS
            and self._is_part(place + 1)
            and self._common(place - 1, place + 1) == "QP"
        )

    def _is_month(self, place: int) -> bool:
        is_noun = 0 <= place < len(self.words) and self.tags[place].startswith("NN")
        return is_noun and self.words[place] in MONTHS

    def _is_together(self, one: int, two: int) -> bool:
        """Are two words in one noun phrase, with no clause between?"""
        return self._common(one, two) in _NOMINAL

    def _common(self, one: int, two: int) -> str:
        """The label of the smallest phrase with both words."""
        above = set(self._above(one))
        return next((self.phrases.labels[n] for n in self._above(two) if n in above), "")

    def _above(self, word: int) -> Iterator[int]:
        node = self.phrases.parents[self._leaves[word]]
        while node >= 0:
            yield node
            node = self.phrases.parents[node]
