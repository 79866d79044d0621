"""Who may do what: every action, asked by everybody, of their own, another's and no object."""

import itertools

import pytest

from haulage.kernel.actor import ANONYMOUS, OPERATOR, SYSTEM, Actor, Role, UserType
from haulage.kernel.errors import Forbidden, HaulageError, NotFound, Unauthenticated
from haulage.kernel.policy import POLICY, Action, authorize
from haulage.kernel.policy_rules import Facts

ACTORS = {
    "visitor": ANONYMOUS,
    "customer": Actor("usr_customer", UserType.CUSTOMER),
    "driver": Actor("usr_driver", UserType.DRIVER, "drv_driver"),
    "driver without a profile": Actor("usr_new", UserType.DRIVER),
    "admin": Actor("usr_admin", UserType.ADMIN),
    "business": Actor(business_id="biz_1"),
    "system": SYSTEM,
    "operator": OPERATOR,
}
WITHOUT_ACCOUNT = ("business", "system", "operator")
OBJECTS = ("owned", "driven", "another's", "missing")

ok, sign_in, forbidden, hidden = None, Unauthenticated, Forbidden, NotFound
Answer = type[HaulageError] | None
Table = dict[str, tuple[Answer, Answer, Answer, Answer]]
"""By actor, the answers for an object they own, one they drive, another's and a missing one."""

ANYBODY: Table = dict.fromkeys(ACTORS, (ok, ok, ok, ok))
VISITORS_MAY_NOT: Table = {"visitor": (sign_in, sign_in, sign_in, sign_in)}
NO_USER: Table = VISITORS_MAY_NOT | dict.fromkeys(
    WITHOUT_ACCOUNT, (forbidden, forbidden, forbidden, forbidden)
)
SIGNED_IN: Table = ANYBODY | NO_USER
OWNER: Table = dict.fromkeys(ACTORS, (ok, hidden, hidden, hidden)) | NO_USER
OWNER_OR_ADMIN: Table = OWNER | {"admin": (ok, ok, ok, ok)}
PARTIES_OR_ADMIN: Table = OWNER_OR_ADMIN | {"driver": (ok, ok, hidden, hidden)}
PARTIES: Table = PARTIES_OR_ADMIN | {"admin": (ok, forbidden, forbidden, forbidden)}
DRIVER_OR_ADMIN: Table = (
    dict.fromkeys(ACTORS, (hidden, hidden, hidden, hidden))
    | NO_USER
    | {"driver": (hidden, ok, hidden, hidden), "admin": (ok, ok, ok, ok)}
)
NOBODY: Table = dict.fromkeys(ACTORS, (forbidden, forbidden, forbidden, forbidden)) | VISITORS_MAY_NOT
DRIVERS: Table = NOBODY | {"driver": (ok, ok, ok, ok)}
ITS_DRIVER: Table = NOBODY | {"driver": (hidden, ok, hidden, hidden)}
ADMINS: Table = NOBODY | {"admin": (ok, ok, ok, ok)}
OPERATORS: Table = NOBODY | dict.fromkeys(("system", "operator"), (ok, ok, ok, ok))
OWNERS_AND_OPERATORS: Table = OWNER | dict.fromkeys(("system", "operator"), (ok, ok, ok, ok))
OWNERS_ADMINS_AND_OPERATORS: Table = OWNERS_AND_OPERATORS | {"admin": (ok, ok, ok, ok)}
ADMINS_AND_OPERATORS: Table = ADMINS | OPERATORS | {"admin": (ok, ok, ok, ok)}
ITS_DRIVER_ADMINS_AND_OPERATORS: Table = (
    dict.fromkeys(ACTORS, (hidden, hidden, hidden, hidden))
    | NO_USER
    | {"driver": (hidden, ok, hidden, hidden), "admin": (ok, ok, ok, ok)}
    | dict.fromkeys(("system", "operator"), (ok, ok, ok, ok))
)

DOCUMENTED = {
    Action.SEE_PUBLIC_PAGE: ANYBODY,
    Action.MANAGE_OWN_SESSION: ANYBODY,
    Action.MANAGE_OWN_ACCOUNT: SIGNED_IN,
    Action.MANAGE_OWN_ADDRESSES: SIGNED_IN,
    Action.MANAGE_OWN_CARDS: SIGNED_IN,
    Action.MANAGE_OWN_ITEM_PHOTOS: SIGNED_IN,
    Action.CALCULATE_FARE: ANYBODY,
    Action.READ_DEMONSTRATION_MAIL: ANYBODY,
    Action.SIGN_IN_SIMULATED: ANYBODY,
    Action.FIND_PLACES: ANYBODY,
    Action.FIND_ROUTES: ANYBODY,
    Action.MATCH_OWN_FLEET: ANYBODY,
    Action.SCORE_DRIVES: ANYBODY,
    Action.REQUEST_QUOTE: SIGNED_IN,
    Action.SEE_QUOTE: OWNER,
    Action.BOOK_ORDER: OWNER,
    Action.SEE_ORDER: PARTIES_OR_ADMIN,
    Action.TRACK_ORDER: PARTIES_OR_ADMIN,
    Action.LIST_ORDERS: SIGNED_IN,
    Action.LIST_ALL_ORDERS: ADMINS,
    Action.LIST_AVAILABLE_ORDERS: DRIVERS,
    Action.PAY_ORDER: OWNER,
    Action.SEE_RECEIPT: OWNERS_ADMINS_AND_OPERATORS,
    Action.LIST_PAYMENTS: SIGNED_IN,
    Action.OPEN_DOCUMENT: ANYBODY,
    Action.SEND_PAYMENT_EVENTS: ANYBODY,
    Action.SEND_SMS_EVENTS: ANYBODY,
    Action.SEND_SCREENING_EVENTS: ANYBODY,
    Action.RESCHEDULE_ORDER: OWNER,
    Action.RATE_ORDER: OWNER,
    Action.SHARE_TRACKING: OWNER,
    Action.SEE_SHARED_TRACKING: ANYBODY,
    Action.CANCEL_ORDER: OWNER_OR_ADMIN,
    Action.OPEN_CLAIM: OWNER,
    Action.SEND_CLAIM_PHOTO: PARTIES,
    Action.GIVE_CLAIM_SIDE: ITS_DRIVER,
    Action.DECIDE_CLAIM: ADMINS_AND_OPERATORS,
    Action.ACCEPT_ORDER: DRIVERS,
    Action.DECLINE_ORDER: DRIVERS,
    Action.REASSIGN_ORDER: ADMINS_AND_OPERATORS,
    Action.WORK_ORDER: ITS_DRIVER,
    Action.SEE_DELIVERY: DRIVER_OR_ADMIN,
    Action.EXAMINE_PROOF: ANYBODY,
    Action.DROP_PIN: OWNER_OR_ADMIN,
    Action.ASK_FOR_PIN: OWNER,
    Action.SEE_MESSAGES: PARTIES_OR_ADMIN,
    Action.WRITE_MESSAGES: PARTIES,
    Action.MANAGE_OWN_MESSAGES: SIGNED_IN,
    Action.MANAGE_FAVORITES: SIGNED_IN,
    Action.GO_ONLINE: DRIVERS,
    Action.SEE_OWN_DRIVER: DRIVERS,
    Action.UPDATE_OWN_DRIVER: DRIVERS,
    Action.LIST_DRIVERS: ADMINS,
    Action.FIND_AVAILABLE_DRIVERS: ADMINS_AND_OPERATORS,
    Action.SEE_DRIVER_POSITIONS: DRIVER_OR_ADMIN,
    Action.APPROVE_DRIVER: ADMINS_AND_OPERATORS,
    Action.SET_DRIVER_STANDING: ADMINS_AND_OPERATORS,
    Action.APPLY_TO_DRIVE: SIGNED_IN | {"admin": (forbidden, forbidden, forbidden, forbidden)},
    Action.REVIEW_APPLICATION: ADMINS_AND_OPERATORS,
    Action.MANAGE_OWN_DOCUMENTS: SIGNED_IN | {"admin": (forbidden, forbidden, forbidden, forbidden)},
    Action.REVIEW_DOCUMENT: ADMINS_AND_OPERATORS,
    Action.TAKE_TRAINING: SIGNED_IN | {"admin": (forbidden, forbidden, forbidden, forbidden)},
    Action.RESET_TRAINING: ADMINS_AND_OPERATORS,
    Action.VERIFY_CERTIFICATE: ANYBODY,
    Action.RECORD_DRIVING: DRIVERS,
    Action.SEE_OWN_DRIVING: DRIVERS,
    Action.SEE_DRIVING: ADMINS,
    Action.SEE_DRIVING_EVENT: PARTIES_OR_ADMIN,
    Action.CONTEST_DRIVING_EVENT: ITS_DRIVER,
    Action.DECIDE_DRIVING_CONTEST: ADMINS,
    Action.SEE_AUTH_USER: OWNER_OR_ADMIN,
    Action.SEE_OVERVIEW: ADMINS_AND_OPERATORS,
    Action.SEE_LIVE_MAP: ADMINS_AND_OPERATORS,
    Action.READ_AUDIT: ADMINS_AND_OPERATORS,
    Action.READ_LEDGER: ADMINS_AND_OPERATORS,
    Action.REBUILD_LEDGER_SUMS: ADMINS_AND_OPERATORS,
    Action.LIST_SPLITS: SIGNED_IN,
    Action.LIST_ALL_SPLITS: ADMINS_AND_OPERATORS,
    Action.RETRY_SPLIT: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.SEE_TAX_YEAR: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.SEE_TAX_REPORT: ADMINS_AND_OPERATORS,
    Action.FILE_TAX_FORMS: ADMINS_AND_OPERATORS,
    Action.REMIT_WITHHOLDING: ADMINS_AND_OPERATORS,
    Action.SEE_PAYOUT_ACCOUNT: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.SET_UP_PAYOUT_ACCOUNT: ITS_DRIVER,
    Action.MANAGE_OWN_TAXES: ITS_DRIVER,
    Action.CERTIFY_W9: ITS_DRIVER,
    Action.SEE_PAYOUTS: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.MANAGE_PAYOUT_METHODS: ITS_DRIVER,
    Action.CHANGE_PAYOUT_SETTINGS: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.REQUEST_PAYOUT: ITS_DRIVER,
    Action.CANCEL_PAYOUT: ITS_DRIVER_ADMINS_AND_OPERATORS,
    Action.VOID_PAYOUT: ADMINS_AND_OPERATORS,
    Action.CHECK_PAYOUTS: ADMINS_AND_OPERATORS,
    Action.LIST_ALL_PAYMENTS: ADMINS_AND_OPERATORS,
    Action.SEE_REFUNDS: OWNER_OR_ADMIN,
    Action.REFUND_PAYMENT: ADMINS_AND_OPERATORS,
    Action.GRANT_ADMIN: OPERATORS,
    Action.RESET_FACTORS: OPERATORS,
    Action.SETTLE_DRIVER: OPERATORS,
    Action.WRITE_OFF_DEBT: OPERATORS,
    Action.RECONCILE_PAYMENTS: ADMINS_AND_OPERATORS,
    Action.OPERATE_ACCOUNTS: ADMINS_AND_OPERATORS,
    Action.EXPORT_PERSONAL_DATA: OWNERS_AND_OPERATORS,
    Action.ERASE_ACCOUNT: OWNERS_AND_OPERATORS,
    Action.MANAGE_JOBS: ADMINS_AND_OPERATORS,
    Action.MANAGE_TAXES: OPERATORS,
    Action.MANAGE_AUTHORITY: OPERATORS,
    Action.SEE_AUTHORITY: ADMINS_AND_OPERATORS,
    Action.MANAGE_OWN_CREDENTIALS: DRIVERS,
    Action.VERIFY_CREDENTIALS: ADMINS_AND_OPERATORS,
    Action.OPERATE_SERVER: OPERATORS,
}
CASES = [
    (action, who, what, DOCUMENTED[action][who][OBJECTS.index(what)])
    for action, who, what in itertools.product(DOCUMENTED, ACTORS, OBJECTS)
]


def facts_for(actor: Actor, what: str) -> Facts:
    """The facts of an order as seen by *actor*; what a visitor would own belongs to nobody."""
    return {
        "owned": Facts("Order", owner_id=actor.user_id, driver_id="drv_other"),
        "driven": Facts("Order", owner_id="usr_other", driver_id=actor.driver_id),
        "another's": Facts("Order", owner_id="usr_other", driver_id="drv_other"),
        "missing": Facts("Order"),
    }[what]


def test_every_action_is_documented_here_and_ruled_in_the_policy() -> None:
    assert set(DOCUMENTED) == set(Action) == set(POLICY)


def test_every_role_is_asked_here() -> None:
    assert {actor.role for actor in ACTORS.values()} == set(Role)


@pytest.mark.parametrize(("action", "who", "what", "answer"), CASES)
def test_every_action_is_answered_as_documented(action: Action, who: str, what: str, answer: Answer) -> None:
    actor = ACTORS[who]
    facts = facts_for(actor, what)
    if answer is None:
        authorize(actor, action, facts)
        return
    with pytest.raises(HaulageError) as caught:
        authorize(actor, action, facts)
    assert type(caught.value) is answer


def test_anothers_object_and_a_missing_one_are_refused_in_the_same_words() -> None:
    customer = ACTORS["customer"]
    sentences = set()
    for what in ("another's", "missing"):
        with pytest.raises(NotFound) as caught:
            authorize(customer, Action.SEE_ORDER, facts_for(customer, what))
        sentences.add(str(caught.value))
    assert sentences == {"Order not found"}
