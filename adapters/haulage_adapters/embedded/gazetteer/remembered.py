"""Answers kept while they are not too many in all, however large each may be."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Remembered(Generic[P, T]):
    """A function whose last answers are kept, up to a *budget* of what they *weigh* together.

    The answer that was used longest ago goes first; the newest one stays, whatever it weighs.
    """

    def __init__(self, find: Callable[P, T], weigh: Callable[[T], int], budget: int) -> None:
        self._find = find
        self._weigh = weigh
        self._budget = budget
        self._weight = 0
        self._answers: OrderedDict[object, T] = OrderedDict()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, *kwargs.items())
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        answer = self._answers[key] = self._find(*args, **kwargs)
        self._weight += self._weigh(answer)
        while self._weight > self._budget and len(self._answers) > 1:
            _, oldest = self._answers.popitem(last=False)
            self._weight -= self._weigh(oldest)
        return answer
