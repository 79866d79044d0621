"""The decoder's errors, worded for people: which field is wrong, and what it has to be."""

import re

JSON_TYPES = {
    "object": "an object",
    "array": "a list",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
}
WITH_PATH = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<path>[^`]*)`)?$", re.DOTALL)
OTHER_TYPE = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
BLANK = re.compile(r"Expected `str` (?:matching regex '\\+S'|of length >= 1)")
OTHER_FORM = re.compile(r"Expected `str` matching regex .*", re.DOTALL)


def split_path(sentence: str) -> tuple[str, str]:
    """The path, empty for the whole value, and the message of "Expected `int`, got `str` - at `$.cents`"."""
    found = WITH_PATH.match(sentence)
    return (found["path"] or "", found["message"]) if found else ("", sentence)


def in_words(message: str) -> str | None:
    """What to read behind the field's name; None for messages that are sentences as they are."""
    if BLANK.fullmatch(message):
        return "must not be empty"
    if OTHER_FORM.fullmatch(message):
        return "does not have the form that is expected"
    types = OTHER_TYPE.fullmatch(message)
    if types is None:
        return None
    expected, found = (
        " or ".join(JSON_TYPES.get(each, each) for each in it.split(" | ")) for it in types.groups()
    )
    return f"must be {expected}, not {found}"
