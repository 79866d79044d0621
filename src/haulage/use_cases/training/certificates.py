"""Certificates of completed modules: printed for who has them, verified by anybody with the code."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.documents import Printer
from haulage.ports.storage.training import CertifiedModule
from haulage.ports.storage.unit_of_work import Storage
from haulage.training import Certificate, module_of
from haulage.use_cases.receipts.documents import Document

WHAT = "Certificate"


@attrs.frozen
class Certificates:
    """The name on one is that of the account; it goes with the account."""

    storage: Storage
    printer: Printer

    async def printed(self, actor: Actor, code: str) -> Document:
        """One's own as a PDF, with the whole name. Raises ``NotFound`` for anybody else's."""
        authorize(actor, Action.TAKE_TRAINING)
        found = await self._certified(code)
        if found is None or found.progress.user_id != actor.user_id:
            raise NotFound(WHAT)
        certificate = _certificate(found, NameForm.WHOLE)
        return Document(certificate.file_name, await self.printer.certificate(certificate))

    async def verify(self, actor: Actor, code: str) -> Certificate:
        """The module, the day and the short name of its holder. Raises ``NotFound``."""
        authorize(actor, Action.VERIFY_CERTIFICATE)
        found = await self._certified(code)
        if found is None:
            raise NotFound(WHAT)
        return _certificate(found, NameForm.SHORT)

    async def _certified(self, code: str) -> CertifiedModule | None:
        return await self.storage.read(lambda unit: unit.training.certified(code))


def _certificate(found: CertifiedModule, form: NameForm) -> Certificate:
    """A score is its holder's own business: the public learns of none."""
    progress, module = found.progress, module_of(found.progress.module_id)
    if progress.completed_at is None or progress.certificate_code is None:
        raise NotFound(WHAT)
    return Certificate(
        code=progress.certificate_code,
        holder=shown_name(found.holder, form) or "",
        module_id=module.id,
        module_title=module.title,
        completed_at=progress.completed_at,
        score=progress.score if form is NameForm.WHOLE else None,
    )
