"""Claims as each party reads them; administrators with everything that a decision needs beside them."""

from collections.abc import Sequence
from datetime import timedelta

import attrs

from haulage.accounts import User
from haulage.claims import Claim, ClaimParty, ClaimStatement, read_by
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.messaging import Message
from haulage.orders import Order, OrderEvent
from haulage.orders.claimable import claimable_since
from haulage.payments import Payment, Refund
from haulage.ports.storage.claims import ClaimFilter, ClaimPhoto
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.positions import MAX_HISTORY_PAGE, StoredPosition
from haulage.ports.storage.proofs import StoredProof
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.claims.claim_steps import claim_and_order
from haulage.use_cases.claims.open_claim import ClaimStanding, OpenClaims
from haulage.use_cases.claims.photos import ClaimPhotos
from haulage.use_cases.photo_links import PhotoLink
from haulage.use_cases.proofs import ShownProof, ShowProofs

MOST_MESSAGES = 30
"""Ours: the latest of the conversation, which is there as a whole on the order's page."""
MOST_EVENTS = 200
"""Ours: an ordinary order's log has about ten entries."""
BEFORE_END, AFTER_END = timedelta(minutes=20), timedelta(minutes=10)
"""Ours: where the driver was around the end shows whether they stood at the door."""


@attrs.frozen
class ShownPhoto:
    photo: ClaimPhoto
    link: PhotoLink


@attrs.frozen
class ShownClaim:
    """A claim with the statements and pictures that its reader may see."""

    claim: Claim
    statements: Sequence[ClaimStatement]
    photos: Sequence[ShownPhoto]


@attrs.frozen
class DriversClaim:
    """A claim about a driver's delivery, as its driver sees it: without the customer and their words."""

    shown: ShownClaim
    order_number: int


@attrs.frozen
class ClaimDetails:
    """Everything beside a decision, oldest first. *decider* is who made it, None while nobody has, for what
    was done without an account, and once their data were erased."""

    shown: ShownClaim
    decider: User | None
    order: Order
    customer: User | None
    driver: DriverProfile | None
    payment: Payment | None
    refunds: Sequence[Refund]
    proof: ShownProof | None
    messages: Sequence[Message]
    events: Sequence[OrderEvent]
    positions: Sequence[StoredPosition]


@attrs.frozen
class _Found:
    """What one look at the storage finds of claims."""

    claims: Sequence[Claim]
    statements: Sequence[ClaimStatement]
    photos: Sequence[ClaimPhoto]


@attrs.frozen
class ShowClaims:
    storage: Storage
    open: OpenClaims
    photos: ClaimPhotos
    proofs: ShowProofs

    async def of_order(self, actor: Actor, order_id: str) -> tuple[ClaimStanding, Sequence[ShownClaim]]:
        """What the customer can report, and has reported. Raises ``NotFound``."""
        standing = await self.open.standing(actor, order_id)
        found = await self.storage.read(lambda unit: _found(unit, standing.claims))
        return standing, await self._shown(ClaimParty.CUSTOMER, found)

    async def of_driver(self, actor: Actor, page: PageRequest) -> Page[DriversClaim]:
        """Those about the driver's own deliveries that are not decided, oldest first."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        wanted = ClaimFilter(driver_id=actor.driver_id or "", undecided=True)
        listed = await self.storage.read(lambda unit: unit.claims.list(wanted, page))
        claims = [each.claim for each in listed.items]
        found = await self.storage.read(lambda unit: _found(unit, claims))
        shown = await self._shown(ClaimParty.DRIVER, found)
        numbers = {each.claim.id: each.order_number for each in listed.items}
        return Page([DriversClaim(each, numbers[each.claim.id]) for each in shown], listed.next)

    async def details(self, actor: Actor, claim_id: str) -> ClaimDetails:
        """For administrators. Raises ``NotFound``.

        Raises ``OwnCase`` for the driver of the order: what a customer writes of them is not shown to them.
        """

        async def query(unit: UnitOfWork) -> tuple[_Found, ClaimDetails, StoredProof | None]:
            claim, order = await claim_and_order(unit, actor, Action.DECIDE_CLAIM, claim_id)
            require_another(actor, driver_id=order.driver_id)
            payment = await unit.payments.of_order(order.id)
            messages = await unit.messages.of_order(order.id, None, PageRequest(MOST_MESSAGES))
            details = ClaimDetails(
                shown=ShownClaim(claim, (), ()),
                decider=await unit.accounts.user(claim.closed_by) if claim.closed_by else None,
                order=order,
                customer=await unit.accounts.user(order.customer_id),
                driver=await unit.drivers.get(claim.driver_id),
                payment=payment,
                refunds=await unit.refunds.of_payment(payment.id) if payment else (),
                proof=None,
                messages=[*reversed(messages.items)],
                events=await unit.orders.events_after(order.id, 0, MOST_EVENTS),
                positions=await _around_the_end(unit, claim, order),
            )
            return await _found(unit, [claim]), details, await unit.proofs.of_order(order.id)

        found, details, proof = await self.storage.read(query)
        (shown,) = await self._shown(ClaimParty.ADMIN, found)
        return attrs.evolve(
            details,
            shown=shown,
            proof=await self.proofs.shown(details.order, proof) if proof else None,
        )

    async def statement_of_customer(self, claim: Claim) -> ShownClaim:
        """The claim as its customer reads it, for callers that have made sure of who asks."""
        (shown,) = await self._shown(
            ClaimParty.CUSTOMER, await self.storage.read(lambda unit: _found(unit, [claim]))
        )
        return shown

    async def _shown(self, reader: ClaimParty, found: _Found) -> Sequence[ShownClaim]:
        statements = read_by(reader, found.statements)
        photos = [each for each in found.photos if reader in (each.party, ClaimParty.ADMIN)]
        links = {each.id: await self.photos.link(each.id) for each in photos}
        return [
            ShownClaim(
                claim,
                [each for each in statements if each.claim_id == claim.id],
                [ShownPhoto(each, links[each.id]) for each in photos if each.claim_id == claim.id],
            )
            for claim in found.claims
        ]


async def _found(unit: UnitOfWork, claims: Sequence[Claim]) -> _Found:
    ids = [each.id for each in claims]
    if not ids:
        return _Found((), (), ())
    return _Found(claims, await unit.claims.statements(ids), await unit.claims.photos(ids))


async def _around_the_end(unit: UnitOfWork, claim: Claim, order: Order) -> Sequence[StoredPosition]:
    ended_at = claimable_since(order)
    if ended_at is None:
        return ()
    page = PageRequest(MAX_HISTORY_PAGE)
    found = await unit.positions.history(claim.driver_id, ended_at - BEFORE_END, ended_at + AFTER_END, page)
    return found.items
