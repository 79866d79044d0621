"""Payments: checkout, refunds, transfers, and the reconciliation with the provider."""

from haulage.jobs import JobKind
from haulage.payments.reconciliation_run import RUN_LIMIT
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.payments.card_saving import SaveNextCard
from haulage.use_cases.payments.checkout import ConfirmPayment
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payments.export_payments import ExportPayments
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.payments.issue_refund import ManagePayments
from haulage.use_cases.payments.open_payment import OpenPayment
from haulage.use_cases.payments.payout_account import PayoutAccount
from haulage.use_cases.payments.provider_customers import ProviderCustomers
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.reconciliation_runs import ReconciliationRuns
from haulage.use_cases.payments.repair_difference import RepairDifference
from haulage.use_cases.payments.saved_cards import ForgetCard, ForgetCardCustomer, SavedCards
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_driver import SettleDriver
from haulage.use_cases.payments.settle_payment import SettlePayment
from haulage.use_cases.payments.splits import PaymentSplits
from haulage.use_cases.payments.stuck_payments import SettleStuckPayment
from haulage.use_cases.payments.tips import OpenTip
from haulage.use_cases.payments.transfers import STOPPED_AT_MOST, SendTransfers
from haulage.use_cases.payments.unpaid_tips import CloseUnpaidTip
from haulage.use_cases.payments.unsent_refunds import UnsentRefunds
from haulage.use_cases.payments.write_off_debt import WriteOffDebt
from haulage_adapters.assembly.administrator_email import administrator_email
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.system.alarms import log_alarm


def assemble_payments(parts: Parts) -> PaymentUseCases:
    storage, clock, cards = parts.storage, parts.clock, parts.cards
    identifiers, settings = parts.identifiers, parts.settings
    terms, policy = settings.offer_terms, settings.split_policy
    refunds = SendRefunds(storage, clock, cards)
    settle = SettlePayment(storage, clock, cards, refunds, terms)
    customers = ProviderCustomers(storage, clock, cards)
    accounts = DriverAccounts(storage, clock, cards)
    reconcile = ReconcilePayments(
        storage,
        clock,
        cards,
        RepairDifference(storage, clock, cards, settle),
        log_alarm,
        administrator_email(parts, EmailKind.PAYMENT_DIFFERENCES, "differences"),
    )
    return PaymentUseCases(
        open=OpenPayment(storage, clock, identifiers, cards, policy),
        open_tip=OpenTip(storage, clock, identifiers, cards, policy),
        confirm=ConfirmPayment(storage, clock, cards, customers, refunds, terms),
        settle=settle,
        saved_cards=SavedCards(storage, clock, cards),
        save_next_card=SaveNextCard(storage, clock, customers),
        manage=ManagePayments(storage, clock, refunds),
        export=ExportPayments(storage, clock),
        send_refunds=refunds,
        unsent_refunds=UnsentRefunds(storage, clock, cards),
        splits=PaymentSplits(storage, clock),
        transfers=SendTransfers(storage, clock, cards, accounts),
        payout_account=PayoutAccount(storage, clock, accounts, settings.public_url),
        settle_driver=SettleDriver(storage, clock, identifiers),
        write_off_debt=WriteOffDebt(storage, clock, identifiers),
        reconcile=reconcile,
        reconciliation_runs=ReconciliationRuns(storage, clock, identifiers, reconcile),
    )


def payment_job_handlers(parts: Parts, payments: PaymentUseCases) -> JobHandlers:
    storage, clock, transfers = parts.storage, parts.clock, payments.transfers
    close_tip = CloseUnpaidTip(storage, clock, parts.cards, payments.settle)
    return {
        JobKind.CLOSE_UNPAID_TIP: JobHandler(close_tip),
        JobKind.FORGET_CARD: JobHandler(ForgetCard(parts.cards)),
        JobKind.FORGET_CARD_CUSTOMER: JobHandler(ForgetCardCustomer(parts.cards)),
        JobKind.SEND_REFUND: JobHandler(payments.send_refunds.of_refund),
        JobKind.SEND_SHARE: JobHandler(transfers.of_split, longest_wait=STOPPED_AT_MOST),
        JobKind.RETURN_SHARE: JobHandler(transfers.of_returned, longest_wait=STOPPED_AT_MOST),
        JobKind.TAKE_BACK_SHARE: JobHandler(transfers.of_reversal),
        JobKind.SETTLE_PAYMENT: JobHandler(SettleStuckPayment(storage, clock, payments.settle)),
        JobKind.RECONCILE_PAYMENTS: JobHandler(payments.reconciliation_runs.of_job, time_limit=RUN_LIMIT),
    }
