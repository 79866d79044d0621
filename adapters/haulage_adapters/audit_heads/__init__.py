"""Places for the head of the audit trail: a file, an https address, a mailbox.

Each is given the same JSON object: ``{"at", "site", "number", "hash"}``. ``haulage admin audit --verify``
reads a file of them, one a line, as its ``--head``.
"""

import json
from datetime import datetime

from haulage.audit import Head


def written(head: Head, at: datetime, site: str) -> str:
    """One line of JSON."""
    return json.dumps({"at": at.isoformat(), "site": site, "number": head.number, "hash": head.hash})
