"""``haulage deliveries``: a driver's own work, with its clock."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import attrs
import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.orders.failure import sentence
from haulage.ports.storage.paging import Page, PageRequest
from haulage.use_cases.deliveries import DeliverySession, DeliverySessions, DeliveryStatus
from haulage.use_cases.deliveries.delivery_session import estimate_minutes
from haulage_adapters.settings import Settings
from haulage_cli.failures import failing_commands
from haulage_cli.far_stops import ask_if_far, yes_option
from haulage_cli.options import WORDS, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("order", "status", "from", "to", "started", "minutes")


@click.group()
def deliveries() -> None:
    """A driver's own deliveries: see, begin, pause and end them."""


def _show(session: DeliverySession, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.deliveries import DeliveryOut

        write_json(DeliveryOut.for_operator(session))
        return
    order, timer, payout = session.order, session.timer, session.payout
    write_facts(
        [
            ("Order", order.number),
            ("Status", f"{session.status}, paused" if timer.is_paused else session.status),
            ("From", order.pickup.address),
            ("To", order.dropoff.address),
            ("Started", timer.started_at),
            ("Picked up", order.picked_up_at),
            ("Ended", timer.ended_at),
            ("Failed", sentence(order)),
            ("Minutes at work", _minutes(session)),
            ("Minutes estimated", estimate_minutes(order)),
            ("Far away", session.far_from.sentence if session.far_from else None),
            ("Asked of you", session.asks.replace("_", " ") if session.asks else None),
            ("Your share", dollars(payout.driver_cents) if payout else None),
        ]
    )


def _minutes(session: DeliverySession) -> str:
    return f"{session.worked.total_seconds() / 60:.1f}"


@deliveries.command("list", epilog=examples("haulage deliveries list --as driver@haulage.example"))
@acting
@click.option("--status", type=click.Choice([str(word) for word in DeliveryStatus]), help="Only these.")
@with_page
@with_settings
@with_json
@does(Action.SEE_OWN_DRIVER, reads=True)
def list_deliveries(
    settings: Settings, email: str, status: str | None, limit: int, cursor: str | None, as_json: bool
) -> None:
    """One's own deliveries, newest order first."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Page[DeliverySession]:
        actor = await actor_of(marketplace, email)
        wanted = DeliveryStatus(status) if status else None
        return await marketplace.deliveries.sessions.list(actor, PageRequest(limit, cursor), wanted)

    page = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.deliveries import DeliveryOut

        write_json(PageOut.of(page, DeliveryOut.for_operator))
        return
    rows = [
        (
            each.order.number,
            each.status,
            each.order.pickup.address,
            each.order.dropoff.address,
            each.timer.started_at,
            _minutes(each),
        )
        for each in page.items
    ]
    write_table(COLUMNS, rows)
    if page.next:
        click.echo(f"There are more: --cursor {page.next}", err=True)


@attrs.frozen
class Step:
    """One thing that is done with a delivery; ``asks_far`` is whether it confirms a stop."""

    name: str
    action: Action
    help: str
    use_case: Callable[[DeliverySessions], Callable[..., Awaitable[DeliverySession]]]
    reads: bool = False
    asks_far: bool = False


STEPS = (
    Step(
        "show",
        Action.SEE_DELIVERY,
        "One delivery with its clock, circles and payout.",
        lambda sessions: sessions.see,
        reads=True,
    ),
    Step("start", Action.WORK_ORDER, "Begin the delivery.", lambda sessions: sessions.start),
    Step("pause", Action.WORK_ORDER, "Stop the clock for a break.", lambda sessions: sessions.pause),
    Step("resume", Action.WORK_ORDER, "End the break.", lambda sessions: sessions.resume),
    Step(
        "confirm-pickup",
        Action.WORK_ORDER,
        "Say that the goods are on board.",
        lambda sessions: sessions.confirm_pickup,
        asks_far=True,
    ),
    Step(
        "stop",
        Action.WORK_ORDER,
        "Say that it is delivered; again changes nothing.",
        lambda sessions: sessions.stop,
        asks_far=True,
    ),
)


def _command(step: Step) -> click.Command:
    @click.command(
        step.name,
        help=step.help,
        epilog=examples(f"haulage deliveries {step.name} 10042 --as driver@haulage.example"),
    )
    @click.argument("order", type=WORDS)
    @acting
    @with_settings
    @with_json
    @does(step.action, reads=step.reads)
    def command(settings: Settings, order: str, email: str, as_json: bool, yes: bool = False) -> None:
        from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

        async def work(marketplace: "Marketplace") -> DeliverySession:
            actor = await actor_of(marketplace, email)
            order_id = await order_id_of(marketplace, order)
            if step.asks_far:
                await ask_if_far(marketplace, actor, order_id, yes=yes)
            return await step.use_case(marketplace.deliveries.sessions)(actor, order_id)

        _show(on_marketplace(settings, work), as_json)

    if step.asks_far:
        command.params.append(yes_option())
    return command


for each_step in STEPS:
    deliveries.add_command(_command(each_step))
for each_command in failing_commands(_show):
    deliveries.add_command(each_command)
