"""Form W-9: a driver says who they are to the tax office (OP-67, OP-69)."""

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import W9Draft, W9Form, is_withheld_from, w9_form


@attrs.frozen
class TaxpayerStanding:
    """A driver's newest form, None without one, and whether 24% of their payouts is withheld."""

    driver_id: str
    form: W9Form | None

    @property
    def is_withholding(self) -> bool:
        return is_withheld_from(self.form)


@attrs.frozen
class W9Forms:
    """The driver signs; they and administrators see the last four digits of the number, and nobody more."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    vault: TaxpayerVault

    async def of_driver(self, actor: Actor, driver_id: str) -> TaxpayerStanding:
        """Raises ``NotFound``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> TaxpayerStanding:
            await _require_driver(unit, driver_id)
            return TaxpayerStanding(driver_id, await unit.taxpayers.current(driver_id))

        return await self.storage.read(query)

    async def certify(self, actor: Actor, driver_id: str, draft: W9Draft) -> TaxpayerStanding:
        """A new form takes the place of an earlier one, from the next payout on. Raises ``NotFound``,
        ``InvalidInput``, and ``Unavailable`` where no number can be sealed."""
        authorize(actor, Action.CERTIFY_W9, Facts("Driver", driver_id=driver_id))
        checked = draft.checked()
        sealed = await self.vault.seal(driver_id, checked.number)
        id, now = self.identifiers.new("w9f"), self.clock.now()

        async def work(unit: UnitOfWork) -> TaxpayerStanding:
            await _require_driver(unit, driver_id)
            await unit.ledger.lock(driver_id)
            before = await unit.taxpayers.current(driver_id)
            form = w9_form(id, driver_id, checked, now)
            await unit.taxpayers.add(form, sealed)
            facts: dict[str, Fact] = {
                "driver": driver_id,
                "classification": form.classification.value,
                "number_type": form.number_type.value,
                "certification": form.certification,
                "subject_to_withholding": form.is_subject_to_withholding,
                "replaces": before.id if before else None,
            }
            await unit.audit.append(AuditEvent(AuditAction.W9_CERTIFIED, actor, now, "w9_form", id, facts))
            return TaxpayerStanding(driver_id, form)

        return await self.storage.write(work)


async def _require_driver(unit: UnitOfWork, driver_id: str) -> None:
    if await unit.drivers.get(driver_id) is None:
        raise NotFound("Driver")
