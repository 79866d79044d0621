"""``haulage messages thread``, ``send``, ``read``, ``unread`` and ``templates``."""

from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.messaging import Message, Party, templates_for
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
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
@does(Action.SEE_MESSAGES, reads=True)
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
        from haulage_adapters.wire.messages import ThreadOut

        write_json(ThreadOut.of(shown))
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
@does(Action.WRITE_MESSAGES)
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
        from haulage_adapters.wire.messages import MessageOut

        write_json(MessageOut.of(sent, sent.sender.id))
        return
    write_facts([("Message", sent.text), ("Status", sent.status), ("No SMS because", sent.sms_refusal)])


@click.command(epilog=examples("haulage messages read 10042 --as driver@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.WRITE_MESSAGES)
def read(settings: "Settings", order: str, email: str, as_json: bool) -> None:
    """Note that one has read what was sent to one about an order."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> int:
        actor = await actor_of(marketplace, email)
        return await marketplace.messaging.read.mark_read(actor, await order_id_of(marketplace, order))

    count = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.messages import ReadOut

        write_json(ReadOut(count))
        return
    click.echo(f"{count} new")


@click.command(epilog=examples("haulage messages unread --as driver@haulage.example --json"))
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_MESSAGES, reads=True)
def unread(settings: "Settings", email: str, as_json: bool) -> None:
    """How many messages wait for somebody, and in which orders."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Unread":
        return await marketplace.messaging.read.unread(await actor_of(marketplace, email))

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.messages import UnreadOut

        write_json(UnreadOut.of(found))
        return
    write_table(("order", "unread", "last"), [(t.number, t.unread, t.last_at) for t in found.threads])


@click.command(epilog=examples("haulage messages templates --user-type driver"))
@click.option("--user-type", type=OneOf(Party), help="Only those that this party sends.")
@with_json
@does(Action.SEE_PUBLIC_PAGE)
def templates(user_type: Party | None, as_json: bool) -> None:
    """Messages that are written already; needs no database."""
    found = templates_for(user_type)
    if as_json:
        from haulage_adapters.wire.messages import TemplateOut, TemplatesOut

        write_json(TemplatesOut([TemplateOut.of(template) for template in found]))
        return
    columns = ("id", "category", "by", "asks for", "message")
    rows = [(t.id, t.category, t.user_type, ", ".join(t.asks), t.message) for t in found]
    write_table(columns, rows)


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
