"""``haulage tax mileage``: the miles that a driver drove with orders, and those that they wrote down."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import wraps
from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.tax import MileageDraft, MileagePurpose
from haulage_cli.options import (
    WORDS,
    ExactNumber,
    OneOf,
    acting,
    examples,
    with_json,
    with_page,
    with_settings,
)
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.tax import MileageEntry
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.tax import MileageYear
    from haulage.use_cases.tax.mileage_entries import MileageEntryYear
    from haulage_adapters.settings import Settings


@click.group()
def mileage() -> None:
    """The miles that a driver drove, and what the IRS's rate makes of them."""


@mileage.command(
    "list",
    epilog=examples(
        "haulage tax mileage list --as driver@haulage.example",
        "haulage tax mileage list --year 2025 --as driver@haulage.example --json",
    ),
)
@acting
@click.option("--year", type=int, help="Of the driver's own calendar; the present one unless it is given.")
@with_page
@with_settings
@with_json
@does(Action.SEE_OWN_DRIVER, reads=True)
def list_mileage(
    settings: "Settings", email: str, year: int | None, limit: int, cursor: str | None, as_json: bool
) -> None:
    """The miles that one drove with orders in a year, from each order's start to its end along the positions
    of the device, and what the IRS's rate of the day makes of them. They are worked out a week after the
    start. The sums have what one wrote down too."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "MileageYear":
        actor = await actor_of(marketplace, email)
        return await marketplace.tax.mileage(actor, PageRequest(limit, cursor), year)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.tax import MileageYearOut

        write_json(MileageYearOut.of(found))
        return
    _show_mileage(found)


def _show_mileage(found: "MileageYear") -> None:
    if not found.page.items and not found.driven.business:
        write_note(f"No mileage logs for {found.year}")
        return
    write_facts(
        [
            ("Year", found.year),
            ("Miles for work", found.driven.miles),
            ("Mileage deduction", dollars(found.deduction_cents)),
            ("Orders not worked out yet", found.driven.waiting or None),
            ("Orders without positions", found.driven.unknown or None),
        ]
    )
    rows = [
        (
            each.day,
            each.order_number,
            each.from_area,
            each.to_area,
            each.miles,
            each.rate.dollars_per_mile,
            None if each.deduction_cents is None else dollars(each.deduction_cents),
        )
        for each in found.page.items
    ]
    write_table(("date", "order", "from", "to", "miles", "$ a mile", "deduction"), rows)
    if found.page.next:
        write_note(f"There are more: --cursor {found.page.next}")


@mileage.command(
    epilog=examples("haulage tax mileage entries --year 2026 --as driver@haulage.example --json"),
)
@acting
@click.option("--year", type=int, help="The present one unless it is given.")
@with_page
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES, reads=True)
def entries(
    settings: "Settings", email: str, year: int | None, limit: int, cursor: str | None, as_json: bool
) -> None:
    """What one wrote down in a year beside the orders, the latest day first."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "MileageEntryYear":
        actor = await actor_of(marketplace, email)
        page = PageRequest(limit, cursor)
        return await marketplace.tax.mileage_entries.list(actor, actor.driver_id or "", page, year)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.tax import MileageEntryYearOut

        write_json(MileageEntryYearOut.of(found))
        return
    if not found.page.items:
        write_note(f"No mileage entries for {found.year}")
        return
    write_facts(
        [
            ("Year", found.year),
            ("Miles for work", found.business_miles),
            ("Personal miles", found.personal_miles),
            ("Mileage deduction", dollars(found.deduction_cents)),
        ]
    )
    drafts = [(each.id, each.draft) for each in found.page.items]
    write_table(
        ("date", "miles", "purpose", "from", "to", "note", "vehicle", "fuel", "id"),
        [
            (
                of.day,
                of.miles,
                of.purpose,
                of.from_place,
                of.to_place,
                of.note,
                of.vehicle,
                None if of.fuel_cents is None else dollars(of.fuel_cents),
                id,
            )
            for id, of in drafts
        ],
    )
    if found.page.next:
        write_note(f"There are more: --cursor {found.page.next}")


def _with_draft(command: Callable[..., None]) -> Callable[..., None]:
    """What an entry says, as one draft; a change says all of it again."""

    @wraps(command)
    def with_draft(
        *,
        day: datetime,
        miles: Decimal,
        purpose: MileagePurpose,
        from_place: str,
        to_place: str,
        note: str,
        vehicle: str,
        fuel_cents: int | None,
        **others: object,
    ) -> None:
        draft = MileageDraft(day.date(), miles, purpose, from_place, to_place, note, vehicle, fuel_cents)
        command(draft=draft, **others)

    given: Callable[..., None] = with_draft
    for option in (
        click.option("--fuel-cents", type=int, help="What the fuel cost, in cents."),
        click.option("--vehicle", type=WORDS, default="", help="What it was driven with."),
        click.option("--note", type=WORDS, default="", help="Needed unless both places are given."),
        click.option("--to", "to_place", type=WORDS, default="", help="Where it ended."),
        click.option("--from", "from_place", type=WORDS, default="", help="Where it began."),
        click.option("--purpose", type=OneOf(MileagePurpose), default="business", show_default=True),
        click.argument("miles", type=ExactNumber("miles")),
        click.argument("day", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD"),
    ):
        given = option(given)
    return given


@mileage.command(
    epilog=examples(
        "haulage tax mileage add 2026-11-02 12.4 --note 'To the garage' --as driver@haulage.example",
        "haulage tax mileage add 2026-11-02 3 --purpose personal --from Home --to Gym \\",
        "    --as driver@haulage.example",
    )
)
@_with_draft
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES)
def add(
    settings: "Settings",
    draft: MileageDraft,
    email: str,
    as_json: bool,
) -> None:
    """Write down miles that were not driven with an order."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "MileageEntry":
        actor = await actor_of(marketplace, email)
        return await marketplace.tax.mileage_entries.add(actor, actor.driver_id or "", draft)

    _show(on_marketplace(settings, work), "Added", as_json=as_json)


@mileage.command(
    epilog=examples(
        "haulage tax mileage change mil_3f2a 2026-11-02 13 --note 'To the garage' --as driver@haulage.example"
    )
)
@click.argument("entry", type=WORDS)
@_with_draft
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES)
def change(
    settings: "Settings",
    entry: str,
    draft: MileageDraft,
    email: str,
    as_json: bool,
) -> None:
    """Replace what one wrote down; how it was before stays."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "MileageEntry":
        actor = await actor_of(marketplace, email)
        return await marketplace.tax.mileage_entries.change(actor, actor.driver_id or "", entry, draft)

    _show(on_marketplace(settings, work), "Changed", as_json=as_json)


@mileage.command(epilog=examples("haulage tax mileage remove mil_3f2a --as driver@haulage.example"))
@click.argument("entry", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES)
def remove(settings: "Settings", entry: str, email: str, as_json: bool) -> None:
    """Remove what one wrote down; that it was there stays."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> None:
        actor = await actor_of(marketplace, email)
        await marketplace.tax.mileage_entries.remove(actor, actor.driver_id or "", entry)

    on_marketplace(settings, work)
    if as_json:
        write_json({"removed": entry})
        return
    write_facts([("Removed", entry)])


def _show(entry: "MileageEntry", done: str, *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.tax import MileageEntryOut

        write_json(MileageEntryOut.of(entry))
        return
    write_facts([(done, entry.id), ("Miles", entry.draft.miles)])
