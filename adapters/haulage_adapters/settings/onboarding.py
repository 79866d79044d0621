"""Who may apply to drive."""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.onboarding import MIN_AGE_APPLY, MIN_AGE_APPROVE
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import server, whole_number

YOUNGEST, OLDEST = 16, 99
"""Ours: no state licenses anybody younger to drive alone for hire."""


@attrs.frozen(slots=False)
class OnboardingSettings:
    min_age_apply: int = setting(
        MIN_AGE_APPLY,
        "HAULAGE_MIN_AGE_APPLY",
        whole_number(YOUNGEST, OLDEST),
        "How old, in years, somebody has to be to apply to drive.",
    )
    min_age_approve: int = setting(
        MIN_AGE_APPROVE,
        "HAULAGE_MIN_AGE_APPROVE",
        whole_number(YOUNGEST, OLDEST),
        "How old, in years, an applicant has to be to be approved.",
    )

    vin_decoder_url: str | None = setting(
        None,
        "HAULAGE_VIN_DECODER_URL",
        server,
        "Where VINs are decoded, such as https://vpic.nhtsa.dot.gov, which is free.",
        extra="maps",
    )

    def check_ages(self) -> None:
        """Raises ``InvalidInput`` where somebody could be approved who may not apply."""
        if self.min_age_approve < self.min_age_apply:
            raise InvalidInput("HAULAGE_MIN_AGE_APPROVE", "must not be below HAULAGE_MIN_AGE_APPLY")
