"""Store the card that a customer asked to keep, and have the provider forget cards (PAY-30)."""

import hashlib
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.payments import Payment
from haulage.payments.saved_card import MAX_SAVED_CARDS, SavedCard, sorted_cards
from haulage.ports.payments import ProviderCard
from haulage.ports.storage.unit_of_work import UnitOfWork


async def keep_paying_card(
    unit: UnitOfWork, actor: Actor, payment: Payment, card: ProviderCard, now: datetime
) -> None:
    """Store what the provider keeps of the card that paid, once however often it is told.

    Where its owner did not ask for that, has left, or has too many, the provider is to forget it again: what
    it keeps and what customers see are the same.
    """
    paying = _saved(payment, card, now)
    await unit.saved_cards.lock(payment.customer_id)
    mine = await unit.saved_cards.of_user(payment.customer_id)
    if any(each.provider_card == card.id for each in mine):
        return
    customer = await unit.saved_cards.customer(payment.customer_id)
    is_theirs = customer is not None and customer.provider_customer == card.customer
    usable = [each for each in mine if each.simulated == paying.simulated]
    before = next((each for each in usable if each.looks_like(paying)), None)
    if not (payment.saves_card and is_theirs) or (before is None and len(usable) >= MAX_SAVED_CARDS):
        await unit.jobs.enqueue(Job(JobKind.FORGET_CARD, card.id), now)
        return
    if before is not None:  # the same card again: the newer token takes its place
        await unit.saved_cards.remove(before)
        await unit.jobs.enqueue(Job(JobKind.FORGET_CARD, before.provider_card), now)
    is_default = before.is_default if before else not any(each.is_default for each in usable)
    await unit.saved_cards.add(attrs.evolve(paying, is_default=is_default))
    await audit_card(unit, AuditAction.CARD_SAVED, actor, paying, now)


async def remove_card(unit: UnitOfWork, actor: Actor, card: SavedCard, now: datetime) -> bool:
    """It pays nothing from now on, and a job has the provider forget it; whether it was still there. The
    newest of the others becomes the default where this one was it."""
    await unit.saved_cards.lock(card.user_id)
    if not await unit.saved_cards.remove(card):
        return False
    others = await unit.saved_cards.of_user(card.user_id)
    usable = sorted_cards(each for each in others if each.simulated == card.simulated)
    if usable and not any(each.is_default for each in usable):
        await unit.saved_cards.make_default(usable[0])
    await unit.jobs.enqueue(Job(JobKind.FORGET_CARD, card.provider_card), now)
    await audit_card(unit, AuditAction.CARD_REMOVED, actor, card, now)
    return True


async def forget_cards_of(unit: UnitOfWork, user_id: str, now: datetime) -> None:
    """A person leaves: the provider is to forget them and all their cards. The rows go with the others."""
    customer = await unit.saved_cards.customer(user_id)
    if customer is not None:
        await unit.jobs.enqueue(Job(JobKind.FORGET_CARD_CUSTOMER, customer.provider_customer), now)


async def audit_card(
    unit: UnitOfWork, action: AuditAction, actor: Actor, card: SavedCard, now: datetime
) -> None:
    await unit.audit.append(AuditEvent(action, actor, now, "saved_card", card.id))


def _saved(payment: Payment, card: ProviderCard, now: datetime) -> SavedCard:
    """Its id is worked out of the provider's token, so that two who store it at once store one."""
    digest = hashlib.sha256(f"{payment.customer_id}:{card.id}".encode()).hexdigest()
    return SavedCard(
        id=f"crd_{digest[:32]}",
        user_id=payment.customer_id,
        provider_customer=card.customer,
        provider_card=card.id,
        brand=card.brand,
        last4=card.last4,
        expiry_month=card.expiry_month,
        expiry_year=card.expiry_year,
        created_at=now,
        simulated=payment.simulated,
    )
