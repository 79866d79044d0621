"""Send a thread's message as an SMS too: at most once, whatever fails.

The provider has no key by which asking twice sends once. So it is written down that a text is tried before
the provider is asked; what an attempt that broke off has come to is then read in the provider's own books.
Only where these show nothing is the text sent again. Where they cannot tell, it is not, and the message
says that nobody knows.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.phone import international
from haulage.kernel.rate_limit import RateLimit
from haulage.messaging import Message, MessageStatus
from haulage.messaging.preferences import SMS_DISABLED
from haulage.messaging.sms_sending import (
    STANDARD_SMS_PATIENCE,
    SmsFate,
    SmsPatience,
    SmsSending,
    SmsState,
    accepted,
    lost,
    put_back,
    refused,
    tried,
    with_report,
)
from haulage.messaging.sms_terms import COUNTRY_NOT_SERVED, ENOUGH_FOR_TODAY, STANDARD_SMS_TERMS, SmsTerms
from haulage.ports.messaging.sms import Sms, SmsGateway, SmsRefused, SmsUnclear, SmsUpdate, TakenSms
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

ONE_DAY = timedelta(days=1)
CLOCKS_APART = timedelta(hours=1)
"""Ours: how far the provider's clock may lie from ours."""

TOO_OLD = "It could not be sent in time."
NO_NUMBER = "There is no number any more that it could go to."
FORGOTTEN = "Its text was forgotten before it could be sent."
ANOTHER_NUMBER = "It may have gone to the number of before."
BROKE_OFF = "It is not known whether it was sent: the attempt broke off, and the provider could not say."
WHAT = "text message"


SHOWN = {
    SmsState.QUEUED: MessageStatus.PENDING,
    SmsState.TRYING: MessageStatus.PENDING,
    SmsState.SENT: MessageStatus.SENT,
    SmsState.DELIVERED: MessageStatus.DELIVERED,
    SmsState.FAILED: MessageStatus.FAILED,
    SmsState.UNKNOWN: MessageStatus.FAILED,
}
"""What the thread shows of a text in each of its states."""


async def queue_sms(unit: UnitOfWork, message: Message, now: datetime) -> None:
    """Have the text message sent once the caller's transaction is committed."""
    await unit.sms.add(SmsSending(message.id, now))
    await unit.jobs.enqueue(Job(JobKind.SEND_SMS, message.id), now)


@attrs.frozen
class _Seen:
    """A sending with its message, and the number that a text may go to now; or why none may."""

    sending: SmsSending
    message: Message
    to: str | None
    refusal: str | None
    consent_at: datetime | None


@attrs.frozen
class SendSms:
    """Does the job of one text: sends it, and asks what became of it until that is known."""

    storage: Storage
    clock: Clock
    gateway: SmsGateway
    patience: SmsPatience = STANDARD_SMS_PATIENCE
    terms: SmsTerms = STANDARD_SMS_TERMS

    async def __call__(self, message_id: str) -> None:
        """Raises ``NotYet`` until nothing is left to be done, ``Unavailable`` when the provider does not
        answer, and ``Conflict`` when somebody else is at the same text."""
        seen = await self.storage.read(lambda unit: _see(unit, message_id, self.clock.now()))
        if seen is not None and seen.sending.state is SmsState.TRYING:
            seen = await self._look_for(seen)
        if seen is not None and seen.sending.state is SmsState.QUEUED:
            seen = await self._send(seen)
        if seen is not None and seen.sending.state is SmsState.SENT:
            await self._ask(seen)
        elif seen is not None and not seen.sending.is_settled:
            raise Conflict(WHAT)

    async def _send(self, seen: _Seen) -> _Seen | None:
        """Whether a text may go out is decided anew: its recipient may have ended texts by now."""
        now = self.clock.now()
        if seen.refusal is not None:
            return await self._withhold(seen, seen.refusal, now)
        if seen.to is None or not seen.message.text:
            gone = NO_NUMBER if seen.to is None else FORGOTTEN
            return await self._save(seen, refused(seen.sending, gone, now))
        if now - seen.sending.created_at > self.patience.stale_after:
            return await self._save(seen, refused(seen.sending, TOO_OLD, now))
        barred = await self._barred(seen.to, now)
        if barred is not None:
            return await self._withhold(seen, barred, now)
        trying = await self._save(seen, tried(seen.sending, now))
        try:
            reference = await self.gateway.send(Sms(seen.message.id, seen.to, seen.message.text))
        except SmsRefused as refusal:
            return await self._settled(trying, refused(trying.sending, refusal.message, self.clock.now()))
        except SmsUnclear:
            raise NotYet(now + self.patience.settle) from None
        except Unavailable:
            await self._settled(trying, put_back(trying.sending))
            raise
        return await self._settled(trying, accepted(trying.sending, reference, self.clock.now()))

    async def _barred(self, to: str, now: datetime) -> str | None:
        """Why no text goes to a number, whatever its owner prefers; else one more of its day is counted.

        It is counted under a hash of the number, and a text that is tried again counts again.
        """
        if not self.terms.serves(to):
            return COUNTRY_NOT_SERVED
        key = f"texts_a_day:{sha256(to.encode()).hexdigest()}"
        limit = RateLimit(self.terms.a_day, ONE_DAY)
        taken = await self.storage.write(lambda unit: unit.limits.take(key, limit, now))
        return None if taken.allowed else ENOUGH_FOR_TODAY

    async def _look_for(self, seen: _Seen) -> _Seen | None:
        """What became of an attempt that broke off, or is somebody else's and goes on."""
        sending, now = seen.sending, self.clock.now()
        since = sending.tried_at or sending.created_at
        if now < since + self.patience.settle:
            raise NotYet(since + self.patience.settle)
        if seen.to is None or (seen.consent_at is not None and seen.consent_at > since):
            return await self._settled(seen, lost(sending, ANOTHER_NUMBER, now))
        try:
            taken = await self.gateway.taken_since(seen.to, since - CLOCKS_APART)
        except Unavailable:
            if now > since + self.patience.lost_after:
                return await self._settled(seen, lost(sending, BROKE_OFF, now))
            raise
        strange = await self._unexplained(taken)
        own = [each for each in strange if each.text.endswith(seen.message.text)]
        if own:
            return await self._settled(seen, accepted(sending, own[0].reference, now))
        if strange:
            return await self._settled(seen, lost(sending, BROKE_OFF, now))
        return await self._settled(seen, put_back(sending))

    async def _unexplained(self, taken: Sequence[TakenSms]) -> Sequence[TakenSms]:
        """Texts at the provider that no sending of ours accounts for."""
        references = [each.reference for each in taken]
        known = await self.storage.read(lambda unit: unit.sms.known_references(references))
        return [each for each in taken if each.reference not in known]

    async def _ask(self, seen: _Seen) -> None:
        sending, now = seen.sending, self.clock.now()
        sent_at, reference = sending.sent_at, sending.reference
        assert sent_at is not None
        assert reference is not None
        if now < sent_at + self.patience.ask_first:
            raise NotYet(sent_at + self.patience.ask_first)
        update = await self.gateway.fate(reference, sent_at=sent_at)
        if update.fate is not SmsFate.UNDER_WAY:
            await self.storage.write(lambda unit: apply_sms_update(unit, sending.message_id, update, now))
        elif now < sent_at + self.patience.ask_until:
            raise NotYet(self.patience.ask_again_at(sent_at, now))

    async def _withhold(self, seen: _Seen, refusal: str, now: datetime) -> _Seen:
        """No text goes out, by the recipient's preferences: the message waits in the thread (OP-45)."""
        message = attrs.evolve(
            seen.message, status=MessageStatus.SENT, sms_refusal=refusal, sent_at=now, updated_at=now
        )
        after = refused(seen.sending, refusal, now)

        async def work(unit: UnitOfWork) -> _Seen:
            sending = await unit.sms.save(seen.sending, after)
            return attrs.evolve(
                seen, sending=sending, message=await unit.messages.save_sms(seen.message, message)
            )

        return await self.storage.write(work)

    async def _save(self, seen: _Seen, after: SmsSending) -> _Seen:
        """Raises ``Conflict`` when somebody else changed it meanwhile."""
        return await self.storage.write(lambda unit: _store(unit, seen, after, self.clock.now()))

    async def _settled(self, seen: _Seen, after: SmsSending) -> _Seen | None:
        """The same, where the provider's own update may have been faster: then that holds."""
        try:
            return await self._save(seen, after)
        except Conflict:
            message_id = seen.message.id
            return await self.storage.read(lambda unit: _see(unit, message_id, self.clock.now()))


async def apply_sms_update(unit: UnitOfWork, message_id: str, update: SmsUpdate, now: datetime) -> bool:
    """Apply the provider's update; whether it changed anything."""
    seen = await _see(unit, message_id, now)
    if seen is None:
        return False
    after = with_report(seen.sending, update.reference, update.fate, update.reason, now)
    if after == seen.sending:
        return False
    await _store(unit, seen, after, now)
    return True


async def _see(unit: UnitOfWork, message_id: str, now: datetime) -> _Seen | None:
    sending, message = await unit.sms.get(message_id), await unit.messages.get(message_id)
    if sending is None or message is None:
        return None
    user = await unit.accounts.user(message.recipient.id)
    preferences = await unit.preferences.get(message.recipient.id)
    to = international(user.phone) if user else None
    refusal = preferences.sms_refusal(to, now) if preferences else SMS_DISABLED
    consent_at = preferences.consent.at if preferences and preferences.consent else None
    return _Seen(sending, message, to, refusal, consent_at)


async def _store(unit: UnitOfWork, seen: _Seen, after: SmsSending, now: datetime) -> _Seen:
    """The sending, and what the message shows of it."""
    sending, message = await unit.sms.save(seen.sending, after), _with_status(seen.message, after, now)
    if message is not seen.message:
        message = await unit.messages.save_sms(seen.message, message)
    return attrs.evolve(seen, sending=sending, message=message)


def _with_status(message: Message, sending: SmsSending, now: datetime) -> Message:
    status = SHOWN[sending.state]
    if status is MessageStatus.PENDING:
        return message
    return attrs.evolve(
        message,
        status=status,
        sms_reference=sending.reference,
        sent_at=sending.sent_at,
        delivered_at=sending.settled_at if status is MessageStatus.DELIVERED else None,
        updated_at=now,
    )
