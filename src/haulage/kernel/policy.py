"""Who may do what: one function and one table. What the table does not allow is refused.

A rule sees the actor and the facts of the object. What the actor may not even learn about is
refused as *not found*, so that another person's order answers like one that does not exist.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

import attrs

from haulage.kernel.errors import Forbidden, NotFound, Unauthenticated


class UserType(StrEnum):
    """The role kept on a user. ``ADMIN`` is only ever granted from the command line (OP-57)."""

    CUSTOMER = "customer"
    DRIVER = "driver"
    ADMIN = "admin"


class Role(StrEnum):
    """Everybody who can ask: nobody known, people, another company's program, and the server itself."""

    VISITOR = "visitor"
    CUSTOMER = "customer"
    DRIVER = "driver"
    ADMIN = "admin"
    BUSINESS = "business"
    SYSTEM = "system"


@attrs.frozen
class Actor:
    """Who asks: a user, a business with its key, a part of the server, or a visitor who has none of these.

    ``system`` names the part of the server: its background work, or the operator at its command line.
    ``operated_by`` names the operator who does at the command line what the user may do.
    """

    user_id: str | None = None
    user_type: UserType | None = None
    driver_id: str | None = None
    business_id: str | None = None
    system: str | None = None
    operated_by: str | None = None

    @property
    def role(self) -> Role:
        if self.system is not None:
            return Role.SYSTEM
        if self.business_id is not None:
            return Role.BUSINESS
        return Role.VISITOR if self.user_type is None else Role(self.user_type.value)

    @property
    def name(self) -> str:
        """Who it is, as the audit trail keeps it; never a name or an address."""
        return self.system or self.business_id or self.user_id or Role.VISITOR.value

    @property
    def is_admin(self) -> bool:
        return self.user_type is UserType.ADMIN


ANONYMOUS = Actor()
SYSTEM = Actor(system="system")
"""The server's own background work."""
OPERATOR = Actor(system="operator")
"""Whoever may run commands on the server's machine."""
MAX_OPERATOR_NAME = 50


def operator(name: str) -> Actor:
    """The operator by the *name* that their machine has for them, which the audit trail keeps."""
    word = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
    return Actor(system=f"{OPERATOR.system}:{word[:MAX_OPERATOR_NAME]}") if word else OPERATOR


class Action(StrEnum):
    """Everything that anybody can ask for. Routes and commands name one of these."""

    SEE_PUBLIC_PAGE = "see_public_page"
    MANAGE_OWN_SESSION = "manage_own_session"
    MANAGE_OWN_ACCOUNT = "manage_own_account"
    MANAGE_OWN_ADDRESSES = "manage_own_addresses"
    MANAGE_OWN_CARDS = "manage_own_cards"
    MANAGE_OWN_ITEM_PHOTOS = "manage_own_item_photos"
    CALCULATE_FARE = "calculate_fare"
    FIND_PLACES = "find_places"
    FIND_ROUTES = "find_routes"
    MATCH_OWN_FLEET = "match_own_fleet"
    SCORE_DRIVES = "score_drives"
    REQUEST_QUOTE = "request_quote"
    SEE_QUOTE = "see_quote"
    BOOK_ORDER = "book_order"
    SEE_ORDER = "see_order"
    TRACK_ORDER = "track_order"
    LIST_ORDERS = "list_orders"
    LIST_ALL_ORDERS = "list_all_orders"
    LIST_AVAILABLE_ORDERS = "list_available_orders"
    PAY_ORDER = "pay_order"
    TELL_OF_PAYMENTS = "tell_of_payments"
    TELL_OF_TEXTS = "tell_of_texts"
    SEE_RECEIPT = "see_receipt"
    LIST_PAYMENTS = "list_payments"
    OPEN_DOCUMENT = "open_document"
    CANCEL_ORDER = "cancel_order"
    RESCHEDULE_ORDER = "reschedule_order"
    RATE_ORDER = "rate_order"
    OPEN_CLAIM = "open_claim"
    SEND_CLAIM_PHOTO = "send_claim_photo"
    GIVE_CLAIM_SIDE = "give_claim_side"
    DECIDE_CLAIM = "decide_claim"
    SHARE_TRACKING = "share_tracking"
    SEE_SHARED_TRACKING = "see_shared_tracking"
    ACCEPT_ORDER = "accept_order"
    DECLINE_ORDER = "decline_order"
    REASSIGN_ORDER = "reassign_order"
    WORK_ORDER = "work_order"
    SEE_DELIVERY = "see_delivery"
    ASK_FOR_PIN = "ask_for_pin"
    DROP_PIN = "drop_pin"
    EXAMINE_PROOF = "examine_proof"
    SEE_MESSAGES = "see_messages"
    WRITE_MESSAGES = "write_messages"
    MANAGE_OWN_MESSAGES = "manage_own_messages"
    MANAGE_FAVORITES = "manage_favorites"
    GO_ONLINE = "go_online"
    SEE_OWN_DRIVER = "see_own_driver"
    UPDATE_OWN_DRIVER = "update_own_driver"
    LIST_DRIVERS = "list_drivers"
    FIND_AVAILABLE_DRIVERS = "find_available_drivers"
    SEE_DRIVER_POSITIONS = "see_driver_positions"
    APPROVE_DRIVER = "approve_driver"
    APPLY_TO_DRIVE = "apply_to_drive"
    REVIEW_APPLICATION = "review_application"
    RECORD_DRIVING = "record_driving"
    SEE_OWN_DRIVING = "see_own_driving"
    SEE_DRIVING = "see_driving"
    SEE_DRIVING_EVENT = "see_driving_event"
    CONTEST_DRIVING_EVENT = "contest_driving_event"
    DECIDE_DRIVING_CONTEST = "decide_driving_contest"
    SIGN_IN_SIMULATED = "sign_in_simulated"
    READ_DEMONSTRATION_MAIL = "read_demonstration_mail"
    SEE_AUTH_USER = "see_auth_user"
    SEE_OVERVIEW = "see_overview"
    SEE_LIVE_MAP = "see_live_map"
    READ_AUDIT = "read_audit"
    READ_LEDGER = "read_ledger"
    REBUILD_LEDGER_SUMS = "rebuild_ledger_sums"
    LIST_SPLITS = "list_splits"
    LIST_ALL_SPLITS = "list_all_splits"
    RETRY_SPLIT = "retry_split"
    SEE_TAX_YEAR = "see_tax_year"
    SEE_PAYOUT_ACCOUNT = "see_payout_account"
    SET_UP_PAYOUT_ACCOUNT = "set_up_payout_account"
    MANAGE_OWN_TAXES = "manage_own_taxes"
    SEE_PAYOUTS = "see_payouts"
    MANAGE_PAYOUT_METHODS = "manage_payout_methods"
    CHANGE_PAYOUT_SETTINGS = "change_payout_settings"
    REQUEST_PAYOUT = "request_payout"
    CANCEL_PAYOUT = "cancel_payout"
    CHECK_PAYOUTS = "check_payouts"
    LIST_ALL_PAYMENTS = "list_all_payments"
    SEE_REFUNDS = "see_refunds"
    REFUND_PAYMENT = "refund_payment"
    RECONCILE_PAYMENTS = "reconcile_payments"
    GRANT_ADMIN = "grant_admin"
    RESET_FACTORS = "reset_factors"
    OPERATE_ACCOUNTS = "operate_accounts"
    EXPORT_PERSONAL_DATA = "export_personal_data"
    ERASE_ACCOUNT = "erase_account"
    SETTLE_DRIVER = "settle_driver"
    WRITE_OFF_DEBT = "write_off_debt"
    MANAGE_JOBS = "manage_jobs"
    MANAGE_TAXES = "manage_taxes"
    MANAGE_AUTHORITY = "manage_authority"
    OPERATE_SERVER = "operate_server"


@attrs.frozen
class Facts:
    """What a rule may need to know of the object; unknown owners are None."""

    what: str = "Page"
    owner_id: str | None = None
    driver_id: str | None = None


NOBODY_IN_PARTICULAR = Facts()
Rule = Callable[[Actor, Facts], None]


def _anyone(_actor: Actor, _facts: Facts) -> None:
    """Open to visitors."""


def _known(actor: Actor) -> None:
    if actor.role is Role.VISITOR:
        raise Unauthenticated


def _signed_in(actor: Actor, _facts: Facts) -> None:
    """Somebody with an account; businesses and the server itself have none."""
    _known(actor)
    if actor.user_id is None:
        raise Forbidden


def _system(actor: Actor, _facts: Facts) -> None:
    _known(actor)
    if actor.role is not Role.SYSTEM:
        raise Forbidden


def _admin_or_system(actor: Actor, _facts: Facts) -> None:
    _known(actor)
    if not (actor.is_admin or actor.role is Role.SYSTEM):
        raise Forbidden


def _owns(actor: Actor, facts: Facts) -> bool:
    return actor.user_id is not None and actor.user_id == facts.owner_id


def _drives(actor: Actor, facts: Facts) -> bool:
    return actor.driver_id is not None and actor.driver_id == facts.driver_id


def _owner_only(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if not _owns(actor, facts):
        raise NotFound(facts.what)


def _owner_or_system(actor: Actor, facts: Facts) -> None:
    """Administrators have no business with what people keep to themselves."""
    if actor.role is not Role.SYSTEM:
        _owner_only(actor, facts)


def _owner_or_admin(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if not (_owns(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def _owner_admin_or_system(actor: Actor, facts: Facts) -> None:
    if actor.role is not Role.SYSTEM:
        _owner_or_admin(actor, facts)


def _party_or_admin(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if not (_owns(actor, facts) or _drives(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def _party(actor: Actor, facts: Facts) -> None:
    """Administrators know of it, and have no part in it."""
    _signed_in(actor, facts)
    if not (_owns(actor, facts) or _drives(actor, facts)):
        raise Forbidden if actor.is_admin else NotFound(facts.what)


def _its_driver_or_admin_or_system(actor: Actor, facts: Facts) -> None:
    if actor.role is not Role.SYSTEM:
        _driver_or_admin(actor, facts)


def _driver(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if actor.driver_id is None:
        raise Forbidden


def _applicant(actor: Actor, facts: Facts) -> None:
    """An administrator's account does not drive."""
    _signed_in(actor, facts)
    if actor.is_admin:
        raise Forbidden


def _assigned_driver(actor: Actor, facts: Facts) -> None:
    _driver(actor, facts)
    if not _drives(actor, facts):
        raise NotFound(facts.what)


def _driver_or_admin(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if not (_drives(actor, facts) or actor.is_admin):
        raise NotFound(facts.what)


def _admin(actor: Actor, facts: Facts) -> None:
    _signed_in(actor, facts)
    if not actor.is_admin:
        raise Forbidden


POLICY: Mapping[Action, Rule] = {
    Action.SEE_PUBLIC_PAGE: _anyone,
    Action.MANAGE_OWN_SESSION: _anyone,
    # Whose session it is decides whose account: nobody names another's.
    Action.MANAGE_OWN_ACCOUNT: _signed_in,
    # A person's own, and nobody else's way to them.
    Action.MANAGE_OWN_ADDRESSES: _signed_in,
    # Likewise: a saved card pays its owner's orders alone.
    Action.MANAGE_OWN_CARDS: _signed_in,
    # Until they are part of an order, whose view says who sees them.
    Action.MANAGE_OWN_ITEM_PHOTOS: _signed_in,
    Action.CALCULATE_FARE: _anyone,
    Action.FIND_PLACES: _anyone,
    Action.FIND_ROUTES: _anyone,
    Action.MATCH_OWN_FLEET: _anyone,
    Action.SCORE_DRIVES: _anyone,
    Action.REQUEST_QUOTE: _signed_in,
    Action.SEE_QUOTE: _owner_only,
    Action.BOOK_ORDER: _owner_only,
    Action.SEE_ORDER: _party_or_admin,
    # Where the driver of an order is: looking at it is told of, unlike the order itself.
    Action.TRACK_ORDER: _party_or_admin,
    Action.LIST_ORDERS: _signed_in,
    Action.LIST_ALL_ORDERS: _admin,
    Action.LIST_AVAILABLE_ORDERS: _driver,
    Action.PAY_ORDER: _owner_only,
    # Who says so must have signed it: the signature is the key, and nothing else is looked at before it.
    Action.TELL_OF_PAYMENTS: _anyone,
    Action.TELL_OF_TEXTS: _anyone,
    Action.SEE_RECEIPT: _owner_admin_or_system,
    Action.LIST_PAYMENTS: _signed_in,
    # The address itself is signed and short-lived: whoever was given it may open it.
    Action.OPEN_DOCUMENT: _anyone,
    Action.CANCEL_ORDER: _owner_or_admin,
    Action.RESCHEDULE_ORDER: _owner_only,
    Action.RATE_ORDER: _owner_only,
    Action.OPEN_CLAIM: _owner_only,
    Action.SEND_CLAIM_PHOTO: _party,
    Action.GIVE_CLAIM_SIDE: _assigned_driver,
    Action.DECIDE_CLAIM: _admin_or_system,
    Action.SHARE_TRACKING: _owner_only,
    # Whoever was given the link may follow it: the token in it is signed and ends.
    Action.SEE_SHARED_TRACKING: _anyone,
    Action.ACCEPT_ORDER: _driver,
    Action.DECLINE_ORDER: _driver,
    Action.REASSIGN_ORDER: _admin_or_system,
    Action.WORK_ORDER: _assigned_driver,
    Action.SEE_DELIVERY: _driver_or_admin,
    Action.ASK_FOR_PIN: _owner_only,
    # Where the customer cannot be reached, an admin lets the delivery end without their PIN.
    Action.DROP_PIN: _owner_or_admin,
    # A file that is at hand is examined without asking anybody.
    Action.EXAMINE_PROOF: _anyone,
    Action.SEE_MESSAGES: _party_or_admin,
    Action.WRITE_MESSAGES: _party,
    # How one wants to be reached, and what waits for one: nobody names another.
    Action.MANAGE_OWN_MESSAGES: _signed_in,
    # Nobody names another: who a favorite can be is asked of one's own orders.
    Action.MANAGE_FAVORITES: _signed_in,
    Action.GO_ONLINE: _driver,
    Action.SEE_OWN_DRIVER: _driver,
    Action.UPDATE_OWN_DRIVER: _driver,
    Action.LIST_DRIVERS: _admin,
    Action.FIND_AVAILABLE_DRIVERS: _admin_or_system,
    Action.SEE_DRIVER_POSITIONS: _driver_or_admin,
    Action.APPROVE_DRIVER: _admin,
    # Whose session it is decides whose application: nobody names another's.
    Action.APPLY_TO_DRIVE: _applicant,
    Action.REVIEW_APPLICATION: _admin_or_system,
    Action.RECORD_DRIVING: _driver,
    Action.SEE_OWN_DRIVING: _driver,
    Action.SEE_DRIVING: _admin,
    Action.SEE_DRIVING_EVENT: _party_or_admin,
    Action.CONTEST_DRIVING_EVENT: _assigned_driver,
    Action.DECIDE_DRIVING_CONTEST: _admin,
    # The page is there only where no real provider is configured.
    Action.SIGN_IN_SIMULATED: _anyone,
    # The route is there in the demonstration alone.
    Action.READ_DEMONSTRATION_MAIL: _anyone,
    Action.SEE_AUTH_USER: _owner_or_admin,
    Action.SEE_OVERVIEW: _admin_or_system,
    # Where everybody is who drives: looking at it is told of.
    Action.SEE_LIVE_MAP: _admin_or_system,
    Action.READ_AUDIT: _admin_or_system,
    Action.READ_LEDGER: _admin_or_system,
    Action.REBUILD_LEDGER_SUMS: _admin_or_system,
    Action.LIST_SPLITS: _signed_in,
    Action.LIST_ALL_SPLITS: _admin_or_system,
    Action.RETRY_SPLIT: _its_driver_or_admin_or_system,
    Action.SEE_TAX_YEAR: _its_driver_or_admin_or_system,
    Action.SEE_PAYOUT_ACCOUNT: _its_driver_or_admin_or_system,
    # It leads to pages on which money can be led elsewhere: nobody opens them for another.
    Action.SET_UP_PAYOUT_ACCOUNT: _assigned_driver,
    # What a driver writes down for themselves: nobody else reads or changes it.
    Action.MANAGE_OWN_TAXES: _assigned_driver,
    Action.SEE_PAYOUTS: _its_driver_or_admin_or_system,
    # Where somebody is paid is theirs alone: whoever changes it has the money.
    Action.MANAGE_PAYOUT_METHODS: _assigned_driver,
    Action.CHANGE_PAYOUT_SETTINGS: _its_driver_or_admin_or_system,
    Action.REQUEST_PAYOUT: _assigned_driver,
    Action.CANCEL_PAYOUT: _its_driver_or_admin_or_system,
    Action.CHECK_PAYOUTS: _admin_or_system,
    Action.LIST_ALL_PAYMENTS: _admin_or_system,
    Action.SEE_REFUNDS: _owner_or_admin,
    Action.REFUND_PAYMENT: _admin_or_system,
    Action.RECONCILE_PAYMENTS: _admin_or_system,
    Action.GRANT_ADMIN: _system,
    Action.RESET_FACTORS: _system,
    Action.OPERATE_ACCOUNTS: _admin_or_system,
    Action.EXPORT_PERSONAL_DATA: _owner_or_system,
    Action.ERASE_ACCOUNT: _owner_or_system,
    Action.SETTLE_DRIVER: _system,
    Action.WRITE_OFF_DEBT: _system,
    Action.MANAGE_JOBS: _admin_or_system,
    Action.MANAGE_TAXES: _system,
    Action.MANAGE_AUTHORITY: _system,
    Action.OPERATE_SERVER: _system,
}

_unruled = set(Action) - set(POLICY)
if _unruled:
    raise ValueError(f"actions without a policy: {sorted(_unruled)}")


def authorize(actor: Actor, action: Action, facts: Facts = NOBODY_IN_PARTICULAR) -> None:
    """Return when *actor* may do *action* to the object that *facts* describe.

    Raises ``Unauthenticated`` when nobody is signed in, ``Forbidden`` when the actor's role is not
    enough, and ``NotFound`` when the object is another's.
    """
    POLICY[action](actor, facts)


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
        Action.DECIDE_CLAIM,
        Action.APPROVE_DRIVER,
        Action.REVIEW_APPLICATION,
        Action.DECIDE_DRIVING_CONTEST,
        Action.GRANT_ADMIN,
        Action.RESET_FACTORS,
        Action.OPERATE_ACCOUNTS,
        Action.MANAGE_TAXES,
    }
)
"""What an administrator does with other people's money, work or accounts, also by having a job done again:
over HTTP it needs a recent proof of identity (:mod:`haulage.accounts.freshness`; ASVS 5.0, 7.5.3). Reading
under these actions does not."""

EVERYBODY_NEEDS_FRESH_PROOF = frozenset({Action.SET_UP_PAYOUT_ACCOUNT})
"""What says where money goes: a stolen session alone must not lead it elsewhere, so that over HTTP it needs a
recent proof of identity of everybody."""

AUDITED_READS = frozenset(
    {
        Action.SEE_ORDER,
        Action.SEE_DELIVERY,
        Action.SEE_MESSAGES,
        Action.TRACK_ORDER,
        Action.SEE_DRIVER_POSITIONS,
        Action.SEE_LIVE_MAP,
        Action.FIND_AVAILABLE_DRIVERS,
        Action.LIST_DRIVERS,
        Action.SEE_AUTH_USER,
        Action.OPERATE_ACCOUNTS,
        Action.REVIEW_APPLICATION,
        Action.SEE_DRIVING,
        Action.SEE_DRIVING_EVENT,
        Action.SEE_TAX_YEAR,
        Action.SEE_PAYOUT_ACCOUNT,
        Action.SEE_PAYOUTS,
        Action.DECIDE_DRIVING_CONTEST,
        Action.DECIDE_CLAIM,
        Action.REASSIGN_ORDER,
    }
)
"""What an administrator reads of other people: orders with their places, messages, positions, accounts,
driving and income, what they report, and which drivers could take an order. The audit trail has an entry of
each, and of all that an operator reads in somebody's name."""


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
