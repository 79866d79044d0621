"""``haulage simulate checkr``: a stand-in for Checkr on this machine."""

import sys

import attrs
import click

from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json
from haulage_cli.output import write_json
from haulage_cli.permissions import does
from haulage_cli.serve import CannotListen, resolve

LOOPBACK = "127.0.0.1"
SHARE = click.FloatRange(0, 1)


@click.command(
    epilog=examples(
        "haulage simulate checkr --port 12112",
        "haulage simulate checkr --webhook http://127.0.0.1:8000/webhooks/checkr",
        "haulage simulate checkr --complete-after 2 --clear-share 0 --json",
        "haulage simulate checkr --older --included",
    )
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=12112, show_default=True, help="Port to listen at."
)
@click.option("--webhook", type=WORDS, help="Where signed events go, on this machine.")
@click.option("--webhook-key", type=WORDS, default="test_simulated", show_default=True, help="Signs them.")
@click.option("--include-object", is_flag=True, help="Put the whole object into events.")
@click.option(
    "--complete-after",
    type=click.FloatRange(0, 864_000),
    default=10.0,
    show_default=True,
    help="Seconds until a report is complete.",
)
@click.option("--clear-share", type=SHARE, default=0.9, show_default=True, help="Reports without a finding.")
@click.option("--seed", type=WORDS, default="haulage", show_default=True, help="Of its luck and its ids.")
@click.option("--older", is_flag=True, help="Put the outcome into a report's status, as before.")
@click.option("--included", is_flag=True, help="Put the parts of a report into it.")
@with_json
@does(Action.OPERATE_SERVER)
def checkr(
    port: int,
    webhook: str | None,
    webhook_key: str,
    include_object: bool,
    complete_after: float,
    clear_share: float,
    seed: str,
    older: bool,
    included: bool,
    as_json: bool,
) -> None:
    """Speak like Checkr: candidates, invitations and reports. Nobody is checked.

    It takes any test_ key, and the server one of 16 characters or more, or test_simulated. What candidates
    and courts do is done by POST to /simulator/…: invitations/ID/complete; reports/ID (status, result); and
    faults (what=busy, fail, hang, garble or lie, times, seconds). Point the server at it with
    HAULAGE_CHECKR_API_BASE.
    """
    from haulage_adapters.assembly.checkr_simulator import CheckrOptions, simulate_checkr

    resolve(LOOPBACK, port)
    wanted = CheckrOptions(
        port, webhook, webhook_key, include_object, complete_after, clear_share, seed, older, included
    )
    address = f"http://{LOOPBACK}:{port}"
    if as_json:
        facts = attrs.asdict(wanted, filter=lambda field, _: field.name != "webhook_key")
        write_json({"address": address, **facts})
    else:
        click.echo(f"A simulated Checkr is at {address}; nobody is checked there.")
        click.echo(f"Start the server with HAULAGE_CHECKR_API_BASE={address}")
    sys.stdout.flush()
    try:
        simulate_checkr(wanted)
    except OSError as error:
        raise CannotListen(f"{address} cannot be had: {error.strerror}") from None
