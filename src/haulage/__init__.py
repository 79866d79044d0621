"""An on-demand moving and delivery marketplace as a library.

The capabilities are sub-packages: :mod:`haulage.pricing`, :mod:`haulage.matching`,
:mod:`haulage.orders`, :mod:`haulage.payments` and :mod:`haulage.accounts`. Each is pure: it does no
input or output, reads no clock and draws no random numbers. :mod:`haulage.ports` names what the
outside world must provide, and :mod:`haulage.use_cases` joins the two.
"""

__version__ = "0.1.0"
