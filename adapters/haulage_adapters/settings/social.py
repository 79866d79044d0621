"""With whom people sign in."""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import flag


@attrs.frozen(slots=False)
class SocialSettings:
    google_client_id: str | None = setting(
        None,
        "HAULAGE_GOOGLE_CLIENT_ID",
        str,
        "OAuth client id of Google's console; with it people sign in.",
        extra="accounts",
    )
    google_client_secret: str | None = setting(
        None,
        "HAULAGE_GOOGLE_CLIENT_SECRET",
        str,
        "Its secret. The callback to enter there is the public address with /auth/v1/callback.",
        secret=True,
        extra="accounts",
    )
    facebook_client_id: str | None = setting(
        None,
        "HAULAGE_FACEBOOK_CLIENT_ID",
        str,
        "App id of Facebook Login; with it people sign in.",
        extra="accounts",
    )
    facebook_client_secret: str | None = setting(
        None,
        "HAULAGE_FACEBOOK_CLIENT_SECRET",
        str,
        "Its app secret. The callback is the same.",
        secret=True,
        extra="accounts",
    )
    simulated_sign_in: bool = setting(
        False,
        "HAULAGE_SIMULATED_SIGN_IN",
        flag,
        "For tests: simulate Google and Facebook, by which anybody signs in as anybody. Always on in the "
        "demonstration, never beside a real one.",
    )

    @property
    def real_providers(self) -> tuple[str, ...]:
        """With whom people really sign in."""
        ids = {"google": self.google_client_id, "facebook": self.facebook_client_id}
        return tuple(name for name, client_id in ids.items() if client_id)

    def check_social(self) -> None:
        """An id and its secret need each other."""
        for name in ("google", "facebook"):
            credentials = getattr(self, f"{name}_client_id"), getattr(self, f"{name}_client_secret")
            if bool(credentials[0]) != bool(credentials[1]):
                missing = "CLIENT_SECRET" if credentials[0] else "CLIENT_ID"
                raise InvalidInput(f"HAULAGE_{name.upper()}_{missing}", "is needed with the other of the two")
