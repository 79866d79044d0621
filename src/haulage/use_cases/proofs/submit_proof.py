"""Submit a proof of delivery: it is sealed, and completes a delivery that is still under way."""

from datetime import datetime
from hashlib import sha256

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderEventType, OrderStatus
from haulage.ports.files.proof_seals import ProofSeals, Sealer
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.proofs import StoredPhoto, StoredProof
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import (
    PinLocked,
    PinNeeded,
    ProofContent,
    ProofPosition,
    Signature,
    Verdict,
    WrongPin,
    canonical,
    sealed,
)
from haulage.services.deliveries.change_status import COMPLETE, take_step
from haulage.services.orders.order_log import append_event
from haulage.use_cases.deliveries.delivery_session import delivery_id
from haulage.use_cases.deliveries.driver_deliveries import own_delivery
from haulage.use_cases.positions.report_positions import AHEAD
from haulage.use_cases.proofs.proof_window import PROVABLE_FOR, require_provable


class AlreadyProved(RuleBroken):
    """The order has this proof already, and a proof is never replaced."""

    code = "already_proved"
    message = "This delivery has its proof already."


@attrs.frozen
class SubmittedProof:
    """What a device sends. ``photo`` is the device's id of a picture that it has sent before."""

    client_id: str
    taken_at: datetime
    recipient_name: str | None = None
    signature: Signature | None = None
    photo: str | None = None
    position: ProofPosition | None = None
    pin: str | None = attrs.field(default=None, repr=False)

    def hash(self) -> str:
        """Tells a repeat from another proof under the same id; the PIN is no part of it."""
        return sha256(canonical(_plain(self))).hexdigest()


def _plain(submitted: SubmittedProof) -> list[str | None]:
    return [
        submitted.client_id,
        submitted.taken_at.isoformat(),
        submitted.recipient_name,
        repr(submitted.signature),
        submitted.photo,
        repr(submitted.position),
    ]


@attrs.frozen
class SubmitProof:
    """Stores and seals a proof of delivery.

    However often and however late a device sends it, there is one proof, and the delivery ends once.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    seals: ProofSeals

    async def __call__(self, actor: Actor, order_id: str, submitted: SubmittedProof) -> StoredProof:
        """Raises ``NotFound``, ``InvalidInput``, ``AlreadyProved``, ``NotRunning``, ``PickupNotConfirmed``,
        ``ProofTooLate``, ``PinNeeded``, ``WrongPin`` or ``PinLocked``."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        now = self.clock.now()
        sealer, id = await self.seals.sealer(), self.identifiers.new("prf")

        async def work(unit: UnitOfWork) -> StoredProof | RuleBroken:
            await unit.positions.hold(actor.driver_id or "")  # no position ends it at the same time
            return await self._prove(unit, actor, order_id, submitted, id, sealer, now)

        done = await self.storage.write(work)
        if isinstance(done, RuleBroken):  # a wrong PIN is counted, so its transaction is kept
            raise done
        return done

    async def _prove(
        self,
        unit: UnitOfWork,
        actor: Actor,
        order_id: str,
        submitted: SubmittedProof,
        id: str,
        sealer: Sealer,
        now: datetime,
    ) -> StoredProof | RuleBroken:
        order, driver_id = await own_delivery(unit, actor, Action.WORK_ORDER, order_id)
        submitted = attrs.evolve(submitted, taken_at=_dated(submitted.taken_at, now))
        known = await _known(unit, order, driver_id, submitted)
        if known is not None:
            return known
        require_provable(order, now)
        photo = await _photo_of(unit, order, driver_id, submitted)
        content = ProofContent(
            order_id=order.id,
            order_number=order.number,
            delivery_id=delivery_id(order),
            driver_id=driver_id,
            taken_at=submitted.taken_at,
            recipient_name=submitted.recipient_name,
            signature=submitted.signature,
            photo=photo.facts if photo else None,
            position=submitted.position,
        )
        pin_matched = await self._try_pin(unit, order, submitted.pin, now)
        if isinstance(pin_matched, RuleBroken):
            return pin_matched
        if order.status is OrderStatus.IN_PROGRESS:
            ended = min(max(submitted.taken_at, order.picked_up_at or submitted.taken_at), now)
            order = await take_step(unit, order, driver_id, COMPLETE, now, at=ended)
        record = sealed(
            attrs.evolve(content, pin_matched=pin_matched),
            after=await unit.proofs.end(),
            at=now,
            key=sealer.key,
            salt=self.seals.salt,
            sign=sealer.sign,
        )
        proof = StoredProof(
            id=id,
            order_id=order.id,
            driver_id=driver_id,
            client_id=submitted.client_id,
            request_hash=submitted.hash(),
            record=record,
            photo_id=photo.id if photo else None,
            received_at=now,
        )
        await unit.proofs.add(proof)
        await append_event(unit, order, OrderEventType.PROVED, now)
        return proof

    async def _try_pin(
        self, unit: UnitOfWork, order: Order, guess: str | None, now: datetime
    ) -> bool | RuleBroken | None:
        """True when it is right, None where none was asked for."""
        pin = await unit.proofs.pin(order.id)
        if pin is None:
            return None
        if guess is None:
            return PinNeeded()
        after, verdict = pin.tried(guess, await self.tokens.unseal(pin.sealed_code), now)
        if after != pin:
            await unit.proofs.save_pin(pin, after)
        match verdict:
            case Verdict.RIGHT:
                return True
            case Verdict.WRONG:
                return WrongPin(after.tries_left)
            case Verdict.LOCKED:
                return PinLocked()


def _dated(at: datetime, now: datetime) -> datetime:
    taken = instant(at, field="at")
    if taken > now + AHEAD:
        raise InvalidInput("at", "must not be in the future")
    if taken < now - PROVABLE_FOR:
        raise InvalidInput("at", f"is more than {PROVABLE_FOR.days} days ago")
    return taken


async def _known(
    unit: UnitOfWork, order: Order, driver_id: str, submitted: SubmittedProof
) -> StoredProof | None:
    """The proof that this one repeats. Raises for one that it is not."""
    known = await unit.proofs.of_order(order.id)
    if known is not None:
        if (known.client_id, known.request_hash) == (submitted.client_id, submitted.hash()):
            return known
        raise AlreadyProved
    if await unit.proofs.by_client(driver_id, submitted.client_id) is not None:
        raise InvalidInput("client_id", "was used for another proof")
    return None


async def _photo_of(
    unit: UnitOfWork, order: Order, driver_id: str, submitted: SubmittedProof
) -> StoredPhoto | None:
    if submitted.photo is None:
        return None
    photo = await unit.proofs.photo(driver_id, submitted.photo)
    if photo is None or photo.order_id != order.id or photo.stored_at is None:
        raise InvalidInput("photo", "has not been sent yet")
    return photo
