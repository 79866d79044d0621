"""Everything about the personal data of one person, in one value for the shells to call."""

import attrs

from haulage.use_cases.personal_data.erase_person import ErasePerson
from haulage.use_cases.personal_data.export_data import ExportData


@attrs.frozen
class PersonalDataUseCases:
    """For people themselves, and for the operator who answers their letters."""

    erase: ErasePerson
    export: ExportData
