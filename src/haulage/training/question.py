"""A question with its answer, and which questions an attempt asks."""

from collections.abc import Container, Sequence
from hashlib import sha256

import attrs

from haulage.kernel.errors import InvalidInput


@attrs.frozen
class Question:
    """*correct* is the index of the right option; whoever answers learns it, and why, afterwards."""

    id: str
    question: str
    options: tuple[str, ...]
    correct: int
    explanation: str

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.correct < len(self.options):
            raise InvalidInput("correct", f"is no option of {self.id}")


def draw(pool: Sequence[Question], count: int, seen: Container[str], seed: str) -> tuple[Question, ...]:
    """So many questions of the *pool*, by an unguessable *seed*; those *seen* before come last,
    so that an explanation that was read gives no answer away while there are others."""

    def place(question: Question) -> tuple[bool, bytes]:
        return question.id in seen, sha256(f"{seed}:{question.id}".encode()).digest()

    return tuple(sorted(pool, key=place)[:count])
