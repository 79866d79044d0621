"""What each mail says. Fields in braces are filled with plain text; escaping is the layout's work."""

from collections.abc import Mapping

import attrs

from haulage.ports.mail import MailKind

EXPIRES = "It works once and expires in one hour."
NOTHING_HAPPENS = "If you did not ask for this, you can ignore this mail: nothing will change."


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


WORDING: Mapping[MailKind, Wording] = {
    MailKind.CONFIRM_SIGNUP: Wording(
        subject="Confirm your e-mail address",
        preview="One click and your haulage account is ready.",
        heading="Welcome to haulage",
        before=(
            "Thanks for signing up. Please confirm that this is your address, and your account is ready.",
        ),
        button="Confirm my address",
        code_label="Or type this code",
        after=(EXPIRES, "If you did not sign up, you can ignore this mail: the account stays locked."),
    ),
    MailKind.RECOVERY: Wording(
        subject="Reset your password",
        preview="Choose a new password for your haulage account.",
        heading="Choose a new password",
        before=("Someone, probably you, asked to reset the password of your haulage account.",),
        button="Choose a new password",
        code_label="Or type this code",
        after=(
            EXPIRES,
            "If you did not ask for this, you can ignore this mail: your password stays as it is.",
        ),
    ),
    MailKind.MAGIC_LINK: Wording(
        subject="Sign in to haulage",
        preview="Your link and code to sign in.",
        heading="Sign in to haulage",
        before=("Use the button, or type the code where you asked for it.",),
        button="Sign in",
        code_label="Your code",
        after=(
            "Either works once and both expire in one hour. We will never ask you for the code.",
            "If you did not ask for this, you can ignore this mail: nobody can sign in without it.",
        ),
    ),
    MailKind.EMAIL_CHANGE: Wording(
        subject="Confirm your new e-mail address",
        preview="Confirm the change of your haulage account's address.",
        heading="Confirm your new address",
        before=("You asked to use {new_email} for your haulage account. Please confirm the change.",),
        button="Confirm the change",
        code_label="Or type this code",
        after=(EXPIRES, NOTHING_HAPPENS),
    ),
    MailKind.REAUTHENTICATION: Wording(
        subject="Your haulage code",
        preview="Confirm that it is you.",
        heading="Confirm that it is you",
        before=("You are about to change something important in your account. Type this code to go on.",),
        code_label="Your code",
        after=(
            EXPIRES + " We will never ask you for it.",
            "If this was not you, somebody is signed in to your account: choose a new password now.",
        ),
    ),
    MailKind.PASSWORD_CHANGED: Wording(
        subject="Your password was changed",
        preview="The password of your haulage account is a new one.",
        heading="Your password was changed",
        before=("The password of your haulage account has just been changed. If that was you, all is well.",),
        button="It was not me: reset my password",
        after=(
            "If you did not do this, reset your password now. Whoever else is signed in is then signed out.",
        ),
    ),
    MailKind.EMAIL_CHANGED: Wording(
        subject="Your e-mail address was changed",
        preview="Your haulage account has a new address.",
        heading="Your address was changed",
        before=(
            "Your haulage account has moved from {old_email} to {new_email}. If that was you, all is well.",
        ),
        button="Open haulage",
        after=(
            "If you did not do this, answer this mail at once, and we will help you get your account back.",
        ),
    ),
}

_unworded = set(MailKind) - set(WORDING)
if _unworded:
    raise ValueError(f"mails without words: {sorted(_unworded)}")
