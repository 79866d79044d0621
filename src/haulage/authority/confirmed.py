"""Lanes with whoever answers for them: nothing is opened or closed because a program says so (OP-102)."""

from datetime import date, datetime

import attrs

from haulage.authority.table import Authority, Lane, LaneRule
from haulage.kernel.carrier import COVER_FLOOR_CENTS
from haulage.kernel.confirmation import check_confirmation
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents, amount
from haulage.kernel.states import STATES

MOST_COVER_CENTS: Cents = 10_000_000_00
"""Ours: the federal floor for interstate carriers of the largest trucks is half of it (49 CFR 387.9)."""


@attrs.frozen
class AuthorityConfirmation:
    """What a lane needs from a day on, the rule it follows, and who confirmed it when; checked as it is made.

    ``least_cover_cents`` is what the insurance of its carrier covers at least.
    """

    lane: Lane
    authority: Authority
    since: date
    source: str
    confirmed_by: str
    confirmed_on: date
    least_cover_cents: Cents = COVER_FLOOR_CENTS

    def __attrs_post_init__(self) -> None:
        for field, state in (("origin", self.lane.origin), ("destination", self.lane.destination)):
            if state not in STATES:
                raise InvalidInput(field, "must be the two letters of a state, such as NY")
        amount(
            self.least_cover_cents,
            field="least_cover_cents",
            at_least=COVER_FLOOR_CENTS,
            at_most=MOST_COVER_CENTS,
        )
        check_confirmation(since=self.since, source=self.source, confirmed_by=self.confirmed_by)

    @property
    def subject(self) -> tuple[Lane, date]:
        """What there is one confirmed answer for."""
        return self.lane, self.since

    @property
    def rule(self) -> LaneRule:
        return LaneRule(self.authority, self.since, self.least_cover_cents)


@attrs.frozen
class ConfirmedAuthority:
    """A confirmation as it was recorded. It is never changed: one that was wrong is withdrawn."""

    id: str
    confirmation: AuthorityConfirmation
    recorded_at: datetime
    recorded_by: str
    withdrawn_at: datetime | None = None
    withdrawn_by: str | None = None
