"""``haulage payouts``: what a payout costs its driver."""

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.payouts import PayoutFees, PayoutRail, PayoutSpeed, payout_fees
from haulage_cli.options import OneOf, examples, with_json
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does


@click.group()
def payouts() -> None:
    """Calculate payouts; needs no database."""


@payouts.command(
    epilog=examples(
        "haulage payouts fees --amount-cents 10000 --speed instant --rail card",
        "haulage payouts fees --amount-cents 10000 --speed instant --rail paypal --json",
    )
)
@click.option("--amount-cents", type=int, required=True, help="What leaves the balance, in cents.")
@click.option("--speed", type=OneOf(PayoutSpeed), required=True, help="How fast it goes.")
@click.option("--rail", type=OneOf(PayoutRail), required=True, help="Where it goes.")
@with_json
@does(Action.CALCULATE_FARE)
def fees(amount_cents: int, speed: PayoutSpeed, rail: PayoutRail, as_json: bool) -> None:
    """The fees of a payout line by line, and what arrives. A standard payout is free."""
    found = payout_fees(amount_cents, speed, rail)
    if as_json:
        write_json(_as_json(found))
        return
    write_facts(
        [
            ("Amount", dollars(found.amount_cents)),
            ("Instant fee", dollars(found.instant_fee_cents)),
            ("Processing fee", dollars(found.provider_fee_cents)),
            ("Platform fee", dollars(found.platform_fee_cents)),
            ("Arrives", dollars(found.net_cents)),
        ]
    )


def _as_json(found: PayoutFees) -> dict[str, int]:
    return {
        "amount_cents": found.amount_cents,
        "instant_fee_cents": found.instant_fee_cents,
        "provider_fee_cents": found.provider_fee_cents,
        "platform_fee_cents": found.platform_fee_cents,
        "net_cents": found.net_cents,
    }
