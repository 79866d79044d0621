"""The states of a claim and the moves between them."""

from enum import StrEnum

from haulage.kernel.lifecycle import Lifecycle


class ClaimState(StrEnum):
    OPEN = "open"
    INFORMATION_REQUESTED = "information_requested"
    """An administrator has a question, and the customer has not answered yet."""
    ANSWERED = "answered"
    REFUNDED = "refunded"
    """Decided: the customer has some or all of their money back."""
    DECLINED = "declined"
    """Decided, with a reason and without money."""
    WITHDRAWN = "withdrawn"


class ClaimMove(StrEnum):
    REQUEST_INFORMATION = "await_information"
    ANSWER = "be_answered"
    REFUND = "be_refunded"
    DECLINE = "be_declined"
    WITHDRAW = "be_withdrawn"


_CLOSING = {
    ClaimMove.REFUND: ClaimState.REFUNDED,
    ClaimMove.DECLINE: ClaimState.DECLINED,
    ClaimMove.WITHDRAW: ClaimState.WITHDRAWN,
}

CLAIM_LIFECYCLE: Lifecycle[ClaimState, ClaimMove] = Lifecycle(
    subject="claim",
    moves={
        ClaimState.OPEN: {ClaimMove.REQUEST_INFORMATION: ClaimState.INFORMATION_REQUESTED, **_CLOSING},
        ClaimState.INFORMATION_REQUESTED: {ClaimMove.ANSWER: ClaimState.ANSWERED, **_CLOSING},
        ClaimState.ANSWERED: {ClaimMove.REQUEST_INFORMATION: ClaimState.INFORMATION_REQUESTED, **_CLOSING},
        ClaimState.REFUNDED: {},
        ClaimState.DECLINED: {},
        ClaimState.WITHDRAWN: {},
    },
)

UNDECIDED = frozenset(state for state in ClaimState if not CLAIM_LIFECYCLE.is_final(state))
"""The states in which something is still to be done."""
