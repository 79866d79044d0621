"""Rate limits on guessing, signing up and requesting mail, stored in the database for all processes.

Addresses of mailboxes and of networks are counted under a hash: the table says nothing about people.
"""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from math import ceil

import attrs

from haulage.accounts.account import Account
from haulage.accounts.email_address import mailbox
from haulage.accounts.one_time import CodePurpose, EmailTooSoon
from haulage.kernel.rate_limit import RateLimit, TooManyRequests
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

FIVE_MINUTES = timedelta(minutes=5)
ONE_HOUR = timedelta(hours=1)
ONE_DAY = timedelta(days=1)
NETWORK_KNOWN_FOR = timedelta(days=90)
"""Ours: how long a network address counts as one of the account's own after a right password from there."""
EVERYBODY = "everybody"
GUESSES_AT_NOTHING = "guesses_at_nothing"
WRONG_FACTORS_UNNOTICED = RateLimit(2, ONE_HOUR)
"""Ours: people mistype a code once or twice; the third wrong one within the hour is mailed to the owner."""
NOTICES_OF_GUESSING = RateLimit(1, timedelta(days=1))
UNLIMITED = RateLimit(1_000_000, timedelta(seconds=1))


class AccountLimit(StrEnum):
    """What is counted, and by whom."""

    SIGN_INS_PER_ACCOUNT = "sign_ins_per_account"
    STRANGE_SIGN_INS_PER_ACCOUNT = "strange_sign_ins_per_account"
    SIGN_INS_PER_ADDRESS = "sign_ins_per_address"
    SIGN_INS = "sign_ins"
    PASSWORD_CHANGES_PER_ACCOUNT = "password_changes_per_account"  # noqa: S105  (the name of a limit)
    SIGN_UPS_PER_ADDRESS = "sign_ups_per_address"
    SIGN_UPS = "sign_ups"
    MAILS_PER_ADDRESS = "mails_per_address"
    MAILS_PER_MAILBOX = "mails_per_mailbox"
    MAILS = "mails"
    CODES_PER_ADDRESS = "codes_per_address"
    CODES_PER_ACCOUNT = "codes_per_account"
    FACTOR_CODES_PER_ACCOUNT = "factor_codes_per_account"


STANDARD_ACCOUNT_LIMITS: Mapping[AccountLimit, RateLimit] = {
    AccountLimit.SIGN_INS_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
    AccountLimit.STRANGE_SIGN_INS_PER_ACCOUNT: RateLimit(100, ONE_DAY),
    AccountLimit.SIGN_INS_PER_ADDRESS: RateLimit(300, FIVE_MINUTES),
    AccountLimit.SIGN_INS: RateLimit(15_000, FIVE_MINUTES),
    AccountLimit.PASSWORD_CHANGES_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
    AccountLimit.SIGN_UPS_PER_ADDRESS: RateLimit(300, FIVE_MINUTES),
    AccountLimit.SIGN_UPS: RateLimit(6_000, FIVE_MINUTES),
    AccountLimit.MAILS_PER_ADDRESS: RateLimit(100, FIVE_MINUTES),
    AccountLimit.MAILS_PER_MAILBOX: RateLimit(20, ONE_DAY),
    AccountLimit.MAILS: RateLimit(6_000, FIVE_MINUTES),
    AccountLimit.CODES_PER_ADDRESS: RateLimit(100, FIVE_MINUTES),
    AccountLimit.CODES_PER_ACCOUNT: RateLimit(20, ONE_HOUR),
    AccountLimit.FACTOR_CODES_PER_ACCOUNT: RateLimit(10, FIVE_MINUTES),
}
"""Ours. Wrong passwords for one account are counted for each caller apart, so that a stranger who types them
locks out nobody else; a right one clears its caller's count. Guesses from many addresses meet the second
limit: NIST SP 800-63B-4, 3.2.2, allows no more than 100 for one account. It holds for callers alone from whom
the account has not lately shown its password, so that its owner goes on signing in from where they did; from
elsewhere a mailed code, a passkey or a new password open the account meanwhile (ASVS 5.0, 6.1.1 and 6.3.1;
OWASP, "Slow Down Online Guessing Attacks with Device Cookies")."""


@attrs.frozen
class Count:
    """One limit and whose."""

    limit: AccountLimit
    who: str = EVERYBODY

    @property
    def key(self) -> str:
        return f"{self.limit}:{sha256(self.who.encode(errors='replace')).hexdigest()}"


def network_hash(caller: str) -> str:
    """The hash under which a network address is stored."""
    return sha256(caller.encode(errors="replace")).hexdigest()


def _guesses(email: str, caller: str) -> Count:
    """Those of one caller at one account; a blank is in no address."""
    return Count(AccountLimit.SIGN_INS_PER_ACCOUNT, f"{email} {caller}")


@attrs.frozen
class AuthRateLimits:
    """Rate limits of guesses, sign-ups and requests for mail.

    Lets through, or raises; a refusal counts nothing.

    *caller* is the network address that asks, and None within the server, which is never limited.
    """

    storage: Storage
    clock: Clock
    limits: Mapping[AccountLimit, RateLimit] = attrs.field(default=STANDARD_ACCOUNT_LIMITS)
    mail_interval: timedelta = timedelta(seconds=60)

    async def try_password(self, email: str, caller: str | None) -> None:
        """Raises ``TooManyRequests``."""
        if caller is None:
            return
        since = self.clock.now() - NETWORK_KNOWN_FOR
        own = await self.storage.read(
            lambda unit: unit.accounts.knows_network(email, network_hash(caller), since)
        )
        strange = [] if own else [Count(AccountLimit.STRANGE_SIGN_INS_PER_ACCOUNT, email)]
        await self._pass(
            caller,
            _guesses(email, caller),
            *strange,
            Count(AccountLimit.SIGN_INS_PER_ADDRESS, caller),
            Count(AccountLimit.SIGN_INS),
        )

    async def password_was_right(self, unit: UnitOfWork, account: Account, caller: str | None) -> None:
        """Whoever knows the password has not been guessing, and their network is one of the account's own."""
        if caller is None:
            return
        await unit.limits.forget(_guesses(account.email, caller).key)
        await unit.accounts.know_network(account.id, network_hash(caller), self.clock.now())

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
        """Whoever reads the mail has not been guessing, and asked for the mails themselves."""
        await unit.limits.forget(Count(AccountLimit.CODES_PER_ACCOUNT, email).key)
        await unit.limits.forget(Count(AccountLimit.MAILS_PER_MAILBOX, mailbox(email)).key)

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

    async def factor_is_guessed_at(self, unit: UnitOfWork, account_id: str) -> bool:
        """Counts a wrong code, and says whether the owner should be told now."""
        hashed, now = sha256(account_id.encode()).hexdigest(), self.clock.now()
        wrong = await unit.limits.take(f"wrong_factors:{hashed}", WRONG_FACTORS_UNNOTICED, now)
        if wrong.allowed:
            return False
        return (await unit.limits.take(f"wrong_factor_notices:{hashed}", NOTICES_OF_GUESSING, now)).allowed

    async def factor_was_right(self, account_id: str) -> None:
        """Whoever has the device has not been guessing."""
        key = Count(AccountLimit.FACTOR_CODES_PER_ACCOUNT, account_id).key
        await self.storage.write(lambda unit: unit.limits.forget(key))

    async def ask_for_mail(self, purpose: CodePurpose, email: str, caller: str | None) -> None:
        """One mail to a mailbox and of a kind within the interval, and so many of all kinds in a day: anybody
        can ask for mails to anybody. Raises ``EmailTooSoon`` or ``TooManyRequests``."""
        await self._pass(
            caller, Count(AccountLimit.MAILS_PER_ADDRESS, caller or ""), Count(AccountLimit.MAILS)
        )
        key = f"mail:{purpose}:{sha256(email.encode(errors='replace')).hexdigest()}"
        a_day = Count(AccountLimit.MAILS_PER_MAILBOX, mailbox(email))
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            for key_of, limit in (
                (key, RateLimit(1, self.mail_interval)),
                (a_day.key, self.limits[a_day.limit]),
            ):
                taken = await unit.limits.take(key_of, limit, now)
                if not taken.allowed:
                    raise EmailTooSoon(max(1, ceil(taken.wait.total_seconds())))

        await self.storage.write(work)

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
