"""What the simulated Checkr answers, by method and path."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import urlencode

from haulage_adapters.checkr_simulator.state import CheckrState, Json, Refused

Answer: TypeAlias = Callable[[CheckrState, str, dict[str, str], Json], Any]
"""Of the state, the id in the path, the query and the body."""

ID = r"([A-Za-z0-9_-]+)"


def _page(state: CheckrState, path: str, items: list[Json], query: dict[str, str]) -> Json:
    number, size = int(query.get("page", "1")), state.terms.per_page
    shown = items[(number - 1) * size : number * size]
    more = urlencode({**query, "page": str(number + 1)}) if number * size < len(items) else None
    href = f"{state.address}/v1/{path}?{more}" if more else None
    return {"object": "list", "data": shown, "count": len(items), "next_href": href}


def _matching(kind: dict[str, Json], query: dict[str, str], field: str) -> list[Json]:
    return [each for each in kind.values() if field not in query or each.get(field) == query[field]]


def _packages(state: CheckrState, _id: str, query: dict[str, str], _form: Json) -> Json:
    return _page(state, "packages", [{"slug": each} for each in state.terms.packages], query)


def _candidates(state: CheckrState, _id: str, query: dict[str, str], _form: Json) -> Json:
    return _page(state, "candidates", _matching(state.candidates, query, "custom_id"), query)


def _invitations(state: CheckrState, _id: str, query: dict[str, str], _form: Json) -> Json:
    return _page(state, "invitations", _matching(state.invitations, query, "candidate_id"), query)


def _finish(state: CheckrState, id: str, _query: dict[str, str], form: Json) -> Json:
    return state.finish(id, str(form.get("status", "complete")), form.get("result"))


ROUTES: tuple[tuple[str, Answer], ...] = (
    ("GET /v1/packages", _packages),
    ("GET /v1/candidates", _candidates),
    ("POST /v1/candidates", lambda state, _id, _query, form: state.add_candidate(form)),
    (f"GET /v1/candidates/{ID}", lambda state, id, _query, _form: state.found(state.candidates, id)),
    ("GET /v1/invitations", _invitations),
    ("POST /v1/invitations", lambda state, _id, _query, form: state.add_invitation(form)),
    (f"GET /v1/invitations/{ID}", lambda state, id, _query, _form: state.found(state.invitations, id)),
    ("POST /v1/reports", lambda state, _id, _query, form: state.shown(state.add_report(form))),
    (f"GET /v1/reports/{ID}", lambda state, id, _query, _form: state.report(id)),
    (
        f"GET /v1/(?:county_criminal_searches|state_criminal_searches|motor_vehicle_reports)/{ID}",
        lambda state, id, _query, _form: state.found(state.searches, id),
    ),
    (
        f"POST /simulator/invitations/{ID}/complete",
        lambda state, id, _query, _form: state.complete_invitation(id),
    ),
    (f"POST /simulator/reports/{ID}", _finish),
)


def answer(state: CheckrState, method: str, path: str, query: dict[str, str], form: Json) -> Any:
    """Raises ``Refused``."""
    for pattern, made in ROUTES:
        if found := re.fullmatch(pattern, f"{method} {path.rstrip('/')}"):
            return made(state, found[1] if found.re.groups else "", query, form)
    raise Refused(404, "Not found")
