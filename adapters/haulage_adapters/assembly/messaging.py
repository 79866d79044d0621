"""Messages and calls between the parties of an order, and text messages."""

from datetime import timedelta

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.services.dispatch.progress_emails import ProgressEmails
from haulage.use_cases.messaging import MessagingUseCases
from haulage.use_cases.messaging.automatic_messages import (
    AutomaticMessenger,
    SendAutomaticMessages,
    WatchArrival,
)
from haulage.use_cases.messaging.receive_sms import ReceiveSms
from haulage.use_cases.messaging.send_sms import SendSms
from haulage.use_cases.orders.facade import OrderUseCases
from haulage_adapters.assembly import sms_gateways
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.telephone_dialer import OwnTelephone


def assemble_messaging(parts: Parts, orders: OrderUseCases) -> MessagingUseCases:
    settings, storage, clock = parts.settings, parts.storage, parts.clock
    return MessagingUseCases.over(
        storage,
        clock,
        parts.identifiers,
        orders.track,
        OwnTelephone(),
        settings.message_limits,
        receive_sms=ReceiveSms(storage, clock, sms_gateways.events(settings), settings.public_url),
        send_sms=SendSms(
            storage,
            clock,
            sms_gateways.gateway(settings, clock),
            sms_gateways.patience(settings),
            settings.sms_terms,
        ),
    )


WATCHED_AT_MOST = timedelta(days=400)
"""Ours: an order may be booked a year ahead, and its watch begins with it."""


def messaging_job_handlers(parts: Parts, messaging: MessagingUseCases) -> JobHandlers:
    storage, clock = parts.storage, parts.clock
    announcer = AutomaticMessenger(parts.identifiers, parts.settings.public_url)
    announce = SendAutomaticMessages(
        storage, clock, announcer, parts.driver_emails, ProgressEmails(parts.order_emails)
    )
    watch = WatchArrival(storage, clock, parts.forecasts, announcer)
    return {
        JobKind.SEND_SMS: JobHandler(messaging.send_sms),
        JobKind.ANNOUNCE_ORDER: JobHandler(announce),
        JobKind.WATCH_START: JobHandler(watch.of_start, longest_wait=WATCHED_AT_MOST),
        JobKind.WATCH_ARRIVAL: JobHandler(watch.of_journey, longest_wait=WATCHED_AT_MOST),
    }
