"""How much of a person's name somebody is shown."""

from enum import StrEnum


class NameForm(StrEnum):
    """From nothing to all of it."""

    NONE = "none"
    FIRST = "first"
    SHORT = "short"
    WHOLE = "whole"


def shown_name(name: str, form: NameForm) -> str | None:
    """*name* in this form, such as 'Ada', 'Ada L.' or 'Ada King Lovelace'; None where it is not shown.

    The short form has the first letter of the last word: it tells two drivers apart and finds neither in a
    directory.
    """
    words = name.split()
    match form:
        case NameForm.NONE:
            return None
        case NameForm.WHOLE:
            return name
        case NameForm.FIRST:
            return words[0] if words else ""
        case NameForm.SHORT:
            return f"{words[0]} {words[-1][0]}." if len(words) > 1 else "".join(words)
