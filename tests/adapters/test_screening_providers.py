"""What every screening provider promises: the simulation in this process and Checkr's API, as its simulator
speaks it in both shapes."""

import threading
from collections.abc import AsyncIterator, Callable
from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from account_scenario import TurnableClock
from haulage.kernel.errors import Unavailable
from haulage.ports.screening import Candidate, ScreeningProvider, ScreeningRefused, ScreeningRequest
from haulage.screening import Outcome, OverallStatus, Progress, ScreeningPackage, decide
from haulage_adapters.checkr_screening.client import CheckrClient
from haulage_adapters.checkr_screening.provider import CheckrScreening
from haulage_adapters.checkr_simulator import CheckrState, SimulatedCheckr, Terms, serve
from haulage_adapters.http_client.client import Limits
from haulage_adapters.settings.screening import OWN_NAMES
from haulage_adapters.simulated.screening import SimulatedScreening

pytestmark = pytest.mark.anyio

ANN = Candidate(
    "Ann",
    "Lee",
    "ann@example.com",
    "+12125550100",
    "Hoboken",
    "NJ",
    "07030",
    date(1990, 1, 2),
    "L1",
    "NJ",
)
KEY = "test_with_underscores_1"
HASTY = Limits(budget_seconds=2.0, attempt_seconds=0.4, attempts=2)


def a_request(reference: str = "scr_1", **changes: Any) -> ScreeningRequest:
    return attrs.evolve(ScreeningRequest(reference, ANN, ScreeningPackage.DRIVER_PRO), **changes)


@attrs.define
class Bench:
    """A provider, the clock that it lives by, and its simulator where it has one."""

    provider: ScreeningProvider
    clock: TurnableClock
    checkr: SimulatedCheckr | None = None


def in_process(clear_share: float) -> Bench:
    clock = TurnableClock()
    return Bench(SimulatedScreening(clock, finishes=True, clear_share=clear_share), clock)


@pytest.fixture
async def opened() -> AsyncIterator[Callable[..., Bench]]:
    """Opens benches over HTTP, and closes them."""
    closing: list[Any] = []
    clients: list[CheckrScreening] = []

    def open_one(*, invites: bool = False, key: str = KEY, **terms: Any) -> Bench:
        clock = TurnableClock()
        state = CheckrState(Terms(**terms), now=lambda: clock.now().timestamp())
        checkr = SimulatedCheckr(state)
        server = serve(checkr, 0)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        client = CheckrClient(key, state.address, limits=HASTY)
        provider = CheckrScreening(client, OWN_NAMES, invites)
        closing.append(server)
        clients.append(provider)
        return Bench(provider, clock, checkr)

    yield open_one
    for client in clients:
        await client.aclose()
    for server in closing:
        server.shutdown()
        server.server_close()


KINDS = {
    "in process": None,
    "today, parts apart": {},
    "today, parts included": {"included": True},
    "older, parts apart": {"older": True},
    "older, parts included": {"older": True, "included": True},
}


def bench(kind: str, opened: Callable[..., Bench], clear_share: float) -> Bench:
    terms = KINDS[kind]
    return in_process(clear_share) if terms is None else opened(clear_share=clear_share, **terms)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("share", "outcome"), [(1.0, Outcome.CLEAR), (0.0, Outcome.CONSIDER)])
async def test_a_check_is_pending_and_then_complete(
    kind: str, share: float, outcome: Outcome, opened: Callable[..., Bench]
) -> None:
    it = bench(kind, opened, share)
    await it.provider.check()
    order = await it.provider.order(a_request(), it.clock.now())
    found = await it.provider.look_up(order)
    assert found.report is None or found.report.progress is Progress.PENDING
    it.clock.turn(seconds=11)
    done = await it.provider.look_up(order)
    assert done.report is not None
    assert (done.report.progress, done.report.outcome) == (Progress.COMPLETE, outcome)
    assert [each.is_conviction for each in done.report.records] == [True] * (outcome is Outcome.CONSIDER)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reference_is_ordered_once(kind: str, opened: Callable[..., Bench]) -> None:
    it = bench(kind, opened, 1.0)
    first = await it.provider.order(a_request(), it.clock.now())
    again = await it.provider.order(a_request(), it.clock.now())
    other = await it.provider.order(a_request("scr_2"), it.clock.now())
    assert first == again
    assert other.report_id != first.report_id


async def test_an_invitation_leads_to_a_report_once_it_was_accepted(opened: Callable[..., Bench]) -> None:
    it = opened(invites=True, clear_share=1.0, per_page=1)
    await it.provider.order(a_request("scr_0"), it.clock.now())
    order = await it.provider.order(a_request(), it.clock.now())
    assert order == await it.provider.order(a_request(), it.clock.now())
    assert order.report_id is None
    assert order.invitation_url is not None
    assert (await it.provider.look_up(order)).report is None
    assert it.checkr is not None
    it.checkr.state.complete_invitation(order.invitation_id or "")
    it.clock.turn(seconds=11)
    found = await it.provider.look_up(order)
    assert found.order.report_id is not None
    assert found.report is not None
    assert found.report.outcome is Outcome.CLEAR


@pytest.mark.parametrize("status", ["expired", "deleted"])
async def test_an_invitation_that_ended_cancels_the_check(opened: Callable[..., Bench], status: str) -> None:
    it = opened(invites=True)
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    it.checkr.state.invitations[order.invitation_id or ""]["status"] = status
    found = await it.provider.look_up(order)
    assert found.report is not None
    assert found.report.progress is Progress.CANCELED
    assert (await it.provider.order(a_request(), it.clock.now())).invitation_id != order.invitation_id


@pytest.mark.parametrize(
    ("status", "progress"),
    [
        ("suspended", Progress.SUSPENDED),
        ("paused", Progress.PAUSED),
        ("dispute", Progress.DISPUTED),
        ("canceled", Progress.CANCELED),
        ("enlightened", Progress.UNKNOWN),
    ],
)
async def test_every_other_status_is_told_apart(
    opened: Callable[..., Bench], status: str, progress: Progress
) -> None:
    it = opened()
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    it.checkr.state.finish(order.report_id or "", status, None)
    found = await it.provider.look_up(order)
    assert found.report is not None
    assert (found.report.progress, found.report.outcome) == (progress, Outcome.NONE)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("fail", "Checkr API error: 503 Service Unavailable"),
        ("garble", "Checkr API error: not JSON"),
        ("hang", "Checkr API error: "),
    ],
)
async def test_a_provider_in_trouble_says_nothing_of_anybody(
    opened: Callable[..., Bench], what: str, message: str
) -> None:
    it = opened()
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    it.checkr.answer("POST", "/simulator/faults", {}, {"what": what, "times": 5, "seconds": 1})
    with pytest.raises(Unavailable) as failed:
        await it.provider.look_up(order)
    assert failed.value.message.startswith(message)


async def test_a_busy_provider_is_asked_again(opened: Callable[..., Bench]) -> None:
    it = opened()
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    it.checkr.answer("POST", "/simulator/faults", {}, {"what": "busy"})
    assert (await it.provider.look_up(order)).report is not None


async def test_a_report_of_somebody_else_is_not_believed(opened: Callable[..., Bench]) -> None:
    it = opened()
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    it.checkr.answer("POST", "/simulator/faults", {}, {"what": "lie"})
    with pytest.raises(Unavailable, match="somebody else"):
        await it.provider.look_up(order)


async def test_a_part_that_is_missing_leaves_the_check_undecided(opened: Callable[..., Bench]) -> None:
    it = opened(clear_share=1.0)
    order = await it.provider.order(a_request(), it.clock.now())
    it.clock.turn(seconds=11)
    assert it.checkr is not None
    it.checkr.state.report(order.report_id or "")
    it.checkr.state.searches.clear()
    with pytest.raises(Unavailable, match="404 Not Found"):
        await it.provider.look_up(order)


async def test_what_will_never_be_taken_is_refused_in_the_providers_words(
    opened: Callable[..., Bench],
) -> None:
    it = opened(packages=("basic",))
    with pytest.raises(ScreeningRefused, match="400 Bad Request: package is unknown"):
        await it.provider.order(a_request(), it.clock.now())


async def test_a_wrong_key_is_a_failure(opened: Callable[..., Bench]) -> None:
    it = opened(key="live_simulated")
    with pytest.raises(Unavailable, match="401 Unauthorized"):
        await it.provider.check()


async def test_about_nine_in_ten_simulated_checks_are_clear() -> None:
    clock = TurnableClock()
    provider = SimulatedScreening(clock, finishes=True)
    clear = 0
    for number in range(500):
        order = await provider.order(a_request(f"scr_{number}"), clock.now() - timedelta(seconds=10))
        report = (await provider.look_up(order)).report
        clear += report is not None and report.outcome is Outcome.CLEAR
    assert 425 <= clear <= 475


async def test_a_part_named_by_its_id_alone_is_asked_for_wherever_the_id_stands(
    opened: Callable[..., Bench],
) -> None:
    it = opened(clear_share=0.0)
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    report = it.checkr.state.finish(order.report_id or "", "complete", "consider")
    report["state_criminal_searches"] = report.pop("county_criminal_search_ids")
    found = (await it.provider.look_up(order)).report
    assert found is not None
    assert len(found.records) == 1
    assert not found.is_partial


@pytest.mark.parametrize("unread", [{}, {"drug_screening_id": "d1"}])
async def test_what_is_to_be_considered_and_is_not_read_is_never_approved(
    opened: Callable[..., Bench], unread: dict[str, str]
) -> None:
    it = opened(clear_share=1.0)
    order = await it.provider.order(a_request(), it.clock.now())
    assert it.checkr is not None
    report = it.checkr.state.finish(order.report_id or "", "complete", "clear")
    report |= {"result": "consider", **unread}
    found = (await it.provider.look_up(order)).report
    assert found is not None
    assert decide(found).status is OverallStatus.REVIEW_REQUIRED


@pytest.mark.parametrize(("error", "is_printed"), [(BrokenPipeError(), False), (KeyError("x"), True)])
def test_the_simulator_says_nothing_of_a_caller_who_has_hung_up(
    error: Exception, is_printed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(SimulatedCheckr(), 0) as server:
        try:
            raise error
        except type(error):
            server.handle_error(None, ("127.0.0.1", 1))  # type: ignore[arg-type]  # it is only named
    assert ("Traceback" in capsys.readouterr().err) is is_printed
