"""The five modules, all required, in their order (ONB-51)."""

from haulage.kernel.errors import NotFound
from haulage.training.module import CompletionCriteria, ModuleType, TrainingModule
from haulage.training.quiz import QUIZ_QUESTIONS
from haulage.training.tour import TOUR_TASKS

MINIMUM_SCORE = 80
"""ONB-53: of quizzes and interactive modules, in percent."""

MODULES = (
    TrainingModule(
        "safety-basics",
        "Safety basics",
        "Lifting, stairs, loading, straps, driving with a load, parking in New York, and when to stop.",
        ModuleType.VIDEO,
        minutes=15,
        criteria=CompletionCriteria(watch_minutes=12),
    ),
    TrainingModule(
        "customer-service",
        "Customer service",
        "A job from the first message to the proof: homes, neighbors, damage, money, and what customers may "
        "change.",
        ModuleType.VIDEO,
        minutes=20,
        criteria=CompletionCriteria(watch_minutes=16),
    ),
    TrainingModule(
        "platform-navigation",
        "The driver's console",
        "A tour of the console that you will work with, on sample jobs: press what you would press.",
        ModuleType.INTERACTIVE,
        minutes=10,
        criteria=CompletionCriteria(minimum_score=MINIMUM_SCORE),
        questions=TOUR_TASKS,
        question_count=len(TOUR_TASKS),
    ),
    TrainingModule(
        "safety-quiz",
        "Safety quiz",
        "Three questions about what the lessons say.",
        ModuleType.QUIZ,
        minutes=15,
        criteria=CompletionCriteria(minimum_score=MINIMUM_SCORE, attempts_allowed=3),
        questions=QUIZ_QUESTIONS,
        question_count=3,
    ),
    TrainingModule(
        "vehicle-inspection",
        "Vehicle inspection",
        "What you look at before the first job of a day: a list to go through at your vehicle.",
        ModuleType.DOCUMENT,
        minutes=10,
    ),
)


def module_of(module_id: str) -> TrainingModule:
    """Raises ``NotFound`` with 'Training module not found' (ONB-55)."""
    found = next((each for each in MODULES if each.id == module_id), None)
    if found is None:
        raise NotFound("Training module")
    return found
