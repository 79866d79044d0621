"""Training in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, insert, select, update

from haulage.ports.storage.training import CertifiedModule, TrainingStore
from haulage.training import Attempt, TrainingProgress, Watch
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import training_attempts, training_progress, training_watches, users
from haulage_adapters.sql.upserts import insert_ignore, replaced

WHAT = "training"
MOST_REMEMBERED = 50
"""Ours: attempts whose questions are asked last; with three attempts a reset that is very many."""

_PROGRESS = flat_names(TrainingProgress, without=set())
_ATTEMPT = flat_names(Attempt, without={"question_ids", "answers"})
_WATCH = flat_names(Watch, without=set())
_ROW, _ATTEMPTS, _WATCHES = training_progress.c, training_attempts.c, training_watches.c


class SqlTrainingStore(TrainingStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def begin(self, user_id: str, module_id: str, now: datetime) -> TrainingProgress:
        """The progress that there is, or a new one."""
        new = attributes_of(TrainingProgress(user_id, module_id, now), _PROGRESS)
        statement = insert_ignore(self._session.dialect, training_progress, "user_id", "module_id")
        await self._session.run(statement, new, what=WHAT)
        found = await self.progress(user_id, module_id)
        assert found is not None
        return found

    async def progress(self, user_id: str, module_id: str) -> TrainingProgress | None:
        wanted = select(training_progress).where(_ROW.user_id == user_id, _ROW.module_id == module_id)
        row = await self._session.row(wanted)
        return None if row is None else _progress(row)

    async def progress_of(self, user_id: str) -> Sequence[TrainingProgress]:
        """In all modules that the person has begun, the earliest first."""
        wanted = select(training_progress).where(_ROW.user_id == user_id)
        rows = await self._session.rows(wanted.order_by(_ROW.started_at, _ROW.module_id))
        return [_progress(row) for row in rows]

    async def save(self, before: TrainingProgress, after: TrainingProgress) -> TrainingProgress:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session,
            training_progress,
            before,
            after,
            lambda value: attributes_of(value, _PROGRESS),
            what=WHAT,
            same=("user_id", "module_id", "version"),
        )

    async def certified(self, code: str) -> CertifiedModule | None:
        wanted = (
            select(training_progress, users.c.name.label("holder"))
            .join(users, users.c.id == _ROW.user_id)
            .where(_ROW.certificate_code == code)
        )
        row = await self._session.row(wanted)
        return None if row is None else CertifiedModule(_progress(row), row["holder"])

    async def take_watch(self, watch: Watch) -> None:
        """Make it the person's only watch."""
        changed = ("watch_id", "module_id", "beat_at")
        statement = replaced(self._session.dialect, training_watches, "user_id", *changed)
        await self._session.run(statement, attributes_of(watch, _WATCH), what=WHAT)

    async def watch_of(self, user_id: str) -> Watch | None:
        row = await self._session.row(select(training_watches).where(_WATCHES.user_id == user_id))
        return None if row is None else Watch(**columns_of(row, _WATCH))

    async def save_watch(self, before: Watch, after: Watch) -> None:
        """``Conflict`` when another heartbeat or another window was first."""
        same = (_WATCHES[name] == getattr(before, name) for name in _WATCH)
        statement = update(training_watches).where(*same).values(attributes_of(after, _WATCH))
        require_one(await self._session.changed(statement, what=WHAT), WHAT)

    async def add_attempt(self, attempt: Attempt) -> None:
        """``Conflict`` when the person has an open one in the module."""
        await self._session.run(insert(training_attempts), _attempt_row(attempt), what="attempt")

    async def open_attempt(self, user_id: str, module_id: str) -> Attempt | None:
        row = await self._session.row(_of(user_id, module_id).where(_ATTEMPTS.graded_at.is_(None)))
        return None if row is None else _attempt(row)

    async def latest_attempt(self, user_id: str, module_id: str) -> Attempt | None:
        row = await self._session.row(_latest(user_id, module_id).limit(1))
        return None if row is None else _attempt(row)

    async def seen_questions(self, user_id: str, module_id: str) -> Sequence[str]:
        """The ids of questions in the person's latest attempts."""
        rows = await self._session.rows(_latest(user_id, module_id).limit(MOST_REMEMBERED))
        return [question for row in rows for question in row["question_ids"]]

    async def save_attempt(self, before: Attempt, after: Attempt) -> Attempt:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session, training_attempts, before, after, _attempt_row, what="attempt"
        )


def _of(user_id: str, module_id: str) -> Select[Any]:
    wanted = select(training_attempts)
    return wanted.where(_ATTEMPTS.user_id == user_id, _ATTEMPTS.module_id == module_id)


def _latest(user_id: str, module_id: str) -> Select[Any]:
    """In their order from the last one on; an open one began last."""
    return _of(user_id, module_id).order_by(_ATTEMPTS.started_at.desc(), _ATTEMPTS.graded_at.is_(None).desc())


def _progress(row: RowMapping) -> TrainingProgress:
    return TrainingProgress(**columns_of(row, _PROGRESS))


def _attempt(row: RowMapping) -> Attempt:
    return Attempt(
        **columns_of(row, _ATTEMPT), question_ids=tuple(row["question_ids"]), answers=dict(row["answers"])
    )


def _attempt_row(attempt: Attempt) -> dict[str, Any]:
    nested = {"question_ids": list(attempt.question_ids), "answers": dict(attempt.answers)}
    return attributes_of(attempt, _ATTEMPT) | nested
