"""What browsers are told to refuse: one policy, widened only by a configured map, card provider and
training videos."""

from haulage_adapters.settings import Settings

OWN = {
    "default-src": ("'none'",),
    "script-src": ("'self'",),
    # Inline because the component library sets them as attributes; scripts never are.
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:", "blob:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "worker-src": ("'self'", "blob:"),
    "manifest-src": ("'self'",),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
}

GOOGLE_EVERYWHERE = ("https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com")
GOOGLE = {
    "script-src": (*GOOGLE_EVERYWHERE, "'unsafe-eval'", "blob:"),
    "style-src": ("https://fonts.googleapis.com",),
    "img-src": (*GOOGLE_EVERYWHERE, "https://*.googleusercontent.com"),
    "font-src": ("https://fonts.gstatic.com",),
    "connect-src": (*GOOGLE_EVERYWHERE, "data:", "blob:"),
    "frame-src": ("https://*.google.com",),
}
"""Source: developers.google.com/maps/documentation/javascript/content-security-policy."""

STRIPE = {
    "script-src": ("https://js.stripe.com", "https://*.js.stripe.com"),
    "connect-src": ("https://api.stripe.com",),
    "img-src": ("https://*.stripe.com",),
    "frame-src": ("https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"),
}
"""Source: docs.stripe.com/security/guide, content security policy for Stripe.js."""

A_YEAR = "max-age=31536000; includeSubDomains"
"""RFC 6797: whoever came by https once comes by https alone. ASVS 5.0, 3.4.1 asks for a year and all
subdomains."""


def content_security_policy(settings: Settings) -> str:
    """The policy of every answer; without a map, cards or videos of another company it names no host but
    ours."""
    allowed = {name: list(sources) for name, sources in OWN.items()}
    cards = STRIPE if settings.cards_are_shown_to_stripe else {}
    videos = {"media-src": settings.video_origins} if settings.video_origins else {}
    for hosts in (_of_the_map(settings), cards, videos):
        for name, sources in hosts.items():
            allowed.setdefault(name, []).extend(sources)
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in allowed.items())


def _of_the_map(settings: Settings) -> dict[str, tuple[str, ...]]:
    match settings.map_engine:
        case "google":
            return GOOGLE
        case "style":
            origins = settings.map_origins
            return {"connect-src": origins, "img-src": origins}
        case "bundled":
            return {}


def security_headers(settings: Settings) -> dict[str, str]:
    """Google checks a browser key against the page's origin, so with one that much is sent to it."""
    only_https = {"Strict-Transport-Security": A_YEAR} if settings.public_url.startswith("https://") else {}
    payment = '(self "https://js.stripe.com")' if settings.cards_are_shown_to_stripe else "()"
    return {
        "Content-Security-Policy": content_security_policy(settings),
        **only_https,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin" if settings.map_engine == "google" else "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": f"geolocation=(self), microphone=(self), camera=(self), payment={payment}",
    }
