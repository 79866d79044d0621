"""A stand-in for Stripe: the part of its HTTP interface that this marketplace uses, over invented money.

It keeps state, honours idempotency keys, knows the test cards, signs webhooks and can be told to lose
answers, so that the official client meets in it what it would meet on a bad day.
"""
