"""What finds ways: our own estimate, or an engine with a street map."""

import re
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import number, one_of, server, whole_number


class RoutesEngine(StrEnum):
    """What finds ways: our own estimate, or an engine with a street map."""

    EMBEDDED = "embedded"
    OSRM = "osrm"
    VALHALLA = "valhalla"


class RoutesTraffic(StrEnum):
    """Whether the engine knows the traffic of the hour, or the table of hours is put on its times."""

    FREE_FLOW = "free_flow"
    LIVE = "live"


@attrs.frozen(slots=False)
class RoadSettings:
    routes_engine: RoutesEngine = setting(
        RoutesEngine.EMBEDDED,
        "HAULAGE_ROUTES_ENGINE",
        one_of(RoutesEngine),
        "What finds ways: embedded (an estimate), osrm or valhalla.",
        extra="maps",
    )
    routes_url: str | None = setting(
        None,
        "HAULAGE_ROUTES_URL",
        server,
        "Address of the OSRM or Valhalla server, such as http://127.0.0.1:5000.",
        secret=True,
        extra="maps",
    )
    routes_traffic: RoutesTraffic = setting(
        RoutesTraffic.FREE_FLOW,
        "HAULAGE_ROUTES_TRAFFIC",
        one_of(RoutesTraffic),
        "free_flow puts the traffic of the hour on that engine's times; live takes them as they are.",
        extra="maps",
    )
    routes_budget: float = setting(
        2.5,
        "HAULAGE_ROUTES_BUDGET_SECONDS",
        number(0.1, 10, unit="seconds"),
        "Seconds within which that engine must have answered, retries included.",
        extra="maps",
    )
    routes_attempt: float = setting(
        1.2,
        "HAULAGE_ROUTES_ATTEMPT_SECONDS",
        number(0.1, 10, unit="seconds"),
        "Seconds that one attempt may take of them.",
        extra="maps",
    )
    routes_cache: int = setting(
        500,
        "HAULAGE_ROUTES_CACHE",
        whole_number(0, 100_000),
        "Answers of that engine remembered for 15 minutes; 0 for none.",
        extra="maps",
    )

    @property
    def shown_routes_url(self) -> str:
        """The engine's address without its user and password."""
        return re.sub(r"(?<=://)[^/]*@", "", self.routes_url or "")

    def check_roads(self) -> None:
        """An engine and an address need each other."""
        if self.routes_engine == RoutesEngine.EMBEDDED and self.routes_url:
            raise InvalidInput(
                "HAULAGE_ROUTES_URL", "is set, but HAULAGE_ROUTES_ENGINE is embedded and asks nobody"
            )
        if self.routes_engine != RoutesEngine.EMBEDDED and not self.routes_url:
            raise InvalidInput(
                "HAULAGE_ROUTES_URL", f"is needed when HAULAGE_ROUTES_ENGINE is {self.routes_engine}"
            )
