"""``haulage mail``: what is in the outbox, and what was given up."""

from typing import TYPE_CHECKING, Any

import click

from haulage.email import EmailState, StoredEmail
from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage mail list --dead", "haulage mail retry mail_3f2a"))
def mail() -> None:
    """See which mails wait, were sent or were given up, and have them tried again.

    What a mail says is never shown: its links and codes are for its reader alone.
    """


@mail.command("list", epilog=examples("haulage mail list", "haulage mail list --dead --json"))
@click.option("--dead", is_flag=True, help="Only mails that were given up.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many at most."
)
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def list_mails(dead: bool, limit: int, settings: "Settings", as_json: bool) -> None:
    """List the mails, newest first."""
    from haulage_cli.runtime import on_marketplace

    state = EmailState.DEAD if dead else None
    mails = on_marketplace(settings, lambda market: market.email.manage.latest(limit, state=state))
    if as_json:
        write_json({"items": [_shown(each) for each in mails], "next": None})
        return
    rows = [
        (
            each.id,
            each.created_at,
            each.state,
            each.kind,
            each.to,
            each.last_error or "",
        )
        for each in mails
    ]
    write_table(("mail", "created", "state", "kind", "to", "last error"), rows)


@mail.command(epilog=examples("haulage mail retry mail_3f2a"))
@click.argument("email_id", metavar="MAIL", type=WORDS)
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def retry(email_id: str, settings: "Settings", as_json: bool) -> None:
    """Have a mail that was given up tried again; a running server sends it within a few seconds."""
    from haulage_cli.runtime import on_marketplace

    email = on_marketplace(settings, lambda market: market.email.manage.retry(operating(), email_id))
    if as_json:
        write_json(_shown(email))
        return
    write_facts([("Mail", email.id), ("To", email.to), ("State", email.state)])


def _shown(email: StoredEmail) -> dict[str, Any]:
    return {
        "id": email.id,
        "kind": email.kind,
        "to": email.to,
        "subject": email.subject,
        "state": email.state,
        "attempts": email.attempts,
        "created_at": email.created_at,
        "due_at": email.due_at,
        "sent_at": email.sent_at,
        "last_error": email.last_error,
    }
