"""How accounts are run: confirmed by mail or not, and how often each thing is let through."""

import attrs

from haulage_adapters.settings.fields import limit, setting
from haulage_adapters.settings.readers import flag, patterns, positive, up_to_a_day, whole_number


@attrs.frozen(slots=False)
class AccountSettings:
    autoconfirm: bool = setting(
        False,
        "HAULAGE_AUTOCONFIRM",
        flag,
        "Count e-mail addresses as confirmed without a mail to them; the demonstration always does.",
    )
    secure_email_change: bool = setting(
        True,
        "HAULAGE_SECURE_EMAIL_CHANGE",
        flag,
        "A new e-mail address is confirmed from the old mailbox too; 0 asks the new one only.",
    )
    mail_interval_seconds: int = setting(
        60,
        "HAULAGE_MAIL_INTERVAL_SECONDS",
        positive,
        "Seconds between two mails of one kind to one address.",
    )
    refresh_reuse_seconds: int = setting(
        10,
        "HAULAGE_REFRESH_REUSE_SECONDS",
        up_to_a_day,
        "Seconds in which a used refresh token may be repeated; later its session is ended as stolen.",
    )
    redirect_allow: tuple[str, ...] | None = setting(
        None,
        "HAULAGE_REDIRECT_ALLOW",
        patterns,
        "Where mailed links and sign-ins may lead beside the server itself, separated by commas; without it "
        "http://localhost:3000/**, or nowhere once the public address is https or money is real.",
    )
    session_days: int = setting(
        30, "HAULAGE_SESSION_DAYS", whole_number(1, 365), "Days after the sign-in that a session ends."
    )
    session_idle_days: int = setting(
        14, "HAULAGE_SESSION_IDLE_DAYS", whole_number(1, 90), "Days after its last use that a session ends."
    )
    admin_session_hours: int = setting(
        24,
        "HAULAGE_ADMIN_SESSION_HOURS",
        whole_number(1, 720),
        "Hours after the sign-in that an administrator's session ends.",
    )
    admin_session_idle_minutes: int = setting(
        60,
        "HAULAGE_ADMIN_SESSION_IDLE_MINUTES",
        whole_number(10, 1_440),
        "Minutes after its last use that an administrator's session ends.",
    )
    sign_ins_per_account: int = limit(
        10,
        "SIGN_INS_PER_ACCOUNT",
        "Wrong passwords for one account in five minutes, counted for each network address apart.",
    )
    strange_sign_ins_per_account: int = limit(
        100,
        "STRANGE_SIGN_INS_PER_ACCOUNT",
        "Sign-ins by password to one account in a day from network addresses that it is not known from.",
    )
    sign_ins_per_address: int = limit(
        300, "SIGN_INS_PER_ADDRESS", "Sign-ins by password from one network address in five minutes."
    )
    sign_ins: int = limit(15_000, "SIGN_INS", "Sign-ins by password in five minutes, by everybody.")
    password_changes_per_account: int = limit(
        10, "PASSWORD_CHANGES_PER_ACCOUNT", "New passwords tried by one account in five minutes."
    )
    sign_ups_per_address: int = limit(
        300, "SIGN_UPS_PER_ADDRESS", "Accounts made from one network address in five minutes."
    )
    sign_ups: int = limit(6_000, "SIGN_UPS", "Accounts made in five minutes, by everybody.")
    mails_per_address: int = limit(
        100, "MAILS_PER_ADDRESS", "Account mails asked for from one network address in five minutes."
    )
    mails_per_mailbox: int = limit(
        20, "MAILS_PER_MAILBOX", "Account mails asked for to one e-mail address in a day, by whomever."
    )
    mails: int = limit(6_000, "MAILS", "Account mails asked for in five minutes, by everybody.")
    codes_per_address: int = limit(
        100,
        "CODES_PER_ADDRESS",
        "Mailed codes and second factors tried from one network address in five minutes.",
    )
    codes_per_account: int = limit(
        20, "CODES_PER_ACCOUNT", "Wrong mailed codes of one e-mail address in an hour; links go on working."
    )
    factor_codes_per_account: int = limit(
        10, "FACTOR_CODES_PER_ACCOUNT", "Wrong codes of one account's second factors in five minutes."
    )
