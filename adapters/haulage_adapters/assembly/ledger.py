"""Ledger: the balances that are added up every hour."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.ledger import RollUpLedger
from haulage_adapters.assembly.parts import Parts


def ledger_job_handlers(parts: Parts) -> JobHandlers:
    return {JobKind.ROLL_UP_LEDGER: JobHandler(RollUpLedger(parts.storage))}
