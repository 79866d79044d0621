"""Account use cases over a real database, with a clock that tests turn and cheap password hashes."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from tempfile import TemporaryDirectory

import attrs
from anyio import Path as AsyncPath
from sqlalchemy.engine import make_url

from emails import answer_email_requests
from haulage.accounts import SessionGrant
from haulage.email import StoredEmail
from haulage.ports.messaging.email import Email, EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.use_cases.accounts import AccountTerms, AccountUseCases
from haulage_adapters.assembly.social_providers import simulated
from haulage_adapters.passkeys_webauthn import WebAuthnCeremonies
from haulage_adapters.passwords_argon2 import Argon2Cost, Argon2Passwords
from haulage_adapters.simulated.social import SimulatedProvider
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.tokens_jose import JoseTokens, Seal
from haulage_adapters.totp_pyotp import TotpPasswords

CHEAP = Argon2Cost(memory_kibibytes=8, passes=1)
PASSWORD = "parcel7"
SITE = "http://127.0.0.1:8000"


@attrs.define
class TurnableClock:
    """Stands still until a test turns it."""

    at: datetime = datetime(2027, 3, 1, 15, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def turn(self, **parts: float) -> None:
        self.at += timedelta(**parts)


class PlainTemplates:
    """Mails that are nothing but what they need to say."""

    def render(self, kind: EmailKind, *, to: str, data: Mapping[str, str]) -> Email:
        text = "\n".join(f"{name}: {value}" for name, value in data.items()) or "-"
        return Email(to, kind.value, text, text)


def account_use_cases(
    storage: SqlStorage,
    clock: Clock,
    *,
    secret_key: str | None = None,
    terms: AccountTerms | None = None,
) -> AccountUseCases:
    """The use cases of one process over this storage; two calls are two processes."""
    identifiers = RandomIdentifiers()
    tokens = tokens_of(storage, clock, secret_key)
    providers, _ = simulated(SITE, f"{SITE}/auth/v1/callback", tokens, clock)
    return AccountUseCases.over(
        storage=storage,
        clock=clock,
        identifiers=identifiers,
        passwords=Argon2Passwords(CHEAP, threads=1),
        tokens=tokens,
        sealing=Seal(secret_key),
        templates=PlainTemplates(),
        one_time_passwords=TotpPasswords(),
        ceremonies=WebAuthnCeremonies("http://localhost:8000"),
        providers=providers,
        terms=terms or AccountTerms(autoconfirm=True),
    )


def tokens_of(storage: SqlStorage, clock: Clock, secret_key: str | None = None) -> JoseTokens:
    """Tokens of one more process."""
    issuer = f"{SITE}/auth/v1"
    return JoseTokens(storage, clock, RandomIdentifiers(), issuer=issuer, seal=Seal(secret_key))


def provider_of(storage: SqlStorage, clock: Clock) -> SimulatedProvider:
    """The page and the servers of the simulated providers, as any process has them."""
    return simulated(SITE, f"{SITE}/auth/v1/callback", tokens_of(storage, clock), clock)[1]


@attrs.frozen
class AccountScenario:
    """One marketplace's accounts."""

    storage: SqlStorage
    clock: TurnableClock
    accounts: AccountUseCases
    seen: dict[str, dict[str, str]] = attrs.field(factory=dict, repr=False)
    """Mails in the order in which a test looked for them, for the clock may stand still meanwhile."""

    async def sign_up(self, email: str = "ann@example.com", **metadata: object) -> SessionGrant:
        made = await self.accounts.sign_up(email, PASSWORD, metadata)
        assert isinstance(made, SessionGrant)
        return made

    async def mails(self) -> list[dict[str, str]]:
        """What is in the outbox, oldest first, each mail as its lines by name, with ``to`` and ``kind``."""
        await answer_email_requests(self.storage, self.accounts)
        stored = await self.storage.read(lambda unit: unit.emails.latest(100))
        for mail in sorted(stored, key=lambda mail: mail.created_at):
            self.seen.setdefault(mail.id, _lines(mail))
        return list(self.seen.values())


def _lines(stored: StoredEmail) -> dict[str, str]:
    lines = dict(line.split(": ", 1) for line in stored.mail.text.splitlines() if ": " in line)
    return lines | {"to": stored.mail.to, "kind": stored.mail.subject}


async def _make_tables(url: str) -> None:
    """In SQLite by a copy of an empty file: to make them takes longer than most tests."""
    if not url.startswith("sqlite"):
        await _create_tables(url)
        return
    if not _empty_files:
        with TemporaryDirectory() as folder:
            path = AsyncPath(folder) / "haulage.db"
            await _create_tables(f"sqlite+aiosqlite:///{path}")
            _empty_files.append(await path.read_bytes())
    await AsyncPath(str(make_url(url).database)).write_bytes(_empty_files[0])


async def _create_tables(url: str) -> None:
    engine = open_engine(url)
    async with engine.writing.begin() as connection:
        await connection.run_sync(metadata.create_all)
    await SqlStorage(engine).aclose()


_empty_files: list[bytes] = []


@asynccontextmanager
async def open_account_scenario(
    url: str, terms: AccountTerms | None = None
) -> AsyncIterator[AccountScenario]:
    """A scenario over a fresh database at *url*, with its tables made."""
    await _make_tables(url)
    storage = SqlStorage(open_engine(url))
    clock = TurnableClock()
    try:
        yield AccountScenario(storage, clock, account_use_cases(storage, clock, terms=terms))
    finally:
        await storage.aclose()
