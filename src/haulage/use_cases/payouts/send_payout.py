"""Payouts at the provider: sent, looked at, canceled, and given back when they fail (OP-37, OP-41).

The provider is called between transactions. Every call carries the payout's id as its reference, so that one
that is repeated has one effect; what nobody knows the outcome of stays reserved until somebody does.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM, Actor, Role
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.own_case import is_own_case
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payments import ProviderRefused
from haulage.payouts import (
    PAYOUT_LIFECYCLE,
    Payout,
    PayoutBeingSent,
    PayoutMove,
    PayoutNotFound,
    PayoutSpeed,
    PayoutStatus,
    TakenBack,
    taken_parts,
    with_status,
)
from haulage.ports.payments import AccountUnknown
from haulage.ports.payouts import DriverPayouts, PayoutInstruction, ProviderPayout, TransferPart
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.backup_withholding import withheld_of_fees
from haulage.services.payments.payout_emails import PayoutEmails
from haulage.services.payments.payout_entries import post_payout, undo_payout
from haulage.services.payments.share_transfers import take_back_owed

T = TypeVar("T")

TRIES = 5
LOOKED_AT_EVERY = timedelta(seconds=30)
"""OUT-31."""
FOLLOWED_FOR = timedelta(days=60)
"""Ours: longer than any bank takes; what is open then is left to an operator."""
NO_ACCOUNT = "The payment provider has no such account. Nothing was sent."


@attrs.frozen
class SendPayouts:
    """Carries payouts out, and follows them to their end."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts
    emails: PayoutEmails

    async def __call__(self, payout_id: str) -> None:
        """Send one that is not sent. Raises ``Unavailable``: it is to be repeated then, since whether it was
        done is unknown."""
        payout = await self._get(payout_id)
        if payout is None or not payout.is_open or payout.provider_id is not None:
            return
        try:
            made = await self.find(payout)
        except AccountUnknown:
            if not await self._fail_unasked(payout_id):
                raise
            await self.finish_now(payout_id)
            return
        try:
            made = made or await self._make(payout)
        except ProviderRefused as refusal:
            made = await self.find(payout)  # what is refused may be there all the same
            if made is None:
                await self._note(payout_id, PayoutStatus.FAILED, reason=refusal.reason)
                await self.finish_now(payout_id)
        if made is not None:
            await self.note_answer(payout_id, made)

    async def find(self, payout: Payout) -> ProviderPayout | None:
        """What the provider has of one that it is not known to have. Raises ``Unavailable``."""
        return await self.provider.find(await self._instruction(payout))

    async def _make(self, payout: Payout) -> ProviderPayout | None:
        """None where it came to its end meanwhile. Raises ``ProviderRefused`` or ``Unavailable``."""
        if not await self._note_asked(payout.id):
            return None
        instruction = await self._instruction(payout)
        if payout.take_back:
            await self.provider.prepare(instruction)
        return await self.provider.send(instruction)

    async def _note_asked(self, payout_id: str) -> bool:
        """Before the provider is: what was never asked for did not leave, whatever the provider tells."""

        async def work(unit: UnitOfWork) -> bool:
            before = await unit.payouts.get(payout_id)
            if before is None or not before.is_open or before.provider_id is not None:
                return False
            await unit.payouts.save(before, attrs.evolve(before, asked_at=self.clock.now()))
            return True

        return await self._again_in_conflict(work)

    async def _fail_unasked(self, payout_id: str) -> bool:
        """Whether its money is still there for certain, since the provider was never asked for it."""

        async def work(unit: UnitOfWork) -> bool:
            before = await unit.payouts.get(payout_id)
            if before is None or before.asked_at is not None or before.provider_id is not None:
                return False
            await self._store(unit, payout_id, PayoutStatus.FAILED, NO_ACCOUNT, None, slower=False)
            return True

        return await self._again_in_conflict(work)

    async def follow(self, payout_id: str) -> None:
        """Send it, and look at it until it is at its end (OUT-31). Raises ``NotYet`` before that, and
        ``Unavailable``."""
        if await self._get(payout_id) is None:
            return
        if (await self.look_at(payout_id)).is_open:
            raise NotYet(self.clock.now() + LOOKED_AT_EVERY)

    async def look_at(self, payout_id: str) -> Payout:
        """As the provider has it now. Raises ``PayoutNotFound``, ``Unavailable`` or ``ProviderRefused``."""
        payout = await self._get(payout_id)
        if payout is None:
            raise PayoutNotFound
        if payout.provider_id is None:
            if payout.is_open:
                await self(payout_id)
        else:
            account = (await self._instruction(payout)).account
            await self.note_answer(payout_id, await self.provider.status(account, payout.provider_id))
        return await self._get(payout_id) or payout

    async def cancel(self, actor: Actor, payout_id: str) -> Payout:
        """While it is pending. Raises ``PayoutNotFound``, ``PayoutBeingSent``, ``IllegalMove`` once it is on
        its way, ``Unavailable`` or ``ProviderRefused``."""
        payout = await self._get(payout_id)
        owner = payout.driver_id if payout else None
        authorize(actor, Action.CANCEL_PAYOUT, Facts("Payout", driver_id=owner))
        if payout is None:
            raise PayoutNotFound
        PAYOUT_LIFECYCLE.after(payout.status, PayoutMove.CANCEL)
        if payout.provider_id is None:
            raise PayoutBeingSent
        account = (await self._instruction(payout)).account
        await self._record_cancellation(actor, payout)
        answer = await self.provider.cancel(account, payout.provider_id)
        if answer.status is PayoutStatus.CANCELED:
            answer = attrs.evolve(answer, failure_reason=_canceled_by(actor, payout))
        await self.note_answer(payout_id, answer)
        after = await self._get(payout_id) or payout
        if after.status is not PayoutStatus.CANCELED:
            PAYOUT_LIFECYCLE.after(after.status, PayoutMove.CANCEL)
            raise PayoutBeingSent
        return after

    async def _record_cancellation(self, actor: Actor, payout: Payout) -> None:
        """Before the provider is asked: who wanted it must be known, whatever the answer."""
        facts: dict[str, Fact] = {"driver": payout.driver_id, "cents": payout.amount_cents}
        action, now = AuditAction.PAYOUT_CANCELLATION_REQUESTED, self.clock.now()
        event = AuditEvent(action, actor, now, "payout", payout.id, facts)
        await self.storage.write(lambda unit: unit.audit.append(event))

    async def finish(self, payout_id: str) -> None:
        """Give back what a payout took that did not arrive, at the provider and then in the books. Raises
        ``Unavailable``."""
        payout = await self._get(payout_id)
        if payout is None or not payout.has_failed or payout.settled_at is not None:
            return
        part = None
        if payout.take_back:
            part = await self.provider.restore(await self._instruction(payout))
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await _given_back(unit, payout_id, part, now)
            still = await unit.payouts.get(payout_id)
            if still is not None and still.has_failed and still.settled_at is None:
                await undo_payout(unit, still, now)
                await take_back_owed(unit, still.driver_id, now)
                if still.provider_id is None:
                    taken = taken_parts(still.take_back, part.amount_cents if part else 0)
                    await unit.payouts.keep_taken(payout_id, taken)
                await unit.payouts.save(still, attrs.evolve(still, settled_at=now, updated_at=now))

        await self.storage.write(work)

    async def finish_now(self, payout_id: str) -> None:
        with suppress(Unavailable, ProviderRefused, Conflict):  # the job goes on with it
            await self.finish(payout_id)

    async def note_answer(self, payout_id: str, found: ProviderPayout) -> None:
        """Note what the provider said, and see to what follows of it."""
        payout = await self._get(payout_id)
        if payout is None:
            return
        slower = payout.speed is PayoutSpeed.INSTANT and found.speed is PayoutSpeed.STANDARD
        if slower and payout.fees.fees_cents and not payout.fees_returned and not payout.has_failed:
            await self._return_fees(payout)
        after = await self._note(
            payout_id, found.status, reason=found.failure_reason, found=found, slower=slower
        )
        if after is not None and after.has_failed:
            await self.finish_now(payout_id)

    async def _return_fees(self, payout: Payout) -> None:
        """The transfer is stored before the payout says that its fees were returned: a crash in between
        returns them again, to the same effect."""
        instruction, returned = await self._instruction(payout), _standard(payout).returned_cents
        part = await self.provider.return_fees(instruction, amount_cents=returned)
        now = self.clock.now()
        await self.storage.write(lambda unit: _given_back(unit, payout.id, part, now))

    async def _note(
        self,
        payout_id: str,
        status: PayoutStatus,
        *,
        reason: str | None = None,
        found: ProviderPayout | None = None,
        slower: bool = False,
    ) -> Payout | None:
        return await self._again_in_conflict(
            lambda unit: self._store(unit, payout_id, status, reason, found, slower=slower)
        )

    async def _again_in_conflict(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        for _ in range(TRIES):
            with suppress(Conflict):
                return await self.storage.write(work)
        raise Conflict("payout")

    async def _store(
        self,
        unit: UnitOfWork,
        payout_id: str,
        status: PayoutStatus,
        reason: str | None,
        found: ProviderPayout | None,
        *,
        slower: bool,
    ) -> Payout | None:
        before = await unit.payouts.get(payout_id)
        if before is None:
            return None
        now = self.clock.now()
        after = with_status(_with_facts(before, found, slower=slower, now=now), status, now, reason)
        if after.status is PayoutStatus.PAID and before.status is not PayoutStatus.PAID:
            arrived = (found.arrives_at if found else None) or now
            after = attrs.evolve(after, arrived_at=min(arrived, now), settled_at=now)
            await post_payout(unit, after, now)
        if after == before:
            return before
        saved = await unit.payouts.save(before, after)
        if saved.status is not before.status:
            await _record(unit, saved)
            await self.emails.tell(unit, saved, now)
            if saved.has_failed:
                occasion = f"v{saved.version}"
                await unit.jobs.enqueue(Job(JobKind.FINISH_PAYOUT, saved.id, occasion), now)
        return saved

    async def _get(self, payout_id: str) -> Payout | None:
        return await self.storage.read(lambda unit: unit.payouts.get(payout_id))

    async def _instruction(self, payout: Payout) -> PayoutInstruction:
        async def query(unit: UnitOfWork) -> tuple[str, str]:
            account = await unit.connected_accounts.get(payout.driver_id)
            method = await unit.payout_methods.get(payout.method_id)
            if account is None or method is None:
                raise PayoutNotFound
            return account.account_id, method.token

        account, token = await self.storage.read(query)
        return PayoutInstruction(
            reference=payout.id,
            account=account,
            destination=token,
            rail=payout.rail,
            speed=payout.speed,
            net_cents=payout.net_cents,
            take_back=[TransferPart(each.transfer_id, each.amount_cents) for each in payout.take_back],
            service_type=payout.service_type,
        )


def _canceled_by(actor: Actor, payout: Payout) -> str:
    """A reason that the driver and administrators read."""
    if is_own_case(actor, driver_id=payout.driver_id):
        who = "The driver"
    else:
        who = "An administrator" if actor.role is Role.ADMIN else "An operator"
    return f"{who} canceled this payout."


def _with_facts(payout: Payout, found: ProviderPayout | None, *, slower: bool, now: datetime) -> Payout:
    if found is None:
        return payout
    known = attrs.evolve(
        payout,
        provider_id=found.id,
        sent_at=payout.sent_at or now,
        expected_at=found.arrives_at or payout.expected_at,
    )
    return _standard(known) if slower and payout.fees.fees_cents and not payout.fees_returned else known


def _standard(payout: Payout) -> Payout:
    """It was to be instant, and is made as a standard payout."""
    return attrs.evolve(payout, fees_returned=True, withheld_returned_cents=withheld_of_fees(payout))


async def _given_back(unit: UnitOfWork, payout_id: str, part: TransferPart | None, now: datetime) -> None:
    """What went back by a transfer can be taken back of it (OP-41)."""
    if part is not None:
        given = TakenBack(part.transfer_id, part.amount_cents)
        await unit.payouts.add_given_back(payout_id, given, now)


async def _record(unit: UnitOfWork, payout: Payout) -> None:
    """Its end is in the trail."""
    action = {PayoutStatus.PAID: AuditAction.PAYOUT_PAID}.get(payout.status)
    if payout.has_failed:
        action = AuditAction.PAYOUT_FAILED
    if action is not None:
        facts: dict[str, Fact] = {
            "driver": payout.driver_id,
            "cents": payout.amount_cents,
            "status": str(payout.status),
        }
        await unit.audit.append(AuditEvent(action, SYSTEM, payout.updated_at, "payout", payout.id, facts))
