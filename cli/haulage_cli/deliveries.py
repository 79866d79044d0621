"""``haulage deliveries``: a driver's own work, with its clock."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import attrs
import click

from haulage.kernel.money import dollars
from haulage.orders import Order
from haulage.orders.failure import sentence
from haulage.ports.storage.paging import Page, PageRequest
from haulage.use_cases.deliveries import DeliverySession, DeliverySessions, DeliveryStatus
from haulage.use_cases.deliveries.delivery_session import estimate_minutes
from haulage_adapters.settings import Settings
from haulage_cli.failures import failing_commands
from haulage_cli.options import WORDS, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import instant, write_facts, write_json, write_table
from haulage_cli.reports import decide, reports

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("order", "status", "from", "to", "started", "minutes")


@click.group()
def deliveries() -> None:
    """A driver's own deliveries: see, begin, pause and end them."""


def delivery_json(session: DeliverySession) -> dict[str, Any]:
    """A delivery for programs, by the names of the HTTP API: seconds, minutes, miles and cents."""
    order, timer, payout, efficiency = session.order, session.timer, session.payout, session.efficiency
    return {
        "id": session.id,
        "order_id": order.id,
        "order_number": order.number,
        "driver_id": session.driver_id,
        "status": session.status,
        "pickup_address": order.pickup.address,
        "dropoff_address": order.dropoff.address,
        "start_time": instant(timer.started_at),
        "picked_up_at": instant(order.picked_up_at),
        "end_time": instant(timer.ended_at),
        "current_duration": session.worked.total_seconds(),
        "is_running": timer.is_running,
        "is_paused": timer.is_paused,
        "estimated_duration": estimate_minutes(order),
        "estimated_distance": float(order.distance_miles),
        "actual_distance": session.actual_miles,
        "efficiency": None if efficiency is None else round(float(efficiency), 1),
        "asks": session.asks,
        "failure": _failure_json(order),
        "geofence_events": [
            {"type": event.type, "at": instant(event.at), "auto_triggered": event.auto_triggered}
            for event in session.log.events
        ],
        "payout": None
        if payout is None
        else {
            "policy": payout.policy,
            "lines": [{"line": line, "cents": cents} for line, cents in payout.lines],
            "driver_cents": payout.driver_cents,
            "is_earned": payout.is_earned,
        },
    }


def _failure_json(order: Order) -> dict[str, Any] | None:
    failure = order.failure
    if failure is None:
        return None
    return {
        "at": instant(failure.at),
        "reason": failure.reason,
        "message": sentence(order),
        "note": failure.note,
        "seen_there": failure.seen_there,
        "returned_at": instant(failure.returned_at),
    }


def _show(session: DeliverySession, as_json: bool) -> None:
    if as_json:
        write_json(delivery_json(session))
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
        write_json({"items": [delivery_json(session) for session in page.items], "next": page.next})
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
    """One thing that is done with a delivery."""

    name: str
    help: str
    use_case: Callable[[DeliverySessions], Callable[..., Awaitable[DeliverySession]]]


STEPS = (
    Step("show", "One delivery with its clock, circles and payout.", lambda desk: desk.see),
    Step("start", "Begin the delivery.", lambda desk: desk.start),
    Step("pause", "Stop the clock for a break.", lambda desk: desk.pause),
    Step("resume", "End the break.", lambda desk: desk.resume),
    Step("confirm-pickup", "Say that the goods are on board.", lambda desk: desk.confirm_pickup),
    Step("stop", "Say that it is delivered; again changes nothing.", lambda desk: desk.stop),
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
    def command(settings: Settings, order: str, email: str, as_json: bool) -> None:
        from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

        async def work(marketplace: "Marketplace") -> DeliverySession:
            actor = await actor_of(marketplace, email)
            return await step.use_case(marketplace.deliveries.sessions)(
                actor, await order_id_of(marketplace, order)
            )

        _show(on_marketplace(settings, work), as_json)

    return command


for each_step in STEPS:
    deliveries.add_command(_command(each_step))
for each_command in failing_commands(_show):
    deliveries.add_command(each_command)
deliveries.add_command(reports)
deliveries.add_command(decide)
