"""The start-up checks as commands use them: refusals end a start, warnings are told."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from haulage_adapters.settings import Settings
from haulage_adapters.startup_checks import Facts, Finding, Severity, gather, require_safe
from haulage_cli.output import clean
from haulage_cli.permissions import operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


def prepare_start(settings: Settings, *, listen_at: str | None = None) -> None:
    """Bring the database up to date, seal what lies open in it, and make the start-up checks.

    Settings are examined before the database is touched. Raises ``UnsafeStart`` with all that refuses the
    start. Warnings go to the standard error.
    """
    from haulage_adapters.data_folder.permissions import make_data_folder
    from haulage_cli.name_lookups import run
    from haulage_cli.runtime import on_marketplace, upgrade

    make_data_folder(settings)
    require_safe(run(gather(settings, listen_at=listen_at)))
    run(upgrade(settings))

    async def query(marketplace: "Marketplace") -> Facts:
        await marketplace.accounts.reseal_secrets.what_is_open(operating())
        return await gather(settings, marketplace, listen_at=listen_at)

    warn(require_safe(on_marketplace(settings, query)))


def warn(findings: Sequence[Finding]) -> None:
    """One line each, on the standard error."""
    for finding in findings:
        word = click.style("warning:", fg="yellow", bold=True)
        click.echo(f"{word} {clean(finding.sentence)} {finding.remedy} [{finding.code}]", err=True)


def refuses(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.REFUSE for finding in findings)
