"""Onboarding: what an applicant has done outside the form, read inside a transaction."""
