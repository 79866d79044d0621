"""Training of applicants and its certificates."""

from haulage.use_cases.training.certificates import Certificates
from haulage.use_cases.training.completion_email import CompletionEmail
from haulage.use_cases.training.facade import TrainingUseCases
from haulage.use_cases.training.review_training import ReviewTraining
from haulage.use_cases.training.standing import TrainingVideos
from haulage.use_cases.training.take_quiz import TakeQuiz
from haulage.use_cases.training.take_training import TakeTraining
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.documents_typst import TypstPrinter


def assemble_training(parts: Parts) -> TrainingUseCases:
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
    videos = TrainingVideos(parts.settings.training_videos)
    email = CompletionEmail(parts.templates, parts.settings.public_url)
    return TrainingUseCases(
        take=TakeTraining(storage, clock, identifiers, videos, email),
        quiz=TakeQuiz(storage, clock, identifiers, email),
        certificates=Certificates(storage, TypstPrinter(parts.settings.public_url)),
        review=ReviewTraining(storage, clock, videos),
    )
