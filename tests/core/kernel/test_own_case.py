"""Nobody decides about themselves."""

import pytest

from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.own_case import OwnCase, require_another

ADMIN = Actor("usr_a", UserType.ADMIN, driver_id="drv_a")


def test_whoever_it_is_about_is_refused_and_everybody_else_decides() -> None:
    with pytest.raises(OwnCase):
        require_another(ADMIN, "usr_a")
    with pytest.raises(OwnCase):
        require_another(ADMIN, "usr_b", driver_id="drv_a")
    require_another(ADMIN, "usr_b", driver_id="drv_b")


def test_nobody_is_mistaken_for_somebody_unknown() -> None:
    require_another(OPERATOR, None, driver_id=None)
    require_another(Actor("usr_a", UserType.ADMIN), "usr_b", driver_id=None)
