"""The ``Telephony`` port without a telephone company: people dial each other's numbers themselves.

Nobody hears of the outcome here but the caller, who says it afterwards.
"""


class OwnTelephone:
    async def number_to_dial(self, *, call_id: str, recipient_phone: str) -> str:
        return recipient_phone
