"""The name of a sent file, for people to read and for nothing else: stored files have names that we make."""

import unicodedata

MAX_FILE_NAME_LENGTH = 120
"""Ours, in characters."""

UNNAMED = "document"


def shown_file_name(sent: str) -> str:
    """The last part of the name, without controls, marks that turn the direction of writing, and signs that
    mean something to a file system or a page."""
    last = sent.replace("\\", "/").rsplit("/", 1)[-1]
    plain = "".join(sign for sign in unicodedata.normalize("NFC", last) if _is_plain(sign))
    return plain.strip(" .")[:MAX_FILE_NAME_LENGTH].strip(" .") or UNNAMED


def _is_plain(sign: str) -> bool:
    return (unicodedata.category(sign)[0] not in "CZ" and sign not in "<>:\"|?*&;$`%'") or sign == " "
