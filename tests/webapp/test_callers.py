"""Who counts as one caller of a limited route."""

import pytest
from litestar.testing import RequestFactory

from haulage_webapp.limits import UNKNOWN_CALLER, caller


def asked(*lines: str, proxies: int = 0, peer: str = "203.0.113.9") -> str:
    request = RequestFactory().get("/")
    request.scope["client"] = (peer, 1)
    request.scope["headers"] = [(b"x-forwarded-for", line.encode("latin-1")) for line in lines]
    return caller(request, proxies)


def test_nobody_chooses_their_address_where_no_proxy_is_trusted() -> None:
    assert asked("192.0.2.1") == "203.0.113.9"


@pytest.mark.parametrize(
    "lines",
    [("192.0.2.1",), ("198.51.100.7, 192.0.2.1",), ("198.51.100.7", "192.0.2.1"), ("", "192.0.2.1")],
)
def test_only_what_the_trusted_proxy_wrote_last_counts(lines: tuple[str, ...]) -> None:
    assert asked(*lines, proxies=1) == "192.0.2.1"


def test_two_trusted_proxies_are_passed_over() -> None:
    assert asked("198.51.100.7, 192.0.2.1", "192.0.2.2", proxies=2) == "192.0.2.1"


def test_fewer_addresses_than_proxies_leave_the_peer() -> None:
    assert asked("192.0.2.1", proxies=2) == "203.0.113.9"


def test_nonsense_is_one_caller() -> None:
    assert asked("nonsense", proxies=1) == UNKNOWN_CALLER


def test_the_port_that_a_proxy_writes_behind_an_address_is_no_part_of_the_caller() -> None:
    assert asked("203.0.113.7:50123", proxies=1) == "203.0.113.7"
    assert asked("[2001:db8:1:2::7]:50123", proxies=1) == asked("2001:db8:1:2::8", proxies=1)
    assert asked("[2001:db8:1:2::7]", proxies=1) == asked("2001:db8:1:2::8", proxies=1)


def test_an_ipv6_network_is_one_caller() -> None:
    assert asked(peer="2001:db8:1:2::1") == asked(peer="2001:db8:1:2:ffff::9")
    assert asked(peer="2001:db8:1:2::1") != asked(peer="2001:db8:1:3::1")


def test_ipv4_callers_of_an_ipv6_socket_stay_apart() -> None:
    assert asked(peer="::ffff:192.0.2.1") == "192.0.2.1"
