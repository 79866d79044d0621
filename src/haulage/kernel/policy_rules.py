"""The rules of the policy: functions that return, or refuse an actor.

A rule sees the actor and the facts of the object. What the actor may not even learn about is
refused as *not found*, so that another person's order answers like one that does not exist.
"""

from collections.abc import Callable

import attrs

from haulage.kernel.actor import Actor, Role
from haulage.kernel.errors import Forbidden, NotFound, Unauthenticated


@attrs.frozen
class Facts:
    """What a rule may need to know of the object; unknown owners are None."""

    what: str = "Page"
    owner_id: str | None = None
    driver_id: str | None = None


NOBODY_IN_PARTICULAR = Facts()
Rule = Callable[[Actor, Facts], None]


def anyone(_actor: Actor, _facts: Facts) -> None:
    """Open to visitors."""


def _known(actor: Actor) -> None:
    if actor.role is Role.VISITOR:
        raise Unauthenticated


def signed_in(actor: Actor, _facts: Facts) -> None:
    """Somebody with an account; businesses and the server itself have none."""
    _known(actor)
    if actor.user_id is None:
        raise Forbidden


def system(actor: Actor, _facts: Facts) -> None:
    _known(actor)
    if actor.role is not Role.SYSTEM:
        raise Forbidden


def admin_or_system(actor: Actor, _facts: Facts) -> None:
    _known(actor)
    if not (actor.is_admin or actor.role is Role.SYSTEM):
        raise Forbidden


def _owns(actor: Actor, facts: Facts) -> bool:
    return actor.user_id is not None and actor.user_id == facts.owner_id


def _drives(actor: Actor, facts: Facts) -> bool:
    return actor.driver_id is not None and actor.driver_id == facts.driver_id


def owner_only(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if not _owns(actor, facts):
        raise NotFound(facts.what)


def owner_or_system(actor: Actor, facts: Facts) -> None:
    """Administrators have no business with what people keep to themselves."""
    if actor.role is not Role.SYSTEM:
        owner_only(actor, facts)


def owner_or_admin(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if not (_owns(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def owner_admin_or_system(actor: Actor, facts: Facts) -> None:
    if actor.role is not Role.SYSTEM:
        owner_or_admin(actor, facts)


def party_or_admin(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if not (_owns(actor, facts) or _drives(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def party(actor: Actor, facts: Facts) -> None:
    """Administrators know of it, and have no part in it."""
    signed_in(actor, facts)
    if not (_owns(actor, facts) or _drives(actor, facts)):
        raise Forbidden if actor.is_admin else NotFound(facts.what)


def its_driver_or_admin_or_system(actor: Actor, facts: Facts) -> None:
    if actor.role is not Role.SYSTEM:
        driver_or_admin(actor, facts)


def driver(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if actor.driver_id is None:
        raise Forbidden


def applicant(actor: Actor, facts: Facts) -> None:
    """An administrator's account does not drive."""
    signed_in(actor, facts)
    if actor.is_admin:
        raise Forbidden


def assigned_driver(actor: Actor, facts: Facts) -> None:
    driver(actor, facts)
    if not _drives(actor, facts):
        raise NotFound(facts.what)


def driver_or_admin(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if not (_drives(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def admin(actor: Actor, facts: Facts) -> None:
    signed_in(actor, facts)
    if not actor.is_admin:
        raise Forbidden
