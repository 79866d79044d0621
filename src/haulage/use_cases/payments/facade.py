"""Everything about payments, in one value for the shells to call."""

import attrs

from haulage.use_cases.payments.card_saving import SaveNextCard
from haulage.use_cases.payments.checkout import ConfirmPayment
from haulage.use_cases.payments.export_payments import ExportPayments
from haulage.use_cases.payments.issue_refund import ManagePayments
from haulage.use_cases.payments.open_payment import OpenPayment
from haulage.use_cases.payments.payout_account import PayoutAccount
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.reconciliation_runs import ReconciliationRuns
from haulage.use_cases.payments.saved_cards import SavedCards
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_driver import SettleDriver
from haulage.use_cases.payments.settle_payment import SettlePayment
from haulage.use_cases.payments.splits import PaymentSplits
from haulage.use_cases.payments.tips import OpenTip
from haulage.use_cases.payments.transfers import SendTransfers
from haulage.use_cases.payments.unsent_refunds import UnsentRefunds
from haulage.use_cases.payments.write_off_debt import WriteOffDebt


@attrs.frozen
class PaymentUseCases:
    """Money of customers and drivers: taken, given back, shared out and compared with the provider."""

    open: OpenPayment
    open_tip: OpenTip
    confirm: ConfirmPayment
    settle: SettlePayment
    saved_cards: SavedCards
    save_next_card: SaveNextCard
    manage: ManagePayments
    """What administrators see of payments, and their refunds."""
    export: ExportPayments
    send_refunds: SendRefunds
    unsent_refunds: UnsentRefunds
    splits: PaymentSplits
    transfers: SendTransfers
    payout_account: PayoutAccount
    settle_driver: SettleDriver
    write_off_debt: WriteOffDebt
    reconcile: ReconcilePayments
    reconciliation_runs: ReconciliationRuns

    @property
    def are_simulated(self) -> bool:
        """Whether no real money moves."""
        return self.open.cards.simulated
