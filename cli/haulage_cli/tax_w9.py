"""``haulage tax w9``: who a driver is to the tax office."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.tax import CERTIFICATION_VERSION, TaxClassification, TaxpayerNumberType
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_settings
from haulage_cli.output import clean, write_facts, write_json, write_note
from haulage_cli.payout_methods import driver_of, named_driver, of_driver
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.tax.w9_forms import TaxpayerStanding
    from haulage_adapters.settings import Settings

STANDARD_INPUT = "-"


@click.group(epilog=examples("haulage tax w9 show --as driver@haulage.example"))
def w9() -> None:
    """Show and sign a driver's Form W-9; without one, 24% of every payout is withheld."""


@w9.command(epilog=examples("haulage tax w9 show --as driver@haulage.example --json"))
@of_driver
@acting
@with_settings
@with_json
@does(Action.SEE_TAX_YEAR, reads=True)
def show(settings: "Settings", email: str, driver_id: str | None, as_json: bool) -> None:
    """Show the form with the last four digits of the number."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(market: "Marketplace") -> "TaxpayerStanding":
        actor = await actor_of(market, email)
        return await market.tax.w9.of_driver(actor, named_driver(actor, driver_id))

    _write(on_marketplace(settings, work), as_json=as_json)


@w9.command(
    epilog=examples(
        "haulage tax w9 certify --name 'Dana Driver' --classification individual --street '12 Pine Street' "
        "--city Brooklyn --state NY --zip-code 11201 --number-type ssn --number-file - "
        "--signature 'Dana Driver' --as driver@haulage.example < number.txt"
    )
)
@click.option("--name", type=WORDS, required=True, help="As on the tax return.")
@click.option("--business-name", type=WORDS, default="", help="Where it differs from the name.")
@click.option("--classification", type=OneOf(TaxClassification), required=True, help="For federal tax.")
@click.option("--street", type=WORDS, required=True, help="Number and street.")
@click.option("--unit", type=WORDS, default="", help="Apartment or suite.")
@click.option("--city", type=WORDS, required=True, help="City or town.")
@click.option("--state", type=WORDS, required=True, help="Postal code of the state, such as NY.")
@click.option("--zip-code", type=WORDS, required=True, help="ZIP code.")
@click.option("--number-type", type=OneOf(TaxpayerNumberType), required=True, help="What the number is.")
@click.option(
    "--number-file",
    metavar="FILE",
    type=WORDS,
    required=True,
    help="Where the number stands; '-' is the standard input. It is no option, since others could read it.",
)
@click.option("--exempt-payee-code", type=WORDS, default="", help="From 1 to 13, of a business.")
@click.option("--fatca-code", type=WORDS, default="", help="From A to M.")
@click.option(
    "--subject-to-withholding",
    "is_subject_to_withholding",
    is_flag=True,
    help="The IRS has said that backup withholding applies.",
)
@click.option("--signature", type=WORDS, required=True, help="The name, as a signature.")
@acting
@with_settings
@with_json
@does(Action.CERTIFY_W9)
def certify(settings: "Settings", email: str, number_file: str, as_json: bool, **given: Any) -> None:
    """Sign a form, which takes the place of an earlier one."""
    from haulage_adapters.wire.w9_forms import W9FormIn
    from haulage_cli.runtime import actor_of, on_marketplace

    form = W9FormIn(number=_number(number_file), certification=CERTIFICATION_VERSION, **given).to_core()

    async def work(market: "Marketplace") -> "TaxpayerStanding":
        actor = await actor_of(market, email)
        return await market.tax.w9.certify(actor, driver_of(actor, None), form)

    _write(on_marketplace(settings, work), as_json=as_json)


@click.command(epilog=examples("haulage tax reseal-numbers", "haulage tax reseal-numbers --json"))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def reseal_numbers(settings: "Settings", as_json: bool) -> None:
    """Seal every taxpayer number under the present HAULAGE_TAX_VAULT_KEY.

    The key before it stands in HAULAGE_TAX_VAULT_KEY_PREVIOUS until this is done.
    """
    from haulage_cli.runtime import on_marketplace

    count = on_marketplace(settings, lambda market: market.tax.reseal_numbers(operating()))
    if as_json:
        write_json({"values": count})
        return
    write_note(f"{count} taxpayer numbers were sealed anew.")


def _number(file: str) -> str:
    try:
        text = sys.stdin.read() if file == STANDARD_INPUT else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InvalidInput("number_file", "cannot be read") from None
    return text.strip()


def _write(found: "TaxpayerStanding", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.w9_forms import TaxpayerOut

        write_json(TaxpayerOut.of(found))
        return
    form = found.form
    if form is None:
        write_note("No Form W-9 was given: 24% of every payout is withheld.")
        return
    address = form.address
    where = ", ".join(filter(None, (address.street, address.unit, address.city, address.state)))
    write_facts(
        [
            ("Name", form.name),
            ("Business name", form.business_name or None),
            ("Classification", form.classification.value.replace("_", " ")),
            ("Address", f"{where} {address.zip_code}"),
            (form.number_type.value.upper(), f"ends in {form.last4}"),
            ("Exempt payee code", form.exempt_payee_code or None),
            ("FATCA code", form.fatca_code or None),
            ("Signed", f"{form.signature}, {clean(form.certified_at)}, {form.certification}"),
            ("Withheld of payouts", "24%" if found.is_withholding else "nothing"),
        ]
    )
