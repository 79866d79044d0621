"""References by which an operator finds at their bank, or elsewhere, what they record here."""

from haulage.kernel.errors import InvalidInput

MAX_REFERENCE_LENGTH = 64


def checked_reference(text: str) -> str:
    """The same. They go into the audit trail, which nothing is erased from: no name and no address is one.

    Raises ``InvalidInput`` naming ``reference``.
    """
    plain = text.isascii() and all(letter.isalnum() or letter in "._:-" for letter in text)
    if not (plain and 0 < len(text) <= MAX_REFERENCE_LENGTH):
        raise InvalidInput("reference", f"must be 1 to {MAX_REFERENCE_LENGTH} letters, digits and ._:-")
    return text
