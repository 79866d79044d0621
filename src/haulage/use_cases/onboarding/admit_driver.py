"""An applicant becomes a driver who may work (ONB-29, OP-78); one place for every way that leads there."""

from collections.abc import Mapping
from datetime import datetime

import attrs

from haulage.accounts.account import User, as_type
from haulage.audit import AuditAction
from haulage.drivers import Approval, DriverProfile, approve, new_driver
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import NotFound
from haulage.onboarding import Application
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.drivers.application_profile import profile_from
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.drivers.driver_emails import DriverEmails


@attrs.frozen
class AdmitDriver:
    """One profile a user, whether they signed up as a driver or as a customer. They get a mail."""

    identifiers: Identifiers
    mails: DriverEmails

    async def __call__(
        self, unit: UnitOfWork, actor: Actor, application: Application, approval: Approval
    ) -> DriverProfile:
        """Raises ``NotFound`` where the account is gone."""
        user = await unit.accounts.user(application.user_id)
        if user is None:
            raise NotFound("User")
        present = await unit.drivers.get_by_user(user.id)
        before = present or self._new(user, application, approval.at)
        after = approve(profile_from(application.form, before, approval.at), approval)
        if present is None:
            await unit.drivers.add(after)
        else:
            after = await unit.drivers.save(present, after)
        await _become_driver(unit, actor, user, approval.at)
        await self.mails.approved(unit, after, approval.at)
        return after

    def _new(self, user: User, application: Application, now: datetime) -> DriverProfile:
        person = application.form.personal
        name = f"{person.first_name.strip()} {person.last_name.strip()}".strip()
        return new_driver(
            id=self.identifiers.new("drv"),
            user_id=user.id,
            name=name or user.name,
            email=user.email,
            phone=person.phone.strip() or user.phone,
            now=now,
        )


async def _become_driver(unit: UnitOfWork, actor: Actor, user: User, now: datetime) -> None:
    """Their orders stay theirs; an administrator stays one."""
    if user.user_type is not UserType.CUSTOMER:
        return
    await unit.accounts.save_user(user, as_type(user, UserType.DRIVER, now))
    roles: Mapping[str, str] = {"before": user.user_type.value, "after": UserType.DRIVER.value}
    await audit_account(unit, AuditAction.ROLE_CHANGED, actor, user.auth_id, now, **roles)
