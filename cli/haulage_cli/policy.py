"""Which action of the policy each command is: the same table of rules holds here as over HTTP.

Every command asks before it runs (:mod:`haulage_cli.authorising`), and one that is missing here is refused.
Commands with ``--as`` do what that account may do, and the use case decides. The others are for whoever
runs programs on the server's machine, who acts as the operator of their name.
"""

from collections.abc import Mapping

from haulage.kernel.policy import Action

ACTION_OF: Mapping[str, Action] = {
    "serve": Action.OPERATE_SERVER,
    "worker": Action.OPERATE_SERVER,
    "demo": Action.OPERATE_SERVER,
    "check": Action.OPERATE_SERVER,
    "simulate stripe": Action.OPERATE_SERVER,
    "db upgrade": Action.OPERATE_SERVER,
    "db status": Action.OPERATE_SERVER,
    "price quote": Action.CALCULATE_FARE,
    "match": Action.MATCH_OWN_FLEET,
    "maps build": Action.OPERATE_SERVER,
    "maps route": Action.FIND_ROUTES,
    "maps search": Action.FIND_PLACES,
    "maps geocode": Action.FIND_PLACES,
    "maps reverse": Action.FIND_PLACES,
    "orders book": Action.BOOK_ORDER,
    "orders pay": Action.PAY_ORDER,
    "orders accept": Action.ACCEPT_ORDER,
    "orders en-route": Action.WORK_ORDER,
    "orders start": Action.WORK_ORDER,
    "orders pickup": Action.WORK_ORDER,
    "orders complete": Action.WORK_ORDER,
    "orders hand-back": Action.WORK_ORDER,
    "orders list": Action.LIST_ORDERS,
    "orders show": Action.SEE_ORDER,
    "orders cancel": Action.CANCEL_ORDER,
    "orders follow": Action.SEE_ORDER,
    "orders slots": Action.RESCHEDULE_ORDER,
    "orders reschedule": Action.RESCHEDULE_ORDER,
    "orders rate": Action.RATE_ORDER,
    "drivers list": Action.LIST_DRIVERS,
    "drivers show": Action.LIST_DRIVERS,
    "drivers approve": Action.APPROVE_DRIVER,
    "drivers online": Action.GO_ONLINE,
    "drivers offline": Action.GO_ONLINE,
    "payments list": Action.LIST_ALL_PAYMENTS,
    "payments show": Action.LIST_ALL_PAYMENTS,
    "payments refund": Action.REFUND_PAYMENT,
    "splits list": Action.LIST_ALL_SPLITS,
    "splits retry": Action.RETRY_SPLIT,
    "ledger verify": Action.READ_LEDGER,
    "ledger account": Action.READ_LEDGER,
    "ledger trial-balance": Action.READ_LEDGER,
    "receipts render": Action.SEE_RECEIPT,
    "behaviour score": Action.SCORE_DRIVES,
    "jobs list": Action.MANAGE_JOBS,
    "jobs show": Action.MANAGE_JOBS,
    "jobs retry": Action.MANAGE_JOBS,
    "mail list": Action.OPERATE_SERVER,
    "mail retry": Action.OPERATE_SERVER,
    "admin grant": Action.GRANT_ADMIN,
    "admin revoke": Action.GRANT_ADMIN,
    "admin audit": Action.READ_AUDIT,
    "admin export-user": Action.EXPORT_PERSONAL_DATA,
    "admin delete-user": Action.ERASE_ACCOUNT,
}
"""By the words that are typed after ``haulage``."""
