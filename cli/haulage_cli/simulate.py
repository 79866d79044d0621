"""``haulage simulate``: stand-ins for outside companies, as servers on this machine."""

import sys

import attrs
import click

from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json
from haulage_cli.output import write_json
from haulage_cli.permissions import does
from haulage_cli.serve import CannotListen, resolve
from haulage_cli.simulate_checkr import checkr

LOOPBACK = "127.0.0.1"
SHARE = click.FloatRange(0, 1)


@click.group(epilog=examples("haulage simulate stripe --port 12111"))
def simulate() -> None:
    """Run a stand-in for an outside company, for tests and for trying things out.

    It listens on this machine only, moves no money, and forgets everything when it ends.
    """


simulate.add_command(checkr)


@simulate.command(
    epilog=examples(
        "haulage simulate stripe --port 12111",
        "haulage simulate stripe --webhook http://127.0.0.1:8000/webhooks/stripe",
        "haulage simulate stripe --duplicated 0.5 --forged 0.01 --delay 3 --json",
    )
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=12111, show_default=True, help="Port to listen at."
)
@click.option("--webhook", type=WORDS, help="Where signed events go, on this machine.")
@click.option("--webhook-secret", type=WORDS, default="whsec_local", show_default=True, help="Signs them.")
@click.option(
    "--connect-webhook-secret",
    type=WORDS,
    default="whsec_local_connect",
    show_default=True,
    help="Signs those of connected accounts.",
)
@click.option("--ready-accounts", is_flag=True, help="Accounts can take transfers at once.")
@click.option(
    "--payouts-after", type=click.IntRange(0, 864_000), help="Seconds until payouts arrive; else as Stripe's."
)
@click.option(
    "--settle-after",
    type=click.IntRange(0, 864_000),
    default=0,
    show_default=True,
    help="Seconds for which transfers are pending.",
)
@click.option("--decline-share", type=SHARE, default=0.05, show_default=True, help="Of unknown cards.")
@click.option("--seed", type=WORDS, default="haulage", show_default=True, help="Of its luck and its ids.")
@click.option("--duplicated", type=SHARE, default=0.0, help="Share of events that come twice.")
@click.option("--forged", type=SHARE, default=0.0, help="Share of events that come forged as well.")
@click.option("--delay", type=click.FloatRange(0, 600), default=0.0, help="Seconds that events may be late.")
@with_json
@does(Action.OPERATE_SERVER)
def stripe(
    port: int,
    webhook: str | None,
    webhook_secret: str,
    connect_webhook_secret: str,
    ready_accounts: bool,
    payouts_after: int | None,
    settle_after: int,
    decline_share: float,
    seed: str,
    duplicated: float,
    forged: float,
    delay: float,
    as_json: bool,
) -> None:
    """Speak like Stripe: payment intents, refunds, disputes, express accounts, transfers, payouts and events.

    It knows Stripe's test cards and bank accounts and takes any sk_test_ key. What banks and cardholders do
    is done by POST to /simulator/…: authentications/INTENT (approved=true), processing/INTENT (approved=true
    or false) for a payment by card 4000 0000 0000 0655, which its bank answers later, disputes (charge=…),
    disputes/ID/won or lost, refunds/ID/fail, accounts/ID/finish, restrict, refuse or close, payouts/ID/send,
    pay or fail, balance/take or give (type=stripe_fee, amount, fee) for what the company moves by itself;
    and /simulator/faults (path, what=lose, fail, busy, refuse, hang or garble, times, seconds) orders a
    fault; path may begin with a method, as "POST /v1/transfers" does. Point the server at it with
    HAULAGE_STRIPE_API_BASE.
    """
    from haulage_adapters.assembly.stripe_simulator import SimulatedStripe, simulate_stripe

    resolve(LOOPBACK, port)
    wanted = SimulatedStripe(
        port=port,
        webhook=webhook,
        webhook_secret=webhook_secret,
        connect_webhook_secret=connect_webhook_secret,
        ready_accounts=ready_accounts,
        payout_seconds=payouts_after,
        settle_seconds=settle_after,
        decline_share=decline_share,
        seed=seed,
        duplicated=duplicated,
        forged=forged,
        delay_seconds=delay,
    )
    address = f"http://{LOOPBACK}:{port}"
    facts = attrs.asdict(wanted, filter=lambda field, _: not field.name.endswith("webhook_secret"))
    if as_json:
        write_json({"address": address, **facts})
    else:
        click.echo(f"A simulated Stripe is at {address}; no money moves there.")
        click.echo(f"Start the server with HAULAGE_STRIPE_API_BASE={address}")
    sys.stdout.flush()
    try:
        simulate_stripe(wanted)
    except OSError as error:
        raise CannotListen(f"{address} cannot be had: {error.strerror}") from None
