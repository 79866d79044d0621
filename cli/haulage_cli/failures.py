"""``haulage deliveries fail``, ``deliver-after-all`` and ``return``: what cannot be delivered."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.orders import FailureReason
from haulage.use_cases.deliveries import DeliverySession, FailDelivery, FailureReport, PossibleFailures
from haulage_adapters.settings import Settings
from haulage_cli.far_stops import ask_if_far, yes_option
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

Show = Callable[[DeliverySession, bool], None]


@click.command("failures", epilog=examples("haulage deliveries failures 10042 --as driver@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.WORK_ORDER, reads=True)
def failures(settings: Settings, order: str, email: str, as_json: bool) -> None:
    """What a delivery can fail for now, and what the customer pays then."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> PossibleFailures:
        actor = await actor_of(marketplace, email)
        return await marketplace.deliveries.fail.possible(actor, await order_id_of(marketplace, order))

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.deliveries import PossibleFailuresOut

        write_json(PossibleFailuresOut.of(found))
        return
    rows = [(each.reason, dollars(each.customer_pays_cents)) for each in found.items]
    write_table(("reason", "customer pays"), rows)
    if not found.seen_there:
        click.echo("Your position does not show you at the stop: nobody is charged, or paid.", err=True)


def failing_commands(show: Show) -> list[click.Command]:
    """Those that change a delivery, and then *show* it."""

    @click.command(
        "fail",
        epilog=examples(
            "haulage deliveries fail 10042 --reason nobody_there --as driver@haulage.example",
            "haulage deliveries fail 10042 --reason refused --note 'Too big' --as driver@haulage.example",
        ),
    )
    @click.argument("order", type=WORDS)
    @click.option(
        "--reason", required=True, type=click.Choice([str(word) for word in FailureReason]), help="Why."
    )
    @click.option("--note", default="", help="What the customer should know about it.")
    @acting
    @with_settings
    @with_json
    @does(Action.WORK_ORDER)
    def fail(settings: Settings, order: str, reason: str, note: str, email: str, as_json: bool) -> None:
        """Say that it cannot be delivered; items on board are then brought back."""
        report = FailureReport(FailureReason(reason), note)
        show(
            _result_of(settings, email, order, lambda failures: lambda a, o: failures.fail(a, o, report)),
            as_json,
        )

    @click.command(
        "deliver-after-all",
        epilog=examples("haulage deliveries deliver-after-all 10042 --as driver@haulage.example"),
    )
    @click.argument("order", type=WORDS)
    @acting
    @with_settings
    @with_json
    @does(Action.WORK_ORDER)
    def after_all(settings: Settings, order: str, email: str, as_json: bool) -> None:
        """Somebody turned up: the delivery goes on."""
        show(_result_of(settings, email, order, lambda failures: failures.deliver_after_all), as_json)

    @click.command("return", epilog=examples("haulage deliveries return 10042 --as driver@haulage.example"))
    @click.argument("order", type=WORDS)
    @acting
    @with_settings
    @with_json
    @does(Action.WORK_ORDER)
    def bring_back(settings: Settings, order: str, email: str, as_json: bool, yes: bool) -> None:
        """Say that the items are back at the pickup; the order ends."""
        session = _result_of(
            settings, email, order, lambda failures: failures.confirm_return, far_is_fine=yes
        )
        show(session, as_json)

    bring_back.params.append(yes_option())
    return [failures, fail, after_all, bring_back]


def _result_of(
    settings: Settings,
    email: str,
    order: str,
    use_case: Callable[[FailDelivery], Callable[..., Awaitable[DeliverySession]]],
    *,
    far_is_fine: bool | None = None,
) -> DeliverySession:
    """Without *far_is_fine* the step confirms no stop, and nobody is asked how far away it is."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> DeliverySession:
        actor = await actor_of(marketplace, email)
        order_id = await order_id_of(marketplace, order)
        if far_is_fine is not None:
            await ask_if_far(marketplace, actor, order_id, yes=far_is_fine)
        return await use_case(marketplace.deliveries.fail)(actor, order_id)

    return on_marketplace(settings, work)
