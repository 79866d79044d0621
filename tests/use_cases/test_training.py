"""Taking the training, from the first slide to a certificate that anybody can verify (ONB-52 to ONB-55)."""

from datetime import timedelta

import attrs
import pytest

from haulage.kernel.actor import ANONYMOUS, OPERATOR, Actor
from haulage.kernel.errors import Conflict, Forbidden, NotFound
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.training import (
    HEARTBEAT_INTERVAL,
    MODULES,
    Attempt,
    AttemptsUsedUp,
    NotWatchedYet,
    TrainingStatus,
    WatchedElsewhere,
    module_of,
)
from haulage.use_cases.training.take_quiz import ShownAttempt
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

VIDEO, QUIZ, TOUR = "safety-basics", "safety-quiz", "platform-navigation"


async def applicant(scenario: Scenario, who: Actor) -> str:
    return (await scenario.market.onboarding.apply.begin(who)).application.id


async def watch(scenario: Scenario, who: Actor, module_id: str, time: timedelta) -> None:
    take = scenario.market.training.take
    watch_id = (await take.watch(who, module_id)).watch_id
    for _each in range(time // HEARTBEAT_INTERVAL):
        scenario.clock.turn(seconds=HEARTBEAT_INTERVAL.total_seconds())
        await take.beat(who, module_id, watch_id)


async def answer_all(scenario: Scenario, who: Actor, module_id: str, *, right: bool) -> ShownAttempt:
    quiz, module = scenario.market.training.quiz, module_of(module_id)
    for id in (await quiz.begin(who, module_id)).attempt.question_ids:
        question = module.question(id)
        option = question.correct if right else (question.correct + 1) % len(question.options)
        await quiz.answer(who, module_id, id, option)
    return await quiz.grade(who, module_id)


async def test_a_video_counts_heartbeats_and_is_certified_once_it_was_watched(
    scenario: Scenario, ada: Actor
) -> None:
    take, certificates = scenario.market.training.take, scenario.market.training.certificates
    with pytest.raises(NotFound, match="Application not found"):
        await take.show(ada)
    await applicant(scenario, ada)
    with pytest.raises(NotFound, match="Training progress not found"):
        await take.complete(ada, VIDEO)
    with pytest.raises(NotFound, match="Training module not found"):
        await take.watch(ada, "flying")
    await watch(scenario, ada, VIDEO, timedelta(minutes=1))
    with pytest.raises(NotWatchedYet, match="Watch 11 more minutes first"):
        await take.complete(ada, VIDEO)
    # A page that was closed for a day and opened again on another device.
    scenario.clock.turn(days=1)
    await watch(scenario, ada, VIDEO, timedelta(minutes=11))
    done = (await take.complete(ada, VIDEO)).progress
    assert done is not None
    assert (done.status, done.time_spent) == (TrainingStatus.COMPLETED, timedelta(minutes=12))
    assert (await take.complete(ada, VIDEO)).progress == done
    assert (await take.show(ada)).percent == 20

    code = done.certificate_code or ""
    shown = await certificates.verify(ANONYMOUS, code)
    assert (shown.holder, shown.module_id, shown.completed_at) == ("Ada C.", VIDEO, done.completed_at)
    assert (await certificates.printed(ada, code)).content.startswith(b"%PDF")
    with pytest.raises(NotFound, match="Certificate not found"):
        await certificates.verify(ANONYMOUS, "crt_guessed")


async def test_of_ten_windows_one_counts(scenario: Scenario, ada: Actor) -> None:
    take = scenario.market.training.take
    await applicant(scenario, ada)
    windows = [(await take.watch(ada, VIDEO)).watch_id for _each in range(10)]
    scenario.clock.turn(seconds=HEARTBEAT_INTERVAL.total_seconds())
    refused = 0
    for window in windows:
        try:
            await take.beat(ada, VIDEO, window)
        except WatchedElsewhere:
            refused += 1
    spent = (await take.show(ada)).modules[0].progress
    assert spent is not None
    assert (refused, spent.time_spent) == (9, HEARTBEAT_INTERVAL)


async def test_three_attempts_are_enforced_and_an_administrator_gives_new_ones(
    scenario: Scenario, ada: Actor
) -> None:
    training = scenario.market.training
    application_id = await applicant(scenario, ada)
    seen: list[Attempt] = []
    for _each in range(3):
        seen.append((await answer_all(scenario, ada, QUIZ, right=False)).attempt)
        again = await training.quiz.grade(ada, QUIZ)
        assert again.attempt == seen[-1]
    assert len({id for each in seen for id in each.question_ids}) == 9
    for refused in (training.quiz.begin(ada, QUIZ), answer_all(scenario, ada, QUIZ, right=True)):
        with pytest.raises(AttemptsUsedUp):
            await refused
    with pytest.raises(Forbidden):
        await training.review.reset(ada, application_id, QUIZ, "Please")
    standing = await training.review.reset(ADMIN, application_id, QUIZ, "Asked by phone")
    assert standing.modules[3].attempts_left == 3
    (event,) = await scenario.storage.read(lambda unit: unit.audit.newest(1))
    assert (event.action, event.facts) == ("training_reset", {"module": QUIZ, "attempts": 3})
    passed = await answer_all(scenario, ada, QUIZ, right=True)
    assert (passed.attempt.score, passed.standing.is_completed) == (100, True)
    shown = await training.review.show(OPERATOR, application_id)
    assert (shown.percent, shown.modules[3].attempts_left) == (20, 2)


async def test_an_open_attempt_goes_on_on_another_device(scenario: Scenario, ada: Actor) -> None:
    quiz = scenario.market.training.quiz
    await applicant(scenario, ada)
    begun = (await quiz.begin(ada, TOUR)).attempt
    await quiz.answer(ada, TOUR, "go-online", 0)
    again = (await quiz.begin(ada, TOUR)).attempt
    assert (again.id, again.answers) == (begun.id, {"go-online": 0})
    with pytest.raises(Conflict):
        await scenario.storage.write(lambda unit: unit.training.save_attempt(begun, begun))


async def test_training_belongs_to_the_person_and_outlives_a_restarted_application(
    scenario: Scenario, ada: Actor
) -> None:
    take = scenario.market.training.take
    first = await applicant(scenario, ada)
    await take.watch(ada, "vehicle-inspection")
    await take.complete(ada, "vehicle-inspection")
    await scenario.market.onboarding.apply.restart(ada)
    standing = await take.show(ada)
    assert standing.application_id != first
    assert standing.percent == 20
    application = await scenario.market.onboarding.apply.show(ada)
    assert application is not None
    assert application.progress.training == 20


async def test_whoever_completes_the_last_module_is_told_once(scenario: Scenario, ada: Actor) -> None:
    await applicant(scenario, ada)
    now, last = scenario.clock.now(), "vehicle-inspection"

    async def complete_others(unit: UnitOfWork) -> None:
        for module in MODULES:
            if module.id != last:
                begun = await unit.training.begin(ada.user_id or "", module.id, now)
                done = attrs.evolve(
                    begun,
                    status=TrainingStatus.COMPLETED,
                    completed_at=now,
                    certificate_code=f"crt_{module.id}",
                )
                await unit.training.save(begun, done)

    await scenario.storage.write(complete_others)
    take = scenario.market.training.take
    await take.watch(ada, last)
    for _ in range(2):
        await take.complete(ada, last)
    mails = await scenario.market.email.manage.latest(10)
    assert [each.subject for each in mails] == ["You completed the training"]
