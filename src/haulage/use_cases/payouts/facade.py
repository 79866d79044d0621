"""Everything about payouts, in one value for the shells to call."""

import attrs

from haulage.use_cases.payouts.check_payouts import CheckPayouts
from haulage.use_cases.payouts.compare_payouts import ComparePayouts
from haulage.use_cases.payouts.earnings import SeeEarnings
from haulage.use_cases.payouts.eligibility import SeeEligibility
from haulage.use_cases.payouts.next_payout import SeeNextPayout
from haulage.use_cases.payouts.payout_history import PayoutHistory
from haulage.use_cases.payouts.payout_methods import PayoutMethods
from haulage.use_cases.payouts.payout_settings import DriverPayoutSettings
from haulage.use_cases.payouts.request_payout import RequestPayout
from haulage.use_cases.payouts.send_payout import SendPayouts
from haulage.use_cases.payouts.share_payouts import SharePayouts
from haulage.use_cases.payouts.verify_payout import VerifyPayout
from haulage.use_cases.payouts.void_payout import VoidPayout
from haulage.use_cases.payouts.weekly_payouts import WeeklyPayouts


@attrs.frozen
class PayoutUseCases:
    """From a driver's balance to their bank."""

    methods: PayoutMethods
    settings: DriverPayoutSettings
    eligibility: SeeEligibility
    request: RequestPayout
    send: SendPayouts
    void: VoidPayout
    check: CheckPayouts
    compare: ComparePayouts
    history: PayoutHistory
    weekly: WeeklyPayouts
    earnings: SeeEarnings
    after_share: SharePayouts
    verify: VerifyPayout
    next: SeeNextPayout
