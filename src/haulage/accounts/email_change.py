"""Changing an account's address: requested, confirmed from one mailbox or from both, and then done.

Where both addresses have to answer, somebody at an unlocked device cannot carry the account away: the
mailbox that has it now is asked too. The answers may come in any order.
"""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, EmailSide
from haulage.accounts.one_time import CodePurpose

HALF_WAY = "Confirmation link accepted. Please proceed to confirm link sent to the other email"
"""What whoever answered the first of two mails is told; GoTrue's sentence."""

PURPOSE_OF: dict[EmailSide, CodePurpose] = {
    EmailSide.CURRENT: CodePurpose.EMAIL_CHANGE_CURRENT,
    EmailSide.NEW: CodePurpose.EMAIL_CHANGE,
}
"""The code that is mailed to each of the two."""

SIDE_OF: dict[CodePurpose, EmailSide] = {purpose: side for side, purpose in PURPOSE_OF.items()}


def with_requested_email(account: Account, address: str, now: datetime) -> Account:
    """The account with an address that is to replace its own; an earlier request is replaced."""
    return attrs.evolve(account, new_email=address, new_email_answered=None, updated_at=now)


def sides_to_ask(account: Account, *, both: bool) -> tuple[EmailSide, ...]:
    """Whose answer is outstanding; nobody's where nothing was requested."""
    if account.new_email is None:
        return ()
    sides = (EmailSide.CURRENT, EmailSide.NEW) if both else (EmailSide.NEW,)
    return tuple(side for side in sides if side is not account.new_email_answered)


def address_of(account: Account, side: EmailSide) -> str | None:
    """The mailbox that is asked; None where there is none."""
    return account.email if side is EmailSide.CURRENT else account.new_email


def answered(account: Account, side: EmailSide, now: datetime, *, both: bool) -> Account:
    """The account after an answer: moved to its new address, or waiting for the other mailbox."""
    if [left for left in sides_to_ask(account, both=both) if left is not side]:
        return attrs.evolve(account, new_email_answered=side, updated_at=now)
    return moved(account, account.new_email or account.email, now)


def moved(account: Account, address: str, now: datetime) -> Account:
    """The account at its new address, which was shown to be theirs."""
    return attrs.evolve(
        account,
        email=address,
        new_email=None,
        new_email_answered=None,
        email_confirmed_at=now,
        updated_at=now,
    )
