"""The names of streets that typed words may mean, those of the places around first."""

import heapq
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache

import attrs
from rapidfuzz import process
from rapidfuzz.distance import OSA

from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.naming import ENOUGH, Typed, doubtful, errors_allowed, name_cost
from haulage_adapters.embedded.gazetteer.remembered import remembered
from haulage_adapters.embedded.gazetteer.words import FILLERS, FORMS

NAMES, WORDS_BEGUN, ALIKE = 60, 400, 60
FEW, SOME, MANY = 100, 150, 400
"""Counts of names: too few to be sorted out, and how many are compared word by word."""

SHORT = 3
"""A lone beginning shorter than this is only looked for near."""

WELL, ENOUGH_NEAR = 0.2, 5
"""So many names near that fit so well make it needless to look farther."""

MAX_CACHED_NAMES, MAX_CACHED_NUMBERS = 20_000, 250_000
"""Names in the sets and in the arrays that are kept: one and a half megabytes, and one."""

NOBODY: frozenset[int] = frozenset()
_NUMERAL = re.compile(r"^(\d+)[a-z]{1,3}$")


def _strong(typed: Typed) -> bool:
    """Whether a word tells names apart."""
    return not typed.weak and typed.word not in FILLERS


@attrs.frozen
class _Around:
    """The names of the streets around somebody: numbers, a mark for each, and the texts end to end."""

    numbers: "array[int]"
    marks: bytearray
    text: str
    starts: "array[int]"

    def beginning(self, letters: str) -> set[int]:
        """The names of which a word begins so."""
        found = set()
        at = self.text.find(f" {letters}")
        while at >= 0:
            place = bisect_right(self.starts, at) - 1
            found.add(self.numbers[place])
            at = self.text.find(f" {letters}", self.starts[place + 1])
        return found


class Names:
    """Looks words up in the names of an index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._with = remembered(self._find_with, len, MAX_CACHED_NUMBERS)
        self._shared = remembered(self._find_shared, len, MAX_CACHED_NAMES)
        self._of = remembered(self._find_of, len, MAX_CACHED_NAMES)
        self._around = lru_cache(maxsize=2)(self._find_around)
        self._cost = lru_cache(maxsize=1 << 10)(self._find_cost)

    def fitting(
        self, words: tuple[Typed, ...], areas: frozenset[int], *, alone: bool, forgiving: bool
    ) -> list[tuple[float, int]]:
        """The names that fit these words best, with their cost: of those areas, and others if *alone*."""
        short = alone and self._short(words)
        common = self.common(words[:-1] if short else words, forgiving=forgiving)
        if not alone:
            inside = common & self._of(areas) if common and len(common) > FEW else common or NOBODY
            return self._best(words, inside, MANY)
        here = self._around(areas)
        local = here.numbers if common is None else [name for name in common if here.marks[name]]
        if short:
            begun = here.beginning(words[-1].raw).union(self._with(words[-1], False))
            return self._best(words, [name for name in local if name in begun], MANY)
        found = self._best(words, local, MANY)
        if common and sum(cost <= WELL for cost, _ in found) < ENOUGH_NEAR:
            found = sorted(found + self._best(words, common.difference(local), SOME))
        return found

    def common(self, words: tuple[Typed, ...], *, forgiving: bool) -> frozenset[int] | None:
        """The names that hold all words that tell names apart; None where there is no such word."""
        distinct = [each for each in words if _strong(each)] or list(words)
        if forgiving and len(distinct) > 1:
            distinct = [each for each in distinct if not doubtful(each.raw)] or distinct
        if not distinct:
            return None
        return self._shared(tuple(dict.fromkeys(distinct)), forgiving)  # a word again says nothing new

    def _find_shared(self, words: tuple[Typed, ...], forgiving: bool) -> frozenset[int]:
        """The names that hold all of these words."""
        few, *others = sorted((self._with(each, forgiving) for each in words), key=len)
        return frozenset(few).intersection(*others)

    @staticmethod
    def _short(words: tuple[Typed, ...]) -> bool:
        """Whether the last word has only begun and is needed to tell names apart."""
        last = words[-1]
        alone = not any(_strong(each) for each in words[:-1])
        return last.open and len(last.raw) < SHORT and (alone or _strong(last))

    def _best(self, words: tuple[Typed, ...], names: Iterable[int], most: int) -> list[tuple[float, int]]:
        """Names with their cost, the best first; of very many only those that most streets have."""
        costs = ((self._cost(words, name), name) for name in self._most_used(names, most))
        return sorted(pair for pair in costs if pair[0] <= ENOUGH)[:NAMES]

    def _most_used(self, names: Iterable[int], most: int) -> list[int]:
        found = list(names)
        if len(found) <= most:
            return found
        starts = self._index.name_street
        return heapq.nlargest(most, found, key=lambda name: starts[name + 1] - starts[name])

    def _find_cost(self, words: tuple[Typed, ...], name: int) -> float:
        return name_cost(words, self._index.name(name))

    def _find_of(self, areas: frozenset[int]) -> frozenset[int]:
        """The names of all streets of these areas."""
        return frozenset(name for area in areas for name in self._index.names_in(area))

    def _find_around(self, areas: frozenset[int]) -> _Around:
        numbers = array("I", sorted(self._find_of(areas)))
        marks = bytearray(len(self._index.name_street))
        texts = []
        starts = array("I", [0])
        for number in numbers:
            marks[number] = 1
            texts.append(f" {self._index.name(number)}")
            starts.append(starts[-1] + len(texts[-1]))
        return _Around(numbers, marks, "".join(texts), starts)

    def _find_with(self, typed: Typed, forgiving: bool) -> "array[int]":
        """The names that hold a word, one that begins so, or one that was meant."""
        vocabulary = self._index.words
        places: set[int] = set()
        for word in self._wanted(typed, forgiving):
            place = bisect_left(vocabulary, word)
            if place < len(vocabulary) and vocabulary[place] == word:
                places.add(place)
        if typed.open and len(typed.raw) >= 2:
            first = bisect_left(vocabulary, typed.raw)
            end = bisect_left(vocabulary, f"{typed.raw}\U0010ffff")
            places.update(range(first, min(end, first + WORDS_BEGUN)))
        return array("I", {name for place in sorted(places) for name in self._index.names_with(place)})

    def _wanted(self, typed: Typed, forgiving: bool) -> set[str]:
        """The words themselves, begun or mistyped."""
        wanted = {typed.word}
        if typed.open:
            wanted |= {word for word, forms in FORMS.items() if any(f.startswith(typed.raw) for f in forms)}
        allowed = errors_allowed(typed.raw) if forgiving else 0
        if forgiving:
            wanted |= set(_NUMERAL.findall(typed.raw))
        if allowed:
            wanted |= self._alike(typed.raw, allowed)
            wanted |= {
                word
                for word, forms in FORMS.items()
                if any(OSA.distance(typed.raw, form, score_cutoff=allowed) <= allowed for form in forms)
            }
        return wanted

    def _alike(self, raw: str, allowed: int) -> set[str]:
        """The words that are so few slips away."""
        found: list[tuple[float, str]] = []
        for length in range(len(raw) - allowed, len(raw) + allowed + 1):
            words = self._index.words_by_length.get(length, [])
            close = process.extract(raw, words, scorer=OSA.distance, score_cutoff=allowed, limit=ALIKE)
            found += [(errors, word) for word, errors, _ in close]
        return {word for _, word in heapq.nsmallest(ALIKE, found)}
