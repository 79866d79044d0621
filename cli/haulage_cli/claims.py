"""``haulage claims``: problems that customers report about orders, and what is decided."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from haulage.claims import Claim, ClaimDraft, ClaimKind, ClaimState
from haulage.kernel.money import MAX_CENTS, dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import (
    PHOTO,
    WORDS,
    OneOf,
    acting,
    examples,
    read_photo,
    with_json,
    with_page,
    with_settings,
)
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.claims import ClaimDetails, DriversClaim, ShownClaim
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

Change: TypeAlias = "Callable[[Marketplace], Callable[..., Awaitable[Claim]]]"

COLUMNS = ("claim", "order", "driver", "kind", "reported", "state", "requested", "left", "account")
CENTS = click.IntRange(0, MAX_CENTS)


@click.group(
    epilog=examples(
        "haulage claims report 10042 --kind damage --account 'A leg is broken' --as customer@haulage.example",
        "haulage claims list --undecided",
        "haulage claims decide clm_3f2a --refund-cents 2500 --reason 'The photo shows it'",
    )
)
def claims() -> None:
    """Report problems with orders that have ended, and decide about them."""


def _facts(claim: Claim) -> list[tuple[str, object]]:
    return [
        ("Claim", claim.id),
        ("Order", claim.order_id),
        ("Kind", claim.kind),
        ("Item", claim.item or None),
        ("Account", claim.account),
        ("Asked back", dollars(claim.requested_cents)),
        ("State", claim.state),
        ("Decision due", claim.decided_by_date if claim.is_undecided else None),
        ("Closed", claim.closed_at),
        ("Refunded", dollars(claim.refunded_cents) if claim.refunded_cents else None),
        ("Reason", claim.decision_reason),
    ]


def _show(claim: Claim, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.claims import ClaimOut

        write_json(ClaimOut.of(claim))
        return
    write_facts(_facts(claim))


def _change(
    settings: "Settings",
    email: str,
    change: "Callable[[Marketplace], Callable[..., Awaitable[Claim]]]",
    *what: object,
) -> Claim:
    """What the account does."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Claim:
        return await change(marketplace)(await actor_of(marketplace, email), *what)

    return on_marketplace(settings, work)


@claims.command(
    epilog=examples(
        "haulage claims report 10042 --kind not_delivered --account 'Nobody came' --refund-cents 4330"
        " --as customer@haulage.example",
        "haulage claims report 10042 --kind damage --item 'The sofa' --account 'A leg is broken'"
        " --photo leg.jpg --as customer@haulage.example",
    )
)
@click.argument("order", type=WORDS)
@click.option("--kind", type=OneOf(ClaimKind), required=True, help="What went wrong.")
@click.option("--account", required=True, help="What happened, in your words.")
@click.option("--item", default="", help="Which item.")
@click.option("--refund-cents", type=CENTS, default=0, show_default=True, help="How much you ask back.")
@click.option("--photo", "photos", type=PHOTO, multiple=True, help="A picture; again for more of them.")
@acting
@with_settings
@with_json
@does(Action.OPEN_CLAIM)
def report(
    settings: "Settings",
    order: str,
    kind: ClaimKind,
    account: str,
    item: str,
    refund_cents: int,
    photos: tuple[Path, ...],
    email: str,
    as_json: bool,
) -> None:
    """Report a problem: 24 hours for what did not arrive, a week for everything else."""
    from hashlib import sha256

    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    sent = {sha256(content).hexdigest(): content for content in map(read_photo, photos)}

    async def work(marketplace: "Marketplace") -> Claim:
        actor, order_id = await actor_of(marketplace, email), await order_id_of(marketplace, order)
        for client_id, content in sent.items():
            await marketplace.claims.photos.take(actor, order_id, client_id, content)
        draft = ClaimDraft(kind, account, refund_cents, item)
        return await marketplace.claims.open(actor, order_id, draft, tuple(sent))

    _show(on_marketplace(settings, work), as_json)


@claims.command(
    "of-order",
    epilog=examples("haulage claims of-order 10042 --as customer@haulage.example"),
)
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.OPEN_CLAIM, reads=True)
def of_order(settings: "Settings", order: str, email: str, as_json: bool) -> None:
    """What the customer can report of an order, and has reported."""
    from haulage.use_cases.claims import ClaimStanding
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> "tuple[ClaimStanding, list[ShownClaim]]":
        actor = await actor_of(marketplace, email)
        order_id = await order_id_of(marketplace, order)
        standing, shown = await marketplace.claims.show.of_order(actor, order_id)
        return standing, list(shown)

    standing, shown = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.claims import ClaimStandingOut

        write_json(ClaimStandingOut.of(standing, shown))
        return
    write_table(("can be reported", "until"), list(standing.until.items()))
    for each in shown:
        click.echo()
        write_facts(_facts(each.claim))
        _write_statements(each)


def _write_statements(shown: "ShownClaim") -> None:
    if shown.statements:
        rows = [(each.created_at, each.party, each.text) for each in shown.statements]
        write_table(("at", "party", "words"), rows)


@claims.command("about-me", epilog=examples("haulage claims about-me --as driver@haulage.example"))
@acting
@with_page
@with_settings
@with_json
@does(Action.SEE_OWN_DRIVER, reads=True)
def about_me(settings: "Settings", email: str, limit: int, cursor: str | None, as_json: bool) -> None:
    """Undecided reports about a driver's deliveries, oldest first."""
    from haulage.ports.storage.paging import Page
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Page[DriversClaim]":
        actor = await actor_of(marketplace, email)
        return await marketplace.claims.show.of_driver(actor, PageRequest(limit, cursor))

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.claims import DriversClaimOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.of(found, DriversClaimOut.of))
        return
    rows = [
        (each.shown.claim.id, each.order_number, each.shown.claim.kind, each.shown.claim.created_at)
        for each in found.items
    ]
    write_table(("claim", "order", "kind", "reported"), rows)


@claims.command(
    epilog=examples("haulage claims answer clm_3f2a --text 'The left one' --as customer@haulage.example")
)
@click.argument("claim", type=WORDS)
@click.option("--text", required=True, help="The answer.")
@acting
@with_settings
@with_json
@does(Action.OPEN_CLAIM)
def answer(settings: "Settings", claim: str, text: str, email: str, as_json: bool) -> None:
    """Answer the question about a report."""
    _show(_change(settings, email, lambda market: market.claims.answer.answer, claim, text), as_json)


@claims.command(
    epilog=examples("haulage claims side clm_3f2a --text 'It was so before' --as driver@haulage.example")
)
@click.argument("claim", type=WORDS)
@click.option("--text", required=True, help="The driver's side; the customer does not read it.")
@acting
@with_settings
@with_json
@does(Action.GIVE_CLAIM_SIDE)
def side(settings: "Settings", claim: str, text: str, email: str, as_json: bool) -> None:
    """Give the driver's side of a report."""
    from haulage_adapters.wire.claims import ClaimSideOut

    given = _change(settings, email, lambda market: market.claims.answer.give_side, claim, text)
    if as_json:
        write_json(ClaimSideOut.of(given))
        return
    write_facts([("Claim", given.id), ("State", given.state)])


@claims.command(epilog=examples("haulage claims withdraw clm_3f2a --as customer@haulage.example"))
@click.argument("claim", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.OPEN_CLAIM)
def withdraw(settings: "Settings", claim: str, email: str, as_json: bool) -> None:
    """Take a report back; the driver's share is let go."""
    _show(_change(settings, email, lambda market: market.claims.answer.withdraw, claim), as_json)


@claims.command(
    "list",
    epilog=examples(
        "haulage claims list --undecided",
        "haulage claims list --search 'floor lamp'",
        "haulage claims list --kind damage --json",
    ),
)
@click.option("--kind", type=OneOf(ClaimKind), help="Only of this kind.")
@click.option("--state", type=OneOf(ClaimState), help="Only in this state.")
@click.option("--undecided", is_flag=True, help="Only what is not closed yet.")
@click.option("--search", default="", help="An order's number, or part of an item or a name.")
@with_page
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def list_claims(
    kind: ClaimKind | None,
    state: ClaimState | None,
    undecided: bool,
    search: str,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """What customers report, undecided first and oldest first."""
    from haulage_cli.runtime import on_marketplace

    page, wanted = PageRequest(limit, cursor), ClaimFilter(kind, state, undecided, text=search)
    found = on_marketplace(settings, lambda market: market.claims.decide.list(operating(), page, wanted))
    if as_json:
        from haulage_adapters.wire.claims import ListedClaimOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.of(found, ListedClaimOut.of))
        return
    rows = [
        (
            each.claim.id,
            each.order_number,
            each.driver_name,
            each.claim.kind,
            each.claim.created_at,
            each.claim.state,
            dollars(each.claim.requested_cents),
            dollars(each.refundable_cents),
            each.claim.account,
        )
        for each in found.items
    ]
    write_table(COLUMNS, rows)


@claims.command("show", epilog=examples("haulage claims show clm_3f2a --json"))
@click.argument("claim", type=WORDS)
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def show(claim: str, settings: "Settings", as_json: bool) -> None:
    """A report with what a decision needs: proof, payment, conversation, log and positions."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.claims.show.details(operating(), claim))
    if as_json:
        from haulage_adapters.wire.claims import ClaimDetailsOut

        write_json(ClaimDetailsOut.of(found))
        return
    _write_details(found)


def _write_details(found: "ClaimDetails") -> None:
    payment, content = found.payment, found.proof.content if found.proof else None
    write_facts(
        [
            *_facts(found.shown.claim),
            ("Customer", found.customer.email if found.customer else None),
            ("Driver", found.driver.email if found.driver else None),
            ("Paid", dollars(payment.amount_cents) if payment else None),
            ("Refunded before", dollars(payment.refund_requested_cents) if payment else None),
            ("Received by", content.recipient_name if content else None),
            ("PIN confirmed", content.pin_matched if content else None),
            ("Meters from the door", found.proof.meters_from_dropoff if found.proof else None),
            ("Photos", len(found.shown.photos)),
            ("Positions around the end", len(found.positions)),
        ]
    )
    _write_statements(found.shown)
    write_table(("at", "event"), [(each.at, each.type) for each in found.events])


@claims.command(
    epilog=examples(
        "haulage claims ask clm_3f2a --question 'Which leg is broken?'",
        "haulage claims ask clm_3f2a --driver --question 'Was it whole at the pickup?'",
    )
)
@click.argument("claim", type=WORDS)
@click.option("--question", required=True, help="What the customer is asked, or the driver.")
@click.option("--driver", "of_driver", is_flag=True, help="Ask the driver, unseen by the customer.")
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def ask(claim: str, question: str, of_driver: bool, settings: "Settings", as_json: bool) -> None:
    """Ask the customer for more information, or the driver for their side."""
    from haulage_cli.runtime import on_marketplace

    def ask(market: "Marketplace") -> Awaitable[Claim]:
        decide = market.claims.decide
        send = decide.ask_driver if of_driver else decide.request_information
        return send(operating(), claim, question)

    _show(on_marketplace(settings, ask), as_json)


@claims.command(
    epilog=examples(
        "haulage claims decide clm_3f2a --refund-cents 4330 --reason 'No proof of delivery'",
        "haulage claims decide clm_3f2a --refund-cents 1000 --goodwill --reason 'For the trouble'",
        "haulage claims decide clm_3f2a --decline --reason 'Signed by the neighbor'",
    )
)
@click.argument("claim", type=WORDS)
@click.option("--refund-cents", type=click.IntRange(1, MAX_CENTS), help="How much goes back.")
@click.option("--goodwill", is_flag=True, help="The platform alone pays; the driver keeps their share.")
@click.option("--decline", "declines", is_flag=True, help="Nothing goes back.")
@click.option("--reason", required=True, help="Why; the customer reads it.")
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def decide(
    claim: str,
    refund_cents: int | None,
    goodwill: bool,
    declines: bool,
    reason: str,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Refund some or all of the payment, or decline. It is final."""
    from haulage.use_cases.claims import ClaimDecision
    from haulage_cli.runtime import on_marketplace

    if declines is (refund_cents is not None):
        raise click.UsageError("Give either --refund-cents or --decline.")
    decision = ClaimDecision(reason, refund_cents or 0, goodwill)
    decided = on_marketplace(
        settings, lambda market: market.claims.decide.decide(operating(), claim, decision)
    )
    _show(decided, as_json)
