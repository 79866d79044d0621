"""What OSRM's maneuvers say in plain English; OSRM itself gives only their kinds."""

from collections.abc import Callable
from typing import Annotated, Any

import attrs
import msgspec
from msgspec import Meta

from haulage_adapters.http_client.reading import Name, Text

MAX_SIGNS = 2_000
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SIDES = ("left", "right")


class WordedManeuver(msgspec.Struct, kw_only=True):
    """What OSRM says of a maneuver that goes into words."""

    type: Name | None = None
    modifier: Name | None = None
    rotary_name: Name | None = None
    bearing_after: Any = None
    exit: Any = None


class WordedStep(msgspec.Struct, kw_only=True):
    """A maneuver with the names on the road and on its signs."""

    maneuver: WordedManeuver
    name: Name | None = None
    ref: Name | None = None
    destinations: Annotated[Text, Meta(max_length=MAX_SIGNS)] | None = None
    exits: Name | None = None


@attrs.frozen
class Maneuver:
    """A step in words: what is done, to which side, and the names on the road and on the signs."""

    kind: str
    modifier: str = ""
    street: str = ""
    toward: str = ""
    exit: str = ""
    heading: str = ""
    circle: str = "the roundabout"
    nth: str = "the exit"

    @property
    def side(self) -> str:
        return next((side for side in SIDES if self.modifier.endswith(side)), "")

    @property
    def turn(self) -> str:
        """Without the name of the road, so that a sentence may go on."""
        match self.modifier:
            case "uturn":
                return "make a U-turn"
            case "straight" | "":
                return "go straight"
            case "slight left" | "slight right":
                return f"bear {self.side}"
            case "sharp left" | "sharp right":
                return f"turn sharply {self.side}"
            case _:
                return f"turn {self.side}" if self.side else "turn"


def instruction(step: WordedStep) -> str:
    """One sentence without a full stop. A kind of maneuver that is new to us is worded like a turn."""
    maneuver = _maneuver(step)
    sentence = SENTENCES.get(maneuver.kind, _turn)(maneuver)
    return sentence[0].upper() + sentence[1:]


def _turn(it: Maneuver) -> str:
    return f"{it.turn}{_joined('onto', it.street)}"


def _continue(it: Maneuver) -> str:
    """The road goes on; where it bends or one turns round, that is said."""
    if it.kind == "continue" and (it.side or it.modifier == "uturn"):
        return f"{it.turn}{_joined('on', it.street)}"
    return f"continue{_joined('on', it.street)}"


def _arrive(it: Maneuver) -> str:
    return f"arrive at the destination{f', on the {it.side}' if it.side else ''}"


def _ramp(it: Maneuver) -> str:
    return f"take the ramp{_on_the_side(it)}{_joined('onto', it.street)}{_joined('toward', it.toward)}"


def _leave(it: Maneuver) -> str:
    exit_name = f"exit {it.exit}" if it.exit else "the exit"
    return f"take {exit_name}{_on_the_side(it)}{_joined('onto', it.street)}{_joined('toward', it.toward)}"


def _fork(it: Maneuver) -> str:
    onward = f"{_joined('onto', it.street)}{_joined('toward', it.toward)}"
    return f"keep {it.side or 'straight'} at the fork{onward}"


SENTENCES: dict[str, Callable[[Maneuver], str]] = {
    "depart": lambda it: f"head {it.heading}{_joined('on', it.street)}",
    "arrive": _arrive,
    "continue": _continue,
    "new name": _continue,
    "notification": _continue,
    "use lane": _continue,
    "merge": lambda it: f"merge{_joined('', it.side)}{_joined('onto', it.street or it.toward)}",
    "on ramp": _ramp,
    "ramp": _ramp,
    "off ramp": _leave,
    "fork": _fork,
    "end of road": lambda it: f"at the end of the road, {_turn(it)}",
    "roundabout": lambda it: f"at {it.circle}, take {it.nth}{_joined('onto', it.street)}",
    "rotary": lambda it: f"at {it.circle}, take {it.nth}{_joined('onto', it.street)}",
    "roundabout turn": lambda it: f"at the roundabout, {_turn(it)}",
    "exit roundabout": lambda it: f"leave the roundabout{_joined('onto', it.street)}",
    "exit rotary": lambda it: f"leave the roundabout{_joined('onto', it.street)}",
}


def _maneuver(step: WordedStep) -> Maneuver:
    maneuver = step.maneuver
    street = step.name or step.ref or ""
    toward = [sign.strip() for sign in (step.destinations or "").split(",")[:2]]
    return Maneuver(
        kind=maneuver.type or "",
        modifier=maneuver.modifier or "",
        street=street,
        toward=", ".join(sign for sign in toward if sign not in {"", street}),
        exit=(step.exits or "").split(";")[0].strip(),
        heading=_heading(maneuver.bearing_after),
        circle=maneuver.rotary_name or "the roundabout",
        nth=_nth(maneuver.exit),
    )


def _heading(degrees: Any) -> str:
    known = isinstance(degrees, int | float) and 0 <= degrees <= 360
    return COMPASS[round(degrees / 45) % 8] if known else "out"


def _nth(number: Any) -> str:
    known = isinstance(number, int) and 1 <= number <= len(ORDINALS)
    return f"the {ORDINALS[number - 1]} exit" if known else "the exit"


def _joined(word: str, name: str) -> str:
    return f" {word} {name}".replace("  ", " ") if name else ""


def _on_the_side(it: Maneuver) -> str:
    return f" on the {it.side}" if it.side else ""
