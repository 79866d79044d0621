"""How old somebody has to be (OP-70)."""

from datetime import date

MIN_AGE_APPLY = 18
MIN_AGE_APPROVE = 21
"""OP-70; both can be set by whoever runs the platform."""


def age_on(born: date, today: date) -> int:
    """Whole years. Somebody born on February 29 is a year older on March 1 of other years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def day_of_age(born: date, years: int) -> date:
    """The first day on which ``age_on`` answers so many years."""
    try:
        return born.replace(year=born.year + years)
    except ValueError:  # born on February 29
        return date(born.year + years, 3, 1)
