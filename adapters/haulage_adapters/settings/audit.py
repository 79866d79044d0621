"""Where the end of the audit trail is kept beside the database."""

import re
from pathlib import PurePath
from urllib.parse import urlsplit

import attrs

from haulage.accounts.email_address import normal_email
from haulage.kernel.errors import HaulageError, InvalidInput
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import is_loopback

FORM = "must be an e-mail address, the absolute path of a file, or an address that begins with https://"


def place(text: str) -> str:
    """An address to mail to or to post to, or a file. Nothing of a wrong one is repeated."""
    address = text.strip()
    if address.startswith(("https://", "http://")):
        parts = urlsplit(address)
        if not parts.hostname or parts.fragment or not (parts.scheme == "https" or is_loopback(address)):
            raise ValueError(FORM)
        return address
    if PurePath(address).is_absolute():
        return address
    try:
        return normal_email(address)
    except HaulageError:
        raise ValueError(FORM) from None


@attrs.frozen(slots=False)
class AuditSettings:
    audit_heads: str | None = setting(
        None,
        "HAULAGE_AUDIT_HEADS",
        place,
        "Where the head of the audit trail is sent once a day: an e-mail address, a file outside the data "
        "folder that it is added to, or an https address that it is posted to.",
        secret=True,
    )

    @property
    def shown_audit_heads(self) -> str:
        """The place; of an address only the host, for its path is often the secret of a webhook."""
        heads = self.audit_heads or ""
        return re.sub(r"://(?:[^/]*@)?([^/?#]*).*", r"://\1", heads)

    def check_audit_heads(self, data: PurePath) -> None:
        """Beside the database nobody is hindered from changing both."""
        place = PurePath(self.audit_heads) if self.audit_heads else None
        if place is not None and place.is_absolute() and place.is_relative_to(data):
            raise InvalidInput("HAULAGE_AUDIT_HEADS", "must be outside the data folder")
