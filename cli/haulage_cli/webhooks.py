"""``haulage webhooks``: what outside providers told us, and reading again what could not be read."""

from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.webhooks.event import EventState
from haulage_cli.options import OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.webhooks.event import StoredWebhookEvent
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage webhooks list --unreadable", "haulage webhooks retry --json"))
def webhooks() -> None:
    """See what outside providers told us, and have another look at what could not be read.

    An unreadable event is genuine, for the provider has signed it, but of a form that this release does not
    know: what it tells of has not happened here. An unhandled one is of a kind that this release does
    nothing about.
    """


@webhooks.command("list", epilog=examples("haulage webhooks list --unreadable"))
@click.option("--state", type=OneOf(EventState), help="Only events in this state.")
@click.option("--unreadable", is_flag=True, help="Short for --state unreadable.")
@with_page
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def list_events(
    state: EventState | None,
    unreadable: bool,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """List events, newest first."""
    from haulage_cli.runtime import on_marketplace

    page, wanted = PageRequest(limit, cursor), EventState.UNREADABLE if unreadable else state
    found = on_marketplace(
        settings, lambda market: market.webhooks.event_log.list(operating(), page, state=wanted)
    )
    if as_json:
        write_json({"items": [_event_json(stored) for stored in found.items], "next": found.next})
        return
    rows = [
        (
            stored.event.id,
            stored.event.provider,
            stored.received_at,
            stored.event.type,
            stored.state,
            stored.event.object_reference,
            stored.event.fault,
        )
        for stored in found.items
    ]
    write_table(("event", "provider", "received", "type", "state", "about", "fault"), rows)


@webhooks.command("retry", epilog=examples("haulage webhooks retry --json"))
@with_settings
@with_json
@does(Action.MANAGE_JOBS)
def retry(settings: "Settings", as_json: bool) -> None:
    """Read every unreadable and every unhandled event again, and give those their effect that this release
    understands."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.webhooks.event_log.retry(operating()))
    if as_json:
        write_json(found)
        return
    write_facts([("Looked at", found.looked_at), ("Understood", found.understood)])


def _event_json(stored: "StoredWebhookEvent") -> dict[str, Any]:
    """An event for programs; the body of an unreadable one as text, with what is none replaced."""
    event = stored.event
    return {
        "id": event.id,
        "provider_id": event.provider_id or event.id,
        "provider": event.provider,
        "type": event.type,
        "kind": event.kind,
        "state": stored.state,
        "account": event.account,
        "provider_reference": event.provider_reference,
        "object_reference": event.object_reference,
        "created_at": event.created_at,
        "received_at": stored.received_at,
        "settled_at": stored.settled_at,
        "fault": event.fault,
        "body": None if event.body is None else event.body.decode(errors="replace"),
    }
