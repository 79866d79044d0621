"""``haulage orders proof``: proofs of delivery as files, and whether one is still as it was sealed."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.proofs import Examined, examine
from haulage_cli.file_output import STANDARD_OUTPUT, with_output, write_file
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_note
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.proofs import ProofFile
    from haulage_adapters.settings import Settings

OFF = 1
COMPARE = (
    "Anybody can seal a file with a key of their own. Compare the key with the installation's, or pass its "
    "keys with --keys."
)


@click.group(
    epilog=examples(
        "haulage orders proof export 10042 --as customer@haulage.example",
        "haulage orders proof verify proof-10042.json",
    )
)
def proof() -> None:
    """Write proofs of delivery into files, and examine such files without a database."""


@proof.command(
    epilog=examples(
        "haulage orders proof export 10042 --as customer@haulage.example",
        "haulage orders proof export 10042 --as customer@haulage.example --before 100 --output all.json",
    )
)
@click.argument("order", type=WORDS)
@acting
@with_output()
@click.option(
    "--before",
    type=click.IntRange(0, 1000),
    default=1,
    show_default=True,
    help="Seals before it in the chain that go with it, without their content.",
)
@with_settings
@with_json
@does(Action.SEE_ORDER, reads=True)
def export(
    settings: "Settings", order: str, email: str, output: str | None, before: int, as_json: bool
) -> None:
    """Write an order's proof with its photo and the public key: into proof-NUMBER.json unless told
    otherwise."""
    import sys

    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> "ProofFile":
        actor = await actor_of(marketplace, email)
        return await marketplace.proofs.export(actor, await order_id_of(marketplace, order), before)

    file = on_marketplace(settings, work)
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(file.content)
        return
    path = Path(output or file.name)
    write_file(path, file.content)
    if as_json:
        write_json({"file": str(path), "bytes": len(file.content)})
        return
    write_facts([("File", path), ("Bytes", len(file.content))])


@proof.command(
    epilog=examples(
        "haulage orders proof verify proof-10042.json",
        "haulage orders proof verify proof-10042.json --keys keys.json --json",
    )
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The installation's keys, as GET /api/v1/proofs/keys gives them: no other counts then.",
)
@with_json
@does(Action.EXAMINE_PROOF)
def verify(file: Path, keys: Path | None, as_json: bool) -> None:
    """Say whether a file of proofs is as it was sealed, and if not, what was changed.

    Needs no database and no network. Exit code 0 when everything holds, 1 when anything is off.
    """
    from haulage_adapters.assembly.proof_checking import key_check

    trusted = None if keys is None else _keys(_read(keys))
    found = examine(_read(file), key_check(), trusted)
    if as_json:
        write_json(_as_json(found))
    else:
        _show(found, compared=keys is not None)
    if not found.is_whole:
        raise click.exceptions.Exit(OFF)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput("file", f"{path} cannot be read: {error.strerror}") from None


def _keys(written: bytes) -> list[Any]:
    """The keys of a JSON Web Key Set."""
    try:
        keys = json.loads(written)["keys"]
    except (ValueError, TypeError, KeyError, RecursionError):
        keys = None
    if not isinstance(keys, list):
        raise InvalidInput("keys", "must be a JSON Web Key Set")
    return keys


def _as_json(found: Examined) -> dict[str, Any]:
    return {
        "whole": found.is_whole,
        "records": list(found.numbers),
        "keys": sorted(set(found.keys)),
        "faults": [
            {"fault": each.kind, "record": each.record, "field": each.field, "message": each.sentence}
            for each in found.faults
        ],
        "contents": {str(number): dict(content) for number, content in found.contents.items()},
    }


def _show(found: Examined, *, compared: bool) -> None:
    facts: list[tuple[str, Any]] = [
        ("Whole", "yes" if found.is_whole else "no"),
        ("Records", ", ".join(map(str, found.numbers)) or None),
        ("Key", ", ".join(sorted(set(found.keys))) or None),
    ]
    for number, content in found.contents.items():
        position = content.get("position")
        place = f"{position['lat']},{position['lng']}" if isinstance(position, dict) else None
        facts += [
            ("Record", number),
            ("Order", content.get("order_number")),
            ("Received by", content.get("recipient_name")),
            ("Taken at", content.get("taken_at")),
            ("Place", place),
            ("Photo", "yes" if content.get("photo") else "no"),
        ]
    write_facts(facts)
    for fault in found.faults:
        click.echo(fault.sentence, err=True)
    if found.is_whole and not compared:
        write_note(COMPARE)
