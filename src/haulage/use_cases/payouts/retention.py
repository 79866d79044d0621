"""How long drivers' payouts, and where they are paid, are stored."""

from haulage.services.retention.lines import BOOKKEEPING, BOOKS, retained, with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "payout_methods",
        ("payout_methods",),
        BOOKKEEPING,
        "If you drive: where you were paid, by the last four digits and the name of the bank; after you "
        "delete your account without these",
        BOOKS,
    ),
    retained(
        "payouts",
        ("payouts", "payout_take_backs", "payout_given_back"),
        BOOKKEEPING,
        "If you drive: what was paid out to you, when, and what it cost",
        BOOKS,
    ),
    with_account(
        "payout_settings",
        ("payout_settings", "payout_holds"),
        "If you drive: how you want to be paid out, and what holds instant payouts",
        "Payouts go by them.",
    ),
)
