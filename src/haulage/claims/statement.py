"""What the parties say about a claim after it was made, and who reads it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken

MAX_ACCOUNT_LENGTH = 2_000
MOST_STATEMENTS = 10
"""Ours, of one party to one claim: what it needs beyond these is decided by telephone. No party uses up
another's, so that every question can be answered."""
MOST_PHOTOS = 6
"""Ours, with one statement."""


class ClaimParty(StrEnum):
    CUSTOMER = "customer"
    DRIVER = "driver"
    ADMIN = "admin"
    """Asks the customer."""
    ADMIN_TO_DRIVER = "admin_to_driver"


class TooManyStatements(RuleBroken):
    """The party has made the largest allowed number of statements about the claim."""

    code = "too_many_statements"
    message = "You have added as much to this report as is possible. Please contact us."


@attrs.frozen
class ClaimStatement:
    """A question of an administrator to either side, the customer's answer, or the driver's side."""

    id: str
    claim_id: str
    party: ClaimParty
    text: str
    created_at: datetime


READS = {
    ClaimParty.CUSTOMER: frozenset({ClaimParty.CUSTOMER, ClaimParty.ADMIN}),
    ClaimParty.DRIVER: frozenset({ClaimParty.DRIVER, ClaimParty.ADMIN_TO_DRIVER}),
    ClaimParty.ADMIN: frozenset(ClaimParty),
    ClaimParty.ADMIN_TO_DRIVER: frozenset(ClaimParty),
}
"""Whose statements each party reads. Customer and driver do not read each other's."""


def make_statement(
    id: str, claim_id: str, party: ClaimParty, text: str, known: Sequence[ClaimStatement], now: datetime
) -> ClaimStatement:
    """Raises ``InvalidInput`` without a word, and ``TooManyStatements``."""
    if sum(each.party is party for each in known) >= MOST_STATEMENTS:
        raise TooManyStatements
    return ClaimStatement(id, claim_id, party, words_of("text", text), now)


def read_by(reader: ClaimParty, statements: Iterable[ClaimStatement]) -> list[ClaimStatement]:
    """Those that the reader may read."""
    return [each for each in statements if each.party in READS[reader]]


def words_of(field: str, text: str, longest: int = MAX_ACCOUNT_LENGTH) -> str:
    """The text without blanks around it. Raises ``InvalidInput`` where there is none or too much."""
    if not text.strip() or len(text) > longest:
        raise InvalidInput(field, f"is required, at most {longest} characters")
    return text.strip()
