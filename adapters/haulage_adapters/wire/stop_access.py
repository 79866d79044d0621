"""How to get to the door at one end of a trip, as the API takes and shows it."""

from typing import Annotated

from msgspec import Meta

from haulage.kernel.stop_access import (
    HIGHEST_FLOOR,
    LOWEST_FLOOR,
    MAX_ACCESS_NOTE_LENGTH,
    MAX_CONTACT_NAME_LENGTH,
    MAX_CONTACT_PHONE_LENGTH,
    MAX_GATE_CODE_LENGTH,
    MAX_UNIT_LENGTH,
    FloorAccess,
    StopAccess,
)
from haulage_adapters.wire.common import In, Out


class StopAccessIn(In):
    """Everything may be left out. ``floor`` 1 is at street level."""

    unit: Annotated[str, Meta(max_length=MAX_UNIT_LENGTH)] = ""
    floor: Annotated[int, Meta(ge=LOWEST_FLOOR, le=HIGHEST_FLOOR)] | None = None
    floor_access: FloorAccess | None = None
    gate_code: Annotated[str, Meta(max_length=MAX_GATE_CODE_LENGTH)] = ""
    contact_name: Annotated[str, Meta(max_length=MAX_CONTACT_NAME_LENGTH)] = ""
    contact_phone: Annotated[str, Meta(max_length=MAX_CONTACT_PHONE_LENGTH)] = ""
    note: Annotated[str, Meta(max_length=MAX_ACCESS_NOTE_LENGTH)] = ""

    @staticmethod
    def core_of(given: "StopAccessIn | None") -> StopAccess:
        return StopAccess() if given is None else given.to_core()

    def to_core(self) -> StopAccess:
        return StopAccess(
            self.unit,
            self.floor,
            self.floor_access,
            self.gate_code,
            self.contact_name,
            self.contact_phone,
            self.note,
        )


class StopAccessOut(Out):
    """What is not given, or not shown to whoever reads this, is empty or null."""

    unit: str
    floor: int | None
    floor_access: FloorAccess | None
    gate_code: str
    contact_name: str
    contact_phone: str
    note: str

    @classmethod
    def of(cls, access: StopAccess | None) -> "StopAccessOut | None":
        return None if access is None else cls.from_attributes(access)
