"""Messaging: every use case of messages and calls."""

import attrs

from haulage.ports.messaging.telephony import Telephony
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.messaging.call_party import CallParty
from haulage.use_cases.messaging.contact_preferences import ContactPreferences
from haulage.use_cases.messaging.message_limits import MessageLimits
from haulage.use_cases.messaging.read_thread import ReadThread
from haulage.use_cases.messaging.receive_sms import ReceiveSms
from haulage.use_cases.messaging.send_message import SendMessage
from haulage.use_cases.messaging.send_sms import SendSms
from haulage.use_cases.orders.tracking import TrackOrder


@attrs.frozen
class MessagingUseCases:
    read: ReadThread
    send: SendMessage
    calls: CallParty
    preferences: ContactPreferences
    receive_sms: ReceiveSms
    send_sms: SendSms

    @classmethod
    def over(
        cls,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        track: TrackOrder,
        telephony: Telephony,
        limits: MessageLimits,
        receive_sms: ReceiveSms,
        send_sms: SendSms,
    ) -> "MessagingUseCases":
        return cls(
            read=ReadThread(storage, clock),
            send=SendMessage(storage, clock, identifiers, track, limits),
            calls=CallParty(storage, clock, identifiers, telephony, limits),
            preferences=ContactPreferences(storage, clock, send_sms.terms),
            receive_sms=receive_sms,
            send_sms=send_sms,
        )
