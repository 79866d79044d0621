"""Everything about messages and calls, in one value for the shells to call."""

import attrs

from haulage.ports.clock import Clock
from haulage.ports.identifiers import Identifiers
from haulage.ports.storage import Storage
from haulage.ports.telephony import Telephony
from haulage.use_cases.messaging.calling import CallParty
from haulage.use_cases.messaging.limiting import MessageLimits
from haulage.use_cases.messaging.preferring import PreferenceDesk
from haulage.use_cases.messaging.reading import ReadThread
from haulage.use_cases.messaging.sending import SendMessage
from haulage.use_cases.orders.tracking import TrackOrder


@attrs.frozen
class MessageDesk:
    read: ReadThread
    send: SendMessage
    calls: CallParty
    preferences: PreferenceDesk

    @classmethod
    def over(
        cls,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        track: TrackOrder,
        telephony: Telephony,
        limits: MessageLimits,
    ) -> "MessageDesk":
        return cls(
            read=ReadThread(storage, clock),
            send=SendMessage(storage, clock, identifiers, track, limits),
            calls=CallParty(storage, clock, identifiers, telephony, limits),
            preferences=PreferenceDesk(storage, clock),
        )
