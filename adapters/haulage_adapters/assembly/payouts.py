"""Payouts: where drivers are paid, and how they want to be."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payouts.check_payouts import CheckPayouts
from haulage.use_cases.payouts.compare_accounts import CompareAccounts
from haulage.use_cases.payouts.compare_payouts import RUN_LIMIT as COMPARING_LIMIT
from haulage.use_cases.payouts.compare_payouts import ComparePayouts
from haulage.use_cases.payouts.earnings import SeeEarnings
from haulage.use_cases.payouts.eligibility import SeeEligibility
from haulage.use_cases.payouts.facade import PayoutUseCases
from haulage.use_cases.payouts.next_payout import SeeNextPayout
from haulage.use_cases.payouts.payout_history import PayoutHistory
from haulage.use_cases.payouts.payout_methods import PayoutMethods
from haulage.use_cases.payouts.payout_settings import DriverPayoutSettings
from haulage.use_cases.payouts.request_payout import RequestPayout
from haulage.use_cases.payouts.send_payout import FOLLOWED_FOR, SendPayouts
from haulage.use_cases.payouts.share_payouts import LONGEST_WAIT, SharePayouts
from haulage.use_cases.payouts.verify_payout import VerifyPayout
from haulage.use_cases.payouts.void_payout import VoidPayout
from haulage.use_cases.payouts.weekly_payouts import RUN_LIMIT, WeeklyPayouts
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.system.alarms import log_alarm


def assemble_payouts(parts: Parts, accounts: AccountUseCases) -> PayoutUseCases:
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
    send = SendPayouts(storage, clock, parts.payouts, parts.payout_emails)
    accounts_compared = CompareAccounts(storage, parts.payouts)
    compare = ComparePayouts(storage, clock, parts.payouts, send, accounts_compared, log_alarm)
    return PayoutUseCases(
        methods=PayoutMethods(
            storage,
            clock,
            identifiers,
            DriverAccounts(storage, clock, parts.cards),
            parts.payouts,
            accounts.fresh_user,
            SecurityNotices(identifiers, parts.templates),
        ),
        settings=DriverPayoutSettings(storage, clock),
        eligibility=SeeEligibility(storage, clock),
        request=RequestPayout(storage, clock, identifiers),
        send=send,
        void=VoidPayout(storage, clock, send),
        check=CheckPayouts(storage, send, compare),
        compare=compare,
        history=PayoutHistory(storage),
        weekly=WeeklyPayouts(storage, clock, parts.payouts),
        earnings=SeeEarnings(storage, clock),
        after_share=SharePayouts(storage, clock, parts.payouts),
        verify=VerifyPayout(storage, clock, parts.payouts),
        next=SeeNextPayout(storage, clock, parts.payouts),
    )


def payout_job_handlers(payouts: PayoutUseCases) -> JobHandlers:
    return {
        JobKind.SEND_PAYOUT: JobHandler(payouts.send.follow, longest_wait=FOLLOWED_FOR),
        JobKind.FINISH_PAYOUT: JobHandler(payouts.send.finish),
        JobKind.RUN_WEEKLY_PAYOUTS: JobHandler(payouts.weekly.run, time_limit=RUN_LIMIT),
        JobKind.COMPARE_PAYOUTS: JobHandler(payouts.compare.daily, time_limit=COMPARING_LIMIT),
        JobKind.PAY_WEEKLY: JobHandler(payouts.weekly.pay),
        JobKind.PAY_AFTER_SHARE: JobHandler(payouts.after_share, longest_wait=LONGEST_WAIT),
        JobKind.PAY_AFTER_RELEASE: JobHandler(payouts.after_share.released),
    }
