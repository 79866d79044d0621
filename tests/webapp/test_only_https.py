"""Browsers are told to come by https alone where they come by https."""

from haulage_adapters.settings import Settings
from haulage_webapp.security_headers import security_headers

NAME = "Strict-Transport-Security"


def test_an_https_address_is_only_ever_visited_by_https() -> None:
    rules = security_headers(Settings(public_url="https://haulage.example.com"))
    assert rules[NAME] == "max-age=31536000; includeSubDomains"


def test_a_plain_address_says_nothing_of_it() -> None:
    assert NAME not in security_headers(Settings())
