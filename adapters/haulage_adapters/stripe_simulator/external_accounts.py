"""Bank accounts and debit cards that connected accounts are paid out to (docs.stripe.com/connect/testing).

They are given by token alone: what becomes of payouts to one is written on it.
"""

import attrs

from haulage_adapters.stripe_simulator.errors import BAD_REQUEST, Json, Refused, missing
from haulage_adapters.stripe_simulator.forms import metadata_of, text_of
from haulage_adapters.stripe_simulator.lists import listing
from haulage_adapters.stripe_simulator.state import SimulatorState

KIND, FATES = "external_account", "payout_fate"
ROUTING = "110000000"
BANK = "STRIPE TEST BANK"
CARD_EXPIRY = (12, 2034)


@attrs.frozen
class Destination:
    """What a token stands for: *fails* is the code with which payouts there fail, if they do."""

    last4: str
    brand: str | None = None
    fails: str | None = None
    is_instant: bool = False

    @property
    def methods(self) -> list[str]:
        return ["standard", "instant"] if self.is_instant else ["standard"]


TOKENS = {
    "btok_us_verified": Destination("6789"),
    "btok_us_verified_noAccount": Destination("1116", fails="no_account"),
    "btok_us_verified_accountClosed": Destination("1113", fails="account_closed"),
    "btok_us_verified_insufficientFunds": Destination("2227", fails="insufficient_funds"),
    "btok_us_verified_debitNotAuthorized": Destination("3335", fails="debit_not_authorized"),
    "btok_us_verified_invalidCurrency": Destination("4440", fails="invalid_currency"),
    "btok_sim_us_instant": Destination("7771", is_instant=True),
    "tok_visa_debit_us_transferSuccess": Destination("5556", "Visa", is_instant=True),
    "tok_visa_debit_us_transferFail": Destination("5572", "Visa", "could_not_process", is_instant=True),
    "tok_visa_debit_us_instantPayoutUnsupported": Destination("5555", "Visa"),
    "tok_mastercard_debit_us_transferSuccess": Destination("8210", "MasterCard", is_instant=True),
    "tok_discover_debit_us_transferSuccess": Destination("1113", "Discover", is_instant=True),
}
"""Stripe's own test tokens, and one of ours (``_sim_``): a bank account that takes instant payouts."""

LABELS = {
    "btok_us_verified": "Bank account",
    "btok_sim_us_instant": "Bank account that takes instant payouts",
    "btok_us_verified_accountClosed": "Bank account that is closed",
    "btok_us_verified_noAccount": "Bank account that nobody finds",
    "tok_visa_debit_us_transferSuccess": "Debit card",
    "tok_visa_debit_us_instantPayoutUnsupported": "Debit card without instant payouts",
    "tok_visa_debit_us_transferFail": "Debit card whose bank refuses",
}
"""What pages offer, in this order."""

USUAL, USUAL_CARD = "btok_us_verified", "tok_visa_debit_us_transferSuccess"


def attach(state: SimulatorState, account: str, token: str, metadata: Json | None = None) -> Json:
    """Give the account a way of being paid; its first one is its default."""
    destination = TOKENS.get(token)
    if destination is None:
        raise Refused(
            f"No such token: '{token}'", BAD_REQUEST, code="resource_missing", param="external_account"
        )
    made = _card(state, destination) if destination.brand else _bank_account(state)
    made |= {
        "account": account,
        "available_payout_methods": destination.methods,
        "country": "US",
        "currency": "usd",
        "default_for_currency": not of_account(state, account),
        "last4": destination.last4,
        "metadata": metadata or {},
        "status": "new",
    }
    state.add(KIND, made)
    state.kind(FATES)[made["id"]] = {"fails": destination.fails}
    state.emit_event("account.external_account.created", made, account=account)
    return made


def _bank_account(state: SimulatorState) -> Json:
    return {
        "id": state.new_id("ba"),
        "object": "bank_account",
        "account_holder_name": None,
        "account_holder_type": "individual",
        "account_type": "checking",
        "bank_name": BANK,
        "routing_number": ROUTING,
    }


def _card(state: SimulatorState, destination: Destination) -> Json:
    month, year = CARD_EXPIRY
    return {
        "id": state.new_id("card"),
        "object": "card",
        "brand": destination.brand,
        "exp_month": month,
        "exp_year": year,
        "funding": "debit",
        "name": None,
    }


def of_account(state: SimulatorState, account: str) -> list[Json]:
    """Oldest first."""
    return [each for each in state.kind(KIND).values() if each["account"] == account]


def of_id(state: SimulatorState, account: str, id: str) -> Json:
    """One of the account's own."""
    found = state.kind(KIND).get(id)
    if found is None or found["account"] != account:
        raise missing("external account", id)
    return found


def create(state: SimulatorState, account: str, form: Json) -> Json:
    state.get("account", account)
    return attach(state, account, text_of(form, "external_account"), metadata_of(form))


def list_all(state: SimulatorState, account: str, form: Json) -> Json:
    state.get("account", account)
    found = of_account(state, account)
    if "object" in form:
        found = [each for each in found if each["object"] == form["object"]]
    return listing(found, f"/v1/accounts/{account}/external_accounts", form)


def delete(state: SimulatorState, account: str, id: str) -> Json:
    """The default one stays: an account that was set up can always be paid."""
    found = of_id(state, account, id)
    if found["default_for_currency"]:
        raise Refused(
            "You cannot delete the default external account for your default currency. Please make another "
            "external account the default using the `default_for_currency` param, and then delete this one."
        )
    del state.kind(KIND)[id]
    state.emit_event("account.external_account.deleted", found, account=account)
    return {"id": id, "object": found["object"], "deleted": True}
