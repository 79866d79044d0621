"""Taking somebody's names, numbers and addresses out of text that others wrote.

The rule. Case, accents, invisible characters and the kind of dash or apostrophe never matter.

- A whole name goes wherever it stands, with any spaces, dots or hyphens between its words.
- Two words of a name go when they are joined with a capital ('JoAnn' for 'Jo Ann').
- Each word of a name goes by itself and with the other's initial ('Maria S.', 'M. Sanchez'), except particles
  such as 'de' and 'Jr.'. A word that people also use otherwise ('May', 'Will', 'Rose', two letters) goes only
  where it is written as a name is: :func:`haulage.kernel.name_words.written_as_name`. A word that begins a
  place's name ('Lincoln Tunnel') stays.
- A telephone number goes by its digits, whatever stands between them, with or without the country's code and
  what is dialed before it; one of North America also without its area code.
- A mail address goes also where 'at' and 'dot' are spelled out. A street address goes as a whole.

Where two people of a conversation share a first name, it goes for both: nobody could tell whose it is.

Names, addresses and texts are typed by strangers, so patterns made of them must not backtrack: what repeats
is possessive ('*+'), as nothing behind it begins with what it takes, and no pattern begins with what repeats.
So the time grows with the length of the text alone.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import attrs

from haulage.kernel.folded import Folded, fold
from haulage.kernel.name_words import PARTICLES, is_ordinary, names_a_place, written_as_name

REDACTED = "[erased]"
SHORTEST = 2
"""Single letters are no name that could be told from the rest of a text."""

FEWEST_DIGITS = 7
"""Ours: what is shorter is an extension or a number of something else."""

LOCAL_DIGITS = 7
"""A number of North America without its area code."""

NATIONAL_DIGITS = 10
"""One with it."""

TAIL_DIGITS = 9
"""Ours, for other countries: enough that no two people share them, and few enough to leave out what is dialed
before a number within the country."""

JOINED_LETTERS = 8
"""Ours: whole names of so many letters are found written together too, as in handles."""

_BETWEEN_DIGITS = r"(?:[\s().\-/·•_]|&nbsp;|%2[089d]){0,3}+"
"""In links too: %20, %28, %29 and %2d are a space, brackets and a dash."""

_FIRST_DIGIT = r"(?:(?<!\d)|(?<=%2[089bd]))"
_DIALED_FIRST = r"(?:(?:00|011?)" + _BETWEEN_DIGITS + ")?"
"""What is dialed before the country's code."""

_RUN = re.compile(r"[^\W_]+")
_SCRIPTS_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_TAG = re.compile(r"<(?=[^\W\d_]|/)[^<>]*+")
_SPELLED = {
    "'": r"(?:'|&#x27;|&#39;|&apos;|&rsquo;)?+",
    '"': r'(?:"|&quot;|&#34;)',
    "&": r"&(?:amp;)?+",
    "<": r"(?:<|&lt;)",
    ">": r"(?:>|&gt;)",
}
_BETWEEN_WORDS = "._-"
"""Stand between the words of a name in handles and file names, besides spaces."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


@attrs.frozen
class Traces:
    """By what texts may tell of somebody. *whole* is found only as it is, such as street addresses."""

    names: frozenset[str] = attrs.field(default=frozenset(), repr=False)
    phones: frozenset[str] = attrs.field(default=frozenset(), repr=False)
    emails: frozenset[str] = attrs.field(default=frozenset(), repr=False)
    whole: frozenset[str] = attrs.field(default=frozenset(), repr=False)


def traces_of(
    *,
    names: Iterable[str | None] = (),
    phones: Iterable[str | None] = (),
    emails: Iterable[str | None] = (),
    places: Iterable[str | None] = (),
    cut_at: Sequence[int] = (),
) -> Traces:
    """What to look for. Names and places also by their beginning, where texts cut them at a length."""
    known_names, known_places = _known(names), _known(places)
    cut = {
        value[:length].rstrip()
        for value in known_names | known_places
        for length in cut_at
        if len(value) > length
    }
    return Traces(known_names, _known(phones), _known(emails), known_places | _known(cut))


def _known(values: Iterable[str | None]) -> frozenset[str]:
    return frozenset(value.strip() for value in values if value and _is_distinctive(value))


def _is_distinctive(value: str) -> bool:
    """Whether there is something to look for. Accents, invisible characters and apostrophes are read as if
    they were not there: a value of nothing else would be found between any two letters."""
    compared = fold(value).replace("'", "").strip()
    return len(compared) >= SHORTEST and _has_letters(compared)


def _has_letters(folded: str) -> bool:
    return any(map(str.isalnum, folded))


@attrs.frozen
class _Stretches:
    """Stretches of a text, in order and apart."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int]]) -> "_Stretches":
        starts, ends = tuple(zip(*spans, strict=True)) or ((), ())
        return cls(starts, ends)

    def hold(self, start: int, end: int) -> bool:
        place = bisect_right(self.starts, start) - 1
        return place >= 0 and end <= self.ends[place]


def _in_tags(text: str) -> _Stretches:
    """Where words are of the markup, such as the names of typefaces: behind the first letter of a tag."""
    last = text.rfind(">")
    return _Stretches.of((found.start() + 2, min(found.end(), last)) for found in _TAG.finditer(text))


@attrs.frozen
class _Part:
    """A word of a name. The pattern has groups for an initial before it, itself, and one behind it."""

    pattern: re.Pattern[str]
    ordinary: bool

    def spans(self, original: str, folded: Folded, tags: _Stretches) -> Iterator[tuple[int, int]]:
        for found in self.pattern.finditer(folded.text):
            start, end = folded.span(*found.span("word"))
            initial = _is_initial(original, folded, found, ordinary=self.ordinary)
            if names_a_place(original, end) or tags.hold(start, start):
                continue
            capital = original[start].isupper()
            if self.ordinary and not (initial and capital) and not written_as_name(original, start, end):
                continue
            if found["before"]:
                start = folded.span(*found.span("before"))[0]
            yield start, folded.span(*found.span("behind"))[1] if initial else end


def _is_initial(original: str, folded: Folded, found: re.Match[str], *, ordinary: bool) -> bool:
    """Whether an initial follows. 'Maria I' and 'May a' may go on otherwise."""
    if not found["behind"]:
        return False
    dotted = found["behind"].endswith(".")
    start, end = folded.span(*found.span("letter"))
    if original[start:end].isupper():
        return dotted or not (ordinary or found["letter"] in "ai")
    return dotted and not ordinary


@attrs.frozen
class Redactor:
    """Finds the traces of somebody. Make it once for many texts; it takes seconds for whoever was at tens of
    thousands of addresses, and no longer with each text for them."""

    anywhere: re.Pattern[str] | None
    parts: tuple[_Part, ...]
    places: frozenset[tuple[str, ...]]
    """Street addresses by their words, which are looked up."""
    lengths: tuple[int, ...]
    """How many words they have."""

    @classmethod
    def of(cls, traces: Traces) -> "Redactor":
        names = {spelled for name in traces.names if _is_distinctive(name) for spelled in _spellings(name)}
        places = {text: runs for text in traces.whole if _is_distinctive(text) and (runs := _runs(text))}
        patterns = {
            *(_bounded(_joined(words), name) for name in names if len(words := _words(name)) > 1),
            *(
                _bounded(_written(fold(text)), text)
                for text in traces.whole - places.keys()
                if _is_distinctive(text)
            ),
            *(pattern for phone in traces.phones for pattern in _numbers(phone)),
            *(_mail(email) for email in traces.emails if _is_distinctive(email)),
        }
        longest_first = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
        anywhere = re.compile("|".join(longest_first)) if longest_first else None
        parts = dict.fromkeys(part for name in sorted(names) for part in _parts(name))
        lengths = tuple(sorted({len(place) for place in places.values()}))
        return cls(anywhere, tuple(parts), frozenset(places.values()), lengths)

    def __call__(self, text: str) -> str:
        """The text with ``[erased]`` in place of every trace."""
        folded = Folded.of(text)
        spans = [folded.span(*found.span()) for found in self._found(folded) if found[0]]
        tags = _in_tags(text)
        spans += [span for part in self.parts for span in part.spans(text, folded, tags)]
        spans += self._placed(folded)
        erased = _Stretches.of(found.span() for found in re.finditer(re.escape(REDACTED), text))
        spans = [span for span in spans if not erased.hold(*span)]
        parts, at = [], 0
        for start, end in _merged(spans):
            parts += [text[at:start], REDACTED]
            at = end
        return "".join([*parts, text[at:]])

    def _found(self, folded: Folded) -> Iterator[re.Match[str]]:
        return self.anywhere.finditer(folded.text) if self.anywhere else iter(())

    def _placed(self, folded: Folded) -> Iterator[tuple[int, int]]:
        found = list(_RUN.finditer(folded.text)) if self.lengths else []
        words = tuple(run.group() for run in found)
        for first, run in enumerate(found):
            for length in self.lengths:
                if first + length <= len(words) and words[first : first + length] in self.places:
                    yield folded.span(run.start(), found[first + length - 1].end())


def _runs(text: str) -> tuple[str, ...] | None:
    """The words of a text, whatever stands between and around them; None where letters may go on without a
    space, or a character of a word may be written in several ways."""
    folded = fold(text)
    plain = not _SPELLED.keys() & set(folded) and not _SCRIPTS_WITHOUT_SPACES.search(text)
    return tuple(_RUN.findall(folded)) if plain else None


def redacted(text: str, traces: Traces) -> str:
    """One text; see :class:`Redactor` for many."""
    return Redactor.of(traces)(text)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _spellings(name: str) -> set[str]:
    """Without middle names too. A German name without accents is written in two ways: Muller and Mueller."""
    words = [word for word in name.split() if _has_letters(fold(word))]
    names = {name, " ".join(words), f"{words[0]} {words[-1]}"} if len(words) > 1 else set(words)
    return names | {unicodedata.normalize("NFC", each).translate(_GERMAN) for each in names}


def _parts(name: str) -> Iterator[_Part]:
    words = [word.strip("'-") for word in re.split(r"[\s,./()\"&+]+", fold(name))]
    words = [word for word in words if _has_letters(word) and word not in PARTICLES and not word.isdigit()]
    for place, word in enumerate(words):
        initials = "".join(sorted({other[0] for at, other in enumerate(words) if at != place}))
        pieces = [piece.strip("'") for piece in word.split("-") if _has_letters(piece)]
        pieces = [piece for piece in pieces if len(piece) > SHORTEST]
        for each in {word, *pieces}:
            if len(each) >= SHORTEST:
                yield _Part(_part_pattern(each, initials), is_ordinary(each))
    for first, second in pairwise(words):
        # 'JoAnn' for 'Jo Ann'. With a capital only: in small letters the two may be any word.
        yield _Part(_part_pattern(first + second, ""), ordinary=True)


def _part_pattern(word: str, initials: str) -> re.Pattern[str]:
    """Initials stand before with a dot, and behind with one or with the end of a word."""
    others = f"[{re.escape(initials)}]" if initials else "(?!)"
    before = rf"(?:(?<![^\W_])(?P<before>{others}\.\s*+))?"
    behind = rf"(?P<behind>\s++(?P<letter>{others})(?:\.|(?![^\W_]|')))?"
    return re.compile(f"{before}{_bounded(f'(?P<word>{_written(word)})', word)}{behind}")


def _written(folded: str) -> str:
    """The text as a pattern: in HTML too, and with whatever space is between its words."""
    return r"\s++".join(map(_written_word, _trimmed(folded.split(), "'")))


def _written_word(word: str) -> str:
    return "".join(_SPELLED.get(character, re.escape(character)) for character in word)


def _words(name: str) -> list[str]:
    """The words of a whole name, without what may stand between any words, as it would be sought twice."""
    words = [word.lstrip(_BETWEEN_WORDS) for word in fold(name).split()]
    return _trimmed([word for word in words if word], f"'{_BETWEEN_WORDS}")


def _trimmed(words: Sequence[str], optional: str) -> list[str]:
    """Without the first and last words that are of *optional* characters alone: a pattern with one of them in
    front could begin with spaces."""
    required = [place for place, word in enumerate(words) if word.strip(optional)]
    return list(words[required[0] : required[-1] + 1]) if required else []


def _joined(words: Sequence[str]) -> str:
    letters = sum(map(len, words))
    between = r"[\s._-]*+" if letters >= JOINED_LETTERS else r"[\s._-]++"
    return between.join(map(_written_word, words))


def _bounded(pattern: str, text: str) -> str:
    """The pattern where no letter or digit goes on, as far as the script has spaces between words."""
    left = "" if _SCRIPTS_WITHOUT_SPACES.match(text[0]) else r"(?<![^\W_])"
    right = "" if _SCRIPTS_WITHOUT_SPACES.match(text[-1]) else r"(?![^\W_])"
    return f"{left}{pattern}{right}"


def _numbers(phone: str) -> Iterator[str]:
    digits = "".join(character for character in fold(phone) if character.isdigit())
    if len(digits) < FEWEST_DIGITS:
        return
    american = len(digits) == NATIONAL_DIGITS or (len(digits) == NATIONAL_DIGITS + 1 and digits[0] == "1")
    dialed = _BETWEEN_DIGITS.join
    if american:
        national = digits[-NATIONAL_DIGITS:]
        country = f"(?:{_DIALED_FIRST}1{_BETWEEN_DIGITS})?"
        yield rf"{_FIRST_DIGIT}[+(]{{0,2}}+{country}{dialed(national)}(?!\d)"
        yield rf"{_FIRST_DIGIT}(?<!\d[\s().\-/]){dialed(digits[-LOCAL_DIGITS:])}(?![.\-]?\d)"
    else:
        tail = digits[-TAIL_DIGITS:]
        yield rf"{_FIRST_DIGIT}[+(]{{0,2}}+(?:\d{_BETWEEN_DIGITS}){{0,5}}{dialed(tail)}(?!\d)"


def _mail(email: str) -> str:
    """An address that is part of a longer one is somebody else's."""
    local, _, domain = fold(email).rpartition("@")
    if not (_has_letters(local) and _has_letters(domain)):
        return _bounded(_written(fold(email)), email)
    spelled_at = r"\s*+(?:@|&#64;|[(\[]\s*+at\s*+[)\]]|\bat\b)\s*+"
    dot = r"\s*+(?:\.|[(\[]\s*+dot\s*+[)\]]|\bdot\b)\s*+"
    host = dot.join(re.escape(label.strip()) for label in domain.split("."))
    return rf"(?<![^\W_])(?<![\w+-]\.){_written(local)}{spelled_at}{host}(?![^\W_])"
