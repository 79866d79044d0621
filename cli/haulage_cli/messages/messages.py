"""``haulage messages thread``, ``send``, ``read``, ``unread`` and ``templates``."""

from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.errors import InvalidInput
from haulage.messaging import Message, Party, Template, templates_for
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import instant, write_facts, write_json, write_note, write_table

if TYPE_CHECKING:
    from haulage.messaging import Call
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.messaging import ShownThread, Unread
    from haulage_adapters.settings import Settings


@click.command(
    epilog=examples(
        "haulage messages thread 10042 --as customer@haulage.example",
        "haulage messages thread 10042 --as admin@haulage.example --json",
    )
)
@click.argument("order", type=WORDS)
@acting
@with_page
@with_settings
@with_json
def thread(
    settings: "Settings", order: str, email: str, limit: int, cursor: str | None, as_json: bool
) -> None:
    """What was written about an order, oldest first; --cursor leads to what is older."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> "ShownThread":
        actor = await actor_of(marketplace, email)
        order_id = await order_id_of(marketplace, order)
        return await marketplace.messaging.read(actor, order_id, PageRequest(limit, cursor))

    shown = on_marketplace(settings, work)
    if as_json:
        write_json(_thread_json(shown))
        return
    if not shown.page.messages:
        write_note("No messages yet")
    columns = ("at", "from", "message", "status", "read", "no SMS because")
    write_table(columns, [_row(message) for message in shown.page.messages])
    if shown.cannot_send_because:
        write_note(shown.cannot_send_because)
    if shown.page.next:
        write_note(f"There are older ones: --cursor {shown.page.next}")


@click.command(
    epilog=examples(
        'haulage messages send 10042 "I am at the door." --as customer@haulage.example',
        "haulage messages send 10042 --template driver_late --set delay_minutes=10 "
        "--as driver@haulage.example",
    )
)
@click.argument("order", type=WORDS)
@click.argument("text", type=WORDS, required=False)
@click.option("--template", type=WORDS, metavar="ID", help="Instead of a text: one that is written already.")
@click.option(
    "--set",
    "said",
    type=WORDS,
    multiple=True,
    metavar="NAME=VALUE",
    help="What a template asks for; repeat it for each.",
)
@acting
@with_settings
@with_json
def send(
    settings: "Settings",
    order: str,
    text: str | None,
    template: str | None,
    said: tuple[str, ...],
    email: str,
    as_json: bool,
) -> None:
    """Write to the other party of an order: 1 to 160 characters, or a template."""
    from haulage.use_cases.messaging import MessageDraft
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    draft = MessageDraft(text, template, _variables(said))

    async def work(marketplace: "Marketplace") -> Message:
        actor = await actor_of(marketplace, email)
        return await marketplace.messaging.send(actor, await order_id_of(marketplace, order), draft)

    sent = on_marketplace(settings, work)
    if as_json:
        write_json(message_json(sent))
        return
    write_facts([("Message", sent.text), ("Status", sent.status), ("No SMS because", sent.sms_refusal)])


@click.command(epilog=examples("haulage messages read 10042 --as driver@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
def read(settings: "Settings", order: str, email: str, as_json: bool) -> None:
    """Note that one has read what was sent to one about an order."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> int:
        actor = await actor_of(marketplace, email)
        return await marketplace.messaging.read.mark_read(actor, await order_id_of(marketplace, order))

    count = on_marketplace(settings, work)
    if as_json:
        write_json({"read": count})
        return
    click.echo(f"{count} new")


@click.command(epilog=examples("haulage messages unread --as driver@haulage.example --json"))
@acting
@with_settings
@with_json
def unread(settings: "Settings", email: str, as_json: bool) -> None:
    """How many messages wait for somebody, and in which orders."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Unread":
        return await marketplace.messaging.read.unread(await actor_of(marketplace, email))

    found = on_marketplace(settings, work)
    if as_json:
        orders = [
            {
                "order_id": each.order_id,
                "number": each.number,
                "unread": each.unread,
                "last_at": instant(each.last_at),
            }
            for each in found.threads
        ]
        write_json({"unread": found.total, "orders": orders})
        return
    write_table(("order", "unread", "last"), [(t.number, t.unread, t.last_at) for t in found.threads])


@click.command(epilog=examples("haulage messages templates --user-type driver"))
@click.option("--user-type", type=OneOf(Party), help="Only those that this party sends.")
@with_json
def templates(user_type: Party | None, as_json: bool) -> None:
    """Messages that are written already; needs no database."""
    found = templates_for(user_type)
    if as_json:
        write_json({"templates": [_template_json(template) for template in found]})
        return
    columns = ("id", "category", "by", "asks for", "message")
    rows = [(t.id, t.category, t.user_type, ", ".join(t.asks), t.message) for t in found]
    write_table(columns, rows)


def message_json(message: Message) -> dict[str, Any]:
    """A message for programs, by the names of the HTTP API."""
    return {
        "id": message.id,
        "order_id": message.order_id,
        "sender_id": message.sender.id,
        "sender_type": message.sender.type,
        "recipient_id": message.recipient.id,
        "recipient_type": message.recipient.type,
        "message": message.text,
        "message_type": message.kind,
        "template_id": message.template_id,
        "status": message.status,
        "sms_refusal": message.sms_refusal,
        "is_read": message.is_read,
        "created_at": instant(message.created_at),
        "sent_at": instant(message.sent_at),
        "delivered_at": instant(message.delivered_at),
        "read_at": instant(message.read_at),
    }


def _call_json(call: "Call") -> dict[str, Any]:
    return {
        "id": call.id,
        "caller_id": call.caller.id,
        "caller_type": call.caller.type,
        "recipient_id": call.recipient.id,
        "recipient_type": call.recipient.type,
        "duration_seconds": call.duration_seconds,
        "status": call.status,
        "start_time": instant(call.start_time),
        "end_time": instant(call.end_time),
    }


def _thread_json(shown: "ShownThread") -> dict[str, Any]:
    page, summary = shown.page, shown.page.summary
    return {
        "order_id": page.order_id,
        "items": [message_json(message) for message in page.messages],
        "calls": [_call_json(call) for call in page.calls],
        "summary": {
            "total_messages": summary.total_messages,
            "total_calls": summary.total_calls,
            "total_call_duration_seconds": summary.total_call_duration_seconds,
        },
        "last_activity": instant(summary.last_activity),
        "next": page.next,
        "can_send": shown.cannot_send_because is None,
        "cannot_send_reason": shown.cannot_send_because,
    }


def _template_json(template: Template) -> dict[str, Any]:
    return {
        "id": template.id,
        "name": template.name,
        "category": template.category,
        "user_type": template.user_type,
        "message": template.message,
        "variables": list(template.variables),
        "asks": list(template.asks),
        "is_active": template.is_active,
    }


def _row(message: Message) -> tuple[Any, ...]:
    read_at = "yes" if message.is_read else "no"
    return (
        message.created_at,
        message.sender.type,
        message.text,
        message.status,
        read_at,
        message.sms_refusal,
    )


def _variables(said: tuple[str, ...]) -> dict[str, str]:
    pairs = [each.partition("=") for each in said]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise InvalidInput("set", "must be NAME=VALUE, such as delay_minutes=10")
    return {name: value for name, _, value in pairs}
