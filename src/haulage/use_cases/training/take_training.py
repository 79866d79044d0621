"""An applicant's own training: listed, watched and completed."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.training import Watch, beat, complete, module_of, spend
from haulage.use_cases.training.completion_email import CompletionEmail
from haulage.use_cases.training.standing import (
    ModuleStanding,
    TrainingStanding,
    TrainingVideos,
    begun,
    own_application,
    training_standing,
)

CERTIFICATE = "crt"


@attrs.frozen
class StartedWatch:
    """The watch that heartbeats name from now on, and how far the module is."""

    watch_id: str
    standing: ModuleStanding


@attrs.frozen
class TakeTraining:
    """For whoever applies to drive, and for drivers later."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    videos: TrainingVideos
    email: CompletionEmail

    async def show(self, actor: Actor) -> TrainingStanding:
        """Every module with one's progress. Raises ``NotFound`` for whoever has no application."""
        authorize(actor, Action.TAKE_TRAINING)
        user_id = actor.user_id or ""

        async def query(unit: UnitOfWork) -> TrainingStanding:
            application = await own_application(unit, user_id)
            return training_standing(application, await unit.training.progress_of(user_id), self.videos)

        return await self.storage.read(query)

    async def watch(self, actor: Actor, module_id: str) -> StartedWatch:
        """Begin to spend time in a module, or go on with it; another window of the person loses its watch.
        Raises ``NotFound``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id, now = module_of(module_id), actor.user_id or "", self.clock.now()
        watch = Watch(user_id, self.identifiers.new("wat"), module.id, now)

        async def work(unit: UnitOfWork) -> StartedWatch:
            await own_application(unit, user_id)
            progress = await unit.training.begin(user_id, module.id, now)
            if not progress.is_completed:
                await unit.training.take_watch(watch)
            return StartedWatch(watch.watch_id, ModuleStanding(module, progress, self.videos.of(module.id)))

        return await self.storage.write(work)

    async def beat(self, actor: Actor, module_id: str, watch_id: str) -> ModuleStanding:
        """A heartbeat of the page. Raises ``NotFound`` and ``WatchedElsewhere``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id, now = module_of(module_id), actor.user_id or "", self.clock.now()

        async def work(unit: UnitOfWork) -> ModuleStanding:
            progress = await begun(unit, user_id, module.id)
            before = await unit.training.watch_of(user_id)
            after, credit = beat(before, watch_id, module.id, now)
            if before is not None:
                await unit.training.save_watch(before, after)
            spent = spend(progress, credit)
            saved = progress if spent == progress else await unit.training.save(progress, spent)
            return ModuleStanding(module, saved, self.videos.of(module.id))

        return await self.storage.write(work)

    async def complete(self, actor: Actor, module_id: str) -> ModuleStanding:
        """Complete a video or a document; again changes nothing. Raises ``NotFound``, ``ScoreNeeded`` and
        ``NotWatchedYet``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id, now = module_of(module_id), actor.user_id or "", self.clock.now()
        code = self.identifiers.new(CERTIFICATE)

        async def work(unit: UnitOfWork) -> ModuleStanding:
            application = await own_application(unit, user_id)
            progress = await begun(unit, user_id, module.id)
            done = complete(module, progress, code, now)
            saved = progress if done == progress else await unit.training.save(progress, done)
            await self.email.after(unit, application, progress, saved, now)
            return ModuleStanding(module, saved, self.videos.of(module.id))

        return await self.storage.write(work)
