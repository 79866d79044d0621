"""The country of a telephone number in international form, as far as text messages ask for it."""

NORTH_AMERICA = "1"

CALLING_CODES = {
    "AT": "43",
    "AU": "61",
    "BE": "32",
    "BR": "55",
    "CH": "41",
    "DE": "49",
    "DK": "45",
    "ES": "34",
    "FI": "358",
    "FR": "33",
    "GB": "44",
    "IE": "353",
    "IL": "972",
    "IN": "91",
    "IT": "39",
    "JP": "81",
    "KR": "82",
    "MX": "52",
    "NL": "31",
    "NO": "47",
    "NZ": "64",
    "PL": "48",
    "PT": "351",
    "SE": "46",
    "SG": "65",
    "ZA": "27",
}
"""ITU-T E.164, list of assigned country codes. A territory that shares a code counts as its country."""

CANADA = frozenset(
    [
        "204",
        "226",
        "236",
        "249",
        "250",
        "257",
        "263",
        "289",
        "306",
        "343",
        "354",
        "365",
        "367",
        "368",
        "382",
        "387",
        "403",
        "416",
        "418",
        "428",
        "431",
        "437",
        "438",
        "450",
        "460",
        "468",
        "474",
        "506",
        "514",
        "519",
        "537",
        "548",
        "568",
        "579",
        "581",
        "584",
        "587",
        "604",
        "613",
        "639",
        "647",
        "672",
        "683",
        "705",
        "709",
        "742",
        "753",
        "778",
        "780",
        "782",
        "807",
        "819",
        "825",
        "867",
        "873",
        "879",
        "902",
        "905",
        "942",
    ]
)
"""Area codes under +1, as the Canadian Numbering Administrator lists them."""

ELSEWHERE = frozenset(
    [
        "242",
        "246",
        "264",
        "268",
        "284",
        "345",
        "441",
        "473",
        "649",
        "658",
        "664",
        "721",
        "758",
        "767",
        "784",
        "809",
        "829",
        "849",
        "868",
        "869",
        "876",
    ]
)
"""Area codes under +1 of other countries, as the North American Numbering Plan Administrator lists them."""

NO_PLACE = frozenset(
    [
        "500",
        "521",
        "522",
        "523",
        "524",
        "525",
        "526",
        "527",
        "528",
        "529",
        "533",
        "544",
        "566",
        "577",
        "588",
        "600",
        "622",
        "700",
        "710",
        "900",
    ]
)
"""Area codes under +1 that belong to no place, such as those of premium services."""

COUNTRIES = frozenset({"US", "CA", *CALLING_CODES})
"""Those that an operator can name."""


def country_of(number: str) -> str | None:
    """The ISO 3166 code of the country; None for one that is not among :data:`COUNTRIES`."""
    digits = number.removeprefix("+")
    if digits.startswith(NORTH_AMERICA):
        area = digits[1:4]
        if area in ELSEWHERE | NO_PLACE:
            return None
        return "CA" if area in CANADA else "US"
    return next((country for country, code in CALLING_CODES.items() if digits.startswith(code)), None)
