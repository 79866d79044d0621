"""Google and Facebook, by authlib's client over a line with a budget and a breaker."""

from haulage_adapters.social_authlib.facebook import FacebookAddresses, FacebookSignIn
from haulage_adapters.social_authlib.google import GOOGLE_ISSUER, GoogleSignIn

__all__ = ["GOOGLE_ISSUER", "FacebookAddresses", "FacebookSignIn", "GoogleSignIn"]
