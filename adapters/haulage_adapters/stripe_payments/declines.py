"""Why a card was declined, in sentences that a customer can act on.

Source of the codes: docs.stripe.com/declines/codes. Codes that would tell a thief something, such as that a
card is reported stolen, read like any other decline.
"""

DECLINED = "Your card was declined. Please try a different payment method."
"""PAY-06."""

FAILED = "Payment failed. Please try again."
"""PAY-05."""

SENTENCES = {
    "insufficient_funds": "Your card has insufficient funds. Please try a different payment method.",
    "expired_card": "Your card has expired. Please try a different payment method.",
    "incorrect_cvc": "Your card's security code is incorrect. Please check it and try again.",
    "invalid_cvc": "Your card's security code is incorrect. Please check it and try again.",
    "incorrect_number": "Your card number is incorrect. Please check it and try again.",
    "invalid_number": "Your card number is incorrect. Please check it and try again.",
    "invalid_expiry_month": "Your card's expiry date is invalid. Please check it and try again.",
    "invalid_expiry_year": "Your card's expiry date is invalid. Please check it and try again.",
    "authentication_required": "Your bank did not confirm this payment. Please try another card.",
    "processing_error": FAILED,
    "try_again_later": FAILED,
    "issuer_not_available": FAILED,
}


def sentence_for(code: object, decline_code: object) -> str:
    for reason in (decline_code, code):
        if isinstance(reason, str) and reason in SENTENCES:
            return SENTENCES[reason]
    return DECLINED
