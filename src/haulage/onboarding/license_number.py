"""What numbers of driver's licenses look like, state by state.

The forms are those that the states have issued for years. States change them without notice, so a number
that does not fit is asked about and refused by nobody.
"""

import re
from collections.abc import Mapping

MAX_LICENSE_NUMBER_LENGTH = 25

# fmt: off
_FORMS: Mapping[str, str] = {
    "AK": r"\d{1,7}", "AL": r"\d{1,8}", "AR": r"\d{4,9}", "AZ": r"[A-Z]\d{8}|\d{9}", "CA": r"[A-Z]\d{7}",
    "CO": r"\d{9}|[A-Z]\d{3,6}|[A-Z]{2}\d{2,5}", "CT": r"\d{9}", "DC": r"\d{7}|\d{9}", "DE": r"\d{1,7}",
    "FL": r"[A-Z]\d{12}", "GA": r"\d{7,9}", "HI": r"[A-Z]\d{8}|\d{9}", "IA": r"\d{9}|\d{3}[A-Z]{2}\d{4}",
    "ID": r"[A-Z]{2}\d{6}[A-Z]|\d{9}", "IL": r"[A-Z]\d{11,12}", "IN": r"[A-Z]\d{9}|\d{9,10}",
    "KS": r"[A-Z]\d[A-Z]\d[A-Z]|[A-Z]\d{8}|\d{9}", "KY": r"[A-Z]\d{8,9}|\d{9}", "LA": r"\d{1,9}",
    "MA": r"[A-Z]{1,2}\d{7,8}|\d{9}", "MD": r"[A-Z]\d{12}|MD\d{11}", "ME": r"\d{7,8}|\d{7}[A-Z]",
    "MI": r"[A-Z]\d{10}|[A-Z]\d{12}", "MN": r"[A-Z]\d{12}",
    "MO": r"[A-Z]\d{5,9}|[A-Z]\d{6}R|\d{8}[A-Z]{2}|\d{9}[A-Z]?|\d{3}[A-Z]\d{6}", "MS": r"\d{9}",
    "MT": r"[A-Z]\d{8}|\d{9}|\d{13,14}", "NC": r"\d{1,12}", "ND": r"[A-Z]{3}\d{6}|\d{9}",
    "NE": r"[A-Z]\d{6,8}", "NH": r"\d{2}[A-Z]{3}\d{5}|NHL\d{8}", "NJ": r"[A-Z]\d{14}", "NM": r"\d{8,9}",
    "NV": r"\d{9,10}|\d{12}|X\d{8}", "NY": r"[A-Z]\d{7}|[A-Z]\d{18}|\d{8,9}|\d{16}|[A-Z]{8}",
    "OH": r"[A-Z]\d{4,8}|[A-Z]{2}\d{3,7}|\d{8}", "OK": r"[A-Z]\d{9}|\d{9}", "OR": r"\d{1,9}|[A-Z]\d{6}",
    "PA": r"\d{8}", "RI": r"\d{7,8}|[A-Z]\d{6}", "SC": r"\d{5,11}", "SD": r"\d{6,10}|\d{12}",
    "TN": r"\d{7,9}", "TX": r"\d{7,8}", "UT": r"\d{4,10}", "VA": r"[A-Z]\d{8,11}|\d{9}",
    "VT": r"\d{8}|\d{7}A", "WA": r"(?=.{12}$)[A-Z]{1,7}[A-Z0-9*]+", "WI": r"[A-Z]\d{13}",
    "WV": r"\d{7}|[A-Z]{1,2}\d{5,6}", "WY": r"\d{9,10}",
}
# fmt: on


def written_license_number(text: str) -> str:
    """The number as it is compared: capital letters and digits, without gaps and hyphens."""
    return re.sub(r"[\s-]+", "", text).upper()


def fits_state(number: str, state: str) -> bool:
    """Whether *number* looks like the licenses of *state*, a postal code; territories and unknown codes
    have no known form, and everything fits them."""
    form = _FORMS.get(state.strip().upper())
    return form is None or re.fullmatch(form, written_license_number(number), re.ASCII) is not None
