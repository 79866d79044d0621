"""The simulated Stripe's money: whatever is asked of it in whatever order, none is made and none is lost."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from haulage_adapters.stripe_simulator.errors import Refused
from haulage_adapters.stripe_simulator.money import available_cents, balance_cents
from haulage_adapters.stripe_simulator.routes import answer
from haulage_adapters.stripe_simulator.state import SimulatorState, Terms

HOUR = 3600
CENTS = st.integers(1, 60_00)
TOKENS = (
    "btok_us_verified_accountClosed",
    "tok_visa_debit_us_transferSuccess",
    "tok_visa_debit_us_transferFail",
)


class Money(RuleBasedStateMachine):
    """Two drivers' accounts, what comes to them and what leaves them, against sums of our own."""

    transfers, payouts = Bundle("transfers"), Bundle("payouts")

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_764_158_400.0
        self.state = SimulatorState(
            Terms(decline_share=0, ready_accounts=True, settle_seconds=24 * HOUR), now=lambda: self.now
        )
        self.accounts: list[str] = []
        self.places: dict[str, list[str]] = {}
        self.charged = 0
        self.transferred: dict[str, int] = {}
        """By account, less what was taken back."""

    def ask(self, verb: str, path: str, **form: Any) -> dict[str, Any]:
        return answer(self.state, verb, path, {name: str(value) for name, value in form.items()})

    def try_out(self, path: str, **form: Any) -> tuple[dict[str, Any] | None, Refused | None]:
        """What was made, or why not."""
        try:
            return self.ask("POST", path, **form), None
        except Refused as refused:
            return None, refused

    @initialize()
    def open(self) -> None:
        for _ in range(2):
            id = self.ask("POST", "/v1/accounts", type="express", country="US")["id"]
            for token in TOKENS:
                self.ask("POST", f"/v1/accounts/{id}/external_accounts", external_account=token)
            found = self.ask("GET", f"/v1/accounts/{id}/external_accounts")["data"]
            self.accounts.append(id)
            self.places[id] = [each["id"] for each in found]
            self.transferred[id] = 0

    @rule(cents=st.integers(50, 200_00))
    def charge(self, cents: int) -> None:
        intent = self.ask("POST", "/v1/payment_intents", amount=cents, currency="usd")["id"]
        self.ask("POST", f"/v1/payment_intents/{intent}/confirm", payment_method="pm_card_visa")
        entry = list(self.state.kind("balance_transaction").values())[-1]
        self.charged += entry["net"]

    @rule(target=transfers, cents=CENTS, which=st.integers(0, 1))
    def transfer(self, cents: int, which: int) -> Any:
        account = self.accounts[which]
        enough = balance_cents(self.state) >= cents
        made, refused = self.try_out("/v1/transfers", amount=cents, currency="usd", destination=account)
        assert (made is not None) is enough
        if made is None:
            assert refused is not None
            assert refused.code == "balance_insufficient"
            return multiple()
        self.transferred[account] += cents
        return made["id"]

    @rule(transfer=transfers, cents=CENTS)
    def take_back(self, transfer: str, cents: int) -> None:
        made = self.state.get("transfer", transfer)
        account = made["destination"]
        left = made["amount"] - made["amount_reversed"]
        possible = cents <= left and cents <= balance_cents(self.state, account)
        back, _ = self.try_out(f"/v1/transfers/{transfer}/reversals", amount=cents)
        assert (back is not None) is possible
        if back is not None:
            self.transferred[account] -= cents

    @rule(
        target=payouts,
        cents=CENTS,
        which=st.integers(0, 1),
        place=st.integers(0, 4),
        method=st.sampled_from(("standard", "instant")),
    )
    def pay_out(self, cents: int, which: int, place: int, method: str) -> Any:
        account = self.accounts[which]
        form = {"destination": self.places[account][place], "method": method, "_account": account}
        held = balance_cents(self.state, account)
        made, refused = self.try_out("/v1/payouts", amount=cents, currency="usd", **form)
        if made is None:
            assert refused is not None
            assert refused.code in {"balance_insufficient", "instant_payouts_unsupported"}
            return multiple()
        assert cents <= held
        return made["id"]

    @rule(payout=payouts, what=st.sampled_from(("send", "pay", "fail")))
    def bank_acts(self, payout: str, what: str) -> None:
        _, refused = self.try_out(f"/simulator/payouts/{payout}/{what}")
        assert refused is None or "cannot" in refused.message

    @rule(payout=payouts, what=st.sampled_from(("cancel", "reverse")))
    def account_acts(self, payout: str, what: str) -> None:
        account = self.state.get("payout", payout)["_account"]
        _, refused = self.try_out(f"/v1/payouts/{payout}/{what}", _account=account)
        assert refused is None or "only" in refused.message.lower()

    @rule(hours=st.integers(1, 100))
    def wait(self, hours: int) -> None:
        self.now += hours * HOUR
        self.ask("GET", "/v1/balance")

    @invariant()
    def nobody_owes_anything(self) -> None:
        for account in ("", *self.accounts):
            assert balance_cents(self.state, account) >= 0
            assert 0 <= available_cents(self.state, account) <= balance_cents(self.state, account)

    @invariant()
    def each_account_holds_what_came_and_did_not_leave(self) -> None:
        for account in self.accounts:
            assert balance_cents(self.state, account) == self.transferred[account] - self.gone(account)

    @invariant()
    def what_was_charged_is_with_the_platform_the_accounts_and_the_banks(self) -> None:
        held = balance_cents(self.state) + sum(balance_cents(self.state, each) for each in self.accounts)
        assert held + sum(self.gone(each) for each in self.accounts) == self.charged

    def gone(self, account: str) -> int:
        """What is on its way to banks, or came to one and was not fetched back."""
        made = [each for each in self.state.kind("payout").values() if each["_account"] == account]
        return sum(
            each["amount"]
            for each in made
            if (each["amount"] > 0 and each["status"] in {"pending", "in_transit", "paid"})
            or (each["amount"] < 0 and each["status"] == "paid")
        )


TestMoney = Money.TestCase
TestMoney.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
