"""An https address that heads are posted to; user and password of the address go into the header."""

from datetime import datetime
from http import HTTPStatus

import attrs

from haulage.audit import Head
from haulage.kernel.errors import Unavailable
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage_adapters.audit_heads import written
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure

PATIENCE = Limits(budget_seconds=15.0, attempt_seconds=7.0, attempts=2, max_bytes=64_000, at_once=1)
"""Ours: a job sends, and nobody waits for it."""


@attrs.frozen
class PostedHeads(AuditHeads):
    """Any status from 200 to 299 says that it is kept."""

    address: str = attrs.field(repr=False)
    site: str

    async def store(self, head: Head, at: datetime) -> None:
        line = ServiceClient(self.address, limits=PATIENCE)
        headers = {"Content-Type": "application/json"}
        try:
            await line.ask("POST", "", _require_stored, content=written(head, at, self.site), headers=headers)
        except OutsideFailure as failure:
            raise Unavailable("audit heads", f"The address of audit heads: {failure}.") from failure
        finally:
            await line.aclose()


def _require_stored(answer: Answer) -> None:
    if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        raise InvalidResponse(f"status {answer.status}")
