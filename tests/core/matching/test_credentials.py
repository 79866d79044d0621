"""Where the law asks for a credential, an index finds the drivers who have it and nobody else (OP-102)."""

import pytest

from core.matching.builders import a_driver, a_request
from haulage.kernel.carrier import COVER_FLOOR_CENTS, CarrierNeed, CredentialKind, VerifiedCredential
from haulage.matching import GridFleet

HELD = (
    VerifiedCredential(CredentialKind.USDOT),
    VerifiedCredential(CredentialKind.INSURANCE, cover_cents=COVER_FLOOR_CENTS),
)
ACROSS = CarrierNeed("NY", "NJ")


@pytest.mark.parametrize(("need", "found"), [(ACROSS, {"permitted"}), (None, {"permitted", "unpermitted"})])
def test_only_permitted_drivers_are_found(need: CarrierNeed | None, found: set[str]) -> None:
    fleet = GridFleet([a_driver("permitted", credentials=HELD), a_driver("unpermitted")])
    assert {each.driver.id for each in fleet.top(a_request(carrier_need=need))} == found


def test_a_fleet_of_permitted_drivers_alone_is_found() -> None:
    fleet = GridFleet([a_driver("permitted", credentials=HELD)])
    assert [each.driver.id for each in fleet.top(a_request(carrier_need=ACROSS))] == ["permitted"]
