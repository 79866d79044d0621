"""``haulage orders book``, ``pay`` and ``cancel``: the customer's side."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from haulage.items import find_preset
from haulage.kernel.arrival_window import WINDOW_HOURS
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.geo import Place, Point
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.kernel.services import MAX_HELPERS, FareUrgency, ItemClass, ServiceType
from haulage.kernel.stop_access import StopAccess
from haulage.matching.offer import Offer
from haulage.orders import Contact, Order
from haulage.payments import Card, PaymentState
from haulage.pricing.fare import Fare
from haulage.use_cases.orders.book_order import BookingRequest
from haulage.use_cases.payments.checkout import PaymentOutcome
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.settings import Settings
from haulage_cli.access_options import with_access
from haulage_cli.items import COUNTED, PresetItem
from haulage_cli.options import (
    INSTANT,
    PHOTO,
    POSITION,
    WORDS,
    ExactNumber,
    OneOf,
    acting,
    examples,
    read_photo,
    with_json,
    with_settings,
)
from haulage_cli.orders.output import order_out, show_order, write_order
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does
from haulage_cli.price import receipt

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

BEST = "best"


@attrs.define
class NoDriver(RuleBroken):
    """No driver can take this job; sometimes only the price limit stands in the way (OP-11)."""

    code = "no_driver"
    price_limit: bool

    @property
    def message(self) -> str:
        if self.price_limit:
            return "No driver is available within the price limit. Raise it, or choose another time."
        return "No driver is available for this trip at this time."


@attrs.define
class PaymentDeclined(RuleBroken):
    """The card was refused; the order stays and another card may be tried."""

    code = "card_declined"
    message: str


class AuthenticationNeeded(RuleBroken):
    """The card needs 3-D Secure authentication by its holder."""

    code = "authentication_needed"
    message = "This card asks the cardholder to authenticate. Repeat with --authenticate approve or refuse."


class RealCards(RuleBroken):
    """Real card numbers cannot be typed here, only at the provider's page."""

    code = "real_cards"
    message = "A real card provider is configured: pay on its page, not on a command line."


@attrs.frozen
class Booked:
    """An order with the offer that it was booked by, and what it costs."""

    order: Order
    offer: Offer
    fare: Fare
    is_favorite: bool


class ItemType(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``DESCRIPTION:POUNDS`` or ``DESCRIPTION:POUNDS:LxWxH`` with inches, or ``ID*COUNT`` of a preset."""

    name = "item"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Item:
        parts = WORDS.convert(value, param, ctx).split(":")
        description, numbers = parts[0], parts[1:]
        if not numbers and find_preset(description.partition(COUNTED)[0]):
            return PresetItem().convert(value, param, ctx)
        if len(numbers) not in (1, 2) or not description.strip():
            self.fail(f"{value!r} is not an item such as sofa:120 or sofa:120:84x36x34", param, ctx)
        pounds = ExactNumber("weight").convert(numbers[0], param, ctx)
        return Item(description, pounds, self._dimensions(numbers[1:], param, ctx))

    def _dimensions(
        self, texts: Sequence[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Dimensions | None:
        if not texts:
            return None
        sides = [ExactNumber("dimensions").convert(side, param, ctx) for side in texts[0].split("x")]
        if len(sides) != 3:
            self.fail(f"{texts[0]!r} is not LxWxH in inches", param, ctx)
        return Dimensions(*sides)


@click.command(
    epilog=examples(
        "haulage orders book --as customer@haulage.example --size large \\",
        "    --from 40.7424,-74.0060 --from-address '75 9th Ave' \\",
        "    --to 40.6712,-73.9636 --to-address '200 Eastern Pkwy' \\",
        "    --item sofa:120:84x36x34 --item lamp:9 --name 'Casey Rivera' --phone '+1 212 555 0101' \\",
        "    --to-unit 4B --to-floor 4 --to-floor-access elevator --to-gate-code '#2580'",
    )
)
@acting
@click.option("--from", "pickup", type=POSITION, required=True, help="Where from.")
@click.option("--from-address", type=WORDS, required=True, help="The address there.")
@with_access("from-", "pickup_access", " at the pickup")
@click.option("--to", "dropoff", type=POSITION, required=True, help="Where to.")
@click.option("--to-address", type=WORDS, required=True, help="The address there.")
@with_access("to-", "dropoff_access", " at the dropoff")
@click.option(
    "--size", type=OneOf(ItemClass), help="Small items are delivered, large ones moved [default small]."
)
@click.option("--service", type=OneOf(ServiceType), help="What is done, if the size does not say it.")
@click.option(
    "--item", "items", type=ItemType(), multiple=True, required=True, metavar="TEXT:LB[:LxWxH]|ID[*COUNT]",
    help="Something to carry, described or by its id of 'haulage items list'; may be repeated.",
)  # fmt: skip
@click.option("--urgency", type=OneOf(FareUrgency), default="standard", show_default=True, help="How fast.")
@click.option("--fragile", is_flag=True, help="The items break easily.")
@click.option("--assembly", is_flag=True, help="Something has to be put together.")
@click.option(
    "--helpers", type=click.IntRange(0, MAX_HELPERS), default=0, help="Extra helpers, for two people."
)
@click.option("--require", "requirements", type=WORDS, multiple=True, help="What the driver must offer.")
@click.option(
    "--at", "scheduled_time", type=INSTANT, help="When, with an offset [default as soon as possible]."
)
@click.option(
    "--window", "window_hours", type=click.IntRange(min(WINDOW_HOURS), max(WINDOW_HOURS)), metavar="HOURS",
    help="With --at, the driver comes within these hours from then, 1 or 2 [default at that time].",
)  # fmt: skip
@click.option("--max-price", type=click.IntRange(1), metavar="CENTS", help="A lower price limit, before tax.")
@click.option(
    "--driver", type=WORDS, default=BEST, show_default=True, help="Id of an offered driver, or best."
)
@click.option("--name", type=WORDS, required=True, help="Whom the driver meets.")
@click.option("--phone", type=WORDS, required=True, help="Their phone number.")
@click.option("--description", type=WORDS, help="What is carried, in words [default the items].")
@click.option("--notes", type=WORDS, help="What only the driver who accepts is told of the items.")
@click.option("--photo", "photos", type=PHOTO, multiple=True, help="A picture of it; again for up to 6.")
@with_settings
@with_json
@does(Action.BOOK_ORDER)
def book(
    settings: Settings,
    email: str,
    pickup: Point,
    from_address: str,
    pickup_access: StopAccess,
    dropoff: Point,
    to_address: str,
    dropoff_access: StopAccess,
    size: ItemClass | None,
    service: ServiceType | None,
    items: tuple[Item, ...],
    urgency: FareUrgency,
    fragile: bool,
    assembly: bool,
    helpers: int,
    requirements: tuple[str, ...],
    scheduled_time: datetime | None,
    window_hours: int | None,
    max_price: int | None,
    driver: str,
    name: str,
    phone: str,
    description: str | None,
    notes: str | None,
    photos: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Ask for a price, find drivers and book one, all in one go; the order is still to be paid."""
    from haulage_cli.runtime import actor_of, on_marketplace

    quote_request = QuoteRequest(
        pickup=Place(pickup, from_address),
        dropoff=Place(dropoff, to_address),
        items=tuple(attrs.evolve(item, fragile=item.fragile or fragile) for item in items),
        item_class=size or ItemClass.SMALL,
        service_type=service,
        urgency=urgency,
        requires_assembly=assembly,
        helpers=helpers,
        special_requirements=requirements,
        scheduled_time=scheduled_time,
        scheduled_until=_window_end(scheduled_time, window_hours),
        max_price_cents=max_price,
    )

    pictures = {sha256(content).hexdigest(): content for content in map(read_photo, photos)}

    async def work(marketplace: "Marketplace") -> Booked:
        actor = await actor_of(marketplace, email)
        quote = await marketplace.quotes.request(actor, quote_request)
        found = await marketplace.drivers.find(actor, quote.id)
        if not found.offers:
            raise NoDriver(found.emptied_by_price_limit)
        chosen = found.offers[0].driver_id if driver == BEST else driver
        for client_id, content in pictures.items():
            await marketplace.orders.item_photos.take(actor, client_id, content)
        booking = BookingRequest(
            quote_id=quote.id,
            driver_id=chosen,
            contact=Contact(name, phone),
            items_description=description or "",
            item_notes=notes or "",
            pickup_access=pickup_access,
            dropoff_access=dropoff_access,
            photos=tuple(pictures),
        )
        order = await marketplace.orders.book(actor, booking)
        offer = next(offer for offer in found.offers if offer.driver_id == chosen)
        return Booked(order, offer, found.fares[chosen], chosen in found.favorites)

    booked = on_marketplace(settings, work)
    offer = booked.offer
    if as_json:
        _write_booked(booked)
        return
    show_order(booked.order)
    click.echo()
    write_facts(
        [
            ("Driver", f"{offer.driver_name}, {offer.vehicle.line}, {offer.arrival_minutes} min away"),
            *receipt(booked.fare),
        ]
    )


def _window_end(start: datetime | None, hours: int | None) -> datetime | None:
    if hours is None:
        return None
    if start is None:
        raise InvalidInput("window", "needs --at, from which it counts")
    return start + timedelta(hours=hours)


def _write_booked(booked: Booked) -> None:
    from haulage_adapters.wire.quotes import OfferOut

    driver = OfferOut.of(booked.offer, booked.fare, is_favorite=booked.is_favorite)
    write_json({"order": order_out(booked.order), "driver": driver, "fare": driver.fare})


@click.command(
    epilog=examples(
        "haulage orders pay 10042 --as customer@haulage.example --card '4242 4242 4242 4242' \\",
        "    --expiry 12/40 --cvc 123 --name 'Casey Rivera'",
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--card", type=WORDS, help="Number of a simulated card.")
@click.option("--expiry", type=WORDS, metavar="MM/YY", help="When it expires.")
@click.option("--cvc", type=WORDS, help="Its security code.")
@click.option("--name", type=WORDS, help="The name on it.")
@click.option("--save-card", is_flag=True, help="Save the card for next time.")
@click.option("--saved-card", type=WORDS, metavar="ID", help="A saved card instead: haulage cards list.")
@click.option(
    "--authenticate", type=click.Choice(["approve", "refuse"]), help="The cardholder's answer to their bank."
)
@with_settings
@with_json
@does(Action.PAY_ORDER)
def pay(
    settings: Settings,
    order: str,
    email: str,
    card: str | None,
    expiry: str | None,
    cvc: str | None,
    name: str | None,
    save_card: bool,
    saved_card: str | None,
    authenticate: str | None,
    as_json: bool,
) -> None:
    """Pay an order with a simulated card; a declined card is exit code 1, and another may be tried."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    typed = _typed_card(card, expiry, cvc, name, saved_card)
    if save_card and typed is None:
        raise InvalidInput("save_card", "is for a card that is not saved yet")

    async def work(marketplace: "Marketplace") -> PaymentOutcome:
        if not marketplace.payments.are_simulated:
            raise RealCards
        actor = await actor_of(marketplace, email)
        payment = await marketplace.payments.open(actor, await order_id_of(marketplace, order))
        if typed is None:
            outcome = await marketplace.payments.confirm.with_saved_card(actor, payment.id, saved_card or "")
        else:
            outcome = await marketplace.payments.confirm(actor, payment.id, typed, save=save_card)
        if authenticate is not None and outcome.payment.state is PaymentState.REQUIRES_ACTION:
            approved = authenticate == "approve"
            return await marketplace.payments.confirm.authenticate(actor, payment.id, approved=approved)
        return outcome

    outcome = on_marketplace(settings, work)
    if outcome.declined:
        raise PaymentDeclined(outcome.payment.decline_reason or "Payment failed. Please try again.")
    if outcome.payment.state is PaymentState.REQUIRES_ACTION:
        raise AuthenticationNeeded
    paid = outcome.payment
    if as_json:
        from haulage_adapters.wire.payments import PaymentOut, PaymentOutcomeOut

        payment = PaymentOut.of(paid, simulated=paid.simulated)
        write_json(PaymentOutcomeOut(payment, order_out(outcome.order)))
        return
    click.echo(f"Paid {dollars(paid.amount_cents)} with {paid.card_brand} ending in {paid.card_last4}.")
    if outcome.order.driver_id is None:
        click.echo("The chosen driver can no longer come: the order is open to all drivers.")
    show_order(outcome.order)


def _typed_card(
    card: str | None, expiry: str | None, cvc: str | None, name: str | None, saved_card: str | None
) -> Card | None:
    """The card that was typed; None where a saved one is to pay. Raises ``InvalidInput`` unless it is one of
    them, and whole."""
    if saved_card is not None:
        if card is not None:
            raise InvalidInput("card", "cannot be given with --saved-card")
        return None
    for option, value in {"card": card, "expiry": expiry, "cvc": cvc, "name": name}.items():
        if value is None:
            raise InvalidInput(option, f"needs --{option}, or a saved card with --saved-card")
    return Card(card or "", expiry or "", cvc or "", name or "")


@click.command(
    epilog=examples("haulage orders cancel 10042 --as customer@haulage.example --reason 'Plans changed'")
)
@click.argument("order", type=WORDS)
@acting
@click.option("--reason", type=WORDS, default="", help="Why; the driver and the operator read it.")
@with_settings
@with_json
@does(Action.CANCEL_ORDER)
def cancel(settings: Settings, order: str, email: str, reason: str, as_json: bool) -> None:
    """End an order; what is not kept as a fee goes back to the card."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        return await marketplace.orders.cancel(actor, await order_id_of(marketplace, order), reason)

    write_order(on_marketplace(settings, work), as_json=as_json)
