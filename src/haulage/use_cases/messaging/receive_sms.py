"""Receive the SMS provider's delivery updates and people's replies (OP-103).

Only what the provider has signed is believed. Its signatures hold no time, so anything may come again
years later: updates of a text may come in any order and end alike, and an incoming text has its effect
once, by its id.

They are no events of :mod:`haulage.webhooks`, which are stored whole and may be applied later by a job. The
answer to a text is the response to the request that brings it, so it has its effect before that. Of a text
only its id is stored, and of an update what the message has become.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import attrs

from haulage.audit import AuditAction
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.phone import international
from haulage.messaging import Preferences
from haulage.messaging.replies import (
    CONFIRMED_STOP,
    HELPED,
    NOT_STARTED,
    STARTED,
    ReplyWord,
    read_reply,
)
from haulage.ports.messaging.sms import Delivery, IncomingSms, SmsEvents
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.messaging.send_sms import WHAT, apply_sms_update

TRIES = 5


@attrs.frozen
class ReceiveSms:
    storage: Storage
    clock: Clock
    events: SmsEvents | None
    """Who reads what the provider sends; None where nobody sends anything."""
    site: str

    async def status(self, delivery: Delivery) -> None:
        """What became of a text. One that is not ours is of another system of the same account.

        Raises ``SmsUpdateForged``, and ``NotFound`` where nobody is expected to tell anything.
        """
        update, now = self._events.status(delivery), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            message_id = update.message_id
            if message_id is None:
                message = await unit.messages.by_sms_reference(update.reference)
                message_id = message.id if message else ""
            await apply_sms_update(unit, message_id, update, now)

        for _ in range(TRIES):
            with suppress(Conflict):
                return await self.storage.write(work)
        raise Conflict(WHAT)

    async def incoming(self, delivery: Delivery) -> bytes:
        """Give a text its effect, once, and say what is to be answered, in the provider's own form.

        Raises like :meth:`status`.
        """
        incoming, now = self._events.incoming(delivery), self.clock.now()
        word = read_reply(incoming.text)
        answer: str | None = None
        for _ in range(TRIES):
            with suppress(Conflict):
                answer = await self.storage.write(lambda unit: self._obey(unit, incoming, word, now))
                break
        else:
            raise Conflict(WHAT)
        return self._events.answer(None if incoming.is_answered else answer)

    @property
    def _events(self) -> SmsEvents:
        if self.events is None:
            raise NotFound("Page")
        return self.events

    async def _obey(
        self, unit: UnitOfWork, incoming: IncomingSms, word: ReplyWord, now: datetime
    ) -> str | None:
        """The same answer to the same text: a provider that asks again has lost the first."""
        if word is ReplyWord.NONE:
            return None
        if word is ReplyWord.HELP:
            return HELPED.format(site=self.site)
        phone = international(incoming.sender)
        known = await unit.preferences.by_phone(phone) if phone else ()
        again = await unit.sms.is_received(incoming.id)
        if not again:
            await unit.sms.note_received(incoming.id, now)
        if word is ReplyWord.START:
            if not again:
                await _start(unit, known, now)
            return STARTED if known else NOT_STARTED
        stopped = 0 if again else await _stop(unit, known, now)
        return CONFIRMED_STOP if again or stopped or not known else None


async def _stop(unit: UnitOfWork, known: Sequence[Preferences], now: datetime) -> int:
    """End texts for everybody with this number; how many of them had not ended them before."""
    count = 0
    for preferences in known:
        if preferences.consent is None or (
            not preferences.sms_enabled and preferences.consent.ended_at is not None
        ):
            continue
        ended = attrs.evolve(preferences.consent, ended_at=preferences.consent.ended_at or now)
        await _change(
            unit, preferences, attrs.evolve(preferences, sms_enabled=False, consent=ended, updated_at=now)
        )
        count += 1
    return count


async def _start(unit: UnitOfWork, known: Sequence[Preferences], now: datetime) -> None:
    """Who asks for texts from the very number agrees anew to the words that they agreed to before."""
    for preferences in known:
        if preferences.consent is None or (preferences.sms_enabled and preferences.consent.ended_at is None):
            continue
        renewed = attrs.evolve(preferences.consent, at=now, ended_at=None)
        await _change(
            unit, preferences, attrs.evolve(preferences, sms_enabled=True, consent=renewed, updated_at=now)
        )


async def _change(unit: UnitOfWork, before: Preferences, after: Preferences) -> None:
    """Store it with an audit event, as when people change it on a screen."""
    await unit.preferences.save(before, after)
    user = await unit.accounts.user(before.user_id)
    if user is None or after.consent is None:
        return
    given = after.consent.ended_at is None
    action = AuditAction.SMS_CONSENT_GIVEN if given else AuditAction.SMS_CONSENT_ENDED
    now = after.updated_at or after.consent.at
    await audit_account(unit, action, SYSTEM, user.auth_id, now, text=after.consent.text_version, way="sms")
