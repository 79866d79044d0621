"""Everything about drivers' taxes, in one value for the shells to call."""

import attrs

from haulage.use_cases.tax.mileage_log import MileageLog
from haulage.use_cases.tax.year_summary import SummarizeTaxYear


@attrs.frozen
class TaxUseCases:
    """What a driver looks up for their taxes."""

    mileage: MileageLog
    year: SummarizeTaxYear
