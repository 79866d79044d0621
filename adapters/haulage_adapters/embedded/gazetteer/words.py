"""The words of addresses: one canonical form for all the ways that people and offices write one.

Types, directions and other abbreviations follow USPS Publication 28, appendices B and C, with the short
forms that people type besides. Ordinals are their figures: fifth, 5th and 5 are all ``5``.
"""

import re
import unicodedata

DIRECTIONS = {
    "n": ("north",),
    "s": ("south",),
    "e": ("east",),
    "w": ("west",),
    "ne": ("northeast",),
    "nw": ("northwest",),
    "se": ("southeast",),
    "sw": ("southwest",),
}

TYPES = {
    "aly": ("alley",),
    "ave": ("avenue", "av", "aven", "avenu"),
    "blvd": ("boulevard", "boul", "bl", "bvd"),
    "cir": ("circle", "circ", "crcl"),
    "ct": ("court", "crt"),
    "cv": ("cove",),
    "dr": ("drive", "drv", "doctor"),
    "expy": ("expressway", "expwy", "exp"),
    "hwy": ("highway", "hiway", "hiwy", "hway"),
    "ln": ("lane",),
    "loop": (),
    "pkwy": ("parkway", "pky", "pkway", "parkwy"),
    "pl": ("place",),
    "plz": ("plaza", "plza"),
    "rd": ("road",),
    "rte": ("route", "rt"),
    "sq": ("square", "sqr"),
    "st": ("street", "str", "strt", "saint", "sainte"),
    "ter": ("terrace", "terr"),
    "tpke": ("turnpike", "trnpk", "tnpk"),
    "trl": ("trail", "trails"),
    "way": ("wy",),
}

OTHERS = {
    "bch": ("beach",),
    "bnd": ("bend",),
    "br": ("branch",),
    "brg": ("bridge",),
    "broadway": ("bway", "bdwy", "brdwy"),
    "brk": ("brook",),
    "conc": ("concourse",),
    "cres": ("crescent",),
    "crk": ("creek",),
    "ctr": ("center", "centre", "cntr"),
    "cyn": ("canyon",),
    "ext": ("extension", "extn"),
    "fls": ("falls",),
    "frst": ("forest",),
    "ft": ("fort",),
    "gdn": ("garden",),
    "gdns": ("gardens",),
    "gln": ("glen",),
    "grn": ("green",),
    "grv": ("grove",),
    "hbr": ("harbor",),
    "hl": ("hill",),
    "hls": ("hills",),
    "holw": ("hollow",),
    "hts": ("heights", "hgts"),
    "is": ("island", "isle"),
    "jct": ("junction",),
    "lk": ("lake",),
    "lks": ("lakes",),
    "lndg": ("landing",),
    "mdw": ("meadow",),
    "mdws": ("meadows",),
    "mnr": ("manor",),
    "mt": ("mount",),
    "mtn": ("mountain",),
    "orch": ("orchard",),
    "pt": ("point",),
    "rdg": ("ridge",),
    "riv": ("river",),
    "rnch": ("ranch",),
    "shr": ("shore",),
    "spg": ("spring",),
    "spgs": ("springs",),
    "sta": ("station",),
    "vis": ("vista",),
    "vlg": ("village", "vill"),
    "vly": ("valley",),
    "vw": ("view",),
    "xing": ("crossing",),
    "jr": ("junior",),
}

ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]
TENS = {
    "twent": 20,
    "thirt": 30,
    "fort": 40,
    "fift": 50,
    "sixt": 60,
    "sevent": 70,
    "eight": 80,
    "ninet": 90,
}

FORMS: dict[str, tuple[str, ...]] = {
    word: (word, *more) for word, more in {**OTHERS, **DIRECTIONS, **TYPES}.items()
}
"""Every canonical word with all the ways to write it; the first is the word itself."""
FORMS |= {str(number): (str(number), word) for number, word in enumerate(ORDINALS) if number}
FORMS |= {str(tens): (str(tens), f"{stem}ieth") for stem, tens in TENS.items()}

CANONICAL = {form: word for word, forms in FORMS.items() for form in forms}
WEAK = frozenset(DIRECTIONS) | frozenset(TYPES)
"""Words that hundreds of thousands of streets share, by which none is looked up."""

FILLERS = frozenset({"the", "of", "and", "at", "on"})
PHRASES = (
    (("united", "states"), ("us",)),
    (("u", "s"), ("us",)),
    (("avenue", "of", "the", "americas"), ("6", "ave")),
    (("ave", "of", "the", "americas"), ("6", "ave")),
    (("cr",), ("county", "rd")),
    (("sr",), ("state", "rte")),
)

_NUMERAL = re.compile(r"(\d+)(st|nd|rd|th)")
_APOSTROPHES = re.compile("['’`´]")  # noqa: RUF001 - people type these
_GAPS = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """Lower case without accents or apostrophes."""
    if text.isascii():
        return text.lower().replace("'", "").replace("`", "")
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _APOSTROPHES.sub("", letters.casefold())


def split(text: str) -> list[str]:
    """The words as they are written, folded."""
    return [word for word in _GAPS.split(folded(text)) if word]


def canonical(words: list[str]) -> list[str]:
    """The same words in their canonical forms; two may become one and one may become two."""
    result: list[str] = []
    place = 0
    while place < len(words):
        taken, found = _phrase(words, place) if words[place] in _PHRASE_STARTS else (0, [])
        if not taken:
            taken, found = _one(words, place)
        result += found
        place += taken
    return result


_PHRASE_STARTS = frozenset(phrase[0] for phrase, _ in PHRASES)


def _phrase(words: list[str], place: int) -> tuple[int, list[str]]:
    for phrase, instead in PHRASES:
        if tuple(words[place : place + len(phrase)]) == phrase:
            return len(phrase), list(instead)
    return 0, []


def _one(words: list[str], place: int) -> tuple[int, list[str]]:
    word = words[place]
    if word in CANONICAL and word[-1] != "y":
        return 1, [CANONICAL[word]]
    if word.endswith("y") and place + 1 < len(words) and words[place + 1] in ORDINALS[1:10]:
        tens = TENS.get(word[:-1])
        if tens:
            return 2, [str(tens + ORDINALS.index(words[place + 1]))]
    numeral = _NUMERAL.fullmatch(word) if word[0].isdigit() else None
    if numeral is None:
        return 1, [CANONICAL.get(word, word)]
    figure, suffix = str(int(numeral[1])), numeral[2]
    if suffix in ("st", "rd") and suffix != suffix_of(int(figure)):
        return 1, [figure, suffix]
    return 1, [figure]


def suffix_of(number: int) -> str:
    """What turns a figure into an ordinal: 1st, 2nd, 11th."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def key_of(text: str) -> str:
    """The canonical words of a street or a city in one string."""
    return " ".join(canonical(split(text)))


_NUMBERED = frozenset({"hwy", "rte", "rd", "county", "state", "us", "fm", "route", "interstate", "loop"})
_ORDINAL_BEFORE = frozenset({"st", "ave", "rd", "dr", "pl", "ter", "ln", "ct", "blvd", "way", "cir", "pkwy"})


def shown(text: str) -> str:
    """A street or city as people read it: capitals at word starts, ordinals where offices leave them out."""
    words = text.replace("_", " ").split()
    result = []
    for place, word in enumerate(words):
        before = CANONICAL.get(words[place - 1].lower(), words[place - 1].lower()) if place else ""
        after = words[place + 1].lower().strip(".,") if place + 1 < len(words) else ""
        if word.isascii() and word.isdigit() and len(word) < 4:
            ordinal = before not in _NUMBERED and CANONICAL.get(after, after) in _ORDINAL_BEFORE
            result.append(f"{int(word)}{suffix_of(int(word))}" if ordinal else word)
        else:
            result.append(_capitals(word))
    return " ".join(result)


_UPPERCASE = frozenset({"NE", "NW", "SE", "SW", "US", "FM", "II", "III", "IV", "JFK", "MLK"})


def _capitals(word: str) -> str:
    if word.upper() in _UPPERCASE:
        return word.upper()
    if _NUMERAL.fullmatch(word.lower()):
        return word.lower()
    mixed = word != word.upper() and word != word.lower()
    return word if mixed else "-".join(part[:1].upper() + part[1:].lower() for part in word.split("-"))
