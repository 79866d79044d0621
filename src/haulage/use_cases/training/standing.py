"""A person's training as it is shown: each module with how far they are."""

from collections.abc import Iterable

import attrs

from haulage.kernel.errors import NotFound
from haulage.kernel.money import half_up
from haulage.onboarding import Application
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.training import MODULES, TrainingModule, TrainingProgress, attempts_left


@attrs.frozen
class TrainingVideos:
    """The operator's own videos by the ids of modules; the slides stand where there is none."""

    by_module: dict[str, str]

    def of(self, module_id: str) -> str | None:
        return self.by_module.get(module_id) or None


@attrs.frozen
class ModuleStanding:
    """A module, with the progress in it where it was begun. *video_url* is the operator's own video."""

    module: TrainingModule
    progress: TrainingProgress | None
    video_url: str | None = None

    @property
    def is_completed(self) -> bool:
        return self.progress is not None and self.progress.is_completed

    @property
    def attempts_left(self) -> int | None:
        return attempts_left(self.module, self.progress)


@attrs.frozen
class TrainingStanding:
    """The modules in their order; *application_id* is the application that the training belongs to now."""

    application_id: str
    modules: tuple[ModuleStanding, ...]

    @property
    def percent(self) -> int:
        """How much of what is required is completed (OP-81)."""
        required = [each for each in self.modules if each.module.is_required]
        return half_up(100 * sum(each.is_completed for each in required), len(required))


def training_standing(
    application: Application, known: Iterable[TrainingProgress], videos: TrainingVideos
) -> TrainingStanding:
    by_module = {each.module_id: each for each in known}
    return TrainingStanding(
        application.id,
        tuple(ModuleStanding(module, by_module.get(module.id), videos.of(module.id)) for module in MODULES),
    )


async def own_application(unit: UnitOfWork, user_id: str) -> Application:
    """The newest. Raises ``NotFound``: whoever trains applies to drive."""
    found = await unit.applications.newest_of(user_id)
    if found is None:
        raise NotFound("Application")
    return found


async def begun(unit: UnitOfWork, user_id: str, module_id: str) -> TrainingProgress:
    """Raises ``NotFound`` with 'Training progress not found' (ONB-55)."""
    found = await unit.training.progress(user_id, module_id)
    if found is None:
        raise NotFound("Training progress")
    return found
