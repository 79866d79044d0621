"""Every address of the browser application is answered with its document."""

import re
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.datastructures import State

from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app
from haulage_webapp.spa import TEST_PAGES, application

pytestmark = pytest.mark.anyio

OF_DEVELOPMENT = "/design"
TREE = Path(__file__).parents[2] / "ui" / "src" / "routeTree.gen.ts"


@pytest.fixture
def database(migrated_file: object, tmp_path: object) -> str:
    """Pages ask no database: one is enough here."""
    import shutil

    path = shutil.copy(str(migrated_file), str(tmp_path) + "/haulage.db")
    return f"sqlite+aiosqlite:///{path}"


def pages() -> list[str]:
    """The addresses in the generated tree, with a word where an id belongs."""
    listed = re.search(r"fullPaths:((?:\s*\| '[^']+')+)", TREE.read_text())
    assert listed is not None
    return [re.sub(r"\$\w+", "demo", path) for path in re.findall(r"'([^']+)'", listed[1])]


async def test_every_page_can_be_opened_by_its_address(client: httpx.AsyncClient) -> None:
    for path in set(pages()) - {*TEST_PAGES, OF_DEVELOPMENT}:
        answer = await client.get(path)
        assert (path, answer.status_code) == (path, 200)
        assert answer.headers["Content-Type"].startswith("text/html")


async def test_test_pages_are_there_in_test_mode_alone(client: httpx.AsyncClient) -> None:
    app = create_app(Settings(demo=True))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as demonstration:
        for path in TEST_PAGES:
            assert path in pages()
            there, missing = await demonstration.get(path), await client.get(path)
            assert (there.status_code, missing.status_code) == (200, 404)
            assert missing.content == there.content


async def test_an_address_below_the_api_is_no_page(client: httpx.AsyncClient) -> None:
    for path in ("/api/v1/nothing", "/auth/v1/nothing", "/health/nothing", "/assets/nothing.js"):
        assert (path, (await client.get(path)).status_code) == (path, 404)


async def test_head_is_answered_with_the_head_of_get(client: httpx.AsyncClient) -> None:
    for path in ("/", "/health/ready", "/api/v1/status", "/api/v1/nothing", "/schema"):
        whole, head = await client.get(path), await client.head(path)
        assert (path, head.status_code, head.content) == (path, whole.status_code, b"")
        assert head.headers["Content-Type"] == whole.headers["Content-Type"]


async def test_a_page_that_is_drawn_ahead_comes_still_and_every_other_empty(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for name in ("_home", "login", "track", "dashboard", "register"):
        (tmp_path / f"pages/{name}.html").write_text(name)
    (tmp_path / "index.html").write_text("an empty page")
    app = Litestar(application(tmp_path), state=State({"settings": Settings()}))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        stills = {
            "/": "_home",
            "/login?next=/x": "login",
            "/track/x": "track",
            "/track": "track",
            "/register?next=/x": "register",
        }
        for path, document in stills.items():
            assert (path, (await client.get(path)).text) == (path, document)
        empty = ("/nothing", "/_home", "/dashboard/x", "/pages/login.html", "/index.html", "/LOGIN")
        for path in (*empty, "/register?role=driver"):
            answer = await client.get(path)
            assert (path, answer.text) == (path, "an empty page")


async def test_an_address_that_the_application_does_not_list_is_answered_with_404(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/addresses.json").write_text('["/", "/terms", "/track/$orderId", "/driver-dashboard"]')
    (tmp_path / "index.html").write_text("the application")
    app = Litestar(application(tmp_path), state=State({"settings": Settings()}))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        for path in ("/", "/terms", "/Terms/", "/track/ord_x?token=y", "/driver-dashboard", "/index.html"):
            assert (path, (await client.get(path)).status_code) == (path, 200)
        for path in ("/no-such-page", "/track", "/track/a/b", "/terms/x", "/pages/addresses.json"):
            answer = await client.get(path)
            assert (path, answer.status_code, answer.text) == (path, 404, "the application")
