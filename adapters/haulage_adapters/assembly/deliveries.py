"""Deliveries: the driver's work on an order."""

from haulage.use_cases.deliveries import (
    DeliverySessions,
    FailDelivery,
    Failing,
    ReconcileDelivery,
    RecordMileage,
    SyncOfflineActions,
)
from haulage.use_cases.deliveries.facade import DeliveryUseCases
from haulage.use_cases.deliveries.order_steps import OrderSteps
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage_adapters.assembly.parts import Parts


def assemble_deliveries(parts: Parts, payments: PaymentUseCases) -> DeliveryUseCases:
    storage, clock = parts.storage, parts.clock
    terms, emails, refunds = parts.settings.offer_terms, parts.driver_emails, payments.send_refunds
    failing = Failing(parts.order_emails)
    return DeliveryUseCases(
        steps=OrderSteps.over(storage, clock, emails, terms),
        sessions=DeliverySessions(storage, clock),
        fail=FailDelivery(storage, clock, refunds, failing),
        sync=SyncOfflineActions(storage, clock, refunds, ReconcileDelivery(failing, emails, terms)),
        record_mileage=RecordMileage(storage, clock),
    )
