"""Faults to order: answers that are lost, late or unwelcome, or no answers at all."""

from enum import StrEnum
from fnmatch import fnmatchcase

import attrs

from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid


class Fault(StrEnum):
    """What happens to a request."""

    FAIL = "fail"
    """Answered with 500, and nothing was done."""
    BUSY = "busy"
    """Answered with 429, and nothing was done."""
    REFUSE = "refuse"
    """Answered with 400, and nothing was done."""
    HANG = "hang"
    """Nothing is done for so many seconds."""
    LOSE = "lose"
    """It is done, and the connection breaks before the answer is out."""
    GARBLE = "garble"
    """It is done, and the answer is not what was asked for."""


@attrs.define
class Ordered:
    """A fault of the next so many requests to addresses like this one; ``POST /v1/refunds`` is only the
    refunds that are made, and ``/v1/refunds`` also the list of them."""

    path: str
    what: Fault
    times: int
    seconds: float = 0.0


@attrs.define
class Faults:
    """What is still to go wrong, in the order it was asked for."""

    ordered: list[Ordered] = attrs.Factory(list)

    def order(self, path: str, what: Fault, *, times: int = 1, seconds: float = 0.0) -> None:
        self.ordered.append(Ordered(path, what, times, seconds))

    def read(self, form: Json) -> Json:
        """The same from a request: ``path=/v1/refunds&what=lose&times=3``."""
        try:
            what, times = Fault(form.get("what", "")), int(form.get("times", "1"))
            seconds = float(form.get("seconds", "0"))
        except ValueError:
            raise invalid(
                "what", f"must be one of {', '.join(Fault)}, with whole times and seconds"
            ) from None
        if not (0 < times <= 100_000 and 0 <= seconds <= 600):
            raise invalid("times", "must be from 1 to 100000, and seconds from 0 to 600")
        self.order(str(form.get("path", "*")), what, times=times, seconds=seconds)
        return {"ordered": len(self.ordered)}

    def next_for(self, method: str, path: str) -> Ordered | None:
        """Use up one fault for this request, if there is one."""
        for each in self.ordered:
            if fnmatchcase(f"{method} {path}" if " " in each.path else path, each.path):
                each.times -= 1
                if each.times == 0:
                    self.ordered.remove(each)
                return each
        return None


def failure(what: Fault) -> Refused:
    if what is Fault.BUSY:
        return Refused("Too many requests in a period of time.", 429, code="rate_limit")
    if what is Fault.REFUSE:
        return Refused("Your account cannot do this at the moment.")
    return Refused("An unknown error occurred.", 500, type="api_error")
