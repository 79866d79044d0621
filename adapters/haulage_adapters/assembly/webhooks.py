"""Webhooks: who reads what each provider sends, and what each kind of event comes to."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.ports.storage.provider_events import EventReaders
from haulage.use_cases.payments.disputes import ApplyDispute
from haulage.use_cases.payments.driver_accounts import DriverAccounts
from haulage.use_cases.payments.event_effects import PaymentEvents
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.payouts.facade import PayoutUseCases
from haulage.use_cases.payouts.payout_events import PayoutEvents, RefreshPayout
from haulage.use_cases.payouts.send_payout import SendPayouts
from haulage.use_cases.screening.fetch_report import FetchReport
from haulage.use_cases.webhooks import WebhookUseCases
from haulage.use_cases.webhooks.apply_event import ApplyEvent, EventHandler
from haulage.use_cases.webhooks.event_log import WebhookEventLog
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook
from haulage.webhooks.event import EventKind, EventProvider
from haulage_adapters.assembly import card_providers, screening_providers
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.settings import Settings


def assemble_webhooks(
    parts: Parts, payments: PaymentUseCases, of_drivers: PayoutUseCases, checks: FetchReport
) -> WebhookUseCases:
    storage, clock = parts.storage, parts.clock
    of_payments = PaymentEvents(
        storage,
        clock,
        parts.cards,
        payments.send_refunds,
        DriverAccounts(storage, clock, parts.cards),
        ApplyDispute(clock),
        of_drivers.methods.look_up,
        parts.settings.offer_terms,
    )
    payouts = RefreshPayout(storage, SendPayouts(storage, clock, parts.payouts, parts.payout_emails))
    handlers: dict[EventKind, EventHandler] = {
        **of_payments.handlers,
        EventKind.PAYOUT: PayoutEvents(payouts),
        EventKind.SCREENING: checks.of_event,
    }
    readers = event_readers(parts.settings)
    apply_event = ApplyEvent(storage, clock, readers, handlers)
    return WebhookUseCases(
        receive=ReceiveWebhook(storage, clock, readers, apply_event),
        apply_event=apply_event,
        event_log=WebhookEventLog(storage, clock, readers, apply_event),
    )


def webhook_job_handlers(webhooks: WebhookUseCases) -> JobHandlers:
    return {JobKind.APPLY_PROVIDER_EVENT: JobHandler(webhooks.apply_event)}


def event_readers(settings: Settings) -> EventReaders:
    """Of the providers that are configured; of the others nobody sends anything."""
    readers = {
        EventProvider.STRIPE: card_providers.events(settings),
        EventProvider.CHECKR: screening_providers.events(settings),
    }
    return {provider: reader for provider, reader in readers.items() if reader is not None}
