"""Which entry of the audit trail each command of an operator leaves; every test that runs one looks."""

from collections.abc import Callable, Sequence
from typing import Any

from haulage.audit import AuditAction
from haulage_cli.permissions import operating

CHANGES: dict[str, AuditAction] = {
    "accounts end-sessions": AuditAction.SESSIONS_ENDED,
    "accounts reinstate": AuditAction.ACCOUNT_REINSTATED,
    "accounts suspend": AuditAction.ACCOUNT_SUSPENDED,
    "admin delete-user": AuditAction.ACCOUNT_ERASED,
    "admin export-user": AuditAction.DATA_EXPORTED,
    "admin grant": AuditAction.ROLE_CHANGED,
    "admin reset-factors": AuditAction.FACTORS_RESET,
    "admin revoke": AuditAction.ROLE_CHANGED,
    "admin rotate-secrets": AuditAction.SECRETS_SEALED,
    "admin settle-driver": AuditAction.DRIVER_SETTLED,
    "admin write-off-debt": AuditAction.DEBT_WRITTEN_OFF,
    "authority import": AuditAction.AUTHORITY_CONFIRMED,
    "authority reject": AuditAction.CREDENTIAL_REJECTED,
    "authority set": AuditAction.AUTHORITY_CONFIRMED,
    "authority verify": AuditAction.CREDENTIAL_VERIFIED,
    "authority withdraw": AuditAction.AUTHORITY_WITHDRAWN,
    "claims ask": AuditAction.CLAIM_INFORMATION_REQUESTED,
    "claims decide": AuditAction.CLAIM_DECIDED,
    "jobs pause": AuditAction.JOBS_PAUSED,
    "jobs resume": AuditAction.JOBS_RESUMED,
    "jobs retry": AuditAction.JOB_RETRIED,
    "ledger rebuild": AuditAction.LEDGER_SUMS_REBUILT,
    "mail retry": AuditAction.JOB_RETRIED,
    "onboarding approve": AuditAction.APPLICATION_APPROVED,
    "onboarding ask": AuditAction.APPLICATION_RETURNED,
    "onboarding document-approve": AuditAction.DOCUMENT_APPROVED,
    "onboarding document-reject": AuditAction.DOCUMENT_REJECTED,
    "onboarding look": AuditAction.DRIVER_LOOKED_AT,
    "onboarding override": AuditAction.OVERRIDE_REQUESTED,
    "onboarding override-confirm": AuditAction.APPLICATION_APPROVED,
    "onboarding override-withdraw": AuditAction.OVERRIDE_WITHDRAWN,
    "onboarding reactivate": AuditAction.DRIVER_REACTIVATED,
    "onboarding reject": AuditAction.APPLICATION_REJECTED,
    "onboarding review": AuditAction.APPLICATION_REVIEW_BEGUN,
    "onboarding revoke": AuditAction.DRIVER_REVOKED,
    "onboarding suspend": AuditAction.DRIVER_SUSPENDED,
    "payments accept-difference": AuditAction.DIFFERENCE_ACCEPTED,
    "payments export": AuditAction.PAYMENTS_EXPORTED,
    "payments reconcile": AuditAction.PAYMENTS_RECONCILED,
    "payments refund": AuditAction.REFUND_OWED,
    "payments resend": AuditAction.REFUND_RESENT,
    "payments withdraw-refund": AuditAction.REFUND_WITHDRAWN,
    "payouts void": AuditAction.PAYOUT_VOIDED,
    "sales-tax import": AuditAction.TAX_CONFIRMED,
    "sales-tax rate": AuditAction.TAX_CONFIRMED,
    "sales-tax withdraw": AuditAction.TAX_WITHDRAWN,
    "screening refresh": AuditAction.SCREENING_REPORT_REQUESTED,
    "screening simulate": AuditAction.SCREENING_REPORT_RECEIVED,
    "screening step": AuditAction.SCREENING_STEP_TAKEN,
    "splits retry": AuditAction.SPLIT_RETRIED,
    "tax export-forms": AuditAction.TAX_FORMS_EXPORTED,
    "tax remit": AuditAction.WITHHOLDING_REMITTED,
    "tax reseal-numbers": AuditAction.SECRETS_SEALED,
    "training reset": AuditAction.TRAINING_RESET,
    "webhooks retry": AuditAction.EVENTS_READ_AGAIN,
}

UNAUDITED = {
    "accounts list",
    "accounts sessions",
    "accounts show",
    "admin audit",
    "authority at",
    "authority credentials",
    "authority list",
    "authority orders-at-risk",
    "backup",
    "check",
    "claims list",
    "claims show",
    "db status",
    "db upgrade",
    "demo",
    "earnings",
    "jobs list",
    "jobs show",
    "ledger account",
    "ledger driver",
    "ledger trial-balance",
    "ledger verify",
    "mail list",
    "maps build",
    "onboarding changed",
    "onboarding documents",
    "onboarding list",
    "onboarding show",
    "overview",
    "payments differences",
    "payments list",
    "payments show",
    "payouts check",
    "payouts verify",
    "receipts render",
    "restore",
    "sales-tax list",
    "sales-tax proposals",
    "screening cases",
    "screening show",
    "serve",
    "settings",
    "simulate checkr",
    "simulate stripe",
    "splits list",
    "tax 1099",
    "tax export",
    "tax report",
    "tax summary",
    "tax withholding",
    "training show",
    "webhooks list",
    "worker",
}
"""What operators only look at, on a machine whose database they can read without any command, and what is
about the server itself."""


def words_of(arguments: Sequence[str]) -> str:
    """The command that *arguments* run, as CHANGES names it, or nothing."""
    for count in (2, 1):
        if (words := " ".join(arguments[:count])) in CHANGES:
            return words
    return ""


def require_entry(run: Callable[..., Any], arguments: Sequence[str]) -> None:
    """The trail has the entry of the change that *arguments* made, by an operator's hand."""
    words = words_of(arguments)
    where = [part for each in ("--data", "--database") for part in _option(arguments, each)]
    trail = run("admin", "audit", "--action", CHANGES[words].value, "--limit", 100, "--json", *where)
    assert trail.code == 0, trail.err
    actors = {entry["actor_id"] for entry in trail.json["items"]}
    assert operating().name in actors, f"{words} left no entry {CHANGES[words]}, only {actors}"


def _option(arguments: Sequence[str], name: str) -> Sequence[str]:
    if name not in arguments:
        return ()
    place = arguments.index(name)
    return arguments[place : place + 2]
