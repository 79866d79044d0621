"""Reading what somebody typed: a house number, words, and where the writer put the first comma."""

import re
import unicodedata

import attrs
from rapidfuzz.distance import OSA

from haulage_adapters.embedded.gazetteer import houses
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.naming import Typed
from haulage_adapters.embedded.gazetteer.words import canonical, folded, split

_UNIT = re.compile(
    r"""[\s,]+(?:
        (?:apt|apartment|unit|suite|ste|room|rm|bldg|building|penthouse|ph|lot|floor|flr)\b\.?\s*\#?\s*
            (?:[a-z]?\d{1,5}[a-z]{0,2}|[a-z]{1,2}(?=\s*(?:,|$)))(?![\w-])
        | (?:apt|apartment|unit|suite|ste)\.?\s*(?=,|$)
        | fl\.?\s*\d{1,3}(?!\w)
        | \d{1,3}(?:st|nd|rd|th)\s+(?:floor|flr|fl)\b
        | \#\s*[\w-]*
    )""",
    re.VERBOSE,
)
_LEADING_UNIT = re.compile(
    r"^\s*(?:(?:apt|apartment|unit|suite|ste|room|rm|floor)\b\.?\s*\#?\s*[a-z]?\d{1,5}[a-z]{0,2}|\#\s*[\w-]+)[\s,]+"
)

_AMERICAS = re.compile(r"\bav\w*\.?\s+(?:\w{1,4}\s+){0,2}ame\w{0,6}\b")
"""Sixth Avenue by its other name, begun or mistyped."""


_PAIR = re.compile(r"\b(u[a-z]{4,6}) ([a-z]{5,7})(?= [a-z])")


def _united_states(pair: re.Match[str]) -> str:
    """The United States before a highway's number, mistyped."""
    meant = OSA.distance(pair[1], "united") <= 1 and OSA.distance(pair[2], "states") <= 1
    return "us" if meant else pair[0]


@attrs.frozen
class Query:
    """One way to read a text; *comma* is the count of words before the first comma, or None."""

    house: House | None
    words: tuple[Typed, ...]
    comma: int | None = None


def read(text: str) -> list[Query]:
    """The ways to read a text, the likeliest first; none where it holds no word."""
    plain = _ordered(text)
    if not plain:
        return []
    house = houses.read(plain)
    readings = []
    if house:
        rest = plain[house[1] :]
        readings.append(_query(house[0], rest))
        block = re.match(r"\s+(\d{1,3})(?=\s)", rest)
        if block and house[0].exact and not house[0].hyphenated:
            joined = houses.read(f"{house[0].text}-{block[1]} ")
            if joined:
                readings.append(_query(joined[0], rest[block.end() :]))
    readings.append(_query(None, plain))
    return [reading for reading in readings if reading.words]


def _ordered(text: str) -> str:
    """The text folded, without units and without what no address holds."""
    known = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFKC", text))
    plain = _LEADING_UNIT.sub("", folded(known))
    return re.sub(r"\s+", " ", _UNIT.sub(" ", plain)).strip(" ,.;")


def _query(house: House | None, rest: str) -> Query:
    rest = _PAIR.sub(_united_states, _AMERICAS.sub("6 ave", rest.lstrip(" ,")))
    before, comma, _ = rest.partition(",")
    written = split(rest)
    whole = [
        Typed(raw, word) for raw, words in ((raw, canonical([raw])) for raw in written) for word in words
    ]
    joined = canonical(written)
    if [each.word for each in whole] != joined:
        whole = [Typed(word, word) for word in joined]
    if whole and rest[-1:].isalnum():
        whole[-1] = attrs.evolve(whole[-1], open=True)
    return Query(house, tuple(whole), len(canonical(split(before))) if comma else None)
