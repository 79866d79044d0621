"""When drivers are reminded of a credential that is about to end (OP-102)."""

from datetime import date

from haulage.authority.credential import CarrierCredential, CredentialStatus

REMINDED_BEFORE = (30, 7, 1)
"""Days before the last one (ours)."""


def reminder_due(credential: CarrierCredential, today: date) -> int | None:
    """For how many days before the end a reminder is due now; None where nothing is to be said.

    One that was missed is made up for by the next; nobody is reminded of what is over, withdrawn or refused.
    """
    expires_on = credential.claim.expires_on
    if credential.status is not CredentialStatus.VERIFIED or expires_on is None or expires_on < today:
        return None
    left = (expires_on - today).days
    reached = [days for days in REMINDED_BEFORE if left <= days]
    if not reached:
        return None
    due = min(reached)
    last = credential.reminded_days
    return due if last is None or due < last else None
