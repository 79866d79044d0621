"""``haulage authority``: which trips between states need a carrier's credential, and who says so."""

from typing import TYPE_CHECKING, Any

import click

from haulage.authority import Authority, AuthorityConfirmation, ConfirmedAuthority, Lane
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.kernel.services import ServiceType
from haulage_cli.options import POSITION, WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating
from haulage_cli.sales_tax_file import day_of

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

ROW = "aut_3f2a"
SERVICE = click.Choice([str(word) for word in ServiceType])
AUTHORITY = click.Choice([str(word) for word in Authority])
SET = (
    "haulage authority set NY NJ delivery open "
    '--source "49 CFR 372.235" --confirmed-by "Ann Lee, counsel" --confirmed-on 2026-01-31'
)


@click.group(epilog=examples("haulage authority list", SET))
def authority() -> None:
    """Record, list and withdraw what trips between states need.

    Where real money is taken, delivery and pickup are open within a state; all moving, and everything
    across state lines, needs a carrier with a verified credential. A row that somebody answers for says
    otherwise for one service between two states.
    """


@authority.command("set", epilog=examples(SET))
@click.argument("origin", type=WORDS)
@click.argument("destination", type=WORDS)
@click.argument("service", type=SERVICE)
@click.argument("needs", type=AUTHORITY)
@click.option("--source", type=WORDS, required=True, metavar="TEXT", help="The rule that it follows.")
@click.option("--confirmed-by", type=WORDS, required=True, metavar="NAME", help="Who answers for it.")
@click.option("--confirmed-on", type=WORDS, required=True, metavar="DAY", help="Since when, as 2026-01-31.")
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def set_row(
    origin: str,
    destination: str,
    service: str,
    needs: str,
    source: str,
    confirmed_by: str,
    confirmed_on: str,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Record what SERVICE from the state ORIGIN to the state DESTINATION needs."""
    from haulage_cli.runtime import on_marketplace

    said = AuthorityConfirmation(
        Lane(origin.upper(), destination.upper(), ServiceType(service)),
        Authority(needs),
        source,
        confirmed_by,
        day_of(confirmed_on, "confirmed_on"),
    )
    _write(on_marketplace(settings, lambda market: market.authority.record(operating(), said)), as_json)


@authority.command("list", epilog=examples("haulage authority list", "haulage authority list --withdrawn"))
@click.option("--withdrawn", is_flag=True, help="Those that were withdrawn too.")
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def list_rows(withdrawn: bool, settings: "Settings", as_json: bool) -> None:
    """List what an operator has confirmed; everything else is as the platform ships it."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.authority.rows(operating(), withdrawn=withdrawn))
    if as_json:
        write_json({"items": [_json(row) for row in found]})
        return
    if not found:
        click.echo("Nothing is confirmed: what the platform ships with holds.")
        return
    write_table(
        ("row", "from", "to", "service", "needs", "confirmed by", "on", "source", "withdrawn"),
        [
            (
                row.id,
                row.confirmation.lane.origin,
                row.confirmation.lane.destination,
                row.confirmation.lane.service,
                row.confirmation.authority,
                row.confirmation.confirmed_by,
                row.confirmation.confirmed_on,
                row.confirmation.source,
                row.withdrawn_at,
            )
            for row in found
        ],
    )


@authority.command(epilog=examples(f"haulage authority withdraw {ROW}"))
@click.argument("row_id", metavar="ROW", type=WORDS)
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def withdraw(row_id: str, settings: "Settings", as_json: bool) -> None:
    """Let what the platform ships with hold again; booked orders stay as they are."""
    from haulage_cli.runtime import on_marketplace

    _write(on_marketplace(settings, lambda market: market.authority.withdraw(operating(), row_id)), as_json)


@authority.command(
    epilog=examples("haulage authority at 40.7580,-73.9855 40.7178,-74.0431 --service delivery")
)
@click.argument("pickup", type=POSITION)
@click.argument("dropoff", type=POSITION)
@click.option("--service", type=SERVICE, required=True, help="What is sold.")
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def at(pickup: Point, dropoff: Point, service: str, settings: "Settings", as_json: bool) -> None:
    """Show what a trip from LAT,LNG to LAT,LNG needs where real money is taken."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings, lambda market: market.authority.at(operating(), ServiceType(service), pickup, dropoff)
    )
    lane = found.lane
    shown = {
        "origin": lane.origin if lane else None,
        "destination": lane.destination if lane else None,
        "service": service,
        "authority": found.authority,
    }
    if as_json:
        write_json(shown)
        return
    write_facts([(name.capitalize(), value or "not certain") for name, value in shown.items()])


def _write(row: ConfirmedAuthority, as_json: bool) -> None:
    if as_json:
        write_json(_json(row))
        return
    said = row.confirmation
    write_facts(
        [
            ("Row", row.id),
            ("From", said.lane.origin),
            ("To", said.lane.destination),
            ("Service", said.lane.service),
            ("Needs", said.authority),
            ("Source", said.source),
            ("Confirmed by", f"{said.confirmed_by}, {said.confirmed_on}"),
            ("Recorded", row.recorded_at),
            ("Withdrawn", row.withdrawn_at),
        ]
    )


def _json(row: ConfirmedAuthority) -> dict[str, Any]:
    said = row.confirmation
    return {
        "id": row.id,
        "origin": said.lane.origin,
        "destination": said.lane.destination,
        "service": said.lane.service,
        "authority": said.authority,
        "source": said.source,
        "confirmed_by": said.confirmed_by,
        "confirmed_on": said.confirmed_on,
        "recorded_at": row.recorded_at,
        "recorded_by": row.recorded_by,
        "withdrawn_at": row.withdrawn_at,
        "withdrawn_by": row.withdrawn_by,
    }
