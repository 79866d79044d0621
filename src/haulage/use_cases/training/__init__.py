"""Training: take it, and certify what was completed."""

from haulage.use_cases.training.facade import TrainingUseCases

__all__ = ["TrainingUseCases"]
