"""``haulage screening cases`` and its neighbors: background checks of applicants."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, BinaryIO

import click

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import Page, PageRequest
from haulage.screening import CaseStatus, Outcome, ScreeningPackage
from haulage_cli.json_fields import Fields, decode, reading
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.screening import QueuedCase, ReviewedCase
    from haulage_adapters.settings import Settings

STEPS = (
    "make_offer",
    "order",
    "clear",
    "intend_to_reject",
    "assess",
    "send_notice",
    "resolve_dispute",
    "reject",
)
OUTCOMES = ("clear", "consider")


@click.command(
    "cases",
    epilog=examples(
        "haulage screening cases --status disputed --json", "haulage screening cases --opened-days 7"
    ),
)
@click.option("--status", type=OneOf(CaseStatus), help="Only those with this status.")
@click.option("--opened-days", type=click.IntRange(1, 3650), help="Only those opened so many days ago.")
@with_page
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def list_cases(
    status: CaseStatus | None,
    opened_days: int | None,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Background checks that wait for a reviewer, or those with a status; oldest first."""
    from haulage_adapters.wire.common import PageOut
    from haulage_adapters.wire.screening import ListedScreeningOut
    from haulage_cli.runtime import on_marketplace

    async def work(market: "Marketplace") -> "Page[QueuedCase]":
        page = PageRequest(limit, cursor)
        return await market.screening.review.list(operating(), page, status, opened_days)

    found = on_marketplace(settings, work)
    if as_json:
        write_json(PageOut.of(found, ListedScreeningOut.of))
        return
    rows = [
        (
            each.case.application_id,
            each.case.name,
            each.case.status,
            each.next_action,
            each.case.created_at,
            each.case.waiting_until,
        )
        for each in found.items
    ]
    write_table(("application", "name", "status", "next", "opened", "waiting until"), rows)


@click.command(epilog=examples("haulage screening show app_3f2a --json"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def show(application_id: str, settings: "Settings", as_json: bool) -> None:
    """The background check of an application, and the steps that are lawful now."""
    _run(settings, as_json, lambda market: market.screening.review.show(operating(), application_id))


@click.command(epilog=examples("haulage screening refresh app_3f2a"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def refresh(application_id: str, settings: "Settings", as_json: bool) -> None:
    """Ask the provider how a background check stands."""
    _run(settings, as_json, lambda market: market.screening.review.refresh(operating(), application_id))


@click.command(epilog=examples("haulage screening simulate app_3f2a clear"))
@click.argument("application_id")
@click.argument("outcome", type=click.Choice(OUTCOMES))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def simulate(application_id: str, outcome: str, settings: "Settings", as_json: bool) -> None:
    """Say what the simulated provider of this process found; no real check can be decided so."""
    found = Outcome(outcome)
    _run(
        settings,
        as_json,
        lambda market: market.screening.review.simulate(operating(), application_id, found),
    )


@click.command(
    "step",
    epilog=examples(
        "haulage screening step app_3f2a clear --reason 'Twelve years ago'",
        "haulage screening step app_3f2a order --package basic",
        "haulage screening step app_3f2a assess --factors factors.json",
    ),
)
@click.argument("application_id")
@click.argument("step", type=click.Choice(STEPS))
@click.option("--reason", type=WORDS, default="", help="Why; what an applicant reads of it, letters say.")
@click.option("--package", type=OneOf(ScreeningPackage), help="What is ordered.")
@click.option("--factors", type=click.File("rb"), help="A JSON object with a text for each of eight factors.")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def take_step(
    application_id: str,
    step: str,
    reason: str,
    package: ScreeningPackage | None,
    factors: BinaryIO | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Take a lawful step with a background check; show says which these are."""
    from haulage.screening import DEFAULT_PACKAGE
    from haulage.use_cases.screening.lawful_steps import ReviewStep
    from haulage.use_cases.screening.take_step import StepRequest

    weighed = {} if factors is None else _factors(factors)

    async def work(market: "Marketplace") -> "ReviewedCase":
        seen = (await market.screening.review.show(operating(), application_id)).case
        request = StepRequest(
            ReviewStep(step), 0 if seen is None else seen.version, reason, weighed, package or DEFAULT_PACKAGE
        )
        return await market.screening.take_step(operating(), application_id, request)

    _run(settings, as_json, work)


def _factors(file: BinaryIO) -> dict[str, str]:
    from haulage.screening import Factor

    with reading(file.name):
        fields = Fields(decode(file.read()))
        fields.refuse_unknown(frozenset(str(each) for each in Factor))
        return {str(each): fields.text(str(each)) for each in Factor}


def _run(
    settings: "Settings", as_json: bool, work: "Callable[[Marketplace], Awaitable[ReviewedCase]]"
) -> None:
    from haulage_adapters.wire.screening import ReviewedScreeningOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, work)
    if as_json:
        write_json(ReviewedScreeningOut.of(found))
        return
    case, decision = found.case, found.case.decision if found.case else None
    write_facts(
        [
            ("Status", case.status if case else "no consent yet"),
            ("Failure", case.failure or None if case else None),
            ("Recommended", decision.status if decision else None),
            ("Reasons", " ".join(decision.reasons) or None if decision else None),
            ("Waiting until", case.notice.until if case and case.notice else None),
            ("Lawful steps", ", ".join(found.steps) or None),
        ]
    )


COMMANDS = (list_cases, show, refresh, simulate, take_step)
