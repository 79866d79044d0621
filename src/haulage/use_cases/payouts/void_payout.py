"""Void a payout that was never sent, so that its money is the driver's to use again."""

from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor, Role
from haulage.kernel.errors import Conflict, InvalidInput, Unavailable
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.payouts import (
    PAYOUT_LIFECYCLE,
    Payout,
    PayoutBeingSent,
    PayoutIsSent,
    PayoutMove,
    PayoutNotFound,
    PayoutOutcomeUnknown,
    PayoutStatus,
    with_status,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payouts.send_payout import SendPayouts

MAX_VOID_REASON = 400
"""Ours: so that it fits into the payout's reason behind what is said before it."""
UNDER_WAY = timedelta(hours=1)
"""Ours: a question that was asked within that time may still be on its way to the provider."""


@attrs.frozen
class VoidPayout:
    """For administrators and operators: what they do about a payout that does not go out by itself.

    Two things prove that its money did not leave: the provider was never asked for it, or it was asked an
    hour ago and lists every payout of the account without this one.
    """

    storage: Storage
    clock: Clock
    send: SendPayouts

    async def __call__(
        self, actor: Actor, payout_id: str, reason: str, once: IdempotentRequest[Payout] | None = None
    ) -> Payout:
        """Give its amount and its fees back to the balance, for a *reason* that its driver reads.

        The provider is asked first, and what it has is noted instead. Raises ``InvalidInput``,
        ``PayoutNotFound``, ``OwnCase``, ``IllegalMove`` once it is at its end, ``PayoutIsSent``,
        ``PayoutBeingSent``, ``PayoutOutcomeUnknown`` or ``Conflict``.
        """
        authorize(actor, Action.VOID_PAYOUT)
        if not reason.strip() or len(reason) > MAX_VOID_REASON:
            raise InvalidInput("reason", f"must be given, in at most {MAX_VOID_REASON} characters")
        seen = await self.storage.read(lambda unit: unit.payouts.get(payout_id))
        if seen is not None and seen.is_open and seen.provider_id is None:
            await self._require_unsent(seen)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Payout:
            payout = _voidable(actor, await unit.payouts.get(payout_id))
            if seen is None or payout.version != seen.version:
                raise Conflict("payout")
            return await self._void(unit, actor, payout, reason.strip(), now)

        voided = await write_once(self.storage, once, work, now)
        await self.send.finish_now(payout_id)
        return await self.storage.read(lambda unit: unit.payouts.get(payout_id)) or voided

    async def _void(
        self, unit: UnitOfWork, actor: Actor, payout: Payout, reason: str, now: datetime
    ) -> Payout:
        """Its money goes back as that of any payout which fails, and its driver hears of it."""
        who = "An administrator" if actor.role is Role.ADMIN else "An operator"
        told = f"{who} returned this payout to your balance, since it was never sent: {reason}"
        saved = await unit.payouts.save(payout, with_status(payout, PayoutStatus.FAILED, now, told))
        facts: dict[str, Fact] = {"driver": payout.driver_id, "cents": payout.amount_cents}
        await unit.audit.append(AuditEvent(AuditAction.PAYOUT_VOIDED, actor, now, "payout", payout.id, facts))
        await self.send.emails.tell(unit, saved, now)
        await unit.jobs.enqueue(Job(JobKind.FINISH_PAYOUT, saved.id, f"v{saved.version}"), now)
        return saved

    async def _require_unsent(self, payout: Payout) -> None:
        try:
            found = await self.send.find(payout)
        except Unavailable:
            if payout.asked_at is not None:
                raise PayoutOutcomeUnknown from None
            return
        if found is not None:
            await self.send.note_answer(payout.id, found)
        elif payout.asked_at is not None and self.clock.now() - payout.asked_at < UNDER_WAY:
            raise PayoutBeingSent


def _voidable(actor: Actor, payout: Payout | None) -> Payout:
    if payout is None:
        raise PayoutNotFound
    require_another(actor, driver_id=payout.driver_id)
    if payout.is_open and payout.provider_id is not None:
        raise PayoutIsSent
    PAYOUT_LIFECYCLE.after(payout.status, PayoutMove.VOID)
    return payout
