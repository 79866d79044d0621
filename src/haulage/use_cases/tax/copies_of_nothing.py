"""Recipients' copies of forms that were filed with nothing in their boxes."""

from collections.abc import Sequence

import attrs

from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import FORMS, copy_of_nothing
from haulage.use_cases.tax.due_forms import DueForm


async def add_copies_of_nothing(
    unit: UnitOfWork, identifiers: Identifiers, due: Sequence[DueForm], *, is_simulated: bool
) -> None:
    """Among the driver's documents. No driver can make the copy of a form that is taken back by themselves:
    what they make says what is reported of them now."""
    for each in due:
        filed = each.filing
        if not (each.is_correction and filed.is_of_nothing):
            continue
        latest = await unit.driver_taxes.latest_document(filed.driver_id, filed.tax_year, FORMS[filed.form])
        copy = copy_of_nothing(
            identifiers.new("txd"),
            filed,
            each.recipient.w9,
            takes_back=each.takes_back,
            is_simulated=is_simulated,
        )
        if latest is None or not latest.says_the_same_as(copy):
            corrects = latest.id if latest and latest.is_year_over else None
            await unit.driver_taxes.add_document(attrs.evolve(copy, corrects=corrects))
