"""What the store of training promises, on SQLite and PostgreSQL."""

from datetime import timedelta

import attrs
import pytest

from adapters.conftest import Scene
from builders import NOON, minutes_later
from haulage.kernel.errors import Conflict
from haulage.training import Attempt, TrainingProgress, Watch, beat, complete, grade, module_of, spend
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DOCUMENT, QUIZ = module_of("vehicle-inspection"), module_of("safety-quiz")


async def begun(storage: SqlStorage, user_id: str, module_id: str, minute: int = 0) -> TrainingProgress:
    return await storage.write(lambda unit: unit.training.begin(user_id, module_id, minutes_later(minute)))


async def test_progress_is_begun_once_and_read_as_it_was_written(storage: SqlStorage, scene: Scene) -> None:
    user = await scene.user(7)
    first = await begun(storage, user, QUIZ.id)
    assert await begun(storage, user, QUIZ.id, 5) == first == TrainingProgress(user, QUIZ.id, NOON)
    document = await begun(storage, user, DOCUMENT.id, 1)
    done = complete(DOCUMENT, spend(document, timedelta(days=40)), "crt_7", minutes_later(2))
    saved = await storage.write(lambda unit: unit.training.save(document, done))
    assert await storage.read(lambda unit: unit.training.progress_of(user)) == [first, saved]
    assert await storage.read(lambda unit: unit.training.progress_of("usr_8")) == []
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.training.save(document, done))
    certified = await storage.read(lambda unit: unit.training.certified("crt_7"))
    assert certified is not None
    assert (certified.progress, certified.holder) == (saved, "Ada Customer")
    assert await storage.read(lambda unit: unit.training.certified("crt_8")) is None


async def test_a_person_has_one_watch_and_of_two_heartbeats_one_counts(
    storage: SqlStorage, scene: Scene
) -> None:
    user = await scene.user(7)
    for number in (1, 2):
        watch = Watch(user, f"wat_{number}", QUIZ.id, NOON)
        await storage.write(lambda unit, watch=watch: unit.training.take_watch(watch))  # type: ignore[misc]
    held = await storage.read(lambda unit: unit.training.watch_of(user))
    assert held == Watch(user, "wat_2", QUIZ.id, NOON)
    after, _credit = beat(held, "wat_2", QUIZ.id, minutes_later(1))
    await storage.write(lambda unit: unit.training.save_watch(held, after))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.training.save_watch(held, after))


async def test_a_person_has_one_open_attempt_in_a_module(storage: SqlStorage, scene: Scene) -> None:
    user = await scene.user(7)
    attempt = Attempt("att_1", user, QUIZ.id, ("lift", "pin"), NOON, {"pin": 2})
    await storage.write(lambda unit: unit.training.add_attempt(attempt))
    another = attrs.evolve(attempt, id="att_2", question_ids=("stairs",), started_at=minutes_later(1))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.training.add_attempt(another))
    assert await storage.read(lambda unit: unit.training.open_attempt(user, QUIZ.id)) == attempt
    graded = grade(QUIZ, attrs.evolve(attempt, answers={"pin": 2, "lift": 0}), NOON)
    saved = await storage.write(lambda unit: unit.training.save_attempt(attempt, graded))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.training.save_attempt(attempt, graded))
    assert await storage.read(lambda unit: unit.training.open_attempt(user, QUIZ.id)) is None
    assert await storage.read(lambda unit: unit.training.latest_attempt(user, QUIZ.id)) == saved
    await storage.write(lambda unit: unit.training.add_attempt(another))
    assert await storage.read(lambda unit: unit.training.latest_attempt(user, QUIZ.id)) == another
    seen = await storage.read(lambda unit: unit.training.seen_questions(user, QUIZ.id))
    assert list(seen) == ["stairs", "lift", "pin"]
