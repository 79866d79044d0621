"""Messages that are written already (MSG-02, MSG-10, OP-46). None of them advertises.

A template fits into a message whatever is filled in: that its own words and the longest possible values
together are short enough is made sure of when this file is read.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

import attrs

from haulage.kernel.errors import InvalidInput, NotFound
from haulage.messaging.message import Party
from haulage.messaging.text import MAX_MESSAGE_LENGTH, message_text, plain

_PLACE = re.compile(r"\{([a-z_]+)\}")
CUT = "..."


class TemplateCategory(StrEnum):
    ARRIVAL = "arrival"
    COMPLETION = "completion"
    DELAY = "delay"
    GENERAL = "general"


@attrs.frozen
class Variable:
    """Something that is filled in.

    *known* ones are filled in by the server, from what it knows of the order, and nobody else says them.
    *pattern* is what a value must look like; where there is none, a longer value is cut at *longest*.
    """

    longest: int
    known: bool = True
    pattern: re.Pattern[str] | None = None
    looks: str = ""

    def value(self, name: str, text: str) -> str:
        """The value as it is filled in. ``InvalidInput`` names the variable."""
        value = plain(text)
        if self.pattern is not None:
            if len(value) > self.longest or not self.pattern.match(value):
                raise InvalidInput(f"variables.{name}", f"must be {self.looks}")
            return value
        if not value:
            raise InvalidInput(f"variables.{name}", "is needed for this template")
        return value if len(value) <= self.longest else value[: self.longest - len(CUT)].rstrip() + CUT


_MINUTES = re.compile(r"(?:0|[1-9][0-9]{0,2})\Z", re.ASCII)
_DOLLARS = re.compile(r"\$[0-9,]+\.[0-9]{2}\Z", re.ASCII)
_ADDRESS = re.compile(r"https?://[\x21-\x7e]+\Z")

VARIABLES: Mapping[str, Variable] = MappingProxyType(
    {
        "customer_name": Variable(30),
        "driver_name": Variable(30),
        "order_number": Variable(12),
        "pickup_address": Variable(60),
        "dropoff_address": Variable(60),
        "minutes": Variable(3, pattern=_MINUTES, looks="whole minutes, at most 999"),
        "delay_minutes": Variable(3, known=False, pattern=_MINUTES, looks="whole minutes, at most 999"),
        "amount": Variable(16, pattern=_DOLLARS, looks="an amount such as $12.50"),
        "pickup_time": Variable(60),
        "rate_url": Variable(100, pattern=_ADDRESS, looks="an address of at most 100 characters"),
    }
)
"""Everything that any template may name."""


@attrs.frozen
class Template:
    """``user_type`` is who sends it."""

    id: str
    name: str
    category: TemplateCategory
    user_type: Party
    message: str
    is_active: bool = True

    def __attrs_post_init__(self) -> None:
        longest = len(_PLACE.sub("", self.message)) + sum(VARIABLES[name].longest for name in self._places())
        if longest > MAX_MESSAGE_LENGTH:
            raise ValueError(f"template {self.id} may come to {longest} characters")

    @property
    def variables(self) -> tuple[str, ...]:
        """In the order in which they stand."""
        return tuple(dict.fromkeys(self._places()))

    @property
    def asks(self) -> tuple[str, ...]:
        """Those that whoever sends it has to say."""
        return tuple(name for name in self.variables if not VARIABLES[name].known)

    def _places(self) -> Sequence[str]:
        return _PLACE.findall(self.message)


def filled(template: Template, values: Mapping[str, str]) -> str:
    """The text with every variable in its place.

    Raises ``InvalidInput`` naming a variable that is missing or cannot stand there.
    """
    missing = [name for name in template.variables if name not in values]
    if missing:
        raise InvalidInput(f"variables.{missing[0]}", "is needed for this template")
    said = {name: VARIABLES[name].value(name, values[name]) for name in template.variables}
    return message_text(_PLACE.sub(lambda found: said[found[1]], template.message))


def said_by_sender(template: Template, values: Mapping[str, str]) -> dict[str, str]:
    """What the sender says, if it is theirs to say; drivers may know the minutes better than the map.

    ``InvalidInput`` names what is not.
    """
    for name in values:
        if name not in template.variables:
            raise InvalidInput(f"variables.{name}"[:100], "is not part of this template")
        if VARIABLES[name].known and name != "minutes":
            raise InvalidInput(f"variables.{name}", "is filled in for you")
    return dict(values)


def template_of(template_id: str, user_type: Party) -> Template:
    """One that this party may send. Raises ``NotFound`` with 'Message template not found'."""
    template = _BY_ID.get(template_id)
    if template is None or not template.is_active or template.user_type is not user_type:
        raise NotFound("Message template")
    return template


def templates_for(user_type: Party | None) -> Sequence[Template]:
    """Those in use, in the order in which they are shown; everybody's for None."""
    return [each for each in TEMPLATES if each.is_active and user_type in (None, each.user_type)]


_ARRIVAL, _COMPLETION = TemplateCategory.ARRIVAL, TemplateCategory.COMPLETION
_DELAY, _GENERAL = TemplateCategory.DELAY, TemplateCategory.GENERAL
_DRIVER, _CUSTOMER, _SYSTEM = Party.DRIVER, Party.CUSTOMER, Party.SYSTEM

TEMPLATES: Sequence[Template] = (
    Template(
        "driver_on_the_way",
        "On my way",
        _ARRIVAL,
        _DRIVER,
        "Hi {customer_name}, this is {driver_name}, your driver. I am on my way.",
    ),
    Template(
        "driver_minutes_away",
        "Minutes away",
        _ARRIVAL,
        _DRIVER,
        "I will be there in about {minutes} min.",
    ),
    Template("driver_at_pickup", "At the pickup", _ARRIVAL, _DRIVER, "I am at the pickup: {pickup_address}."),
    Template(
        "driver_at_dropoff",
        "At the drop-off",
        _ARRIVAL,
        _DRIVER,
        "I am at the drop-off: {dropoff_address}. Please come to the door.",
    ),
    Template(
        "driver_late",
        "Running late",
        _DELAY,
        _DRIVER,
        "I am running about {delay_minutes} minutes late. Sorry for the wait.",
    ),
    Template(
        "driver_delivered",
        "Delivered",
        _COMPLETION,
        _DRIVER,
        "Order {order_number} is delivered. Thank you, {customer_name}.",
    ),
    Template(
        "driver_loaded",
        "On board",
        _GENERAL,
        _DRIVER,
        "Everything is on board. Next stop: {dropoff_address}.",
    ),
    Template(
        "driver_entrance",
        "Where is the entrance?",
        _GENERAL,
        _DRIVER,
        "I cannot find the entrance. Could you tell me where to go?",
    ),
    Template(
        "customer_how_long",
        "How long?",
        _ARRIVAL,
        _CUSTOMER,
        "Hi {driver_name}, how long will it take you to get here?",
    ),
    Template(
        "customer_ready",
        "Ready",
        _ARRIVAL,
        _CUSTOMER,
        "I am ready at the pickup: {pickup_address}.",
    ),
    Template(
        "customer_ring",
        "Please ring",
        _ARRIVAL,
        _CUSTOMER,
        "Please ring the bell when you arrive.",
    ),
    Template(
        "customer_late",
        "Running late",
        _DELAY,
        _CUSTOMER,
        "I am running about {delay_minutes} minutes late. Please wait for me.",
    ),
    Template(
        "customer_received",
        "All received",
        _COMPLETION,
        _CUSTOMER,
        "Everything of order {order_number} has arrived. Thank you, {driver_name}.",
    ),
    Template(
        "customer_call",
        "Please call",
        _GENERAL,
        _CUSTOMER,
        "Please call me when you have a moment.",
    ),
    Template(
        "customer_parking",
        "Parking",
        _GENERAL,
        _CUSTOMER,
        "You can stop right in front of the building.",
    ),
    Template(
        "system_order_confirmed",
        "Order confirmed",
        _GENERAL,
        _SYSTEM,
        "Your order {order_number} is paid. Its page shows who drives it, and where it is.",
    ),
    Template(
        "system_driver_assigned",
        "Driver assigned",
        _GENERAL,
        _SYSTEM,
        "{driver_name} is the driver of your order {order_number}.",
    ),
    Template(
        "system_driver_lost",
        "Driver cannot come",
        _GENERAL,
        _SYSTEM,
        "Your driver cannot come for order {order_number}. We are asking other drivers now. "
        "Canceling costs you nothing until one sets out.",
    ),
    Template(
        "system_driver_arriving",
        "Driver arriving",
        _ARRIVAL,
        _SYSTEM,
        "{driver_name} will be there in about {minutes} min (order {order_number}).",
    ),
    Template(
        "system_delivered",
        "Delivered",
        _COMPLETION,
        _SYSTEM,
        "Order {order_number} is delivered. Rate it: {rate_url}",
    ),
    Template(
        "system_delayed",
        "Delayed",
        _DELAY,
        _SYSTEM,
        "Order {order_number} is late: {driver_name} is now expected in about {minutes} min.",
    ),
    Template(
        "system_pickup_moved",
        "Pickup moved",
        _GENERAL,
        _SYSTEM,
        "The pickup of order {order_number} was moved: {pickup_time}.",
    ),
    Template(
        "system_problem_reported",
        "Problem reported",
        _GENERAL,
        _SYSTEM,
        "Problem reported with order {order_number}. We look into it.",
    ),
    Template(
        "system_problem_refunded",
        "Problem decided: refunded",
        _GENERAL,
        _SYSTEM,
        "Decided about the problem with order {order_number}: {amount} refunded.",
    ),
    Template(
        "system_problem_declined",
        "Problem decided: no refund",
        _GENERAL,
        _SYSTEM,
        "Decided about the problem with order {order_number}: no refund.",
    ),
    Template(
        "system_problem_withdrawn",
        "Report withdrawn",
        _GENERAL,
        _SYSTEM,
        "The report of a problem with order {order_number} was withdrawn.",
    ),
)

_BY_ID = {template.id: template for template in TEMPLATES}
if len(_BY_ID) != len(TEMPLATES):
    raise ValueError("two templates have one id")
