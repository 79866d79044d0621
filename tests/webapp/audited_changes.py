"""Which entry of the audit trail each change by an administrator leaves; every test that makes one looks."""

import re
from typing import Any

import httpx
import pytest

from haulage.audit import AuditAction
from people import Person

CHANGES: dict[str, AuditAction] = {
    "accept_payment_difference": AuditAction.DIFFERENCE_ACCEPTED,
    "approve_application": AuditAction.APPLICATION_APPROVED,
    "approve_document": AuditAction.DOCUMENT_APPROVED,
    "ask_applicant": AuditAction.APPLICATION_RETURNED,
    "request_approval_override": AuditAction.OVERRIDE_REQUESTED,
    "request_driver_approval": AuditAction.OVERRIDE_REQUESTED,
    "begin_application_review": AuditAction.APPLICATION_REVIEW_BEGUN,
    "cancel_order": AuditAction.ORDER_CANCELLED,
    "cancel_payout": AuditAction.PAYOUT_CANCELLATION_REQUESTED,
    "void_payout": AuditAction.PAYOUT_VOIDED,
    "change_payout_settings": AuditAction.PAYOUT_SETTINGS_CHANGED,
    "confirm_approval_override": AuditAction.APPLICATION_APPROVED,
    "confirm_driver_approval": AuditAction.DRIVER_APPROVED,
    "decide_claim": AuditAction.CLAIM_DECIDED,
    "decide_driving_contest": AuditAction.DRIVING_CONTEST_UPHELD,
    "drop_delivery_pin": AuditAction.DELIVERY_PIN_DROPPED,
    "end_sessions_of_account": AuditAction.SESSIONS_ENDED,
    "export_tax_forms": AuditAction.TAX_FORMS_EXPORTED,
    "find_account": AuditAction.ACCOUNT_SEEN,
    "look_at_driver": AuditAction.DRIVER_LOOKED_AT,
    "reactivate_driver": AuditAction.DRIVER_REACTIVATED,
    "reassign_order": AuditAction.ORDER_REASSIGNED,
    "record_remittance": AuditAction.WITHHOLDING_REMITTED,
    "reconcile_payments": AuditAction.RECONCILIATION_REQUESTED,
    "refresh_screening": AuditAction.SCREENING_REPORT_REQUESTED,
    "refund_payment": AuditAction.REFUND_OWED,
    "reinstate_account": AuditAction.ACCOUNT_REINSTATED,
    "reject_application": AuditAction.APPLICATION_REJECTED,
    "reject_credential": AuditAction.CREDENTIAL_REJECTED,
    "reject_document": AuditAction.DOCUMENT_REJECTED,
    "release_order": AuditAction.ORDER_REASSIGNED,
    "request_claim_information": AuditAction.CLAIM_INFORMATION_REQUESTED,
    "ask_claim_driver": AuditAction.CLAIM_INFORMATION_REQUESTED,
    "resend_refund": AuditAction.REFUND_RESENT,
    "reset_training": AuditAction.TRAINING_RESET,
    "retry_job": AuditAction.JOB_RETRIED,
    "retry_payout": AuditAction.PAYOUT_REQUESTED,
    "retry_split": AuditAction.SPLIT_RETRIED,
    "revoke_driver": AuditAction.DRIVER_REVOKED,
    "suspend_account": AuditAction.ACCOUNT_SUSPENDED,
    "suspend_driver": AuditAction.DRIVER_SUSPENDED,
    "take_screening_step": AuditAction.SCREENING_STEP_TAKEN,
    "verify_credential": AuditAction.CREDENTIAL_VERIFIED,
    "withdraw_approval_override": AuditAction.OVERRIDE_WITHDRAWN,
    "withdraw_driver_approval": AuditAction.OVERRIDE_WITHDRAWN,
    "withdraw_refund": AuditAction.REFUND_WITHDRAWN,
}


async def require_entry(person: Person, operation: str) -> None:
    """The trail has the entry of this change, of an administrator's hand."""
    headers = {"Authorization": f"Bearer {person.token}"}
    params: dict[str, str | int] = {"action": CHANGES[operation].value, "limit": 100}
    trail = await person.client.get("/api/v1/audit", headers=headers, params=params)
    assert trail.status_code == 200, trail.text
    roles = {entry["actor_role"] for entry in trail.json()["items"]}
    assert "admin" in roles, f"{operation} left no entry {CHANGES[operation]}"


def look_for_entries(monkeypatch: pytest.MonkeyPatch, paths: dict[str, tuple[str, str]]) -> None:
    """Look in the trail for every change that succeeds; *paths* are method and path by operation."""
    wanted = [
        (name, method, re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + r"\Z"))
        for name, (method, path) in paths.items()
        if name in CHANGES
    ]
    ask = Person.ask

    async def ask_and_look(self: Person, method: str, path: str, **options: Any) -> httpx.Response:
        answer = await ask(self, method, path, **options)
        if self.is_admin and answer.is_success:
            for name, its_method, its_path in wanted:
                if method == its_method and its_path.match(f"/api/v1{path}"):
                    await require_entry(self, name)
        return answer

    monkeypatch.setattr(Person, "ask", ask_and_look)
