"""Screening: every use case of the capability."""

import attrs

from haulage.use_cases.screening.deliver_letters import DeliverLetters
from haulage.use_cases.screening.fetch_report import FetchReport
from haulage.use_cases.screening.letters import PrintLetters
from haulage.use_cases.screening.order_screening import OrderScreening
from haulage.use_cases.screening.own_screening import AgreeToScreening
from haulage.use_cases.screening.review_screenings import ReviewScreenings
from haulage.use_cases.screening.sweep_reports import SweepReports
from haulage.use_cases.screening.take_step import TakeScreeningStep


@attrs.frozen
class ScreeningUseCases:
    """Applicants' own checks, the reviewers' cases, and the jobs between."""

    own: AgreeToScreening
    review: ReviewScreenings
    take_step: TakeScreeningStep
    letters: PrintLetters
    order: OrderScreening
    fetch: FetchReport
    sweep: SweepReports
    deliver: DeliverLetters
