"""The account routes under ``/auth/v1``, in the shapes that official Supabase clients expect.

Unlike the application's own API these ignore unknown fields, because the clients send many.
Ours, because no Python library serves this protocol; tests ask it by the official client.
"""

from haulage_webapp.gotrue.router import AUTH_PATH, gotrue_router

__all__ = ["AUTH_PATH", "gotrue_router"]
