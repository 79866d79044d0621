"""Actions that need a recent proof of identity, reads that are audited, and the powers of administrators."""

from collections.abc import Mapping

from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Forbidden, NotFound, Unauthenticated
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts

NEEDS_FRESH_PROOF = frozenset(
    {
        Action.REFUND_PAYMENT,
        Action.CANCEL_ORDER,
        Action.REASSIGN_ORDER,
        Action.DROP_PIN,
        Action.RECONCILE_PAYMENTS,
        Action.MANAGE_JOBS,
        Action.RETRY_SPLIT,
        Action.CHANGE_PAYOUT_SETTINGS,
        Action.CANCEL_PAYOUT,
        Action.VOID_PAYOUT,
        Action.DECIDE_CLAIM,
        Action.APPROVE_DRIVER,
        Action.SET_DRIVER_STANDING,
        Action.REVIEW_APPLICATION,
        Action.REVIEW_DOCUMENT,
        Action.RESET_TRAINING,
        Action.DECIDE_DRIVING_CONTEST,
        Action.GRANT_ADMIN,
        Action.RESET_FACTORS,
        Action.OPERATE_ACCOUNTS,
        Action.MANAGE_TAXES,
        Action.FILE_TAX_FORMS,
        Action.REMIT_WITHHOLDING,
        Action.VERIFY_CREDENTIALS,
    }
)
"""What an administrator does with other people's money, work or accounts, also by having a job done again:
over HTTP it needs a recent proof of identity (:mod:`haulage.accounts.freshness`; ASVS 5.0, 7.5.3). Reading
under these actions does not."""

EVERYBODY_NEEDS_FRESH_PROOF = frozenset(
    {Action.SET_UP_PAYOUT_ACCOUNT, Action.MANAGE_PAYOUT_METHODS, Action.CERTIFY_W9}
)
"""What says where money goes, and whose income it is: a stolen session alone must not lead it elsewhere, so
that over HTTP it needs a recent proof of identity of everybody."""


def _lets(actor: Actor, action: Action) -> bool:
    """Whether *actor* may do it to what is somebody else's."""
    try:
        authorize(actor, action, Facts(owner_id="another", driver_id="another"))
    except (Unauthenticated, Forbidden, NotFound):
        return False
    return True


ADMIN_POWERS = frozenset(
    action
    for action in Action
    if _lets(Actor(user_id="admin", user_type=UserType.ADMIN), action)
    and not _lets(Actor(user_id="customer", user_type=UserType.CUSTOMER), action)
)
"""What administrators may do and customers may not, worked out from the rules above."""

LISTS_WITH_OTHERS = frozenset({Action.LIST_ORDERS})
"""What everybody may ask for, and administrators are shown everybody's of."""

UNAUDITED_READS: Mapping[Action, str] = {
    Action.SEE_OVERVIEW: "Counts and sums of everybody's, and nobody in particular.",
    Action.SEE_AUTHORITY: "Rules of states and cities.",
}
"""Why reading these leaves no entry."""

AUDITED_READS = (ADMIN_POWERS | LISTS_WITH_OTHERS) - frozenset(UNAUDITED_READS)
"""What an administrator reads of other people, and what only they may read: the audit trail has an entry of
each, and of all that an operator reads in somebody's name. A new action is audited until it has a reason
above."""
