"""A reverse proxy that HAULAGE_TRUSTED_PROXIES does not count is noticed once, and not made up by callers."""

from pathlib import Path
from typing import Any

import pytest

from haulage_adapters.data_folder.operating_records import proxy_seen
from haulage_adapters.settings import Settings
from haulage_webapp.undeclared_proxy import NoticeUndeclaredProxy

pytestmark = pytest.mark.anyio


async def answered(_scope: Any, _receive: Any, _send: Any) -> None:
    """Whatever stands behind it."""


async def ask(noticing: NoticeUndeclaredProxy, peer: str | None, *headers: bytes) -> None:
    client = None if peer is None else (peer, 1)
    scope: Any = {"type": "http", "headers": [(name, b"192.0.2.1") for name in headers], "client": client}
    await noticing(scope, None, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.1.2.3", "::1", "fd00::1"])
async def test_one_in_a_private_network_is_recorded(tmp_path: Path, peer: str) -> None:
    noticing = NoticeUndeclaredProxy(answered, Settings(data=tmp_path))
    await ask(noticing, peer, b"host", b"x-forwarded-for")
    assert proxy_seen(tmp_path) is not None


async def test_one_process_records_it_once(tmp_path: Path) -> None:
    noticing = NoticeUndeclaredProxy(answered, Settings(data=tmp_path))
    await ask(noticing, "127.0.0.1", b"x-forwarded-for")
    first = proxy_seen(tmp_path)
    await ask(noticing, "127.0.0.1", b"x-forwarded-for")
    assert proxy_seen(tmp_path) == first


@pytest.mark.parametrize(
    ("peer", "header", "trusted"),
    [
        ("8.8.8.8", b"x-forwarded-for", 0),
        ("127.0.0.1", b"host", 0),
        ("127.0.0.1", b"x-forwarded-for", 1),
        (None, b"x-forwarded-for", 0),
        ("nonsense", b"x-forwarded-for", 0),
    ],
)
async def test_nothing_else_is(tmp_path: Path, peer: str | None, header: bytes, trusted: int) -> None:
    noticing = NoticeUndeclaredProxy(answered, Settings(data=tmp_path, trusted_proxies=trusted))
    await ask(noticing, peer, header)
    assert proxy_seen(tmp_path) is None


async def test_a_disk_that_takes_no_record_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    noticing = NoticeUndeclaredProxy(answered, Settings(data=tmp_path / "file"))
    await ask(noticing, "127.0.0.1", b"x-forwarded-for")
