"""Mails to administrators about what waits for them."""

from haulage.ports.messaging.email import EmailKind
from haulage.services.email.administrator_email import AdministratorEmail
from haulage_adapters.assembly.parts import Parts


def administrator_email(parts: Parts, kind: EmailKind, page: str) -> AdministratorEmail:
    return AdministratorEmail(kind, page, parts.identifiers, parts.templates, parts.settings.public_url)
