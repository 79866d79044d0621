"""A mailed link leads to the server itself or to a listed place, and nowhere else."""

import pytest

from haulage.accounts.redirects import MAX_REDIRECT_LENGTH, RedirectRules

SITE = "https://haulage.example"


@pytest.mark.parametrize("wished", [f"{SITE}/auth/callback?for=signup", SITE, f"{SITE}#top"])
def test_the_server_itself_is_always_allowed(wished: str) -> None:
    assert RedirectRules(SITE).target(wished) == wished


@pytest.mark.parametrize(
    "wished",
    [
        None,
        "",
        "/auth/callback",
        "https://evil.example/",
        "http://haulage.example/",
        f"{SITE}:8443/",
        f"{SITE}.evil.example/",
        "https://haulage.example@evil.example/",
        "https://evil.example\\@haulage.example/",
        "//haulage.example/",
        "javascript://haulage.example/%0aalert(1)",
        "https://[haulage.example/",
        f"{SITE}/\n",
        f"{SITE}/{'x' * MAX_REDIRECT_LENGTH}",
    ],
)
def test_anywhere_else_becomes_the_server(wished: str | None) -> None:
    assert RedirectRules(SITE).target(wished) == SITE


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_server_on_the_loopback_is_itself_under_each_of_its_names(site: str, host: str) -> None:
    rules = RedirectRules(site)
    assert rules.target(f"http://{host}:8000/auth/callback") == f"http://{host}:8000/auth/callback"
    assert rules.target(f"http://{host}:8001/auth/callback") == site
    assert rules.target(f"https://{host}:8000/auth/callback") == site


def test_a_public_server_takes_nobody_to_the_loopback() -> None:
    assert RedirectRules(SITE).target("https://localhost/") == SITE


@pytest.mark.parametrize(
    ("pattern", "wished", "is_allowed"),
    [
        ("http://localhost:3000/**", "http://localhost:3000/a/b.html?c=d", True),
        ("http://localhost:3000/**", "http://localhost:3001/a", False),
        ("https://*.shop.example/", "https://one.shop.example/", True),
        ("https://*.shop.example/", "https://one.two.shop.example/", False),
        ("https://*.shop.example/", "https://evil.example/.shop.example/", False),
        ("https://shop.example/*/done", "https://shop.example/7/done", True),
        ("https://shop.example/*/done", "https://shop.example/7/8/done", False),
        ("https://shop.example", "https://shop.example/", True),
        ("https://shop.example", "https://shop.example/deeper", False),
    ],
)
def test_a_pattern_lists_other_places(pattern: str, wished: str, is_allowed: bool) -> None:
    assert RedirectRules(SITE, (pattern,)).target(wished) == (wished if is_allowed else SITE)


@pytest.mark.parametrize(
    ("pattern", "wished"),
    [
        ("ftp://shop.example/**", "ftp://shop.example/a"),
        ("https://**.shop.example/**", "https://me@one.shop.example/a"),
        ("https://shop.example/**", "https://shop.example/a b"),
        ("https://shop.example/**", "https://shop.example/a\\b"),
        ("https:///**", "https:///a"),
    ],
)
def test_no_pattern_leads_to_what_browsers_may_read_otherwise(pattern: str, wished: str) -> None:
    assert RedirectRules(SITE, (pattern,)).target(wished) == SITE


def test_an_address_may_have_its_whole_length() -> None:
    longest = f"{SITE}/".ljust(MAX_REDIRECT_LENGTH, "x")
    assert RedirectRules(SITE).target(longest) == longest
