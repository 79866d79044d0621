"""Payouts: where drivers are paid, and how they want to be."""

from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payouts.eligibility import SeeEligibility
from haulage.use_cases.payouts.facade import PayoutUseCases
from haulage.use_cases.payouts.payout_methods import PayoutMethods
from haulage.use_cases.payouts.payout_settings import DriverPayoutSettings
from haulage_adapters.assembly.parts import Parts


def assemble_payouts(parts: Parts, accounts: AccountUseCases) -> PayoutUseCases:
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
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
    )
