"""The stores of one transaction."""

from collections.abc import Sequence

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
from haulage_adapters.sql.addresses import SqlAddressStore
from haulage_adapters.sql.advertising import SqlAdvertisingStore
from haulage_adapters.sql.audit import SqlAuditStore
from haulage_adapters.sql.authority_rows import SqlAuthorityStore
from haulage_adapters.sql.behaviour import SqlBehaviourStore
from haulage_adapters.sql.carrier_credentials import SqlCredentialStore
from haulage_adapters.sql.claims import SqlClaimStore
from haulage_adapters.sql.deliveries import SqlDeliveryStore
from haulage_adapters.sql.document_uploads import SqlDocumentUploadStore
from haulage_adapters.sql.driver_documents import SqlDriverDocumentStore
from haulage_adapters.sql.driver_taxes import SqlDriverTaxStore
from haulage_adapters.sql.drivers import SqlDriverStore
from haulage_adapters.sql.emails import SqlEmailStore
from haulage_adapters.sql.favorites import SqlFavoriteStore
from haulage_adapters.sql.idempotency import SqlIdempotencyStore
from haulage_adapters.sql.item_photos import SqlItemPhotoStore
from haulage_adapters.sql.job_offers import SqlJobOfferStore
from haulage_adapters.sql.jobs import SqlJobStore
from haulage_adapters.sql.messages import SqlCallStore, SqlMessageStore, SqlPreferenceStore
from haulage_adapters.sql.money.connected_accounts import SqlConnectedAccountStore
from haulage_adapters.sql.money.ledger import SqlLedgerStore
from haulage_adapters.sql.money.payments import SqlPaymentStore
from haulage_adapters.sql.money.payout_methods import SqlPayoutMethodStore
from haulage_adapters.sql.money.payout_settings import SqlPayoutSettingsStore
from haulage_adapters.sql.money.payouts import SqlPayoutStore
from haulage_adapters.sql.money.receipts import SqlReceiptStore
from haulage_adapters.sql.money.reconciliation import SqlReconciliationStore
from haulage_adapters.sql.money.refunds import SqlDisputeStore, SqlRefundStore
from haulage_adapters.sql.money.saved_cards import SqlSavedCardStore
from haulage_adapters.sql.money.splits import SqlReversalStore, SqlSplitStore
from haulage_adapters.sql.money.tax_rows import SqlTaxStore
from haulage_adapters.sql.onboarding import SqlApplicationStore
from haulage_adapters.sql.operation import SqlOperationStore
from haulage_adapters.sql.orders import SqlOrderStore
from haulage_adapters.sql.overview import SqlOverviewStore
from haulage_adapters.sql.people import SqlPeopleStore
from haulage_adapters.sql.personal_data import SqlPersonalDataStore
from haulage_adapters.sql.positions import SqlPositionStore
from haulage_adapters.sql.proofs import SqlProofStore
from haulage_adapters.sql.provider_events import SqlProviderEventStore
from haulage_adapters.sql.quotes import SqlQuoteStore
from haulage_adapters.sql.retention import SqlRetentionStore
from haulage_adapters.sql.screening import SqlScreeningStore
from haulage_adapters.sql.sealed import SqlSealedStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.sms import SqlSmsStore
from haulage_adapters.sql.taxpayers import SqlTaxpayerStore
from haulage_adapters.sql.tracking_links import SqlTrackingLinkStore
from haulage_adapters.sql.training import SqlTrainingStore


class _Topics(dict[Topic, None]):
    """Of one transaction, each once. Apart from the unit, so that no store refers back to the unit."""

    def add(self, *topics: Topic) -> None:
        self.update(dict.fromkeys(topics))


class SqlUnitOfWork(UnitOfWork):
    """Every store works on the one connection of its transaction."""

    def __init__(self, session: Session) -> None:
        self._topics = _Topics()
        self.quotes = SqlQuoteStore(session)
        self.orders = SqlOrderStore(session)
        self.item_photos = SqlItemPhotoStore(session)
        self.drivers = SqlDriverStore(session)
        self.driver_documents = SqlDriverDocumentStore(session)
        self.document_uploads = SqlDocumentUploadStore(session)
        self.addresses = SqlAddressStore(session)
        self.favorites = SqlFavoriteStore(session)
        self.tracking_links = SqlTrackingLinkStore(session)
        self.claims = SqlClaimStore(session)
        self.positions = SqlPositionStore(session)
        self.deliveries = SqlDeliveryStore(session)
        self.job_offers = SqlJobOfferStore(session, self._topics.add)
        self.proofs = SqlProofStore(session)
        self.messages = SqlMessageStore(session, self._topics.add)
        self.calls = SqlCallStore(session)
        self.preferences = SqlPreferenceStore(session)
        self.idempotency = SqlIdempotencyStore(session)
        self.advertising = SqlAdvertisingStore(session)
        self.retention = SqlRetentionStore(session)
        self.accounts = SqlAccountStore(session)
        self.people = SqlPeopleStore(session)
        self.applications = SqlApplicationStore(session)
        self.screenings = SqlScreeningStore(session)
        self.training = SqlTrainingStore(session)
        self.overview = SqlOverviewStore(session)
        self.emails = SqlEmailStore(session)
        self.sms = SqlSmsStore(session)
        self.codes = SqlCodeStore(session)
        self.factors = SqlFactorStore(session)
        self.flows = SqlFlowStore(session)
        self.identities = SqlIdentityStore(session)
        self.passkeys = SqlPasskeyStore(session)
        self.social_flows = SqlSocialFlowStore(session)
        self.email_requests = SqlEmailRequestStore(session)
        self.limits = SqlLimitStore(session)
        self.jobs = SqlJobStore(session, self._topics.add)
        self.operation = SqlOperationStore(session)
        self.audit: SqlAuditStore = SqlAuditStore(session)
        self.behaviour = SqlBehaviourStore(session)
        self.taxes = SqlTaxStore(session)
        self.driver_taxes = SqlDriverTaxStore(session)
        self.taxpayers = SqlTaxpayerStore(session)
        self.authority = SqlAuthorityStore(session)
        self.credentials = SqlCredentialStore(session)
        self.sealed = SqlSealedStore(session)
        self.personal_data = SqlPersonalDataStore(session)
        self._add_money(session)

    def _add_money(self, session: Session) -> None:
        self.payments = SqlPaymentStore(session)
        self.saved_cards = SqlSavedCardStore(session)
        self.receipts = SqlReceiptStore(session)
        self.provider_events = SqlProviderEventStore(session)
        self.ledger = SqlLedgerStore(session)
        self.splits = SqlSplitStore(session)
        self.reversals = SqlReversalStore(session)
        self.connected_accounts = SqlConnectedAccountStore(session)
        self.payout_methods = SqlPayoutMethodStore(session)
        self.payout_settings = SqlPayoutSettingsStore(session)
        self.payouts = SqlPayoutStore(session)
        self.refunds = SqlRefundStore(session)
        self.reconciliation = SqlReconciliationStore(session)
        self.disputes = SqlDisputeStore(session)

    def notify(self, *topics: Topic) -> None:
        self._topics.add(*topics)

    @property
    def topics(self) -> Sequence[Topic]:
        """What to publish when this unit has been committed, each topic once."""
        return tuple(self._topics)

    async def finish(self) -> None:
        """What comes last in a unit, when its own work is done."""
        await self.audit.write_down()
