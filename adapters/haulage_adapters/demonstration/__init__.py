"""The demonstration marketplace: invented people, a short history, and drivers who move."""

from haulage_adapters.demonstration.movement import run_demonstration
from haulage_adapters.demonstration.people import DemonstrationSignIns
from haulage_adapters.demonstration.progress import Report, quiet
from haulage_adapters.demonstration.seed import seed_demonstration

__all__ = ["DemonstrationSignIns", "Report", "quiet", "run_demonstration", "seed_demonstration"]
