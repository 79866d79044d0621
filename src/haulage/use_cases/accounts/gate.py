"""Limits on guessing, signing up and asking for mail, kept where all processes see them.

Addresses of mailboxes and of networks are counted under a hash: the table says nothing about people.
"""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from math import ceil

import attrs

from haulage.accounts.one_time import CodePurpose, MailTooSoon
from haulage.kernel.rate_limit import RateLimit, TooManyRequests
from haulage.ports.clock import Clock
from haulage.ports.storage import Storage, UnitOfWork

FIVE_MINUTES = timedelta(minutes=5)
ONE_HOUR = timedelta(hours=1)
EVERYBODY = "everybody"
GUESSES_AT_NOTHING = "guesses_at_nothing"
UNLIMITED = RateLimit(1_000_000, timedelta(seconds=1))


class AccountLimit(StrEnum):
    """What is counted, and by whom."""

    SIGN_INS_PER_ACCOUNT = "sign_ins_per_account"
    SIGN_INS_PER_ADDRESS = "sign_ins_per_address"
    SIGN_INS = "sign_ins"
    PASSWORD_CHANGES_PER_ACCOUNT = "password_changes_per_account"  # noqa: S105  (the name of a limit)
    SIGN_UPS_PER_ADDRESS = "sign_ups_per_address"
    SIGN_UPS = "sign_ups"
    MAILS_PER_ADDRESS = "mails_per_address"
    MAILS = "mails"
    CODES_PER_ADDRESS = "codes_per_address"
    CODES_PER_ACCOUNT = "codes_per_account"
    FACTOR_CODES_PER_ACCOUNT = "factor_codes_per_account"


STANDARD_ACCOUNT_LIMITS: Mapping[AccountLimit, RateLimit] = {
    AccountLimit.SIGN_INS_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
    AccountLimit.SIGN_INS_PER_ADDRESS: RateLimit(300, FIVE_MINUTES),
    AccountLimit.SIGN_INS: RateLimit(15_000, FIVE_MINUTES),
    AccountLimit.PASSWORD_CHANGES_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
    AccountLimit.SIGN_UPS_PER_ADDRESS: RateLimit(300, FIVE_MINUTES),
    AccountLimit.SIGN_UPS: RateLimit(6_000, FIVE_MINUTES),
    AccountLimit.MAILS_PER_ADDRESS: RateLimit(100, FIVE_MINUTES),
    AccountLimit.MAILS: RateLimit(6_000, FIVE_MINUTES),
    AccountLimit.CODES_PER_ADDRESS: RateLimit(100, FIVE_MINUTES),
    AccountLimit.CODES_PER_ACCOUNT: RateLimit(20, ONE_HOUR),
    AccountLimit.FACTOR_CODES_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
}
"""Ours. A wrong password counts against its account and its caller; a right one clears the account."""


@attrs.frozen
class Count:
    """One limit and whose."""

    limit: AccountLimit
    who: str = EVERYBODY

    @property
    def key(self) -> str:
        return f"{self.limit}:{sha256(self.who.encode(errors='replace')).hexdigest()}"


@attrs.frozen
class Gate:
    """Lets through, or raises; a refusal counts nothing.

    *caller* is the network address that asks, and None within the server, which is never limited.
    """

    storage: Storage
    clock: Clock
    limits: Mapping[AccountLimit, RateLimit] = attrs.field(default=STANDARD_ACCOUNT_LIMITS)
    mail_interval: timedelta = timedelta(seconds=60)

    async def try_password(self, email: str, caller: str | None) -> None:
        """Raises ``TooManyRequests``."""
        await self._pass(
            caller,
            Count(AccountLimit.SIGN_INS_PER_ACCOUNT, email),
            Count(AccountLimit.SIGN_INS_PER_ADDRESS, caller or ""),
            Count(AccountLimit.SIGN_INS),
        )

    async def password_was_right(self, unit: UnitOfWork, email: str) -> None:
        """Whoever knows the password has not been guessing."""
        await unit.limits.forget(Count(AccountLimit.SIGN_INS_PER_ACCOUNT, email).key)

    async def change_password(self, account_id: str, caller: str | None) -> None:
        """A change tells whether the new password is the old one, so it is a guess at it as well.

        Counted apart from sign-ins: a stranger who guesses there must not keep the owner from a new one.
        Raises ``TooManyRequests``.
        """
        await self._pass(caller, Count(AccountLimit.PASSWORD_CHANGES_PER_ACCOUNT, account_id))

    async def try_social(self, caller: str | None) -> None:
        """A sign-in without a password. Raises ``TooManyRequests``."""
        await self._pass(
            caller, Count(AccountLimit.SIGN_INS_PER_ADDRESS, caller or ""), Count(AccountLimit.SIGN_INS)
        )

    async def sign_up(self, caller: str | None) -> None:
        """Raises ``TooManyRequests``."""
        await self._pass(
            caller, Count(AccountLimit.SIGN_UPS_PER_ADDRESS, caller or ""), Count(AccountLimit.SIGN_UPS)
        )

    async def try_code(self, caller: str | None, email: str | None = None) -> None:
        """*email* is whose digits are typed; a link's token cannot be guessed. Raises ``TooManyRequests``.

        A new mail brings a new code with guesses of its own, so those of one address are counted together.
        """
        counts = [Count(AccountLimit.CODES_PER_ADDRESS, caller or "")]
        if email is not None:
            counts.append(Count(AccountLimit.CODES_PER_ACCOUNT, email))
        await self._pass(caller, *counts)

    async def code_was_right(self, unit: UnitOfWork, email: str) -> None:
        """Whoever reads the mail has not been guessing."""
        await unit.limits.forget(Count(AccountLimit.CODES_PER_ACCOUNT, email).key)

    async def try_reauthentication(self, account_id: str, caller: str | None) -> None:
        """The mailed code of somebody who is signed in; guesses of strangers count elsewhere.

        Raises ``TooManyRequests``.
        """
        await self._pass(caller, self._reauthentication(account_id))

    async def reauthentication_was_right(self, unit: UnitOfWork, account_id: str) -> None:
        """Whoever reads the mail has not been guessing."""
        await unit.limits.forget(self._reauthentication(account_id).key)

    def _reauthentication(self, account_id: str) -> Count:
        return Count(AccountLimit.CODES_PER_ACCOUNT, f"reauthentication/{account_id}")

    async def count_guess_at_nothing(self, unit: UnitOfWork) -> None:
        """Writes a row, as a wrong guess at a code does: the time does not tell who waits for one."""
        await unit.limits.take(GUESSES_AT_NOTHING, UNLIMITED, self.clock.now())

    async def try_factor(self, account_id: str, caller: str | None) -> None:
        """Raises ``TooManyRequests``."""
        await self._pass(
            caller,
            Count(AccountLimit.FACTOR_CODES_PER_ACCOUNT, account_id),
            Count(AccountLimit.CODES_PER_ADDRESS, caller or ""),
        )

    async def factor_was_right(self, account_id: str) -> None:
        """Whoever has the device has not been guessing."""
        key = Count(AccountLimit.FACTOR_CODES_PER_ACCOUNT, account_id).key
        await self.storage.write(lambda unit: unit.limits.forget(key))

    async def ask_for_mail(self, purpose: CodePurpose, email: str, caller: str | None) -> None:
        """One mail an address and kind within the interval. Raises ``MailTooSoon`` or ``TooManyRequests``."""
        await self._pass(
            caller, Count(AccountLimit.MAILS_PER_ADDRESS, caller or ""), Count(AccountLimit.MAILS)
        )
        key = f"mail:{purpose}:{sha256(email.encode(errors='replace')).hexdigest()}"
        limit, now = RateLimit(1, self.mail_interval), self.clock.now()
        taken = await self.storage.write(lambda unit: unit.limits.take(key, limit, now))
        if not taken.allowed:
            raise MailTooSoon(max(1, ceil(taken.wait.total_seconds())))

    async def _pass(self, caller: str | None, *counts: Count) -> None:
        if caller is None:
            return
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            for count in counts:
                taken = await unit.limits.take(count.key, self.limits[count.limit], now)
                if not taken.allowed:
                    raise TooManyRequests(max(1, ceil(taken.wait.total_seconds())))

        await self.storage.write(work)
