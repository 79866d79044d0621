"""Places for the head of the audit trail: a file, an https address, a mailbox.

Each is given the same JSON object: ``{"at", "site", "number", "hash"}``. ``haulage admin audit --verify``
reads a file of them, one a line, as its ``--head``.
"""

import json
from datetime import datetime
from pathlib import Path, PurePath

from haulage.audit import Head
from haulage.ports.messaging.email import Mailer
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage_adapters.settings import Settings


def written(head: Head, at: datetime, site: str) -> str:
    """One line of JSON."""
    return json.dumps({"at": at.isoformat(), "site": site, "number": head.number, "hash": head.hash})


def audit_heads(settings: Settings, mailer: Mailer) -> AuditHeads | None:
    """The configured place, or none."""
    place, site = settings.audit_heads, settings.public_url
    if place is None:
        return None
    if place.startswith(("https://", "http://")):
        from haulage_adapters.audit_heads.posted import PostedHeads

        return PostedHeads(place, site)
    if PurePath(place).is_absolute():
        from haulage_adapters.audit_heads.in_file import HeadsInFile

        return HeadsInFile(Path(place), site)
    from haulage_adapters.audit_heads.mailed import MailedHeads

    return MailedHeads(place, site, mailer)
