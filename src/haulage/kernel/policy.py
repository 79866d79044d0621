"""Who may do what: every action and its rule. What this table does not allow is refused."""

from collections.abc import Mapping
from enum import StrEnum

from haulage.kernel import policy_rules as rules
from haulage.kernel.actor import Actor
from haulage.kernel.policy_rules import NOBODY_IN_PARTICULAR, Facts, Rule


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
    SEND_PAYMENT_EVENTS = "send_payment_events"
    SEND_SMS_EVENTS = "send_sms_events"
    SEND_SCREENING_EVENTS = "send_screening_events"
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
    SET_DRIVER_STANDING = "set_driver_standing"
    APPLY_TO_DRIVE = "apply_to_drive"
    REVIEW_APPLICATION = "review_application"
    MANAGE_OWN_DOCUMENTS = "manage_own_documents"
    REVIEW_DOCUMENT = "review_document"
    TAKE_TRAINING = "take_training"
    RESET_TRAINING = "reset_training"
    VERIFY_CERTIFICATE = "verify_certificate"
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
    SEE_TAX_REPORT = "see_tax_report"
    FILE_TAX_FORMS = "file_tax_forms"
    REMIT_WITHHOLDING = "remit_withholding"
    SEE_PAYOUT_ACCOUNT = "see_payout_account"
    SET_UP_PAYOUT_ACCOUNT = "set_up_payout_account"
    MANAGE_OWN_TAXES = "manage_own_taxes"
    CERTIFY_W9 = "certify_w9"
    SEE_PAYOUTS = "see_payouts"
    MANAGE_PAYOUT_METHODS = "manage_payout_methods"
    CHANGE_PAYOUT_SETTINGS = "change_payout_settings"
    REQUEST_PAYOUT = "request_payout"
    CANCEL_PAYOUT = "cancel_payout"
    VOID_PAYOUT = "void_payout"
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
    SEE_AUTHORITY = "see_authority"
    MANAGE_OWN_CREDENTIALS = "manage_own_credentials"
    VERIFY_CREDENTIALS = "verify_credentials"
    OPERATE_SERVER = "operate_server"


POLICY: Mapping[Action, Rule] = {
    Action.SEE_PUBLIC_PAGE: rules.anyone,
    Action.MANAGE_OWN_SESSION: rules.anyone,
    # Whose session it is decides whose account: nobody names another's.
    Action.MANAGE_OWN_ACCOUNT: rules.signed_in,
    # A person's own, and nobody else's way to them.
    Action.MANAGE_OWN_ADDRESSES: rules.signed_in,
    # Likewise: a saved card pays its owner's orders alone.
    Action.MANAGE_OWN_CARDS: rules.signed_in,
    # Until they are part of an order, whose view says who sees them.
    Action.MANAGE_OWN_ITEM_PHOTOS: rules.signed_in,
    Action.CALCULATE_FARE: rules.anyone,
    Action.FIND_PLACES: rules.anyone,
    Action.FIND_ROUTES: rules.anyone,
    Action.MATCH_OWN_FLEET: rules.anyone,
    Action.SCORE_DRIVES: rules.anyone,
    Action.REQUEST_QUOTE: rules.signed_in,
    Action.SEE_QUOTE: rules.owner_only,
    Action.BOOK_ORDER: rules.owner_only,
    Action.SEE_ORDER: rules.party_or_admin,
    # Where the driver of an order is: reading it is audited, unlike reading the order itself.
    Action.TRACK_ORDER: rules.party_or_admin,
    Action.LIST_ORDERS: rules.signed_in,
    Action.LIST_ALL_ORDERS: rules.admin,
    Action.LIST_AVAILABLE_ORDERS: rules.driver,
    Action.PAY_ORDER: rules.owner_only,
    # Anybody may send these: the use case accepts only what the provider has signed.
    Action.SEND_PAYMENT_EVENTS: rules.anyone,
    Action.SEND_SMS_EVENTS: rules.anyone,
    Action.SEND_SCREENING_EVENTS: rules.anyone,
    Action.SEE_RECEIPT: rules.owner_admin_or_system,
    Action.LIST_PAYMENTS: rules.signed_in,
    # The address itself is signed and short-lived: whoever was given it may open it.
    Action.OPEN_DOCUMENT: rules.anyone,
    Action.CANCEL_ORDER: rules.owner_or_admin,
    Action.RESCHEDULE_ORDER: rules.owner_only,
    Action.RATE_ORDER: rules.owner_only,
    Action.OPEN_CLAIM: rules.owner_only,
    Action.SEND_CLAIM_PHOTO: rules.party,
    Action.GIVE_CLAIM_SIDE: rules.assigned_driver,
    Action.DECIDE_CLAIM: rules.admin_or_system,
    Action.SHARE_TRACKING: rules.owner_only,
    # Whoever was given the link may follow it: the token in it is signed and ends.
    Action.SEE_SHARED_TRACKING: rules.anyone,
    Action.ACCEPT_ORDER: rules.driver,
    Action.DECLINE_ORDER: rules.driver,
    Action.REASSIGN_ORDER: rules.admin_or_system,
    Action.WORK_ORDER: rules.assigned_driver,
    Action.SEE_DELIVERY: rules.driver_or_admin,
    Action.ASK_FOR_PIN: rules.owner_only,
    # Where the customer cannot be reached, an admin lets the delivery end without their PIN.
    Action.DROP_PIN: rules.owner_or_admin,
    # A file that is at hand is examined without asking anybody.
    Action.EXAMINE_PROOF: rules.anyone,
    Action.SEE_MESSAGES: rules.party_or_admin,
    Action.WRITE_MESSAGES: rules.party,
    # How one wants to be reached, and what waits for one: nobody names another.
    Action.MANAGE_OWN_MESSAGES: rules.signed_in,
    # Nobody names another: who a favorite can be is asked of one's own orders.
    Action.MANAGE_FAVORITES: rules.signed_in,
    Action.GO_ONLINE: rules.driver,
    Action.SEE_OWN_DRIVER: rules.driver,
    Action.UPDATE_OWN_DRIVER: rules.driver,
    Action.LIST_DRIVERS: rules.admin,
    Action.FIND_AVAILABLE_DRIVERS: rules.admin_or_system,
    Action.SEE_DRIVER_POSITIONS: rules.driver_or_admin,
    Action.APPROVE_DRIVER: rules.admin_or_system,
    Action.SET_DRIVER_STANDING: rules.admin_or_system,
    # Whose session it is decides whose application: nobody names another's.
    Action.APPLY_TO_DRIVE: rules.applicant,
    Action.REVIEW_APPLICATION: rules.admin_or_system,
    Action.MANAGE_OWN_DOCUMENTS: rules.applicant,
    Action.REVIEW_DOCUMENT: rules.admin_or_system,
    # Likewise: everybody learns for themselves.
    Action.TAKE_TRAINING: rules.applicant,
    Action.RESET_TRAINING: rules.admin_or_system,
    # The code of a certificate is random: whoever was given it may see whether it is genuine.
    Action.VERIFY_CERTIFICATE: rules.anyone,
    Action.RECORD_DRIVING: rules.driver,
    Action.SEE_OWN_DRIVING: rules.driver,
    Action.SEE_DRIVING: rules.admin,
    Action.SEE_DRIVING_EVENT: rules.party_or_admin,
    Action.CONTEST_DRIVING_EVENT: rules.assigned_driver,
    Action.DECIDE_DRIVING_CONTEST: rules.admin,
    # The page is there only where no real provider is configured.
    Action.SIGN_IN_SIMULATED: rules.anyone,
    # The route is there in the demonstration alone.
    Action.READ_DEMONSTRATION_MAIL: rules.anyone,
    Action.SEE_AUTH_USER: rules.owner_or_admin,
    Action.SEE_OVERVIEW: rules.admin_or_system,
    # Where everybody is who drives: looking at it is told of.
    Action.SEE_LIVE_MAP: rules.admin_or_system,
    Action.READ_AUDIT: rules.admin_or_system,
    Action.READ_LEDGER: rules.admin_or_system,
    Action.REBUILD_LEDGER_SUMS: rules.admin_or_system,
    Action.LIST_SPLITS: rules.signed_in,
    Action.LIST_ALL_SPLITS: rules.admin_or_system,
    Action.RETRY_SPLIT: rules.its_driver_or_admin_or_system,
    Action.SEE_TAX_YEAR: rules.its_driver_or_admin_or_system,
    Action.SEE_TAX_REPORT: rules.admin_or_system,
    # It opens taxpayer numbers: over HTTP it asks for a fresh proof of identity besides.
    Action.FILE_TAX_FORMS: rules.admin_or_system,
    Action.REMIT_WITHHOLDING: rules.admin_or_system,
    Action.SEE_PAYOUT_ACCOUNT: rules.its_driver_or_admin_or_system,
    # It leads to pages on which money can be led elsewhere: nobody opens them for another.
    Action.SET_UP_PAYOUT_ACCOUNT: rules.assigned_driver,
    # What a driver writes down for themselves: nobody else reads or changes it.
    Action.MANAGE_OWN_TAXES: rules.assigned_driver,
    # It says whose income is reported, and whether anything is withheld.
    Action.CERTIFY_W9: rules.assigned_driver,
    Action.SEE_PAYOUTS: rules.its_driver_or_admin_or_system,
    # Where somebody is paid is theirs alone: whoever changes it has the money.
    Action.MANAGE_PAYOUT_METHODS: rules.assigned_driver,
    Action.CHANGE_PAYOUT_SETTINGS: rules.its_driver_or_admin_or_system,
    Action.REQUEST_PAYOUT: rules.assigned_driver,
    Action.CANCEL_PAYOUT: rules.its_driver_or_admin_or_system,
    Action.VOID_PAYOUT: rules.admin_or_system,
    Action.CHECK_PAYOUTS: rules.admin_or_system,
    Action.LIST_ALL_PAYMENTS: rules.admin_or_system,
    Action.SEE_REFUNDS: rules.owner_or_admin,
    Action.REFUND_PAYMENT: rules.admin_or_system,
    Action.RECONCILE_PAYMENTS: rules.admin_or_system,
    Action.GRANT_ADMIN: rules.system,
    Action.RESET_FACTORS: rules.system,
    Action.OPERATE_ACCOUNTS: rules.admin_or_system,
    Action.EXPORT_PERSONAL_DATA: rules.owner_or_system,
    Action.ERASE_ACCOUNT: rules.owner_or_system,
    Action.SETTLE_DRIVER: rules.system,
    Action.WRITE_OFF_DEBT: rules.system,
    Action.MANAGE_JOBS: rules.admin_or_system,
    Action.MANAGE_TAXES: rules.system,
    Action.MANAGE_AUTHORITY: rules.system,
    Action.SEE_AUTHORITY: rules.admin_or_system,
    # Nobody names another: whose session it is decides whose credentials.
    Action.MANAGE_OWN_CREDENTIALS: rules.driver,
    Action.VERIFY_CREDENTIALS: rules.admin_or_system,
    Action.OPERATE_SERVER: rules.system,
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
