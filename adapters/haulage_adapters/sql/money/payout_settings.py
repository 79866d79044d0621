"""How drivers want to be paid out, and what holds their instant payouts, in the database."""

from typing import Any

import attrs
from sqlalchemy import insert, select

from haulage.payouts import NotificationPreferences, PayoutHold, PayoutLimits, PayoutSettings
from haulage.ports.storage.payouts import PayoutSettingsStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import payout_holds, payout_settings
from haulage_adapters.sql.upserts import replaced

WHAT = "payout settings"
_LIMITS = flat_names(PayoutLimits, without=set())
_NOTICES = flat_names(NotificationPreferences, without=set())
_PLAIN = ("driver_id", "enable_instant_payouts", "version")
_HOLD = flat_names(PayoutHold, without=set())


class SqlPayoutSettingsStore(PayoutSettingsStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def of_driver(self, driver_id: str) -> PayoutSettings:
        row = await self._session.row(select(payout_settings).where(payout_settings.c.driver_id == driver_id))
        if row is None:
            return PayoutSettings(driver_id)
        return PayoutSettings(
            **columns_of(row, _PLAIN),
            limits=PayoutLimits(**columns_of(row, _LIMITS)),
            granted=PayoutLimits(**{name: row[f"granted_{name}"] for name in _LIMITS}),
            trigger=row["trigger_kind"],
            notifications=NotificationPreferences(**{name: row[f"notify_{name}"] for name in _NOTICES}),
        )

    async def save(self, before: PayoutSettings, after: PayoutSettings) -> PayoutSettings:
        if before.version:
            return await save_unchanged(
                self._session,
                payout_settings,
                before,
                after,
                _flat,
                what=WHAT,
                same=("driver_id", "version"),
            )
        first = attrs.evolve(after, version=1)
        await self._session.run(insert(payout_settings), _flat(first), what=WHAT)
        return first

    async def hold(self, driver_id: str) -> PayoutHold | None:
        row = await self._session.row(select(payout_holds).where(payout_holds.c.driver_id == driver_id))
        return None if row is None else PayoutHold(**columns_of(row, _HOLD))

    async def put_hold(self, hold: PayoutHold) -> None:
        statement = replaced(self._session.dialect, payout_holds, "driver_id", "reason", "since")
        await self._session.run(statement, attributes_of(hold, _HOLD), what=WHAT)


def _flat(settings: PayoutSettings) -> dict[str, Any]:
    granted = {f"granted_{name}": cents for name, cents in attributes_of(settings.granted, _LIMITS).items()}
    notices = {f"notify_{name}": on for name, on in attributes_of(settings.notifications, _NOTICES).items()}
    return {
        **attributes_of(settings, _PLAIN),
        **attributes_of(settings.limits, _LIMITS),
        **granted,
        **notices,
        "trigger_kind": settings.trigger,
    }
