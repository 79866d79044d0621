"""Share an order's tracking by a signed link (OP-53).

The token in a link is the link's random id with a signature over it, its order and its end, which only
this server can compute. Neither is of use without the other, and the storage holds no signature.
"""

import re
from datetime import datetime
from hmac import compare_digest

import attrs

from haulage.accounts.refresh import RefreshChain
from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order, OrderStatus
from haulage.orders.sharing import TrackingLink, require_open, share
from haulage.orders.views import Reader, View, view_of
from haulage.ports.identity.tokens import Tokens
from haulage.ports.maps.routes import Route
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.proofs import StoredProof
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.driver_of_order import driver_of
from haulage.use_cases.orders.tracking import WHAT, Live, TrackOrder, seen_position
from haulage.use_cases.proofs import ShownProof
from haulage.use_cases.proofs.show_proofs import proof_of

_TOKEN = re.compile(r"([A-Za-z0-9_-]{1,64})\.([0-9a-f]{64})", re.ASCII)


@attrs.frozen
class SharedLink:
    """A link with the token that opens it."""

    link: TrackingLink
    token: str


@attrs.frozen
class Links:
    """Signs links."""

    tokens: Tokens

    async def signed(self, link: TrackingLink) -> SharedLink:
        return SharedLink(link, f"{link.id}.{_signature(link, await self.keys())}")

    async def keys(self) -> RefreshChain:
        """What signs, to be read before the transaction that needs it, and not in it."""
        return await self.tokens.refresh_chain()


async def _opened(
    unit: UnitOfWork, keys: RefreshChain, order_id: str, token: str, now: datetime
) -> tuple[TrackingLink, Order]:
    """Raises ``NotFound`` for a token that is not ours, and ``TrackingLinkEnded``."""
    written = _TOKEN.fullmatch(token)
    link = await unit.tracking_links.get(written[1]) if written else None
    if written is None or link is None or link.order_id != order_id:
        raise NotFound(WHAT)
    order = await unit.orders.get(order_id)
    if order is None or not compare_digest(_signature(link, keys), written[2]):
        raise NotFound(WHAT)
    require_open(link, order, now)
    return link, order


def _signature(link: TrackingLink, keys: RefreshChain) -> str:
    until = int(link.expires_at.timestamp())
    return keys.fingerprint(f"tracking:{link.order_id}:{link.id}:{until}")


@attrs.frozen
class ShareTracking:
    """For the customer whose order it is: one link at a time."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    links: Links

    async def issue(self, actor: Actor, order_id: str) -> SharedLink:
        """The link that is shared, or a new one. Raises ``NotFound``, ``IllegalMove`` or ``OrderNotPaid``."""
        now, id = self.clock.now(), self.identifiers.new("trk")

        async def work(unit: UnitOfWork) -> TrackingLink:
            order = await _own(unit, actor, order_id)
            fresh = share(order, id, actor.user_id or "", now)
            shared = await unit.tracking_links.shared(order.id)
            if shared is not None and now < shared.expires_at:
                return shared
            if shared is not None:
                await unit.tracking_links.revoke(shared, now)
            await unit.tracking_links.add(fresh)
            return fresh

        try:
            return await self.links.signed(await self.storage.write(work))
        except Conflict:  # of two who share at once, both are given the one link
            other = await self.current(actor, order_id)
            if other is None:
                raise
            return other

    async def current(self, actor: Actor, order_id: str) -> SharedLink | None:
        """The link that is shared, also after the delivery, for as long as it opens; None where nothing is
        shared. Raises ``NotFound`` where the actor has no such order."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> TrackingLink | None:
            order = await _own(unit, actor, order_id)
            shared = await unit.tracking_links.shared(order.id)
            if shared is None or now >= shared.expires_at or order.status is OrderStatus.CANCELLED:
                return None
            return shared

        link = await self.storage.read(query)
        return None if link is None else await self.links.signed(link)

    async def revoke(self, actor: Actor, order_id: str) -> None:
        """Nobody sees the order by its link any more; without a link nothing happens."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            order = await _own(unit, actor, order_id)
            shared = await unit.tracking_links.shared(order.id)
            if shared is not None:
                await unit.tracking_links.revoke(shared, now)
                unit.notify(order_topic(order_id))  # whoever follows the link is refused at once

        await self.storage.write(work)


async def _own(unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
    order = await unit.orders.get(order_id)
    authorize(actor, Action.SHARE_TRACKING, Facts("Order", owner_id=order.customer_id if order else None))
    if order is None:
        raise NotFound("Order")
    return order


@attrs.frozen
class SharedTracking:
    """What the holder of a link is shown: never whom to call, what was paid, or who anybody is.

    Of ``proof`` they see that there is one and whom it names, by ``view``.
    """

    link: TrackingLink
    order: Order
    view: View
    driver: DriverProfile | None
    trip: Route
    live: Live
    speed: float
    proof: ShownProof | None = None


@attrs.frozen
class TrackByLink:
    """An order as the holder of its link sees it."""

    storage: Storage
    clock: Clock
    links: Links
    track: TrackOrder

    async def __call__(self, actor: Actor, order_id: str, token: str) -> SharedTracking:
        """Raises ``NotFound`` or ``TrackingLinkEnded``."""
        authorize(actor, Action.SEE_SHARED_TRACKING)
        now = self.clock.now()
        keys = await self.links.keys()

        async def query(unit: UnitOfWork) -> _Found:
            link, order = await _opened(unit, keys, order_id, token, now)
            driver = await driver_of(unit, order)
            position = await seen_position(unit, order)
            return _Found(link, order, driver, position, await proof_of(unit, order))

        found = await self.storage.read(query)
        order, forecasts = found.order, self.track.forecasts
        live, view = await self.track.live_at(order, found.position, now), view_of(Reader.LINK, order)
        return SharedTracking(
            link=found.link,
            order=order,
            view=view,
            driver=found.driver,
            trip=await forecasts.trip(order),
            live=live.seen_by(view),
            speed=forecasts.speed,
            proof=await self.track.proofs.show.shown(order, found.proof) if found.proof else None,
        )

    async def opened(self, order_id: str, token: str) -> TrackingLink:
        """The link that a token opens. Raises like the whole look."""
        now, keys = self.clock.now(), await self.links.keys()
        link, _ = await self.storage.read(lambda unit: _opened(unit, keys, order_id, token, now))
        return link


@attrs.frozen
class _Found:
    """What one look at the storage finds."""

    link: TrackingLink
    order: Order
    driver: DriverProfile | None
    position: DriverPosition | None
    proof: StoredProof | None
