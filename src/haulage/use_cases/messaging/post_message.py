"""Post a message to an order's thread: the only function that does, for people and for the server."""

from datetime import datetime

from haulage.kernel.phone import international
from haulage.messaging import Message, NewMessage, posted
from haulage.messaging.preferences import SMS_DISABLED
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.messaging.send_sms import queue_sms


async def post(unit: UnitOfWork, new: NewMessage, now: datetime) -> Message:
    """Store it, and decide whether an SMS follows: within the caller's transaction (OP-45).

    It is in the thread whatever becomes of the SMS. ``Conflict`` when the recipient got a message of
    its cause before.
    """
    message = posted(new, now, sms_refusal=await sms_refusal(unit, new.recipient.id, now))
    await unit.messages.add(message)
    if message.awaits_sms:
        await queue_sms(unit, message, now)
    return message


async def sms_refusal(unit: UnitOfWork, user_id: str, now: datetime) -> str | None:
    """Why no SMS may go to somebody now; None if one may."""
    preferences, user = await unit.preferences.get(user_id), await unit.accounts.user(user_id)
    if preferences is None or user is None:
        return SMS_DISABLED
    return preferences.sms_refusal(international(user.phone), now)
