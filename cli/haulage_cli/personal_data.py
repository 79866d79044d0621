"""``haulage admin export-user``, ``delete-user``, ``settle-driver`` and ``write-off-debt``: what people may
ask of whoever holds their data, and what comes before their account is closed."""

from pathlib import Path
from typing import IO, TYPE_CHECKING

import attrs
import click

from haulage.kernel.errors import HaulageError, InvalidInput
from haulage.kernel.money import MAX_CENTS, dollars
from haulage.kernel.policy import Action
from haulage_cli.file_output import STANDARD_OUTPUT, with_output
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.personal_data.export_data import DataExport
    from haulage_adapters.settings import Settings

FILE_NAME = "haulage-my-data.zip"


@click.command("export-user", epilog=examples("haulage admin export-user ann@example.com --output ann.zip"))
@click.argument("email", type=WORDS)
@with_output(FILE_NAME)
@with_settings
@with_json
@does(Action.EXPORT_PERSONAL_DATA)
def export_user(email: str, output: str, settings: "Settings", as_json: bool) -> None:
    """Write everything that is held about the person with this address into a ZIP file.

    The file is the one that they get from their account page: JSON by kind of record, and photos. Secrets
    that prove identities, and other people's data, are left out.
    """
    import sys

    if output == STANDARD_OUTPUT:
        _export(settings, email, sys.stdout.buffer)
        return
    path = Path(output)
    try:
        with path.open("wb") as file:
            octets = _export(settings, email, file)
    except OSError as error:
        raise InvalidInput("output", f"{path} cannot be written: {error.strerror}") from None
    except HaulageError:
        path.unlink(missing_ok=True)
        raise
    if as_json:
        write_json({"file": str(path), "bytes": octets})
    else:
        write_facts([("File", path), ("Bytes", octets)])


def _export(settings: "Settings", email: str, file: IO[bytes]) -> int:
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> int:
        return await _written(await marketplace.personal_data.export.of(email, operating()), file)

    return on_marketplace(settings, work)


async def _written(export: "DataExport", file: IO[bytes]) -> int:
    """How many bytes."""
    from haulage_adapters.archives import zipped

    octets = 0
    async for part in zipped(export):
        octets += file.write(part)
    return octets


@click.command(
    "settle-driver",
    epilog=examples("haulage admin settle-driver dee@example.com --reference transfer-4711 --yes"),
)
@click.argument("email", type=WORDS)
@click.option("--reference", required=True, type=WORDS, help="Where your bank has the payment.")
@click.option("--yes", is_flag=True, help="Do not ask; the books keep it for good.")
@with_settings
@with_json
@does(Action.SETTLE_DRIVER)
def settle_driver(email: str, reference: str, yes: bool, settings: "Settings", as_json: bool) -> None:
    """Note that you have paid a driver, from your bank, all that they earned and were not sent. No money is
    sent by this.

    What was sent to their account at the card provider is no part of it, and what they owe is netted. Of a
    driver who has given no Form W-9 you keep 24% for the tax office: without --yes you are asked by the
    amount. Afterwards their account can be deleted. Shares that the card provider was not asked to send are
    paid by it and never sent.
    """
    from haulage_cli.runtime import on_marketplace

    if not yes:
        due = on_marketplace(settings, lambda market: market.payments.settle_driver.due(email, operating()))
        taxes = f", and {dollars(due.withheld_cents)} kept for the tax office" if due.withheld_cents else ""
        click.confirm(f"Was {email} paid {dollars(due.paid_cents)}{taxes}?", abort=True, err=True)
    settled = on_marketplace(
        settings, lambda market: market.payments.settle_driver(email, reference, operating())
    )
    if as_json:
        write_json({**attrs.asdict(settled), "paid_cents": settled.paid_cents})
    else:
        write_facts(
            [
                ("Driver", settled.driver_id),
                ("Settled", dollars(settled.amount_cents)),
                ("Withheld for the tax office", dollars(settled.withheld_cents)),
                ("Paid", dollars(settled.paid_cents)),
                ("Shares never sent now", str(settled.shares)),
            ]
        )


@click.command(
    "write-off-debt",
    epilog=examples("haulage admin write-off-debt dee@example.com --reference ticket-17 --yes"),
)
@click.argument("email", type=WORDS)
@click.option("--reference", required=True, type=WORDS, help="Where you decided so, for the audit trail.")
@click.option("--amount", type=click.IntRange(1, MAX_CENTS), help="In cents; all of it if left out.")
@click.option("--yes", is_flag=True, help="Do not ask; the books keep it for good.")
@with_settings
@with_json
@does(Action.WRITE_OFF_DEBT)
def write_off_debt(
    email: str, reference: str, amount: int | None, yes: bool, settings: "Settings", as_json: bool
) -> None:
    """Write off what a driver owes the platform, such as a share that could not be taken back.

    The platform bears it, and the driver's next shares are sent to them whole again.
    """
    from haulage_cli.runtime import on_marketplace

    if not yes:
        click.confirm(f"Write off what {email} owes?", abort=True, err=True)
    done = on_marketplace(
        settings, lambda market: market.payments.write_off_debt(email, reference, amount, operating())
    )
    if as_json:
        write_json(attrs.asdict(done))
    else:
        write_facts(
            [
                ("Driver", done.driver_id),
                ("Written off", dollars(done.amount_cents)),
                ("Still owed", dollars(done.left_cents)),
            ]
        )


@click.command("delete-user", epilog=examples("haulage admin delete-user ann@example.com --yes"))
@click.argument("email", type=WORDS)
@click.option("--yes", is_flag=True, help="Do not ask; there is no way back.")
@with_settings
@with_json
@does(Action.ERASE_ACCOUNT)
def delete_user(email: str, yes: bool, settings: "Settings", as_json: bool) -> None:
    """Erase the person with this address, and keep the books: amounts, times and the audit trail.

    Refused while an order of theirs is under way or money is owed to them: a refund that is on its way,
    or what they earned by driving and were not paid (see settle-driver). The address may sign up anew.
    """
    from haulage_cli.runtime import on_marketplace

    if not yes:
        click.confirm(f"Erase {email} for good?", abort=True, err=True)
    on_marketplace(settings, lambda market: market.personal_data.erase.of(email, operating()))
    if as_json:
        write_json({"erased": True})
    else:
        click.echo("Erased. The books are kept.")
