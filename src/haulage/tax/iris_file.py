"""The file of Forms 1099-NEC that the IRS's portal takes (Information Returns Intake System, IRIS).

**Source.** The IRIS Taxpayer Portal gives out a CSV template of each form for each year (Publication 5717,
"Create forms by CSV upload"), and the header row has to be exactly the template's. No public copy of the
template was found. The columns to 2024 are those that four public programs write for the portal, in this
order. Form 1099-NEC has a box 3 since its revision of April 2025, and public programs that read the portal's
files since have that column and two others in another spelling; the order is the form's. Compare the header
with the year's template before the upload. A file holds at most 100 forms. The template
has no column for corrections: forms that correct earlier ones are in files of their own, and are entered as
corrections in the portal.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Sequence

import attrs

from haulage.kernel.money import Cents
from haulage.tax.information_return import ReturnAmounts
from haulage.tax.taxpayer_number import TaxpayerNumber
from haulage.tax.w9 import TaxClassification, W9Form

FORMS_PER_FILE = 100
MAX_NAME_LINE = 40
MAX_PERSONS_NAME = 20

PARTY = (
    "TIN Type",
    "Taxpayer ID Number",
    "Name Type",
    "Business or Entity Name Line 1",
    "Business or Entity Name Line 2",
    "First Name",
    "Middle Name",
    "Last Name (Surname)",
    "Suffix",
    "Country",
    "Address Line 1",
    "Address Line 2",
    "City/Town",
    "State/Province/Territory",
    "ZIP/Postal Code",
)
_RESALE = "or more of consumer products to a recipient for resale"
WITH_BOX_3 = 2025
"""The first year whose Form 1099-NEC has a box 3 (IRS, Instructions for Forms 1099-MISC and 1099-NEC, April
2025)."""
_STATES = 2
_STATE_CELLS = 6


def nec_columns(year: int) -> tuple[str, ...]:
    """The header of a year's file."""
    has_box_3 = year >= WITH_BOX_3
    return (
        "Form Type",
        "Tax Year",
        *(f"Payer {name}" for name in PARTY),
        "Payer Phone Type",
        "Payer Phone",
        "Payer Email Address",
        *(f"Recipient {name}" for name in PARTY),
        "Office Code",
        "Form Account Number",
        "2nd TIN Notice",
        "Box 1 - Nonemployee Compensation",
        f"Box 2 - Payer made direct sales totaling {'$5,000' if has_box_3 else '$5000'} {_RESALE}",
        *(("Box 3 - Excess golden parachute payments",) if has_box_3 else ()),
        "Box 4 - Federal income tax withheld",
        "Combined Federal/State Filing",
        *_state_columns(1, has_box_3=has_box_3),
        *_state_columns(2, has_box_3=has_box_3),
    )


def _state_columns(number: int, *, has_box_3: bool) -> tuple[str, ...]:
    state = f"State {number}"
    withheld = "State tax withheld" if has_box_3 else "State Tax Withheld"
    return (
        state,
        f"{state} - {withheld}",
        f"{state} - State/Payer state number",
        f"{state} - State income",
        f"{state} - Local income tax withheld",
        f"{state} - Special Data Entries",
    )


SUFFIXES = {"jr": "JR", "sr": "SR", "ii": "II", "iii": "III", "iv": "IV", "v": "V"}
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9 &()'/#.,-]+")


@attrs.frozen
class Filer:
    """Who files: a business, with its employer identification number."""

    name: str = ""
    ein: str = ""
    street: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    phone: str = ""
    email: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """The settings that are not set."""
        needed = {
            "HAULAGE_FILER_NAME": self.name,
            "HAULAGE_FILER_EIN": self.ein,
            "HAULAGE_FILER_STREET": self.street,
            "HAULAGE_FILER_CITY": self.city,
            "HAULAGE_FILER_STATE": self.state,
            "HAULAGE_FILER_ZIP": self.zip_code,
            "HAULAGE_FILER_PHONE": self.phone,
        }
        return tuple(name for name, value in needed.items() if not value.strip())


@attrs.frozen
class Recipient:
    """Whom a form is about. Without a Form W-9 only the name is known, and no form can be filed."""

    driver_id: str
    w9: W9Form
    number: TaxpayerNumber


def nec_rows(filer: Filer, year: int, forms: Sequence[tuple[Recipient, ReturnAmounts]]) -> list[list[str]]:
    """A row for each form, in the order of ``nec_columns``."""
    return [_row(filer, year, recipient, amounts) for recipient, amounts in forms]


def nec_file(year: int, rows: Sequence[Sequence[str]]) -> str:
    """With the header, and every line ended as the portal's own files are."""
    return csv_file(nec_columns(year), rows)


def csv_file(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()


def filer_cells(filer: Filer) -> list[str]:
    """In the order of ``PARTY``, then the kind of the telephone, its digits, and the e-mail address."""
    return [
        "EIN",
        filer.ein,
        "B",
        *_lines(filer.name),
        *[""] * 4,
        "US",
        *_address(filer.street, "", filer.city, filer.state, filer.zip_code),
        "D",
        re.sub(r"\D", "", filer.phone),
        filer.email,
    ]


def recipient_cells(recipient: Recipient) -> list[str]:
    """In the order of ``PARTY``."""
    address = recipient.w9.address
    return [
        *who_cells(recipient),
        "US",
        *_address(address.street, address.unit, address.city, address.state, address.zip_code),
    ]


def who_cells(recipient: Recipient) -> list[str]:
    """Number and name, by which the tax office tells one recipient from another."""
    return [recipient.number.type.value.upper(), recipient.number.digits, *_named(recipient.w9)]


def _row(filer: Filer, year: int, recipient: Recipient, amounts: ReturnAmounts) -> list[str]:
    box_3 = [""] if year >= WITH_BOX_3 else []
    return [
        "1099-NEC",
        str(year),
        *filer_cells(filer),
        *recipient_cells(recipient),
        "",
        recipient.driver_id,
        "N",
        in_dollars(max(amounts.paid_cents, 0)),
        "N",
        *box_3,
        in_dollars(amounts.withheld_cents) if amounts.withheld_cents > 0 else "",
        "",
        *[""] * (_STATES * _STATE_CELLS),
    ]


def _named(w9: W9Form) -> list[str]:
    """Name type, two lines of a business's name, and a person's name in four parts."""
    if w9.classification is not TaxClassification.INDIVIDUAL:
        return ["B", *_lines(w9.name), *[""] * 4]
    words = _plain(w9.name).split()
    suffix = SUFFIXES.get(words[-1].strip(".").lower(), "") if len(words) > 2 else ""
    words = words[:-1] if suffix else words
    if len(words) < 2:
        return ["B", *_lines(w9.name), *[""] * 4]
    first, *middle, last = words
    parts = (first, " ".join(middle), last)
    return ["I", "", "", *(part[:MAX_PERSONS_NAME].strip() for part in parts), suffix]


def _lines(name: str) -> list[str]:
    """Two lines, broken between words where that goes."""
    plain = _plain(name)
    if len(plain) <= MAX_NAME_LINE:
        return [plain, ""]
    cut = plain.rfind(" ", 0, MAX_NAME_LINE + 1)
    cut = MAX_NAME_LINE if cut == -1 else cut
    return [plain[:cut].strip(), plain[cut:].strip()[:MAX_NAME_LINE]]


def _address(street: str, unit: str, city: str, state: str, zip_code: str) -> list[str]:
    return [_plain(street), _plain(unit), _plain(city), state, zip_code.replace("-", "")]


def _plain(text: str) -> str:
    """In the letters that the portal takes; nothing at its beginning that a spreadsheet runs."""
    decomposed = unicodedata.normalize("NFKD", text)
    letters = "".join(each for each in decomposed if not unicodedata.combining(each))
    return " ".join(_NOT_ALLOWED.sub(" ", letters).split()).lstrip("- ")


def in_dollars(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}"
