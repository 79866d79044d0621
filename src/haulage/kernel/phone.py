"""Phone numbers in international form (ITU-T E.164)."""

import re

from haulage.kernel.errors import InvalidInput

PHONE_EXAMPLE = "(212) 555-0100"

_WRITTEN = re.compile(r"\+?[0-9][0-9 ()\-./]*\Z")
_INTERNATIONAL = re.compile(r"\+[1-9][0-9]{7,14}\Z")
_NORTH_AMERICAN = re.compile(r"\+1[2-9][0-9]{2}[2-9][0-9]{6}\Z")


def international(written: str) -> str | None:
    """``+12125550100`` for what people write; None where no text message could be sent to it.

    A number without its country is read as North American, where the platform is.
    """
    text = written.strip().replace("(", "", 1) if written.strip().startswith("(") else written.strip()
    if not _WRITTEN.match(text):
        return None
    digits = re.sub(r"[^0-9]", "", text)
    if not text.startswith("+"):
        digits = digits if len(digits) == 11 and digits.startswith("1") else f"1{digits}"
    number = f"+{digits}"
    fits = _NORTH_AMERICAN if digits.startswith("1") else _INTERNATIONAL
    return number if fits.match(number) else None


def check_phone(written: str, field: str) -> None:
    """Raises ``InvalidInput`` for *field* where ``international`` finds no number in it."""
    if international(written) is None:
        raise InvalidInput(field, f"must be a phone number such as {PHONE_EXAMPLE}")
