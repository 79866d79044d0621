"""Options that say how to get to a door, and the details as people read them."""

import functools
from collections.abc import Callable
from typing import Any

import click

from haulage.kernel.stop_access import HIGHEST_FLOOR, LOWEST_FLOOR, FloorAccess, StopAccess
from haulage_cli.options import WORDS, OneOf

_OPTIONS: dict[str, tuple[click.ParamType[Any], str]] = {
    "unit": (WORDS, "Apartment or unit"),
    "floor": (click.IntRange(LOWEST_FLOOR, HIGHEST_FLOOR), "Floor, with 1 at street level"),
    "floor_access": (OneOf(FloorAccess), "How goods get to the floor"),
    "gate_code": (WORDS, "Code of the gate or door"),
    "contact_name": (WORDS, "Who opens"),
    "contact_phone": (WORDS, "Their phone number"),
    "note": (WORDS, "What the driver must know"),
}


def with_access(
    prefix: str, argument: str, where: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--PREFIXunit`` and so on, given to the command as one ``StopAccess`` of the name *argument*."""
    names = {name: f"{argument}_{name}" for name in _OPTIONS}

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def command(**given: Any) -> Any:
            details = {name: given.pop(option) for name, option in names.items()}
            access = StopAccess(**{name: value for name, value in details.items() if value is not None})
            return function(**{argument: access}, **given)

        decorated: Callable[..., Any] = command
        for name, (kind, words) in reversed(_OPTIONS.items()):
            option = f"--{prefix}{name.replace('_', '-')}"
            decorated = click.option(option, names[name], type=kind, help=f"{words}{where}.")(decorated)
        return decorated

    return decorate


def access_line(access: StopAccess) -> str:
    """All that is given, in one line; empty where nothing is."""
    contact = ", ".join(filter(None, (access.contact_name, access.contact_phone)))
    parts = (
        access.unit and f"unit {access.unit}",
        access.floor is not None and f"floor {access.floor}",
        access.floor_access,
        access.gate_code and f"code {access.gate_code}",
        contact and f"contact {contact}",
        access.note,
    )
    return "; ".join(str(part) for part in parts if part)
