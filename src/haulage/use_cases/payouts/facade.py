"""Everything about payouts, in one value for the shells to call."""

import attrs

from haulage.use_cases.payouts.eligibility import SeeEligibility
from haulage.use_cases.payouts.payout_methods import PayoutMethods
from haulage.use_cases.payouts.payout_settings import DriverPayoutSettings


@attrs.frozen
class PayoutUseCases:
    """From a driver's balance to their bank."""

    methods: PayoutMethods
    settings: DriverPayoutSettings
    eligibility: SeeEligibility
