"""House numbers: plain ones, Queens' hyphenated ones (31-20), and odd ones (12A, 1199 1/2).

A number's *value* sorts it along its street. Hyphenated numbers stand behind plain ones: block times a
thousand plus house, with a bit of its own, so that no plain number lies between two of them.
"""

import re

import attrs

HYPHENATED = 1 << 30
BLOCK = 1000
MOST = HYPHENATED - 1

_HOUSE = re.compile(
    r"""(?P<text>
        [nsew]\d+[nsew]\d+[a-z]?                                  # Wisconsin: N54W12345
        | (?P<block>\d{1,5})\s?[-\u2013]\s?(?P<house>\d{1,3})(?P<letter>[a-z]?)
        | (?P<plain>\d{1,9})(?P<tail>[a-z]{0,2}(?:\s+1/2)?)
    )(?=[\s,]|$)""",
    re.VERBOSE | re.IGNORECASE,
)
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)", re.IGNORECASE)


@attrs.frozen
class House:
    """A number on a street; *text* as people write it, *exact* when it is nothing but its value."""

    text: str
    value: int
    exact: bool = True

    @property
    def hyphenated(self) -> bool:
        return self.value >= HYPHENATED

    @property
    def odd(self) -> bool:
        """The side of the street."""
        return bool(self.value % 2)

    @property
    def slug(self) -> str:
        """The number as part of a place id."""
        return re.sub(r"[^a-z0-9-]+", ".", self.text.lower())


def text_of(value: int) -> str:
    """The text of a number that is nothing but its value."""
    if value < HYPHENATED:
        return str(value)
    block, house = divmod(value - HYPHENATED, BLOCK)
    return f"{block}-{house:02d}"


def read(text: str) -> tuple[House, int] | None:
    """The house number at the beginning of a text and where it ends, or None."""
    first = text.partition(" ")[0]
    if first.isascii() and first.isdigit() and len(first) < 9 and text[len(first) : len(first) + 3] != " 1/":
        rest = text[len(first) :].lstrip()
        if not rest.startswith(("-", "\u2013")):
            return House(str(int(first)), int(first)), len(first)
    found = _HOUSE.match(text)
    if found is None or _ORDINAL.fullmatch(found["text"]):
        return None
    return _house(found), found.end()


def _house(found: re.Match[str]) -> House:
    if found["block"] is not None:
        value = min(MOST, int(found["block"]) * BLOCK + int(found["house"])) + HYPHENATED
        written = f"{int(found['block'])}-{found['house']}{found['letter'].upper()}"
        return House(written, value, exact=written == text_of(value))
    if found["plain"] is not None:
        value = min(MOST, int(found["plain"]))
        tail = " ".join(found["tail"].upper().split())
        joint = " " if tail.startswith("1/2") else ""
        return House(f"{value}{joint}{tail}", value, exact=not tail)
    digits = re.search(r"\d+$", found["text"].rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return House(found["text"].upper(), min(MOST, int(digits[0])) if digits else 0, exact=False)


def alike(house: House) -> list[int]:
    """The values under which a street may know this number: 3120 is what some write for 31-20."""
    values = [house.value]
    if house.exact and not house.hyphenated:
        for width in (100, 1000):
            block, rest = divmod(house.value, width)
            if block and (width == 100 or rest >= 100):
                values.append(HYPHENATED + block * BLOCK + rest)
    elif house.hyphenated:
        block, rest = divmod(house.value - HYPHENATED, BLOCK)
        values.append(block * (100 if rest < 100 else 1000) + rest)
    return values
