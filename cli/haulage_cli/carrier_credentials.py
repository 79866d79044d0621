"""Commands of ``haulage authority`` about drivers' carrier credentials."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

from haulage.authority import CarrierCredential, CredentialStatus
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

CREDENTIAL = "crd_3f2a"
COLUMNS = ("credential", "driver", "kind", "state", "number", "expires", "recorded")
Decision = Callable[["Marketplace"], Awaitable[CarrierCredential]]


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

    found = on_marketplace(
        settings,
        lambda market: market.authority.decide.list(operating(), PageRequest(limit, cursor), status),
    )
    if as_json:
        write_json(PageOut.of(found, ListedCredentialOut.of))
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


def _decide(settings: "Settings", decision: Decision, as_json: bool) -> None:
    from haulage_adapters.wire.authority import CredentialOut
    from haulage_cli.runtime import on_marketplace

    done = on_marketplace(settings, decision)
    if as_json:
        write_json(CredentialOut.of(done))
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
        ]
    )


COMMANDS = (credentials, verify, reject)
