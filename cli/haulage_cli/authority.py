"""``haulage authority``: which trips need a carrier's credentials, who says so, and who has them."""

from typing import TYPE_CHECKING, Any

import click

from haulage.authority import Authority, AuthorityConfirmation, ConfirmedAuthority, Lane
from haulage.kernel.carrier import COVER_FLOOR_CENTS
from haulage.kernel.geo import Point
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.kernel.services import ServiceType
from haulage_cli.authority_file import AUTHORITY_FILE, COLUMNS, confirmed
from haulage_cli.carrier_credentials import COMMANDS
from haulage_cli.confirmed_file import add_columns_to_help, day_of, with_confirmed_rows
from haulage_cli.options import POSITION, WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

ROW = "aut_3f2a"
SERVICE = click.Choice([str(word) for word in ServiceType])
COVER = click.IntRange(min=0)
AUTHORITY = click.Choice([str(word) for word in Authority])
SET = (
    "haulage authority set NY NJ delivery open --since 2026-02-01 "
    '--source "49 CFR 372.235" --confirmed-by "Ann Lee, counsel" --confirmed-on 2026-01-31'
)
IMPORT = 'haulage authority import lanes.csv --confirmed-by "Ann Lee, counsel" --confirmed-on 2026-01-31'


@click.group(epilog=examples("haulage authority list", SET, IMPORT))
def authority() -> None:
    """Keep the table of what trips between states need, and verify drivers' credentials.

    Where real money is taken, delivery and pickup are open within a state; all moving, and everything
    across state lines, needs a carrier with verified credentials. A row that somebody answers for says
    otherwise for one service between two states from a day on.
    """


for command in COMMANDS:
    authority.add_command(command)


@authority.command("set", epilog=examples(SET))
@click.argument("origin", type=WORDS)
@click.argument("destination", type=WORDS)
@click.argument("service", type=SERVICE)
@click.argument("needs", type=AUTHORITY)
@click.option("--since", type=WORDS, metavar="DAY", help="From when it counts; else the day of confirming.")
@click.option(
    "--least-cover",
    type=COVER,
    default=None,
    help="What the carrier's insurance covers at least, in dollars.",
)
@click.option("--source", type=WORDS, required=True, metavar="TEXT", help="The rule that it follows.")
@click.option("--confirmed-by", type=WORDS, required=True, metavar="NAME", help="Who answers for it.")
@click.option(
    "--confirmed-on", type=WORDS, required=True, metavar="DAY", help="The day of it, as 2026-01-31."
)
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def set_row(
    origin: str,
    destination: str,
    service: str,
    needs: str,
    since: str | None,
    least_cover: int | None,
    source: str,
    confirmed_by: str,
    confirmed_on: str,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Record what SERVICE from the state ORIGIN to the state DESTINATION needs."""
    from haulage_cli.runtime import on_marketplace

    day = day_of(confirmed_on, "confirmed_on")
    said = confirmed(
        lane=Lane(origin.upper(), destination.upper(), ServiceType(service)),
        authority=Authority(needs),
        since=day if since is None else day_of(since, "since"),
        source=source,
        confirmed_by=confirmed_by,
        confirmed_on=day,
        least_cover_cents=COVER_FLOOR_CENTS if least_cover is None else least_cover * 100,
    )
    done = on_marketplace(settings, lambda market: market.authority.table.record(operating(), [said]))
    _write(done.rows[0], as_json)


@authority.command("import", epilog=examples(IMPORT, f"{IMPORT} --json"))
@with_confirmed_rows(AUTHORITY_FILE)
@with_settings
@with_json
@does(Action.MANAGE_AUTHORITY)
def import_rows(rows: list[AuthorityConfirmation], settings: "Settings", as_json: bool) -> None:
    """Record the rows of a CSV file, all of them or none; - reads it from stdin.

    A row that is recorded already is left as it is, so that a file may be imported again.
    """
    from haulage_cli.runtime import on_marketplace

    done = on_marketplace(settings, lambda market: market.authority.table.record(operating(), rows))
    if as_json:
        from haulage_adapters.wire.authority import OperatorAuthorityRowOut

        rows_out = [OperatorAuthorityRowOut.of(row) for row in done.rows]
        write_json({"items": rows_out, "added": done.added})
        return
    click.echo(f"Recorded {done.added}, known before {len(done.rows) - done.added}.")


add_columns_to_help(
    import_rows, COLUMNS, f"What a lane needs is {', '.join(Authority)}; least_cover is in dollars."
)


@authority.command("list", epilog=examples("haulage authority list", "haulage authority list --withdrawn"))
@click.option("--withdrawn", is_flag=True, help="Those that were withdrawn too.")
@with_settings
@with_json
@does(Action.SEE_AUTHORITY)
def list_rows(withdrawn: bool, settings: "Settings", as_json: bool) -> None:
    """List what an operator has confirmed; everything else is as the platform ships it."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings, lambda market: market.authority.table.rows(operating(), withdrawn=withdrawn)
    )
    if as_json:
        from haulage_adapters.wire.authority import OperatorAuthorityRowOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.whole(OperatorAuthorityRowOut.of(row) for row in found))
        return
    if not found:
        click.echo("Nothing is confirmed: what the platform ships with holds.")
        return
    write_table(
        (
            "row",
            "from",
            "to",
            "service",
            "needs",
            "since",
            "cover",
            "confirmed by",
            "on",
            "source",
            "withdrawn",
        ),
        [
            (
                row.id,
                row.confirmation.lane.origin,
                row.confirmation.lane.destination,
                row.confirmation.lane.service,
                row.confirmation.authority,
                row.confirmation.since,
                dollars(row.confirmation.least_cover_cents),
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

    _write(
        on_marketplace(settings, lambda market: market.authority.table.withdraw(operating(), row_id)), as_json
    )


@authority.command(
    epilog=examples(
        "haulage authority at 40.7580,-73.9855 40.7178,-74.0431 --service delivery",
        "haulage authority at 40.7580,-73.9855 40.7178,-74.0431 --service delivery --on 2026-06-01 --json",
    )
)
@click.argument("pickup", type=POSITION)
@click.argument("dropoff", type=POSITION)
@click.option("--service", type=SERVICE, required=True, help="What is sold.")
@click.option("--on", "day", type=WORDS, metavar="DAY", help="The day of the trip; today if not said.")
@with_settings
@with_json
@does(Action.SEE_AUTHORITY)
def at(
    pickup: Point, dropoff: Point, service: str, day: str | None, settings: "Settings", as_json: bool
) -> None:
    """Show what a trip from LAT,LNG to LAT,LNG needs where real money is taken."""
    from haulage_cli.runtime import on_marketplace

    on = None if day is None else day_of(day, "on")
    found = on_marketplace(
        settings,
        lambda market: market.authority.table.at(operating(), ServiceType(service), pickup, dropoff, on),
    )
    lane, rule = found.lane, found.rule
    shown: dict[str, Any] = {
        "origin": lane.origin if lane else None,
        "destination": lane.destination if lane else None,
        "service": service,
        "authority": rule.authority,
    }
    if rule.authority is Authority.WITH_CREDENTIAL:
        shown["least_cover_cents"] = rule.least_cover_cents
    if as_json:
        write_json(shown)
        return
    words = shown | {"least_cover_cents": dollars(rule.least_cover_cents)}
    write_facts(
        [
            (name.removesuffix("_cents").replace("_", " ").capitalize(), words[name] or "not certain")
            for name in shown
        ]
    )


def _write(row: ConfirmedAuthority, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.authority import OperatorAuthorityRowOut

        write_json(OperatorAuthorityRowOut.of(row))
        return
    said = row.confirmation
    write_facts(
        [
            ("Row", row.id),
            ("From", said.lane.origin),
            ("To", said.lane.destination),
            ("Service", said.lane.service),
            ("Needs", said.authority),
            ("Since", said.since),
            ("Least cover", dollars(said.least_cover_cents)),
            ("Source", said.source),
            ("Confirmed by", f"{said.confirmed_by}, {said.confirmed_on}"),
            ("Recorded", row.recorded_at),
            ("Withdrawn", row.withdrawn_at),
        ]
    )
