"""``haulage payouts verify``: whether the provider has a payout as we do."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.command(epilog=examples("haulage payouts verify pyt_1", "haulage payouts verify pyt_1 --json"))
@click.argument("payout_id", type=WORDS)
@with_settings
@with_json
@does(Action.SEE_PAYOUTS)
def verify(settings: "Settings", payout_id: str, as_json: bool) -> None:
    """Ask the provider now what it has of a payout, and compare; it changes nothing."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda marketplace: marketplace.payouts.verify(operating(), payout_id))
    if as_json:
        from haulage_adapters.wire.payout_verification import PayoutVerificationOut

        write_json(PayoutVerificationOut.of(found))
        return
    facts = [
        ("Payout", found.payout_id),
        ("Verification", found.status.value),
        ("Verified at", found.verified_at),
        ("At the provider", found.provider_id),
        ("Method", found.method.value),
        ("Last four digits", found.last4),
        ("Arrival", found.arrives_at),
    ]
    differing = [(f"Other {each.field}", f"{each.theirs}, not {each.ours}") for each in found.discrepancies]
    write_facts([*facts, *differing])
