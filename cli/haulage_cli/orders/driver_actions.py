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
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.orders.output import write_order
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


@attrs.frozen
class Step:
    """One thing that a driver does with an order."""

    name: str
    action: Action
    help: str
    use_case: Callable[["Marketplace"], AcceptOrder | WorkOnOrder]


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
    ),
    Step(
        "complete",
        Action.WORK_ORDER,
        "Deliver; the pickup must have been confirmed.",
        lambda marketplace: marketplace.deliveries.steps.complete,
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
    def command(settings: Settings, order: str, email: str, as_json: bool) -> None:
        from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

        async def work(marketplace: "Marketplace") -> Order:
            actor = await actor_of(marketplace, email)
            return await step.use_case(marketplace)(actor, await order_id_of(marketplace, order))

        write_order(on_marketplace(settings, work), as_json=as_json)

    return command


DRIVING = tuple(_command(step) for step in STEPS)
