"""The stores of one transaction."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

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
from haulage_adapters.sql.remittances import SqlRemittanceStore
from haulage_adapters.sql.retention import SqlRetentionStore
from haulage_adapters.sql.screening import SqlScreeningStore
from haulage_adapters.sql.sealed import SqlSealedStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.sms import SqlSmsStore
from haulage_adapters.sql.taxpayers import SqlTaxpayerStore
from haulage_adapters.sql.tracking_links import SqlTrackingLinkStore
from haulage_adapters.sql.training import SqlTrainingStore

S = TypeVar("S")


class _Topics(dict[Topic, None]):
    """Of one transaction, each once. Apart from the unit, so that no store refers back to the unit."""

    def add(self, *topics: Topic) -> None:
        self.update(dict.fromkeys(topics))


class _Store:
    """Makes a unit's store when the unit first uses it: most use few of dozens, and all of them together
    would cost more than a statement."""

    def __init__(self, make: Callable[["SqlUnitOfWork"], Any]) -> None:
        self._make = make

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, unit: "SqlUnitOfWork", _owner: type) -> Any:
        store = self._make(unit)
        vars(unit)[self._name] = store  # found there from now on
        return store


def made(kind: Callable[[Session], S]) -> S:
    store: Any = _Store(lambda unit: kind(unit.session))
    return cast("S", store)


def made_with_topics(kind: Callable[[Session, Callable[..., None]], S]) -> S:
    store: Any = _Store(lambda unit: kind(unit.session, unit.add_topics))
    return cast("S", store)


class SqlUnitOfWork(UnitOfWork):
    """Every store works on the one connection of its transaction."""

    quotes = made(SqlQuoteStore)
    orders = made(SqlOrderStore)
    item_photos = made(SqlItemPhotoStore)
    drivers = made(SqlDriverStore)
    driver_documents = made(SqlDriverDocumentStore)
    document_uploads = made(SqlDocumentUploadStore)
    addresses = made(SqlAddressStore)
    favorites = made(SqlFavoriteStore)
    tracking_links = made(SqlTrackingLinkStore)
    claims = made(SqlClaimStore)
    positions = made(SqlPositionStore)
    deliveries = made(SqlDeliveryStore)
    job_offers = made_with_topics(SqlJobOfferStore)
    proofs = made(SqlProofStore)
    messages = made_with_topics(SqlMessageStore)
    calls = made(SqlCallStore)
    preferences = made(SqlPreferenceStore)
    idempotency = made(SqlIdempotencyStore)
    advertising = made(SqlAdvertisingStore)
    retention = made(SqlRetentionStore)
    accounts = made(SqlAccountStore)
    people = made(SqlPeopleStore)
    applications = made(SqlApplicationStore)
    screenings = made(SqlScreeningStore)
    training = made(SqlTrainingStore)
    overview = made(SqlOverviewStore)
    emails = made(SqlEmailStore)
    sms = made(SqlSmsStore)
    codes = made(SqlCodeStore)
    factors = made(SqlFactorStore)
    flows = made(SqlFlowStore)
    identities = made(SqlIdentityStore)
    passkeys = made(SqlPasskeyStore)
    social_flows = made(SqlSocialFlowStore)
    email_requests = made(SqlEmailRequestStore)
    limits = made(SqlLimitStore)
    jobs = made_with_topics(SqlJobStore)
    operation = made(SqlOperationStore)
    audit = made(SqlAuditStore)
    behaviour = made(SqlBehaviourStore)
    taxes = made(SqlTaxStore)
    driver_taxes = made(SqlDriverTaxStore)
    taxpayers = made(SqlTaxpayerStore)
    remittances = made(SqlRemittanceStore)
    authority = made(SqlAuthorityStore)
    credentials = made(SqlCredentialStore)
    sealed = made(SqlSealedStore)
    personal_data = made(SqlPersonalDataStore)
    payments = made(SqlPaymentStore)
    saved_cards = made(SqlSavedCardStore)
    receipts = made(SqlReceiptStore)
    provider_events = made(SqlProviderEventStore)
    ledger = made(SqlLedgerStore)
    splits = made(SqlSplitStore)
    reversals = made(SqlReversalStore)
    connected_accounts = made(SqlConnectedAccountStore)
    payout_methods = made(SqlPayoutMethodStore)
    payout_settings = made(SqlPayoutSettingsStore)
    payouts = made(SqlPayoutStore)
    refunds = made(SqlRefundStore)
    reconciliation = made(SqlReconciliationStore)
    disputes = made(SqlDisputeStore)

    def __init__(self, session: Session) -> None:
        self.session = session
        topics = _Topics()
        self._topics, self.add_topics = topics, topics.add

    def notify(self, *topics: Topic) -> None:
        self._topics.add(*topics)

    @property
    def topics(self) -> Sequence[Topic]:
        """What to publish when this unit has been committed, each topic once."""
        return tuple(self._topics)

    async def finish(self) -> None:
        """What comes last in a unit, when its own work is done."""
        if "audit" in vars(self):
            await self.audit.write_down()
