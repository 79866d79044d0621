"""How long accounts, sign-ins and what protects them are stored."""

from datetime import timedelta

from haulage.accounts.factors import CHALLENGE_LIFETIME
from haulage.accounts.flows import FLOW_LIFETIME
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME
from haulage.accounts.one_time import CODE_LIFETIME
from haulage.accounts.passkeys import PASSKEY_CHALLENGE_LIFETIME
from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, NOBODYS, SAFETY, deleted, expired, retained, with_account
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.accounts.auth_rate_limits import NETWORK_KNOWN_FOR

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "accounts",
        (
            "accounts",
            "users",
            "former_contacts",
            "identities",
            "factors",
            "recovery_codes",
            "passkeys",
            "communication_preferences",
        ),
        "Your account: name, e-mail address and telephone number, now and before, ways to sign in, wishes "
        "about messages",
        "You could not sign in or be reached without them.",
    ),
    deleted(
        "unconfirmed_accounts",
        ("accounts", "users", "drivers"),
        30 * DAY,
        "after the last request for a link",
        expired(Expiring.UNCONFIRMED_ACCOUNTS),
        "Whoever gave the address may not be its owner.",
        "Sign-ups whose e-mail address was never confirmed",
    ),
    deleted(
        "sessions",
        ("sessions", "refresh_tokens"),
        90 * DAY,
        "after they were last used",
        lambda unit, before, limit: unit.accounts.purge_sessions(before, limit),
        f"{SAFETY} A session that was ended is remembered too, so that its tokens stay useless.",
        "Sign-ins on your devices",
    ),
    deleted(
        "known_networks",
        "known_networks",
        NETWORK_KNOWN_FOR,
        "after each was last seen",
        None,
        f"{SAFETY} Only scrambled addresses are stored.",
        "From which networks you signed in",
        by="DeleteSpentSecrets, every half minute",
    ),
    deleted(
        "one_time_codes",
        ("one_time_codes", "auth_flows", "email_requests"),
        CODE_LIFETIME + FLOW_LIFETIME,
        "at most",
        None,
        "They are of no use afterwards.",
        "Codes and links that were mailed to you, and sign-ins that were begun",
        by="DeleteSpentSecrets, every half minute; wishes for mail as soon as they are answered",
    ),
    deleted(
        "challenges",
        ("factor_challenges", "passkey_challenges", "social_flows"),
        max(CHALLENGE_LIFETIME, PASSKEY_CHALLENGE_LIFETIME, SOCIAL_FLOW_LIFETIME),
        "at most",
        None,
        "They are of no use afterwards.",
        "Questions to your second factor, passkey or sign-in service that wait for an answer",
        by="DeleteSpentSecrets, every half minute",
    ),
    deleted(
        "rate_limits",
        "rate_limits",
        timedelta(hours=24),
        "at most",
        None,
        "Abuse is slowed down by them; only scrambled keys are stored.",
        "Counts of attempts, by network address",
        by="DeleteSpentSecrets, as soon as a limit is whole again",
    ),
    retained("server_keys", ("server_keys",), NOBODYS),
)
