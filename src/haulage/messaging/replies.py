"""What people mean who answer one of our text messages (OP-103).

The law (47 CFR 64.1200(a)(10)) names the words that end texts by themselves, and adds any other wording
that plainly asks for it. So a request in a sentence counts too, and where a sentence could be one, it is
taken for one: whoever is silenced by mistake is told so and has a word to undo it. A sentence about the
job ("stop at the back door", "cancel my order") is none.
"""

import re
from enum import StrEnum


class ReplyWord(StrEnum):
    """What a text message asks of us; ``NONE`` is a text about something else."""

    STOP = "stop"
    START = "start"
    HELP = "help"
    NONE = "none"


MAX_READ = 1_600
"""Characters of a text that are looked at: more than a provider passes on in one."""

STOP_WORDS = frozenset(
    {"stop", "quit", "end", "revoke", "opt out", "optout", "cancel", "unsubscribe", "stopall", "stop all"}
)
"""Those of OP-103, as they stand alone, with the spellings that carriers know besides."""

START_WORDS = frozenset({"start", "unstop", "subscribe", "opt in", "optin"})
HELP_WORDS = frozenset({"help", "info"})

CONFIRMED_STOP = "haulage: you will get no more texts from us. Reply START to get them again."
STARTED = "haulage: texts about your orders are on again. Reply STOP to end them, HELP for help."
NOT_STARTED = (
    "haulage: to get texts, agree to them beside the phone number of your account. Reply HELP for help."
)
HELPED = (
    "haulage: texts about your orders. Message and data rates may apply. Reply STOP to end them. Help: {site}"
)
"""The answers. None advertises, and each fits into one text message."""

_POLITE = frozenset(
    {"please", "pls", "plz", "now", "thanks", "thank", "you", "ok", "okay", "just", "hi", "hello"}
)
_NOT_WORDS = re.compile(r"[^\w']+")

_TEXTS = r"(?:te?xt(?:s|ing)?|sms|messag(?:es?|ing)|msgs?|notifications?|alerts?)"
_SENDING = r"(?:text|txt|message|msg|contact|sms|notify|bother|alert)"
_SOMEONE = r"(?:me|us|this number|my number|my phone|here)"
_LITTLE = r"(?:\w+ ){0,4}"
_NOT = r"(?:don't|dont|do not|never|no longer|not)"

_REQUESTS_TO_STOP = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bunsubscrib(?:e|es|ed|ing)\b",
        r"\bopt(?:ing|ed)? (?:me |us )?out\b|\boptout\b",
        rf"\b(?:stop|quit|end|cease|cancel|discontinue|halt) {_LITTLE}{_TEXTS}\b",
        r"\b(?:stop|quit|cease) (?:sending|contacting|notifying|bothering|alerting|spamming)\b",
        r"\A(?:stop|quit) (?:it|this|that|these|them|those|all)\Z",
        rf"\bno more {_LITTLE}{_TEXTS}\b",
        rf"\A(?:no|stop) {_TEXTS}\Z",
        rf"\b{_NOT} (?:ever )?{_SENDING}(?: to)? {_SOMEONE}\b",
        rf"\b{_NOT} send {_LITTLE}{_TEXTS}\b",
        rf"\b{_NOT} (?:want|wish|like|need) {_LITTLE}{_TEXTS}\b",
        r"\b(?:remove|delete|take) (?:me|us|my number|this number|my phone)(?: \w+)? (?:from|off)\b",
        r"\b(?:remove|delete) (?:me|my number|this number)\Z",
        r"\b(?:revoke|withdraw|withdrawing|revoking) (?:my |the )?(?:consent|permission|agreement)\b",
        r"\bleave me alone\b",
    )
)
_CONTRARY = re.compile(
    rf"\b{_NOT} (?:ever )?(?:stop|quit|end|cancel|unsubscribe|opt)\b|\bwhy did you (?:stop|quit|end)\b"
)


def read_reply(text: str) -> ReplyWord:
    """What *text* asks for, whatever its capitals, marks and blanks are."""
    words = _words(text[:MAX_READ])
    bare = " ".join(word for word in words.split() if word not in _POLITE)
    for meant, known in (
        (ReplyWord.STOP, STOP_WORDS),
        (ReplyWord.START, START_WORDS),
        (ReplyWord.HELP, HELP_WORDS),
    ):
        if bare in known or _repeats(bare, known):
            return meant
    if _CONTRARY.search(words):
        return ReplyWord.NONE
    asks_to_stop = any(request.search(words) or request.search(bare) for request in _REQUESTS_TO_STOP)
    return ReplyWord.STOP if asks_to_stop else ReplyWord.NONE


def _words(text: str) -> str:
    plain = text.casefold().replace("\u2019", "'").replace("\u2018", "'")
    return _NOT_WORDS.sub(" ", plain).replace("_", " ").strip(" '")


def _repeats(bare: str, known: frozenset[str]) -> bool:
    """One word said more than once, as people do who mean it."""
    said = set(bare.split())
    return len(said) == 1 and not said.isdisjoint(known)
