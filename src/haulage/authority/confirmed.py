"""Lanes with whoever answers for them: nothing is opened or closed because a program says so (OP-102)."""

from datetime import date, datetime

import attrs

from haulage.authority.table import Authority, Lane
from haulage.kernel.errors import InvalidInput
from haulage.kernel.states import STATES

MAX_SOURCE = 500
MAX_CONFIRMER = 200


@attrs.frozen
class AuthorityConfirmation:
    """What a lane needs, the rule it follows, and who confirmed it when; checked as it is made."""

    lane: Lane
    authority: Authority
    source: str
    confirmed_by: str
    confirmed_on: date

    def __attrs_post_init__(self) -> None:
        for field, state in (("origin", self.lane.origin), ("destination", self.lane.destination)):
            if state not in STATES:
                raise InvalidInput(field, "must be the two letters of a state, such as NY")
        for field, text, most in (
            ("source", self.source, MAX_SOURCE),
            ("confirmed_by", self.confirmed_by, MAX_CONFIRMER),
        ):
            if not text.strip():
                raise InvalidInput(field, "is required")
            if len(text) > most:
                raise InvalidInput(field, f"must be at most {most} characters")


@attrs.frozen
class ConfirmedAuthority:
    """A confirmation as it was recorded. It is never changed: one that was wrong is withdrawn."""

    id: str
    confirmation: AuthorityConfirmation
    recorded_at: datetime
    recorded_by: str
    withdrawn_at: datetime | None = None
    withdrawn_by: str | None = None
