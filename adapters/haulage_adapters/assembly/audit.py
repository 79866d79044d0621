"""Audit trail, and where its head is sent every day."""

from pathlib import Path, PurePath

from haulage.jobs import JobKind
from haulage.ports.messaging.email import Mailer
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.audit.send_audit_head import SendAuditHead
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.settings import Settings


def audit_job_handlers(parts: Parts) -> JobHandlers:
    heads = audit_heads(parts.settings, parts.mailer)
    return {JobKind.SEND_AUDIT_HEAD: JobHandler(SendAuditHead(parts.storage, parts.clock, heads))}


def audit_heads(settings: Settings, mailer: Mailer) -> AuditHeads | None:
    """The configured place, or none."""
    place, site = settings.audit_heads, settings.public_url
    if place is None:
        return None
    if place.startswith(("https://", "http://")):
        from haulage_adapters.audit_heads.posted import PostedHeads

        return PostedHeads(place, site)
    if PurePath(place).is_absolute():
        from haulage_adapters.audit_heads.in_file import HeadsInFile

        return HeadsInFile(Path(place), site)
    from haulage_adapters.audit_heads.mailed import MailedHeads

    return MailedHeads(place, site, mailer)
