"""``haulage cards``: cards that a customer saved, to pay the next order with."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.payments.saved_cards import ListedCard

COLUMNS = ("id", "brand", "ends in", "expires", "")


@click.group(
    epilog=examples(
        "haulage cards list --as customer@haulage.example",
        "haulage orders pay 10042 --saved-card crd_1 --as customer@haulage.example",
    )
)
def cards() -> None:
    """List and remove a customer's saved cards. One is added by paying with it."""


@cards.command("list", epilog=examples("haulage cards list --as customer@haulage.example --json"))
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_CARDS, reads=True)
def list_cards(settings: Settings, email: str, as_json: bool) -> None:
    """The default first, then the newest."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[ListedCard]":
        return await marketplace.payments.saved_cards.all(await actor_of(marketplace, email))

    _write(on_marketplace(settings, work), as_json=as_json)


@cards.command(epilog=examples("haulage cards default crd_1 --as customer@haulage.example"))
@click.argument("card_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_CARDS)
def default(settings: Settings, card_id: str, email: str, as_json: bool) -> None:
    """Offer this card first."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[ListedCard]":
        actor = await actor_of(marketplace, email)
        await marketplace.payments.saved_cards.make_default(actor, card_id)
        return await marketplace.payments.saved_cards.all(actor)

    _write(on_marketplace(settings, work), as_json=as_json)


@cards.command(epilog=examples("haulage cards remove crd_1 --as customer@haulage.example"))
@click.argument("card_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_CARDS)
def remove(settings: Settings, card_id: str, email: str, as_json: bool) -> None:
    """Remove a card, here and at the card provider, and show which are left."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[ListedCard]":
        actor = await actor_of(marketplace, email)
        await marketplace.payments.saved_cards.remove(actor, card_id)
        return await marketplace.payments.saved_cards.all(actor)

    _write(on_marketplace(settings, work), as_json=as_json)


def _write(listed: "Sequence[ListedCard]", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.payments import SavedCardOut

        write_json(PageOut.whole(SavedCardOut.of(each) for each in listed))
        return
    if not listed:
        write_note("No saved cards")
    write_table(COLUMNS, [_row(each) for each in listed])


def _row(listed: "ListedCard") -> tuple[str, ...]:
    card = listed.card
    state = "expired" if listed.has_expired else "default" if card.is_default else ""
    expires = f"{card.expiry_month:02}/{card.expiry_year % 100:02}"
    return card.id, card.brand, card.last4, expires, state
