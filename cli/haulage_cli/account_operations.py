"""``haulage accounts sessions``, ``end-sessions``, ``suspend`` and ``reinstate``."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import clean, write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.accounts import OperatedAccount
    from haulage_adapters.settings import Settings

with_reason = click.option(
    "--reason", type=WORDS, required=True, help="Why; it is mailed to the person concerned."
)


@click.command(epilog=examples("haulage accounts sessions ann@example.com"))
@click.argument("who", metavar="EMAIL", type=WORDS)
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="Rows at most.")
@click.option("--cursor", type=WORDS, help="The next page, as --json of an earlier one names it.")
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def sessions(who: str, limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """Show where the account with this address or id, is signed in, the newest first."""
    from haulage_cli.runtime import on_marketplace

    page = on_marketplace(
        settings,
        lambda market: market.accounts.operate.sessions(operating(), who, PageRequest(limit, cursor)),
    )
    if as_json:
        from haulage_adapters.wire.accounts import ListedSessionOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.of(page, ListedSessionOut.of))
        return
    write_table(
        ("id", "since", "last used", "device", "network"),
        [
            (each.id, each.created_at, each.last_used_at, each.device, each.network or "unknown")
            for each in page.items
        ],
    )
    if page.next:
        write_note(f"There are more: --cursor {page.next}")


@click.command(
    "end-sessions", epilog=examples("haulage accounts end-sessions ann@example.com --reason 'Lost phone'")
)
@click.argument("who", metavar="EMAIL", type=WORDS)
@with_reason
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def end_sessions(who: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Sign the account with this address or id, out on all devices; its tokens stop at once."""
    from haulage_cli.runtime import on_marketplace

    _show(
        on_marketplace(
            settings, lambda market: market.accounts.operate.end_sessions(operating(), who, reason)
        ),
        as_json,
    )


@click.command(epilog=examples("haulage accounts suspend ann@example.com --reason 'Stolen cards'"))
@click.argument("who", metavar="EMAIL", type=WORDS)
@with_reason
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def suspend(who: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Let nobody sign in to the account with this address or id.

    Its tokens stop at once. A driver is offline and gets no offers; a job in hand stays theirs until
    'haulage orders reassign' gives it to somebody else.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.accounts.operate.suspend(operating(), who, reason))
    _show(found, as_json)


@click.command(epilog=examples("haulage accounts reinstate ann@example.com --reason 'It was a mistake'"))
@click.argument("who", metavar="EMAIL", type=WORDS)
@with_reason
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def reinstate(who: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Open a suspended account again."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings, lambda market: market.accounts.operate.reinstate(operating(), who, reason)
    )
    _show(found, as_json)


def _show(found: "OperatedAccount", as_json: bool) -> None:
    account, user = found.account, found.user
    since = account.suspended_at
    if as_json:
        from haulage_adapters.wire.accounts import AccountOut

        write_json(AccountOut.of(found))
        return
    write_facts(
        [
            ("E-mail", account.email),
            ("Role", user.user_type.value),
            ("Suspended", f"since {clean(since)}" if since else "no"),
        ]
    )
