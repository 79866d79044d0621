"""E-mail addresses: one spelling for one mailbox, and a strict idea of what can be one.

The core takes plain ASCII addresses with a dotted domain; quoted local parts, address literals and
display names are refused. Whether the mailbox exists is only ever settled by writing to it.
"""

import re

import attrs

from haulage.kernel.errors import InvalidInput

MAX_EMAIL_LENGTH = 254  # RFC 5321, 4.5.3.1.3, without the angle brackets
MAX_LOCAL_PART_LENGTH = 64  # RFC 5321, 4.5.3.1.1

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_LAST_LABEL = r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+{_LAST_LABEL}")


@attrs.define
class InvalidEmail(InvalidInput):
    """This is no valid email address; the screen looks for the words 'Invalid email' (AUT-17)."""

    code = "invalid_email"
    message = "Invalid email: the address is missing or not in a valid format"
    name: str = "email"
    reason: str = "must be an e-mail address"


def normal_email(text: str) -> str:
    """The address in lower case and without surrounding blanks, so that one mailbox has one account.

    Raises ``InvalidEmail``.
    """
    address = text.strip().lower() if len(text) <= 2 * MAX_EMAIL_LENGTH else ""
    local_part = address.partition("@")[0]
    if (
        not address.isascii()
        or len(address) > MAX_EMAIL_LENGTH
        or len(local_part) > MAX_LOCAL_PART_LENGTH
        or _ADDRESS.fullmatch(address) is None
    ):
        raise InvalidEmail
    return address


def mailbox(address: str) -> str:
    """The address whose mailbox mails to *address* come to, for counting them: what follows a ``+`` is the
    reader's own mark (RFC 5233)."""
    local_part, at, domain = address.partition("@")
    return f"{local_part.split('+')[0] or local_part}{at}{domain}"
