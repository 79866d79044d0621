"""Actors: everybody who can ask for something, and in which role."""

from enum import StrEnum

import attrs


class UserType(StrEnum):
    """The role kept on a user. ``ADMIN`` is only ever granted from the command line (OP-57)."""

    CUSTOMER = "customer"
    DRIVER = "driver"
    ADMIN = "admin"


class Role(StrEnum):
    """Everybody who can ask: nobody known, people, another company's program, and the server itself."""

    VISITOR = "visitor"
    CUSTOMER = "customer"
    DRIVER = "driver"
    ADMIN = "admin"
    BUSINESS = "business"
    SYSTEM = "system"


@attrs.frozen
class Actor:
    """Who asks: a user, a business with its key, a part of the server, or a visitor who has none of these.

    ``system`` names the part of the server: its background work, or the operator at its command line.
    ``operated_by`` names the operator who does at the command line what the user may do.
    """

    user_id: str | None = None
    user_type: UserType | None = None
    driver_id: str | None = None
    business_id: str | None = None
    system: str | None = None
    operated_by: str | None = None

    @property
    def role(self) -> Role:
        if self.system is not None:
            return Role.SYSTEM
        if self.business_id is not None:
            return Role.BUSINESS
        return Role.VISITOR if self.user_type is None else Role(self.user_type.value)

    @property
    def name(self) -> str:
        """Who it is, as the audit trail keeps it; never a name or an address."""
        return self.system or self.business_id or self.user_id or Role.VISITOR.value

    @property
    def is_admin(self) -> bool:
        return self.user_type is UserType.ADMIN


ANONYMOUS = Actor()
SYSTEM = Actor(system="system")
"""The server's own background work."""
OPERATOR = Actor(system="operator")
"""Whoever may run commands on the server's machine."""
MAX_OPERATOR_NAME = 50


def operator(name: str) -> Actor:
    """The operator by the *name* that their machine has for them, which the audit trail keeps."""
    word = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
    return Actor(system=f"{OPERATOR.system}:{word[:MAX_OPERATOR_NAME]}") if word else OPERATOR
