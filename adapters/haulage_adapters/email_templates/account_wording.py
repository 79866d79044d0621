"""What mails about an account and the ways to sign in to it say."""

from collections.abc import Mapping

from haulage.ports.messaging.email import EmailKind
from haulage_adapters.email_templates.wording_form import EXPIRES, NOT_ME, NOTHING_HAPPENS, SECURE, Wording

ACCOUNT_WORDING: Mapping[EmailKind, Wording] = {
    EmailKind.CONFIRM_SIGNUP: Wording(
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
    EmailKind.RECOVERY: Wording(
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
    EmailKind.MAGIC_LINK: Wording(
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
    EmailKind.EMAIL_CHANGE: Wording(
        subject="Confirm your new e-mail address",
        preview="Confirm the change of your haulage account's address.",
        heading="Confirm your new address",
        before=("You asked to use {new_email} for your haulage account. Please confirm the change.",),
        button="Confirm the change",
        code_label="Or type this code",
        after=(EXPIRES, NOTHING_HAPPENS),
    ),
    EmailKind.EMAIL_CHANGE_CURRENT: Wording(
        subject="Confirm the change of your e-mail address",
        preview="Your haulage account is about to move to another address.",
        heading="Is this change yours?",
        before=(
            (
                "You asked to move your haulage account from {old_email} to {new_email}. "
                "It moves once both addresses have confirmed it; this is the mail to the one it has now."
            ),
        ),
        button="Confirm the change",
        code_label="Or type this code",
        after=(
            EXPIRES,
            (
                "If you did not ask for this, do not confirm: the account stays with this address. Somebody "
                "is signed in to it, so choose a new password now."
            ),
        ),
    ),
    EmailKind.REAUTHENTICATION: Wording(
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
    EmailKind.PASSWORD_CHANGED: Wording(
        subject="Your password was changed",
        preview="The password of your haulage account is a new one.",
        heading="Your password was changed",
        before=("The password of your haulage account has just been changed. If that was you, all is well.",),
        button=SECURE,
        after=(
            "If you did not do this, reset your password now. Whoever else is signed in is then signed out.",
        ),
    ),
    EmailKind.EMAIL_CHANGED: Wording(
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
    EmailKind.IDENTITY_LINKED: Wording(
        subject="A way to sign in was added",
        preview="Your haulage account can be opened with {provider} now.",
        heading="A way to sign in was added",
        before=("From now on you can sign in to your haulage account with {provider}.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.IDENTITY_UNLINKED: Wording(
        subject="A way to sign in was removed",
        preview="Your haulage account can no longer be opened with {provider}.",
        heading="A way to sign in was removed",
        before=("From now on nobody can sign in to your haulage account with {provider}.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.FACTOR_ADDED: Wording(
        subject="An authenticator app was added",
        preview="Your haulage account asks for a code now.",
        heading="An authenticator app was added",
        before=("From now on a code of your authenticator app is asked for when you sign in with haulage.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.FACTOR_REMOVED: Wording(
        subject="An authenticator app was removed",
        preview="Your haulage account has one second factor less.",
        heading="An authenticator app was removed",
        before=("Codes of this authenticator app are no longer asked for in your haulage account.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.FACTOR_GUESSED: Wording(
        subject="Wrong codes were entered for your account",
        preview="Somebody signed in to your haulage account and entered several wrong codes.",
        heading="Several wrong codes",
        before=(
            "Somebody signed in to your haulage account as far as the second factor.",
            "They then entered several wrong codes, and were not let in.",
        ),
        button=SECURE,
        after=(
            "If that was you, check the clock of your phone, or use a recovery code.",
            "If this was not you, somebody knows your password: reset it now.",
        ),
    ),
    EmailKind.FACTORS_RESET: Wording(
        subject="Your second factor was reset",
        preview="Our support removed the second factor of your haulage account.",
        heading="Your second factor was reset",
        before=(
            "Our support removed every authenticator app and recovery code from your haulage account.",
            "It was signed out everywhere. Sign in, and set up a new second factor on your account page.",
        ),
        button=SECURE,
        after=("If you did not ask us for this, reset your password now and write to support.",),
    ),
    EmailKind.RECOVERY_CODES_MADE: Wording(
        subject="New recovery codes were made",
        preview="Your haulage account has new recovery codes.",
        heading="New recovery codes were made",
        before=("New recovery codes were made for your haulage account. Earlier ones work no more.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.RECOVERY_CODE_USED: Wording(
        subject="A recovery code was used",
        preview="Somebody signed in to your haulage account with a recovery code.",
        heading="A recovery code was used",
        before=(
            "Somebody signed in to your haulage account with one of its recovery codes. Codes left: {left}.",
        ),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.PASSKEY_ADDED: Wording(
        subject="A passkey was added",
        preview="A new passkey opens your haulage account.",
        heading="A passkey was added",
        before=("From now on you can sign in to your haulage account with a new passkey.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.PASSKEY_REMOVED: Wording(
        subject="A passkey was removed",
        preview="A passkey no longer opens your haulage account.",
        heading="A passkey was removed",
        before=("From now on nobody can sign in to your haulage account with this passkey.",),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.SESSIONS_ENDED: Wording(
        subject="You were signed out on all devices",
        preview="We have ended every session of your haulage account.",
        heading="You were signed out",
        before=("We have signed your haulage account out on all devices. Our reason: {reason}",),
        after=("You can sign in again as always. If you have questions, answer this mail.",),
    ),
    EmailKind.ACCOUNT_SUSPENDED: Wording(
        subject="Your haulage account was suspended",
        preview="Nobody can sign in to it for now.",
        heading="Your account was suspended",
        before=(
            "We have suspended your haulage account: nobody can sign in to it for now. Our reason: {reason}",
        ),
        after=("If you do not agree, answer this mail.",),
    ),
    EmailKind.ACCOUNT_REINSTATED: Wording(
        subject="Your haulage account is open again",
        preview="You can sign in again.",
        heading="Your account is open again",
        before=("You can sign in to your haulage account again. Our reason: {reason}",),
        after=("If you have questions, answer this mail.",),
    ),
}
