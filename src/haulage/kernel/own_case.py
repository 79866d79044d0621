"""Nobody decides about their own money, application or record, whatever their role."""

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden


class OwnCase(Forbidden):
    """An administrator is the person whom the decision is about."""

    code = "own_case"
    message = "This is about yourself. Another administrator has to decide."


def require_another(actor: Actor, user_id: str | None = None, *, driver_id: str | None = None) -> None:
    """Raises ``OwnCase`` where the *actor* is the account or the driver named. The server and the
    operator are neither."""
    if is_own_case(actor, user_id, driver_id=driver_id):
        raise OwnCase


def is_own_case(actor: Actor, user_id: str | None = None, *, driver_id: str | None = None) -> bool:
    """Whether it is about the *actor*: what is offered to a reader asks as deciding does."""
    is_person = actor.user_id is not None and actor.user_id == user_id
    is_driver = actor.driver_id is not None and actor.driver_id == driver_id
    return is_person or is_driver
