"""Lists of objects, a page at a time (docs.stripe.com/api/pagination)."""

from collections.abc import Callable, Iterable

from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid

MOST, USUAL = 100, 10
"""Stripe's greatest and usual number of objects a page."""

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "gt": lambda created, bound: created > bound,
    "gte": lambda created, bound: created >= bound,
    "lt": lambda created, bound: created < bound,
    "lte": lambda created, bound: created <= bound,
}


def listing(found: Iterable[Json], url: str, form: Json) -> Json:
    """A page of what was *found*, oldest first: newest first, after or before an object, so many."""
    newest = [each for each in reversed(list(found)) if _is_wanted(each, form.get("created"))]
    limit = _limit(form)
    if "starting_after" in form and "ending_before" in form:
        raise Refused("You can only use one of starting_after and ending_before.", param="ending_before")
    if "ending_before" in form:
        before = newest[: _place(newest, form, "ending_before")]
        page, more = before[-limit:], len(before) > limit
    else:
        after = newest[_place(newest, form, "starting_after") + 1 :] if "starting_after" in form else newest
        page, more = after[:limit], len(after) > limit
    return {"object": "list", "url": url, "has_more": more, "data": page}


def _limit(form: Json) -> int:
    value = str(form.get("limit", USUAL))
    if not (value.isascii() and value.isdigit() and len(value) <= 4):
        raise Refused(f"Invalid integer: {value[:50]}", code="parameter_invalid_integer", param="limit")
    if not 1 <= int(value) <= MOST:
        raise invalid("limit", f"must be between 1 and {MOST}")
    return int(value)


def _place(newest: list[Json], form: Json, name: str) -> int:
    for place, each in enumerate(newest):
        if each["id"] == form[name]:
            return place
    raise Refused(f"No such object: '{form[name]}'", code="resource_missing", param=name)


def _is_wanted(each: Json, created: object) -> bool:
    """Within the interval; a bare number is an instant. Objects of one second share it."""
    if created is None:
        return True
    bounds = created if isinstance(created, dict) else {"gte": created, "lte": created}
    return all(_holds(each["created"], name, value) for name, value in bounds.items())


def _holds(made: int, name: str, value: object) -> bool:
    text = str(value)
    if name not in COMPARISONS or not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise invalid("created", "must be seconds, or gt, gte, lt and lte of them")
    return COMPARISONS[name](made, int(text))
