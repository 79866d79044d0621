"""The driver's side: accept, set out, start, confirm the pickup, complete, hand back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
import click

from haulage.kernel.policy import Action
from haulage.orders import Order
from haulage.use_cases.deliveries.order_steps import WorkOnOrder
from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage_adapters.settings import Settings
from haulage_cli.far_stops import ask_if_far, yes_option
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.orders.output import write_order
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


@attrs.frozen
class Step:
    """One thing that a driver does with an order. ``asks_far`` is whether it confirms a stop, which far
    away from it asks first."""

    name: str
    action: Action
    help: str
    use_case: Callable[["Marketplace"], AcceptOrder | WorkOnOrder]
    asks_far: bool = False


STEPS = (
    Step(
        "accept",
        Action.ACCEPT_ORDER,
        "Take an open order, or say yes to an assigned one.",
        lambda marketplace: marketplace.dispatch.accept_offer,
    ),
    Step(
        "en-route",
        Action.WORK_ORDER,
        "Set out for the pickup; the customer can no longer cancel.",
        lambda marketplace: marketplace.deliveries.steps.set_out,
    ),
    Step(
        "start",
        Action.WORK_ORDER,
        "Begin the job at the pickup.",
        lambda marketplace: marketplace.deliveries.steps.start,
    ),
    Step(
        "pickup",
        Action.WORK_ORDER,
        "Confirm that the goods are on board.",
        lambda marketplace: marketplace.deliveries.steps.confirm_pickup,
        asks_far=True,
    ),
    Step(
        "complete",
        Action.WORK_ORDER,
        "Deliver; the pickup must have been confirmed.",
        lambda marketplace: marketplace.deliveries.steps.complete,
        asks_far=True,
    ),
    Step(
        "hand-back",
        Action.WORK_ORDER,
        "Give an order up before the pickup; it is open to all again.",
        lambda marketplace: marketplace.deliveries.steps.hand_back,
    ),
)


def _command(step: Step) -> click.Command:
    @click.command(
        step.name,
        help=step.help,
        epilog=examples(f"haulage orders {step.name} 10042 --as driver@haulage.example"),
    )
    @click.argument("order", type=WORDS)
    @acting
    @with_settings
    @with_json
    @does(step.action)
    def command(settings: Settings, order: str, email: str, as_json: bool, yes: bool = False) -> None:
        from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

        async def work(marketplace: "Marketplace") -> Order:
            actor = await actor_of(marketplace, email)
            order_id = await order_id_of(marketplace, order)
            if step.asks_far:
                await ask_if_far(marketplace, actor, order_id, yes=yes)
            return await step.use_case(marketplace)(actor, order_id)

        write_order(on_marketplace(settings, work), as_json=as_json)

    if step.asks_far:
        command.params.append(yes_option())
    return command


DRIVING = tuple(_command(step) for step in STEPS)
