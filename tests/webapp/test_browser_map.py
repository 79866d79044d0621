"""The map of another company opens the browser's rules by its own hosts, and by nothing else."""

from pathlib import Path

import httpx
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import Settings, read_settings
from haulage_webapp.security_headers import content_security_policy, security_headers
from webapp.in_process import talking_to

STYLE = "https://tiles.example.com/styles/calm.json?key=abc"


def sources(policy: str, directive: str) -> list[str]:
    return next(rule.split()[1:] for rule in policy.split("; ") if rule.split()[0] == directive)


def test_without_a_configured_map_no_other_host_may_be_asked() -> None:
    policy = content_security_policy(Settings())
    assert "http" not in policy
    assert "unsafe-eval" not in policy
    assert sources(policy, "connect-src") == ["'self'"]


def test_a_style_opens_its_own_host_and_the_named_ones_for_data_only() -> None:
    settings = read_settings({"HAULAGE_MAP_STYLE_URL": STYLE, "HAULAGE_MAP_HOSTS": "fonts.example.org"})
    policy = content_security_policy(settings)
    hosts = ["https://tiles.example.com", "https://fonts.example.org"]
    assert sources(policy, "connect-src") == ["'self'", *hosts]
    assert sources(policy, "img-src")[-2:] == hosts
    assert sources(policy, "script-src") == ["'self'"]


def test_a_google_key_opens_googles_hosts_and_names_the_origin_to_them() -> None:
    settings = read_settings({"HAULAGE_GOOGLE_MAPS_KEY": "AIza-browser-key"})
    headers = security_headers(settings)
    script = sources(headers["Content-Security-Policy"], "script-src")
    assert "https://*.googleapis.com" in script
    assert "'unsafe-inline'" not in script
    assert headers["Referrer-Policy"] == "strict-origin"
    assert security_headers(Settings())["Referrer-Policy"] == "no-referrer"


def test_a_google_key_wins_over_a_style() -> None:
    both = read_settings({"HAULAGE_MAP_STYLE_URL": STYLE, "HAULAGE_GOOGLE_MAPS_KEY": "AIza-browser-key"})
    assert both.map_engine == "google"
    assert "tiles.example.com" not in content_security_policy(both)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HAULAGE_MAP_STYLE_URL", "tiles.example.com/style.json"),
        ("HAULAGE_MAP_STYLE_URL", "https://*; script-src *"),
        ("HAULAGE_MAP_STYLE_URL", "https://"),
        ("HAULAGE_MAP_STYLE_URL", "https://user:secret@tiles.example.com/style.json"),
        ("HAULAGE_MAP_HOSTS", "good.example.com, *.example.com"),
        ("HAULAGE_MAP_HOSTS", "good.example.com; script-src"),
        ("HAULAGE_GOOGLE_MAPS_KEY", "a key with spaces"),
        ("HAULAGE_GOOGLE_MAPS_KEY", ""),
    ],
)
def test_what_would_break_the_policy_is_refused_by_name(variable: str, value: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({variable: value})
    assert refusal.value.field == variable


async def test_the_status_tells_browsers_which_map_to_draw(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/status")
    assert answer.json()["maps"] == {"engine": "bundled", "style_url": None, "google_maps_key": None}


async def test_a_configured_map_reaches_page_and_policy(marketplace: Marketplace, tmp_path: Path) -> None:
    async with talking_to(Settings(data=tmp_path, map_style_url=STYLE), marketplace) as client:
        answer = await client.get("/api/v1/status")
    assert answer.json()["maps"]["engine"] == "style"
    assert answer.json()["maps"]["style_url"] == STYLE
    assert "connect-src 'self' https://tiles.example.com" in answer.headers["Content-Security-Policy"]
