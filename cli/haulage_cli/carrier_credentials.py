"""Commands of ``haulage authority`` about drivers' carrier credentials."""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

from haulage.authority import CarrierCredential, CredentialStatus
from haulage.driver_documents import MAX_DOCUMENT_OCTETS, refused
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.ports.storage.authority import ListedCredential
    from haulage.ports.storage.paging import Page
    from haulage.use_cases.driver_documents.shown_document import ShownDocument
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

CREDENTIAL = "crd_3f2a"
COLUMNS = ("credential", "driver", "kind", "state", "number", "expires", "recorded", "document")
Decision = Callable[["Marketplace"], Awaitable[CarrierCredential]]
Documents = Mapping[str, "ShownDocument"]


@click.command(
    epilog=examples("haulage authority credentials", "haulage authority credentials --status verified --json")
)
@click.option(
    "--status", type=OneOf(CredentialStatus), default=CredentialStatus.RECORDED, help="Else those that wait."
)
@with_page
@with_settings
@with_json
@does(Action.VERIFY_CREDENTIALS)
def credentials(
    status: CredentialStatus, limit: int, cursor: str | None, settings: "Settings", as_json: bool
) -> None:
    """List drivers' carrier credentials, oldest first: those that wait to be verified, or in a status."""
    from haulage_adapters.wire.authority import ListedCredentialOut
    from haulage_adapters.wire.common import PageOut
    from haulage_cli.runtime import on_marketplace

    async def work(market: "Marketplace") -> tuple["Page[ListedCredential]", Documents]:
        found = await market.authority.decide.list(operating(), PageRequest(limit, cursor), status)
        return found, await market.authority.documents(each.credential for each in found.items)

    found, documents = on_marketplace(settings, work)
    if as_json:
        write_json(PageOut.of(found, lambda each: ListedCredentialOut.of(each, documents)))
        return
    rows = []
    for each in found.items:
        credential, claim = each.credential, each.credential.claim
        rows.append(
            (
                credential.id,
                each.driver_name,
                claim.kind,
                claim.state,
                claim.number,
                claim.expires_on,
                credential.recorded_at,
                _file_name(documents, credential),
            )
        )
    write_table(COLUMNS, rows)


@click.command(
    epilog=examples(f"haulage authority verify {CREDENTIAL} --note 'safer.fmcsa.dot.gov, 2026-01-31'")
)
@click.argument("credential_id", metavar="CREDENTIAL", type=WORDS)
@click.option("--note", type=WORDS, required=True, metavar="TEXT", help="Where it was looked up.")
@with_settings
@with_json
@does(Action.VERIFY_CREDENTIALS)
def verify(credential_id: str, note: str, settings: "Settings", as_json: bool) -> None:
    """Say that a credential was looked up: its driver is matched by it from now on."""
    _decide(settings, lambda m: m.authority.decide.verify(operating(), credential_id, note), as_json)


@click.command(epilog=examples(f"haulage authority reject {CREDENTIAL} --note 'The policy was canceled'"))
@click.argument("credential_id", metavar="CREDENTIAL", type=WORDS)
@click.option("--note", type=WORDS, required=True, metavar="TEXT", help="Why; its driver reads it.")
@with_settings
@with_json
@does(Action.VERIFY_CREDENTIALS)
def reject(credential_id: str, note: str, settings: "Settings", as_json: bool) -> None:
    """Refuse a credential, or revoke one that was verified."""
    _decide(settings, lambda m: m.authority.decide.reject(operating(), credential_id, note), as_json)


@click.command(
    epilog=examples(f"haulage authority attach {CREDENTIAL} policy.pdf --as driver@haulage.example")
)
@click.argument("credential_id", metavar="CREDENTIAL", type=WORDS)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_DOCUMENTS)
def attach(credential_id: str, file: Path, email: str, settings: "Settings", as_json: bool) -> None:
    """Send the document that proves a credential which waits: JPG, PNG or PDF, at most 10 MB."""
    from haulage_cli.runtime import actor_of

    sent = _content(file)
    client_id = f"cli-{sha256(credential_id.encode() + sent).hexdigest()}"[:60]

    async def work(market: "Marketplace") -> CarrierCredential:
        actor = await actor_of(market, email)
        hand_in = market.driver_documents.hand_in
        await hand_in(actor, DocumentType.CARRIER_CREDENTIAL, client_id, file.name, sent, credential_id)
        own = await market.authority.credentials.list(actor)
        return next(each for each in own if each.id == credential_id)

    _decide(settings, work, as_json)


@click.command(
    "orders-at-risk",
    epilog=examples("haulage authority orders-at-risk", "haulage authority orders-at-risk --json"),
)
@with_settings
@with_json
@does(Action.VERIFY_CREDENTIALS)
def orders_at_risk(settings: "Settings", as_json: bool) -> None:
    """List accepted orders whose driver may not set out: a document or a credential lapsed."""
    from haulage_adapters.wire.authority import OrderAtRiskOut
    from haulage_adapters.wire.common import PageOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.authority.at_risk.list(operating()))
    if as_json:
        write_json(PageOut.whole([OrderAtRiskOut.of(each) for each in found]))
        return
    rows = [(each.order.number, each.driver.name, each.order.scheduled_time, each.lapsed) for each in found]
    write_table(("order", "driver", "scheduled", "lapsed"), rows)


def _content(file: Path) -> bytes:
    """No more is read than is needed to see that it is too large."""
    try:
        with file.open("rb") as opened:
            sent = opened.read(MAX_DOCUMENT_OCTETS + 1)
    except OSError as error:
        raise InvalidInput("file", f"cannot be read: {error.strerror}") from None
    if len(sent) > MAX_DOCUMENT_OCTETS:
        raise refused("File size must be less than 10MB")
    return sent


def _file_name(documents: Documents, credential: CarrierCredential) -> str | None:
    shown = documents.get(credential.id)
    return None if shown is None else shown.document.file.name


def _decide(settings: "Settings", decision: Decision, as_json: bool) -> None:
    from haulage_adapters.wire.authority import CredentialOut
    from haulage_cli.runtime import on_marketplace

    async def work(market: "Marketplace") -> tuple[CarrierCredential, Documents]:
        done = await decision(market)
        return done, await market.authority.documents([done])

    done, documents = on_marketplace(settings, work)
    if as_json:
        write_json(CredentialOut.of(done, documents))
        return
    claim = done.claim
    write_facts(
        [
            ("Credential", done.id),
            ("Driver", done.driver_id),
            ("Kind", claim.kind),
            ("Number", claim.number),
            ("State", claim.state),
            ("Expires", claim.expires_on),
            ("Status", done.status),
            ("Note", done.note),
            ("Document", _file_name(documents, done)),
        ]
    )


COMMANDS = (credentials, attach, verify, reject, orders_at_risk)
