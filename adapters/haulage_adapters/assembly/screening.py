"""Background checks: whose reports are read, and everything that is done about them."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from haulage.jobs import JobKind
from haulage.kernel.errors import InvalidInput
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.screening import ScreeningReport
from haulage.services.screening.begin_check import NO_DELAY, BeginCheck
from haulage.use_cases.screening import ScreeningUseCases
from haulage.use_cases.screening.deliver_letters import DeliverLetters
from haulage.use_cases.screening.fetch_report import FetchReport
from haulage.use_cases.screening.letters import PrintLetters
from haulage.use_cases.screening.order_screening import OrderScreening
from haulage.use_cases.screening.own_screening import AgreeToScreening
from haulage.use_cases.screening.review_screenings import ReviewScreenings
from haulage.use_cases.screening.sweep_reports import SweepReports
from haulage.use_cases.screening.take_step import TakeScreeningStep
from haulage_adapters import checkr_screening
from haulage_adapters.assembly.administrator_email import administrator_email
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.assembly.screening_providers import REAL_LOOK, SIMULATED_LOOK, START_AFTER
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.simulated.screening import SAMPLES
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.wire.decoding_errors import in_words, split_path

POLLED_EVERY, SWEEP_LIMIT = timedelta(hours=12), timedelta(minutes=40)
"""Ours: a check asks every six hours by a job of its own, as long as that lives; 200 questions of at most ten
seconds each."""

LONGEST_CHECK = timedelta(days=90)
"""Ours: some courts take weeks, and applicants may leave an invitation open."""


def begin_check(parts: Parts) -> BeginCheck:
    return BeginCheck(START_AFTER if parts.settings.demo else NO_DELAY)


def fetch_report(parts: Parts) -> FetchReport:
    changing = parts.settings.checkr_is_configured
    return FetchReport(parts.storage, parts.clock, parts.screening, _look(parts), changing)


def _look(parts: Parts) -> timedelta:
    return SIMULATED_LOOK if parts.screening.agency.simulated else REAL_LOOK


def assemble_screening(parts: Parts, fetch: FetchReport) -> ScreeningUseCases:
    storage, clock, provider = parts.storage, parts.clock, parts.screening
    printer, begin = TypstPrinter(parts.settings.public_url), begin_check(parts)
    samples = {} if parts.settings.checkr_is_configured else SAMPLES
    ended_waits = administrator_email(parts, EmailKind.SCREENINGS_TO_DECIDE, "screenings")
    review = ReviewScreenings(storage, clock, provider, fetch, samples)
    return ScreeningUseCases(
        own=AgreeToScreening(storage, clock, parts.identifiers, provider, begin),
        review=review,
        take_step=TakeScreeningStep(storage, clock, review, begin),
        letters=PrintLetters(storage, clock, printer, provider),
        order=OrderScreening(storage, clock, provider, _look(parts)),
        fetch=fetch,
        sweep=SweepReports(storage, clock, fetch, POLLED_EVERY, log_alarm, ended_waits),
        deliver=DeliverLetters(storage, clock, printer, parts.templates, parts.settings.public_url),
    )


def screening_job_handlers(screening: ScreeningUseCases) -> JobHandlers:
    return {
        JobKind.ORDER_SCREENING: JobHandler(screening.order),
        JobKind.CHECK_SCREENING: JobHandler(screening.fetch.until_done, longest_wait=LONGEST_CHECK),
        JobKind.DELIVER_SCREENING_LETTERS: JobHandler(screening.deliver),
        JobKind.SWEEP_SCREENINGS: JobHandler(screening.sweep, time_limit=SWEEP_LIMIT),
    }


def read_report(
    report: object, searches: Sequence[object] = (), license_reports: Sequence[object] = ()
) -> ScreeningReport:
    """A report as the provider answers it. Raises ``InvalidInput``, which names the path."""
    try:
        return checkr_screening.read_report(report, searches, license_reports)
    except msgspec.ValidationError as problem:
        path, message = split_path(str(problem))
        raise InvalidInput(path or "report", in_words(message) or f"cannot be read: {message}") from None
