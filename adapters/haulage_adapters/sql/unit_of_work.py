"""The stores of one transaction."""

from collections.abc import Sequence
from functools import cached_property

from haulage.ports.runtime.topics import Topic
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.accounts import SqlAccountStore
from haulage_adapters.sql.accounts.factors import SqlFactorStore
from haulage_adapters.sql.accounts.identities import SqlIdentityStore, SqlSocialFlowStore
from haulage_adapters.sql.accounts.passkeys import SqlPasskeyStore
from haulage_adapters.sql.accounts.sign_in import (
    SqlCodeStore,
    SqlEmailRequestStore,
    SqlFlowStore,
    SqlLimitStore,
)
from haulage_adapters.sql.advertising import SqlAdvertisingStore
from haulage_adapters.sql.audit import SqlAuditStore
from haulage_adapters.sql.authority_rows import SqlAuthorityStore
from haulage_adapters.sql.behaviour import SqlBehaviourStore
from haulage_adapters.sql.deliveries import SqlDeliveryStore
from haulage_adapters.sql.delivery_reports import SqlReportStore
from haulage_adapters.sql.drivers import SqlDriverStore
from haulage_adapters.sql.emails import SqlEmailStore
from haulage_adapters.sql.idempotency import SqlIdempotencyStore
from haulage_adapters.sql.job_offers import SqlJobOfferStore
from haulage_adapters.sql.jobs import SqlJobStore
from haulage_adapters.sql.messages import SqlCallStore, SqlMessageStore, SqlPreferenceStore
from haulage_adapters.sql.money.ledger import SqlLedgerStore
from haulage_adapters.sql.money.payments import SqlPaymentStore
from haulage_adapters.sql.money.provider_events import SqlProviderEventStore
from haulage_adapters.sql.money.receipts import SqlReceiptStore
from haulage_adapters.sql.money.reconciliation import SqlReconciliationStore
from haulage_adapters.sql.money.refunds import SqlDisputeStore, SqlRefundStore
from haulage_adapters.sql.money.splits import SqlDriverAccountStore, SqlReversalStore, SqlSplitStore
from haulage_adapters.sql.money.tax_rows import SqlTaxStore
from haulage_adapters.sql.operation import SqlOperationStore
from haulage_adapters.sql.orders import SqlOrderStore
from haulage_adapters.sql.personal_data import SqlPersonalDataStore
from haulage_adapters.sql.positions import SqlPositionStore
from haulage_adapters.sql.proofs import SqlProofStore
from haulage_adapters.sql.quotes import SqlQuoteStore
from haulage_adapters.sql.retention import SqlRetentionStore
from haulage_adapters.sql.sealed import SqlSealedStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.sms import SqlSmsStore
from haulage_adapters.sql.tracking_links import SqlTrackingLinkStore


class SqlUnitOfWork(UnitOfWork):
    """Every store works on the one connection of its transaction and is made when first asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._topics: dict[Topic, None] = {}

    def notify(self, *topics: Topic) -> None:
        self._topics |= dict.fromkeys(topics)

    @property
    def topics(self) -> Sequence[Topic]:
        """What to publish when this unit has been committed, each topic once."""
        return tuple(self._topics)

    @cached_property
    def quotes(self) -> SqlQuoteStore:
        return SqlQuoteStore(self._session)

    @cached_property
    def orders(self) -> SqlOrderStore:
        return SqlOrderStore(self._session)

    @cached_property
    def payments(self) -> SqlPaymentStore:
        return SqlPaymentStore(self._session)

    @cached_property
    def receipts(self) -> SqlReceiptStore:
        return SqlReceiptStore(self._session)

    @cached_property
    def drivers(self) -> SqlDriverStore:
        return SqlDriverStore(self._session)

    @cached_property
    def tracking_links(self) -> SqlTrackingLinkStore:
        return SqlTrackingLinkStore(self._session)

    @cached_property
    def reports(self) -> SqlReportStore:
        return SqlReportStore(self._session)

    @cached_property
    def positions(self) -> SqlPositionStore:
        return SqlPositionStore(self._session)

    @cached_property
    def deliveries(self) -> SqlDeliveryStore:
        return SqlDeliveryStore(self._session)

    @cached_property
    def job_offers(self) -> SqlJobOfferStore:
        return SqlJobOfferStore(self._session, self.notify)

    @cached_property
    def proofs(self) -> SqlProofStore:
        return SqlProofStore(self._session)

    @cached_property
    def messages(self) -> SqlMessageStore:
        return SqlMessageStore(self._session, self.notify)

    @cached_property
    def calls(self) -> SqlCallStore:
        return SqlCallStore(self._session)

    @cached_property
    def preferences(self) -> SqlPreferenceStore:
        return SqlPreferenceStore(self._session)

    @cached_property
    def sms(self) -> SqlSmsStore:
        return SqlSmsStore(self._session)

    @cached_property
    def idempotency(self) -> SqlIdempotencyStore:
        return SqlIdempotencyStore(self._session)

    @cached_property
    def advertising(self) -> SqlAdvertisingStore:
        return SqlAdvertisingStore(self._session)

    @cached_property
    def retention(self) -> SqlRetentionStore:
        return SqlRetentionStore(self._session)

    @cached_property
    def accounts(self) -> SqlAccountStore:
        return SqlAccountStore(self._session)

    @cached_property
    def emails(self) -> SqlEmailStore:
        return SqlEmailStore(self._session)

    @cached_property
    def provider_events(self) -> SqlProviderEventStore:
        return SqlProviderEventStore(self._session)

    @cached_property
    def jobs(self) -> SqlJobStore:
        return SqlJobStore(self._session, self.notify)

    @cached_property
    def operation(self) -> SqlOperationStore:
        return SqlOperationStore(self._session)

    @cached_property
    def audit(self) -> SqlAuditStore:
        return SqlAuditStore(self._session)

    @cached_property
    def behaviour(self) -> SqlBehaviourStore:
        return SqlBehaviourStore(self._session)

    @cached_property
    def ledger(self) -> SqlLedgerStore:
        return SqlLedgerStore(self._session)

    @cached_property
    def splits(self) -> SqlSplitStore:
        return SqlSplitStore(self._session)

    @cached_property
    def reversals(self) -> SqlReversalStore:
        return SqlReversalStore(self._session)

    @cached_property
    def driver_accounts(self) -> SqlDriverAccountStore:
        return SqlDriverAccountStore(self._session)

    @cached_property
    def refunds(self) -> SqlRefundStore:
        return SqlRefundStore(self._session)

    @cached_property
    def reconciliation(self) -> SqlReconciliationStore:
        return SqlReconciliationStore(self._session)

    @cached_property
    def disputes(self) -> SqlDisputeStore:
        return SqlDisputeStore(self._session)

    @cached_property
    def authority(self) -> SqlAuthorityStore:
        return SqlAuthorityStore(self._session)

    @cached_property
    def taxes(self) -> SqlTaxStore:
        return SqlTaxStore(self._session)

    @cached_property
    def sealed(self) -> SqlSealedStore:
        return SqlSealedStore(self._session)

    @cached_property
    def personal_data(self) -> SqlPersonalDataStore:
        return SqlPersonalDataStore(self._session)

    async def finish(self) -> None:
        """What comes last in a unit, when its own work is done."""
        if "audit" in vars(self):
            await self.audit.write_down()

    @cached_property
    def codes(self) -> SqlCodeStore:
        return SqlCodeStore(self._session)

    @cached_property
    def factors(self) -> SqlFactorStore:
        return SqlFactorStore(self._session)

    @cached_property
    def flows(self) -> SqlFlowStore:
        return SqlFlowStore(self._session)

    @cached_property
    def identities(self) -> SqlIdentityStore:
        return SqlIdentityStore(self._session)

    @cached_property
    def passkeys(self) -> SqlPasskeyStore:
        return SqlPasskeyStore(self._session)

    @cached_property
    def social_flows(self) -> SqlSocialFlowStore:
        return SqlSocialFlowStore(self._session)

    @cached_property
    def email_requests(self) -> SqlEmailRequestStore:
        return SqlEmailRequestStore(self._session)

    @cached_property
    def limits(self) -> SqlLimitStore:
        return SqlLimitStore(self._session)
