"""The form of a mail's words, and sentences that several mails share."""

import attrs

EXPIRES = "It works once and expires in one hour."
NOTHING_HAPPENS = "If you did not ask for this, you can ignore this mail: nothing will change."

PAYOUT_MAILS = "Whether you get such mails is among the payout settings of your dashboard."

SECURE = "It was not me: reset my password"
NOT_ME = (
    "If that was you, all is well. If not, reset your password now and look at the ways to sign in on your "
    "account page. Whoever else is signed in is then signed out."
)


@attrs.frozen
class Wording:
    """One mail in words, the same for the plain and the HTML part."""

    subject: str
    preview: str
    """What an inbox shows beside the subject."""
    heading: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    button: str = "Open haulage"
    """On the link, where there is one."""
    code_label: str = "Your code"
    others: tuple[tuple[str, str], ...] = ()
    """Further links below the button: what is on each, and the name of its address."""
