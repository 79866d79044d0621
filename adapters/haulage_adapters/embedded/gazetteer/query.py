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


_OTHER_NAMES = (
    (re.compile(r"\bmalcolm x (?:boulevard|blvd|av\w*)\b\.?"), "lenox ave"),
    (re.compile(r"\bcentral park s(?:outh|o)?\b\.?"), "w 59 st"),
    (re.compile(r"\bcps\b"), "w 59 st"),
    (re.compile(r"\bcpw\b"), "central park w"),
    (re.compile(r"\blex\b(?! ?av)"), "lexington ave"),
)
"""Names that no package lists. Central Park South is 59th Street and has its numbers."""

_SHORT_CITIES = {
    "bklyn": "brooklyn",
    "bkln": "brooklyn",
    "bkn": "brooklyn",
    "bk": "brooklyn",
    "bx": "bronx",
    "bnx": "bronx",
    "qns": "queens",
    "si": "staten island",
    "mnhtn": "manhattan",
    "jc": "jersey city",
}
"""How people here shorten where they live."""

_SHORT_CITY = re.compile(
    rf"(?:^|(?<=[\s,]))(?:{'|'.join(_SHORT_CITIES)})(?=(?:[\s,]+(?:ny|nj|new york|new jersey|\d{{5}}))*\s*$)"
)
"""Behind a street, and before nothing but the state and a ZIP code."""

_PAIR = re.compile(r"\b(u[a-z]{4,6}) ([a-z]{5,7})(?= [a-z])")


def _united_states(pair: re.Match[str]) -> str:
    """The United States before a highway's number, mistyped."""
    meant = OSA.distance(pair[1], "united") <= 1 and OSA.distance(pair[2], "states") <= 1
    return "us" if meant else pair[0]


_INNER_NUMBER = re.compile(
    r"""(?P<before>.*[a-z]{3,}.*|\d{1,3}(?:st|nd|rd|th)?\s+[a-z]{2,}.*|[nsew]\s+\d.*\s[a-z]{2,})
        [\s,]+(?P<house>\d{1,4}(?:-\d{1,3})?)
        (?P<after>(?:[\s,]+(?!(?:st|street|ave|av|avenue|rd|road|pl|place)\b).*)?)""",
    re.VERBOSE,
)
"""A number that stands alone, after words and not before what makes it a street's name."""

_CROSSING = re.compile(
    r"""(?:(?:the\s)?corner\sof\s|intersection\sof\s|at\s)?
        (?P<one>[^,&@]*?[a-z0-9])\s*(?:&|@|\b(?:and|at|corner)\b)\s*(?P<other>.+)""",
    re.VERBOSE,
)

_SECOND_STREET = re.compile(
    r"[\s,]+(?=(?:(?:east|west|[ew])\.?\s)?(?:\d{1,3}(?:st|nd|rd|th)|\d{1,3}\s(?:street|st|avenue|ave|av))\b)"
)
"""Where a numbered street begins right behind another one."""

REORDERED = 0.2
"""Less than a slip, more than a word that was begun."""


@attrs.frozen
class Query:
    """One way to read a text; *comma* is the count of words before the first comma, or None.

    *cost* is what it costs to take the text's parts in another order than an address is written in.
    """

    house: House | None
    words: tuple[Typed, ...]
    comma: int | None = None
    cost: float = 0.0


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
    readings += _reordered(plain)
    return [reading for reading in readings if reading.words]


def read_crossings(text: str) -> list[tuple[Query, Query]]:
    """The two streets that a text may say to meet (`broadway & 42nd st`), the second with the city behind.

    Where the second is numbered, nothing has to stand between them (`prospect park west 9th st`).
    """
    plain = folded(text).strip(" ,.;")
    found = _CROSSING.fullmatch(plain)
    if found:
        pairs = [(found["one"], found["other"])]
    elif houses.read(plain):
        return []
    else:
        breaks = [each for each in _SECOND_STREET.finditer(plain) if each.start() > 1]
        pairs = [(plain[: each.start()], plain[each.end() :]) for each in breaks]
    read_pairs = [(_query(None, one), _query(None, other)) for one, other in pairs]
    return [(one, other) for one, other in read_pairs if one.words and other.words]


def _reordered(plain: str) -> list[Query]:
    """Readings with the number behind its street (`w 79th st 200`) or the city (`brooklyn, 350 5th ave`)."""
    found = _INNER_NUMBER.fullmatch(plain)
    house = houses.read(found["house"]) if found else None
    if not found or not house:
        return []
    before, after = found["before"].strip(" ,"), found["after"].strip(" ,")
    orders = [f"{before}, {after}", f"{after}, {before}"] if after else [before]
    return [attrs.evolve(_query(house[0], order), cost=REORDERED) for order in orders]


def _ordered(text: str) -> str:
    """The text folded, without units and without what no address holds."""
    known = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFKC", text))
    plain = _LEADING_UNIT.sub("", folded(known))
    return re.sub(r"\s+", " ", _UNIT.sub(" ", plain)).strip(" ,.;")


def _query(house: House | None, rest: str) -> Query:
    rest = _PAIR.sub(_united_states, _AMERICAS.sub("6 ave", rest.lstrip(" ,")))
    for other, name in _OTHER_NAMES:
        rest = other.sub(name, rest)
    rest = _SHORT_CITY.sub(lambda city: _SHORT_CITIES[city[0]], rest)
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
