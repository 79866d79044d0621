"""Confirmed rows of the authority table in the database."""

from typing import Any

from sqlalchemy import RowMapping

from haulage.authority import Authority, AuthorityConfirmation, ConfirmedAuthority, Lane
from haulage.kernel.services import ServiceType
from haulage.ports.storage.authority import AuthorityStore
from haulage_adapters.sql.confirmed_rows import SqlConfirmedRows
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.tables import authority_rows

_LANE = flat_names(Lane, without=set())
_CONFIRMED = flat_names(AuthorityConfirmation, without={"lane"})
_ROW = flat_names(ConfirmedAuthority, without={"confirmation"})


class SqlAuthorityStore(SqlConfirmedRows[ConfirmedAuthority], AuthorityStore):
    table = authority_rows
    what = "authority row"
    order = (*_LANE, "since")

    def to_columns(self, row: ConfirmedAuthority) -> dict[str, Any]:
        confirmation = row.confirmation
        return (
            attributes_of(confirmation.lane, _LANE)
            | attributes_of(confirmation, _CONFIRMED)
            | attributes_of(row, _ROW)
        )

    def from_columns(self, row: RowMapping) -> ConfirmedAuthority:
        lane = Lane(row["origin"], row["destination"], ServiceType(row["service"]))
        values = columns_of(row, _CONFIRMED) | {"authority": Authority(row["authority"])}
        confirmation = AuthorityConfirmation(lane, **values)
        return ConfirmedAuthority(confirmation=confirmation, **columns_of(row, _ROW))
