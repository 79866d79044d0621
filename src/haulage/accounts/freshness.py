"""The freshness rule: what changes how an account is entered or reached, or ends it, needs a recent proof.

An open session says that somebody signed in once. Whoever finds the device, or steals its token, has the
session too, so a new password, address, telephone number, second factor, passkey, linked provider, set of
recovery codes, the end of other sessions and the end of the account are refused until the person proves again
who they are (OWASP ASVS 5.0, 7.5.1 and 7.5.3). So is what an administrator does with other people's money,
jobs and accounts.

A telephone number belongs to it: drivers and customers call it, and texts about orders go to it, so that
whoever changes it could answer as the owner. A name opens nothing, and stays free.

Only a means that was there before the session counts. A factor that was enrolled in a stolen session proves
that its holder has the stolen session, and nothing else.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.accounts.session import Proof, Session, SignInMethod
from haulage.kernel.errors import RuleBroken

RECENT_PROOF = timedelta(minutes=10)
"""How old a proof may be. ASVS 5.0, 7.5.1, asks for "full re-authentication" and names no time; ten minutes
are ours. GoTrue's own figure, 24 hours for a new password alone, would let a lost device do all of this."""

MAILED = frozenset({SignInMethod.RECOVERY, SignInMethod.OTP})
"""Proofs by a mailed code or link. Like GoTrue, whoever has just given one need not know the password."""


@attrs.define
class ReauthenticationNeeded(RuleBroken):
    """The session has no recent proof of identity: a password, a mailed code, a factor or a passkey."""

    code = "reauthentication_needed"
    message: str = "This change requires reauthentication"


def counted_proofs(session: Session) -> tuple[Proof, ...]:
    """The proofs by a means that existed when the session began."""
    return tuple(
        proof
        for proof in session.proofs
        if proof.means_since is None or proof.means_since <= session.created_at
    )


def _is_recent(proof: Proof, now: datetime) -> bool:
    """One that was given by a clock that was ahead would otherwise be fresh for as long as it was ahead."""
    return abs(now - proof.at) <= RECENT_PROOF


def is_fresh(session: Session, now: datetime) -> bool:
    """Whether somebody has proved lately, by a means that counts, that the session is theirs."""
    return any(_is_recent(proof, now) for proof in counted_proofs(session))


def is_fresh_by_mail(session: Session, now: datetime) -> bool:
    """Whether they have done so by a mailed code or link."""
    by_mail = (proof for proof in counted_proofs(session) if proof.method in MAILED)
    return any(_is_recent(proof, now) for proof in by_mail)


def is_recovering(session: Session, now: datetime) -> bool:
    """Whether the session was opened lately by a mail to recover the account."""
    return any(
        proof.method is SignInMethod.RECOVERY and _is_recent(proof, now) for proof in counted_proofs(session)
    )


def require_fresh(session: Session, now: datetime) -> None:
    """Raises ``ReauthenticationNeeded``."""
    if not is_fresh(session, now):
        raise ReauthenticationNeeded


def with_proof(proofs: Sequence[Proof], given: Proof) -> tuple[Proof, ...]:
    """The proofs of a session after one more; it takes the place of an earlier one by the same means."""
    means = (given.method, given.means_since)
    return (*(proof for proof in proofs if (proof.method, proof.means_since) != means), given)
