"""Who checks applicants: Checkr, or a server on this machine that speaks like it."""

import re
from collections.abc import Mapping
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.screening import ScreeningPackage
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import is_loopback, one_of, server

CHECKR_API = "https://api.checkr.com"
SIMULATED_KEY = "test_simulated"
"""What a server on this machine is shown where no key is set."""

_KEY = re.compile(rf"[A-Za-z0-9_]{{16,250}}|{SIMULATED_KEY}")
_SLUG = re.compile(r"[A-Za-z0-9_-]{1,100}")

OWN_NAMES: Mapping[ScreeningPackage, str] = {each: each.value for each in ScreeningPackage}


class CheckrFlow(StrEnum):
    """How a check begins."""

    INVITATION = "invitation"
    REPORT = "report"


def _key(text: str) -> str:
    """Nothing of a wrong one is repeated."""
    if not _KEY.fullmatch(text.strip()):
        raise ValueError("must be the secret key of a Checkr account, of 16 letters and digits or more")
    return text.strip()


def _packages(text: str) -> Mapping[ScreeningPackage, str]:
    """Such as ``driver_pro=our_driver_package``, with commas between."""
    named = dict(OWN_NAMES)
    for part in filter(None, map(str.strip, text.split(","))):
        package, _, slug = part.partition("=")
        if package not in set(ScreeningPackage) or not _SLUG.fullmatch(slug):
            raise ValueError(f"must be package=name, of {', '.join(ScreeningPackage)}")
        named[ScreeningPackage(package)] = slug
    return named


@attrs.frozen(slots=False)
class ScreeningSettings:
    checkr_api_key: str | None = setting(
        None,
        "HAULAGE_CHECKR_API_KEY",
        _key,
        "Secret key of a Checkr account; with it real background checks are ordered. Its events come to the "
        "public address with /webhooks/checkr.",
        secret=True,
    )
    checkr_api_base: str | None = setting(
        None,
        "HAULAGE_CHECKR_API_BASE",
        server,
        "Another address for Checkr's API, such as that of haulage simulate checkr.",
    )
    checkr_packages: Mapping[ScreeningPackage, str] = setting(
        OWN_NAMES,
        "HAULAGE_CHECKR_PACKAGES",
        _packages,
        "Your account's names of the packages, such as driver_pro=our_package,basic=our_basic.",
    )
    checkr_flow: CheckrFlow = setting(
        CheckrFlow.INVITATION,
        "HAULAGE_CHECKR_FLOW",
        one_of(CheckrFlow),
        "How a check begins: invitation has Checkr ask the applicant for the social security number; report "
        "orders at once, where the account allows it.",
    )

    @property
    def checkr_is_configured(self) -> bool:
        return bool(self.checkr_api_key or self.checkr_api_base)

    @property
    def screening_is_simulated(self) -> bool:
        """Here, or by a provider on this machine: nobody is checked."""
        by_neighbor = self.checkr_api_base is not None and is_loopback(self.checkr_api_base)
        return by_neighbor or not self.checkr_is_configured

    @property
    def checkr_key(self) -> str:
        return self.checkr_api_key or SIMULATED_KEY

    @property
    def checkr_address(self) -> str:
        return self.checkr_api_base or CHECKR_API

    def check_screening(self) -> None:
        """Raises ``InvalidInput`` where a key would be shown to the wrong, or none where one is needed."""
        if not self.checkr_is_configured:
            return
        if self.screening_is_simulated:
            if self.checkr_api_key and not self.checkr_api_key.startswith("test_"):
                raise InvalidInput(
                    "HAULAGE_CHECKR_API_KEY", "must be a test_ key with a HAULAGE_CHECKR_API_BASE nearby"
                )
            return
        if self.checkr_api_key is None:
            raise InvalidInput("HAULAGE_CHECKR_API_KEY", "is needed to order checks by Checkr")
        if not self.checkr_address.startswith("https://"):
            raise InvalidInput("HAULAGE_CHECKR_API_BASE", "must begin with https:// on another machine")
