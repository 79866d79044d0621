"""The demonstration as shells begin it."""

from haulage_adapters.demonstration import DemonstrationSignIns, seed_demonstration

__all__ = ["DemonstrationSignIns", "seed_demonstration"]
