"""``haulage orders list``, ``show`` and ``follow``."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.orders import Order, OrderStatus
from haulage.orders.order import FIRST_ORDER_NUMBER, MAX_ORDER_NUMBER
from haulage.orders.views import ShownEvent
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.orders.output import order_out, write_order
from haulage_cli.output import clean, write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("number", "status", "payment", "service", "price", "from", "to", "created")


@click.command(
    "list",
    epilog=examples(
        "haulage orders list --as admin@haulage.example --status assigned",
        "haulage orders list --as admin@haulage.example --search brooklyn",
        "haulage orders list --as driver@haulage.example --available --json",
    ),
)
@acting
@click.option(
    "--number",
    type=click.IntRange(FIRST_ORDER_NUMBER, MAX_ORDER_NUMBER),
    help="Only the order with this number.",
)
@click.option("--status", type=OneOf(OrderStatus), help="Only orders in this state.")
@click.option("--customer", type=WORDS, metavar="EMAIL|ID", help="Only this customer's.")
@click.option("--driver", type=WORDS, metavar="EMAIL|ID", help="Only this driver's.")
@click.option(
    "--search", type=WORDS, help="A number, or part of a name, an address or the items; for admins."
)
@click.option("--available", is_flag=True, help="Open orders that a driver may take, oldest first.")
@with_page
@with_settings
@with_json
@does(Action.LIST_ORDERS, reads=True)
def list_orders(
    settings: Settings,
    email: str,
    number: int | None,
    status: OrderStatus | None,
    customer: str | None,
    driver: str | None,
    search: str | None,
    available: bool,
    limit: int,
    cursor: str | None,
    as_json: bool,
) -> None:
    """Orders, newest first: a customer's own, a driver's own with --driver, everybody's for an admin."""
    from haulage_cli.runtime import actor_of, on_marketplace, somebody

    async def work(marketplace: "Marketplace") -> Page[Order]:
        actor = await actor_of(marketplace, email)
        customer_id, driver_id = customer, driver
        if customer and "@" in customer:
            customer_id = (await somebody(marketplace, customer)).user_id
        if driver and "@" in driver:
            driver_id = (await somebody(marketplace, driver)).driver_id or driver
        wanted = OrderFilter(
            number=number,
            customer_id=customer_id,
            driver_id=driver_id,
            status=status,
            available=available,
            text=search,
        )
        return await marketplace.orders.list(actor, wanted, PageRequest(limit, cursor))

    page = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.of(page, order_out))
        return
    write_table(COLUMNS, [_row(order) for order in page.items])
    if page.next:
        click.echo(f"There are more: --cursor {page.next}", err=True)


def _row(order: Order) -> tuple[object, ...]:
    return (
        order.number,
        order.status,
        order.payment_status,
        order.service_type,
        dollars(order.price_cents),
        order.pickup.address,
        order.dropoff.address,
        order.created_at,
    )


@click.command(epilog=examples("haulage orders show 10042 --as customer@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.SEE_ORDER, reads=True)
def show(settings: Settings, order: str, email: str, as_json: bool) -> None:
    """One order, for its customer, its driver and admins."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        return await marketplace.orders.see(actor, await order_id_of(marketplace, order))

    write_order(on_marketplace(settings, work), as_json=as_json)


@click.command(epilog=examples("haulage orders follow 10042 --as customer@haulage.example --json"))
@click.argument("order", type=WORDS)
@acting
@click.option("--after", type=click.IntRange(0), default=0, help="Begin behind this event's number.")
@with_settings
@with_json
@does(Action.SEE_ORDER, reads=True)
def follow(settings: Settings, order: str, email: str, after: int, as_json: bool) -> None:
    """The events of an order, past and coming, one a line until it ends."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> None:
        actor = await actor_of(marketplace, email)
        order_id = await order_id_of(marketplace, order)
        async for events in marketplace.orders.follow(actor, order_id, after):
            for event in events:
                _write_event(event, as_json=as_json)

    on_marketplace(settings, work)


def _write_event(event: ShownEvent, *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.orders import OrderEventOut

        write_json(OrderEventOut.of(event))
    else:
        away = "" if event.miles_away is None else f"  {event.miles_away:.1f} mi away"
        click.echo(f"{event.sequence:>3}  {clean(event.at)}  {event.type:<26}  {event.status}{away}")
