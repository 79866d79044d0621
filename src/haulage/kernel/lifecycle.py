"""A lifecycle is one table: a row for every state, and in it the moves that lead on."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, TypeVar

import attrs

from haulage.kernel.errors import IllegalMove

State = TypeVar("State", bound=StrEnum)
Event = TypeVar("Event", bound=StrEnum)


@attrs.frozen
class Lifecycle(Generic[State, Event]):
    """Every state with its moves; a state without a row fails when the table is made. *stands* has the words
    in which a refusal tells a state, where its own name reads badly after "This order is"."""

    subject: str
    moves: Mapping[State, Mapping[Event, State]]
    stands: Mapping[State, str] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        states = type(next(iter(self.moves)))
        missing = set(states) - set(self.moves)
        if missing:
            raise ValueError(f"{self.subject}: no row for {sorted(missing)}")

    def allows(self, state: State, event: Event) -> bool:
        return event in self.moves[state]

    def after(self, state: State, event: Event) -> State:
        """The state that *event* leads to; ``IllegalMove`` where the table has no such move."""
        try:
            return self.moves[state][event]
        except KeyError:
            raise IllegalMove(self.subject, self.stands.get(state, state), event) from None

    def is_final(self, state: State) -> bool:
        return not self.moves[state]
