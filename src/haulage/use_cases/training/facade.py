"""Training: every use case of the capability."""

import attrs

from haulage.use_cases.training.certificates import Certificates
from haulage.use_cases.training.review_training import ReviewTraining
from haulage.use_cases.training.take_quiz import TakeQuiz
from haulage.use_cases.training.take_training import TakeTraining


@attrs.frozen
class TrainingUseCases:
    """One's own training and its questions, certificates, and what administrators see."""

    take: TakeTraining
    quiz: TakeQuiz
    certificates: Certificates
    review: ReviewTraining
