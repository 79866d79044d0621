"""Handing somebody everything that is held about them, and erasing it (OP-97)."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

import attrs

from haulage.accounts.account import NoSuchAccount
from haulage.accounts.email_address import normal_email
from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import OPERATOR, Action, Actor, Facts, authorize
from haulage.ports.clock import Clock
from haulage.ports.passwords import Passwords
from haulage.ports.personal_data import Person
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.deeds import tell_of_account
from haulage.use_cases.accounts.gate import Gate
from haulage.use_cases.proofs import ShowProofs
from haulage.use_cases.proofs.forgetting import erase_proofs

RECENT_PROOF = timedelta(minutes=10)
"""Ours: a proof of identity this fresh stands for the password."""

MAX_PASSWORD_LENGTH = 1_000

MOST_PHOTOS = 100
"""Ours: with their bytes in an export; each proof's file has its own."""

Exported = Mapping[str, Any]


@attrs.define(eq=False, str=False)
class OrderUnderWay(RuleBroken):
    """Nobody disappears in the middle of an order."""

    code: ClassVar[str] = "order_under_way"
    number: int

    @property
    def message(self) -> str:
        return (
            f"The account cannot be deleted while order {self.number} is under way. "
            "Finish or cancel it first."
        )


@attrs.define(eq=False, str=False)
class MoneyOwed(RuleBroken):
    """What is owed to somebody must still find them."""

    code: ClassVar[str] = "money_owed"
    cents: Cents

    @property
    def message(self) -> str:
        return (
            f"The account cannot be deleted while a refund of {dollars(self.cents)} is on its way. "
            "Please try again later."
        )


@attrs.define(eq=False, str=False)
class ProofNeeded(RuleBroken):
    """An open session alone does not erase an account."""

    code: ClassVar[str] = "proof_needed"

    @property
    def message(self) -> str:
        return "Enter your password, or sign in again, to delete your account."

    @property
    def field(self) -> str:
        return "password"


@attrs.frozen
class PersonalData:
    """For people themselves, and for the operator who answers their letters."""

    storage: Storage
    clock: Clock
    passwords: Passwords
    gate: Gate
    current_user: CurrentUser
    proofs: ShowProofs

    async def export(self, actor: Actor) -> Exported:
        """One's own. Raises ``Unauthenticated``, or ``Forbidden`` for those who are no user."""
        authorize(actor, Action.EXPORT_PERSONAL_DATA, Facts("User", owner_id=actor.user_id))
        return await self._export(actor, actor.user_id or "")

    async def export_of(self, email: str, actor: Actor = OPERATOR) -> Exported:
        """Raises ``NoSuchAccount`` or ``InvalidEmail``."""
        authorize(actor, Action.EXPORT_PERSONAL_DATA, Facts("User"))
        return await self._export(actor, await self._user_id(email))

    async def erase(
        self, access_token: str, password: str | None = None, *, caller: str | None = None
    ) -> None:
        """One's own account. Raises ``Unauthenticated``, ``ProofNeeded``, ``InvalidInput`` for a wrong
        password, ``OrderUnderWay``, ``MoneyOwed`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        if signed_in.needs_second_factor:
            raise InsufficientAssurance
        authorize(signed_in.actor, Action.ERASE_ACCOUNT, Facts("User", owner_id=signed_in.user.id))
        await self._require_proof(signed_in, password, caller)
        await self._erase(signed_in.actor, signed_in.user.id)

    async def erase_of(self, email: str, actor: Actor = OPERATOR) -> None:
        """Raises ``NoSuchAccount``, ``InvalidEmail``, ``OrderUnderWay`` or ``MoneyOwed``."""
        authorize(actor, Action.ERASE_ACCOUNT, Facts("User"))
        await self._erase(actor, await self._user_id(email))

    async def _require_proof(self, signed_in: SignedIn, password: str | None, caller: str | None) -> None:
        account = signed_in.account
        if password is None:
            latest = max((proof.at for proof in signed_in.session.proofs), default=None)
            if latest is None or self.clock.now() - latest > RECENT_PROOF:
                raise ProofNeeded
            return
        await self.gate.try_password(account.email, caller)
        possible = password if len(password) <= MAX_PASSWORD_LENGTH else ""
        if account.password_hash is None or not await self.passwords.matches(possible, account.password_hash):
            raise InvalidInput("password", "is not the password of this account")

    async def _export(self, actor: Actor, user_id: str) -> Exported:
        now = self.clock.now()

        async def look(unit: UnitOfWork) -> Exported:
            person = await _person(unit, user_id)
            return {
                "exported_at": now.isoformat(),
                "user_id": person.user_id,
                "held": await unit.personal_data.held(person),
            }

        async def note(unit: UnitOfWork) -> None:
            person = await _person(unit, user_id)
            await tell_of_account(unit, AuditAction.DATA_EXPORTED, actor, person.account_id, now)

        exported = await self.storage.read(look)
        exported = {**exported, "proof_photos": await self._photos(user_id)}
        await self.storage.write(note)
        return exported

    async def _photos(self, user_id: str) -> Sequence[Mapping[str, str]]:
        """The pictures of one's deliveries, the newest first; the bytes of the latest ones."""
        kept = await self.storage.read(lambda unit: unit.proofs.of_customer(user_id))
        photos: list[Mapping[str, str]] = []
        for proof in reversed([each for each in kept if each.photo_id is not None]):
            content = await self.proofs.photo_of(proof) if len(photos) < MOST_PHOTOS else None
            written = {} if content is None else {"jpeg_base64": b64encode(content).decode()}
            photos.append({"proof_id": proof.id, "order_id": proof.order_id} | written)
        return photos

    async def _erase(self, actor: Actor, user_id: str) -> None:
        now = self.clock.now()
        await self.storage.write(lambda unit: erase_person(unit, actor, user_id, now))

    async def _user_id(self, email: str) -> str:
        address = normal_email(email)

        async def look(unit: UnitOfWork) -> str:
            account = await unit.accounts.by_email(address)
            user = await unit.accounts.user_of(account.id) if account else None
            if user is None:
                raise NoSuchAccount
            return user.id

        return await self.storage.read(look)


async def erase_person(unit: UnitOfWork, actor: Actor, user_id: str, now: datetime) -> None:
    """All of it or nothing. Raises ``OrderUnderWay`` or ``MoneyOwed``."""
    person = await _person(unit, user_id)
    unfinished = await unit.personal_data.unfinished(person)
    if unfinished.orders:
        raise OrderUnderWay(unfinished.orders[0])
    if unfinished.owed_cents:
        raise MoneyOwed(unfinished.owed_cents)
    await erase_proofs(unit, await unit.proofs.of_customer(user_id), now)
    await unit.personal_data.erase(person, now)
    await tell_of_account(unit, AuditAction.ACCOUNT_ERASED, actor, person.account_id, now, user=user_id)


async def _person(unit: UnitOfWork, user_id: str) -> Person:
    user = await unit.accounts.user(user_id)
    account = await unit.accounts.get(user.auth_id) if user else None
    if user is None or account is None:
        raise NoSuchAccount
    driver = await unit.drivers.get_by_user(user_id)
    known = (user.email, account.email, account.new_email, driver.email if driver else None)
    return Person(
        user_id=user.id,
        account_id=account.id,
        driver_id=driver.id if driver else None,
        addresses=frozenset(address for address in known if address),
    )
