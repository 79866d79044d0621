"""``haulage admin audit``: the audit trail, to read and to prove."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from haulage.audit import AuditAction, AuditEntry, Chain, Head
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import INSTANT, WORDS, OneOf, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

BROKEN = 1
KEEP_IT = (
    "Entries cut off at the end leave a shorter trail that is whole in itself. Keep the head where nobody "
    "who can write to this database can reach it, and pass it to --head the next time."
)


@click.command(
    epilog=examples(
        "haulage admin audit --limit 50",
        "haulage admin audit --from 2026-11-25T00:00:00-05:00 --json",
        "haulage admin audit --after 1200 --action role_changed --json",
        "haulage admin audit --verify --head 1200:9f2c...",
        "haulage admin audit --verify --head /mnt/other/heads.jsonl",
    )
)
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="Entries at most.")
@click.option("--after", type=click.IntRange(0), metavar="NUMBER", help="Oldest first, from the next on.")
@click.option("--actor", type=WORDS, help="Only what this user, 'system', 'operator' or 'operator:NAME' did.")
@click.option("--action", type=OneOf(AuditAction), help="Only events of this kind.")
@click.option("--object", "object_id", type=WORDS, help="Only what was done to this account, order, ...")
@click.option("--from", "since", type=INSTANT, metavar="TIME", help="Only from this time on.")
@click.option("--until", type=INSTANT, metavar="TIME", help="Only before this time.")
@click.option("--verify", is_flag=True, help="Read the whole trail and check that nothing was tampered with.")
@click.option(
    "--head",
    type=WORDS,
    metavar="NUMBER:HASH|FILE",
    help="With --verify: a head that was kept, or a file of them.",
)
@with_settings
@with_json
@does(Action.READ_AUDIT)
def audit(
    limit: int,
    after: int | None,
    actor: str | None,
    action: AuditAction | None,
    object_id: str | None,
    since: datetime | None,
    until: datetime | None,
    verify: bool,
    head: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Show who did what to whom, newest first; with --verify prove that the trail is whole.

    --verify finds entries that were edited, removed, added or moved, names the first and ends with exit
    code 1. It cannot see entries cut off at the end, unless --head gives a head that was kept elsewhere.
    """
    from haulage_cli.runtime import on_marketplace

    if verify:
        heads = () if head is None else _heads(head)
        chain = on_marketplace(settings, lambda market: market.audit.verify(operating(), heads))
        _show_chain(chain, as_json)
        return
    if head is not None:
        raise InvalidInput("head", "is for --verify")
    wanted = AuditFilter(
        actor_id=actor,
        action=action and action.value,
        object_id=object_id,
        since=instant(since, field="from") if since else None,
        until=instant(until, field="until") if until else None,
    )

    async def query(market: "Marketplace") -> Sequence[AuditEntry]:
        if after is not None:
            return await market.audit.after(operating(), after, limit, wanted=wanted)
        return (await market.audit.list(operating(), PageRequest(limit), wanted=wanted)).items

    _show(on_marketplace(settings, query), as_json)


def _heads(text: str) -> list[Head]:
    """One that was typed, or all of a file: lines of NUMBER:HASH or of what HAULAGE_AUDIT_HEADS sends."""
    path = Path(text)
    if not path.is_file():
        return [_head(text)]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise InvalidInput("head", "is a file that cannot be read as text") from None
    return [_head_of(line.strip()) for line in lines if line.strip()]


def _head_of(line: str) -> Head:
    if not line.startswith("{"):
        return _head(line)
    try:
        head = json.loads(line)
        return _head(f"{head['number']}:{head['hash']}")
    except (ValueError, KeyError, TypeError):
        raise InvalidInput("head", "must have lines with a number and a hash") from None


def _head(text: str) -> Head:
    number, _, digest = text.partition(":")
    hexadecimal = len(digest) == 64 and all(digit in "0123456789abcdef" for digit in digest)
    if not (number.isascii() and number.isdigit() and len(number) <= 18 and hexadecimal):
        raise InvalidInput("head", "must be NUMBER:HASH as --verify printed it")
    return Head(int(number), digest)


def _show(entries: Sequence[AuditEntry], as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.audit import AuditEntryOut

        write_json({"items": [AuditEntryOut.of(entry) for entry in entries]})
        return
    rows = [
        (
            str(entry.number),
            entry.at,
            entry.actor_role,
            entry.actor_id,
            entry.action,
            f"{entry.object_kind} {entry.object_id}",
            " ".join(f"{name}={fact}" for name, fact in sorted(entry.facts.items())),
        )
        for entry in entries
    ]
    write_table(("number", "at", "role", "actor", "action", "object", "facts"), rows)


def _show_chain(chain: Chain, as_json: bool) -> None:
    whole = chain.fault is None
    result = {
        "whole": whole,
        "entries": chain.head.number,
        "head": f"{chain.head.number}:{chain.head.hash}",
        "bad_number": chain.bad_number,
        "fault": None if chain.fault is None else chain.fault.value,
    }
    if as_json:
        write_json(result)
    elif chain.fault is None:
        write_facts([("Whole", "yes"), ("Entries", chain.head.number), ("Head", result["head"])])
        click.echo(f"\n{KEEP_IT}")
    else:
        write_facts(
            [
                ("Whole", "no"),
                ("First bad entry", f"{chain.bad_number}: {chain.fault}"),
                ("Good until", result["head"]),
            ]
        )
    if not whole:
        raise click.exceptions.Exit(BROKEN)
