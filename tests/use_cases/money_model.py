"""What must become of money, in plain whole numbers: a second opinion that shares no code with the books.

A payment is a purse with four pockets (tax, fare or shares, the provider's fee). All that is known of
rounding is that a part of something is taken half-up, of what is left and not of what there was.
"""

from collections import Counter
from dataclasses import dataclass, field


def part_of(cents: int, count: int, out_of: int) -> int:
    """*count* of *out_of* parts, half-up."""
    if not out_of:
        return 0
    sign = -1 if cents < 0 else 1
    return sign * ((2 * abs(cents) * count + out_of) // (2 * out_of))


@dataclass
class Purse:
    """One payment. ``driver`` and ``platform`` are None until the work is done."""

    total: int
    tax: int
    fee: int
    owner: str
    tip: bool = False
    base: int = 0
    """What shares are parts of."""
    shared: int = 0
    given: int = 0
    driver: int | None = None
    platform: int | None = None
    asked_back: int = 0
    lost: int = 0
    fare: int = 0
    gone: bool = False
    """Given back whole by a cancellation, so that nothing is left to share."""
    sharing: int = 0
    reported: bool = False
    """Somebody says that it was not delivered, and nobody has decided."""

    def __post_init__(self) -> None:
        self.base, self.fare = self.total, self.total - self.tax

    @property
    def left(self) -> int:
        return self.total - self.asked_back - self.lost


@dataclass
class Owed:
    """A refund: from which pockets it came, and where it is."""

    payment: str
    cents: int
    goodwill: bool = False
    tax: int = 0
    fare: int = 0
    driver: int = 0
    platform: int = 0
    sharing: int = 0
    """Which sharing out of the payment it took from; a cancellation begins another."""
    settled: int = 0
    sent: bool = False
    withdrawn: bool = False

    @property
    def left(self) -> int:
        return 0 if self.withdrawn else self.cents - self.settled


@dataclass
class Model:
    """The marketplace's accounts as they must be, by the codes that the books have for them."""

    accounts: Counter[str] = field(default_factory=Counter)
    purses: dict[str, Purse] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)
    """Refunds, oldest first."""
    open_disputes: dict[str, tuple[str, int]] = field(default_factory=dict)

    def held(self) -> dict[str, int]:
        return {account: cents for account, cents in self.accounts.items() if cents}

    def reserved(self) -> dict[str, int]:
        """What is kept from drivers: all that is theirs of what is reported, and of what is disputed as much
        as they would lose."""
        retained: Counter[str] = Counter()
        for payment, purse in self.purses.items():
            retained[purse.owner] += self._retained_of(payment, purse)
        return {owner: cents for owner, cents in retained.items() if cents}

    def _retained_of(self, payment: str, purse: Purse) -> int:
        if purse.driver is None or purse.reported:
            return purse.driver or 0
        at_stake = sum(cents for disputed, cents in self.open_disputes.values() if disputed == payment)
        return part_of(purse.driver, min(at_stake, purse.left), purse.base - purse.shared)

    def move(self, **amounts: int) -> None:
        for account, cents in amounts.items():
            self.accounts[account] += cents

    def pay(self, payment: str, purse: Purse) -> None:
        self.purses[payment] = purse
        self.move(card_clearing=purse.total - purse.fee, processing_fees=purse.fee, tax_payable=-purse.tax)
        if purse.tip:
            purse.driver, purse.platform = purse.total, -purse.fee
            self.accounts[purse.owner] -= purse.total
            self.move(processing_fees=-purse.fee, platform_revenue=purse.fee)
        else:
            self.move(unearned_fares=-purse.fare)

    def drive(self, payment: str) -> None:
        """Half of the net is the driver's, and the odd cent."""
        purse = self.purses[payment]
        net = max(0, purse.fare - purse.fee)
        purse.driver = (net + 1) // 2
        purse.platform = purse.fare - purse.fee - purse.driver
        self.accounts[purse.owner] -= purse.driver
        self.move(unearned_fares=purse.fare, processing_fees=-purse.fee, platform_revenue=-purse.platform)

    def cancel(self, payment: str, fee: int) -> Owed | None:
        """Everything goes back but the fee; goodwill that was given before goes back with it."""
        purse = self.purses[payment]
        retained = min(fee, purse.left)
        back = purse.left - retained
        self.move(refunds_payable=-back, tax_payable=purse.tax, unearned_fares=purse.fare)
        self.move(refunds=-(purse.tax + purse.fare - back - retained))
        purse.asked_back += back
        purse.tax = purse.fare = 0
        purse.gone = not retained
        purse.sharing += 1
        if retained:
            net = max(0, retained - purse.fee)
            purse.driver = (net + 1) // 2
            purse.platform = retained - purse.fee - purse.driver
            purse.base = retained
            purse.shared = purse.given = 0
            self.accounts[purse.owner] -= purse.driver
            self.move(processing_fees=-purse.fee, platform_revenue=-purse.platform)
        if not back:
            return None
        self.owed.append(Owed(payment, back, sharing=-1))
        return self.owed[-1]

    def refund(self, payment: str, cents: int, *, goodwill: bool) -> Owed:
        purse = self.purses[payment]
        owed = Owed(payment, cents, goodwill, sharing=-1 if purse.gone else purse.sharing)
        self._take(purse, cents, owed, goodwill=goodwill, out_of="refunds_payable", whole=cents)
        purse.asked_back += cents
        self.owed.append(owed)
        return owed

    def went(self, owed: Owed, *, sent: bool) -> None:
        """It has gone out, or came back."""
        if owed.sent is not sent:
            owed.sent = sent
            moved = owed.left if sent else -owed.left
            self.move(refunds_payable=moved, card_clearing=-moved)

    def withdraw(self, owed: Owed) -> None:
        """Everybody has their part again; what came of a fare that is no more stays the platform's."""
        purse, rest = self.purses[owed.payment], owed.left
        purse.asked_back -= rest
        self.move(refunds_payable=rest)
        parts = {name: self._of_rest(owed, name) for name in ("tax", "fare", "driver", "platform")}
        owed.withdrawn = True
        if owed.sharing != purse.sharing:
            self.move(refunds=-rest)
            return
        purse.tax += parts["tax"]
        self.move(tax_payable=-parts["tax"])
        if owed.goodwill:
            self.move(refunds=-(rest - parts["tax"]))
        elif parts["fare"]:
            self._grow(purse, rest, parts["fare"])
        else:
            self._share_again(purse, rest, parts)

    def _of_rest(self, owed: Owed, name: str) -> int:
        part: int = getattr(owed, name)
        return part_of(part, owed.left, owed.cents) if owed.settled else part

    def _grow(self, purse: Purse, cents: int, fare: int) -> None:
        """The fare had shrunk before it was driven."""
        purse.base += cents
        if purse.platform is None:
            purse.fare += fare
            self.move(unearned_fares=-fare)
        else:
            purse.platform += fare
            self.move(platform_revenue=-fare)

    def _share_again(self, purse: Purse, cents: int, parts: dict[str, int]) -> None:
        if purse.driver is None or purse.platform is None:
            return
        purse.driver += parts["driver"]
        purse.platform += parts["platform"]
        purse.shared -= cents
        self.accounts[purse.owner] -= parts["driver"]
        own = cents - parts["tax"] - parts["driver"] - parts["platform"]
        self.move(platform_revenue=-parts["platform"], refunds=-own)

    def dispute(self, payment: str, name: str, cents: int) -> None:
        self.open_disputes[name] = (payment, cents)
        self.move(card_clearing=-cents, disputes=cents)

    def win(self, name: str) -> None:
        _, cents = self.open_disputes.pop(name)
        self.move(card_clearing=cents, disputes=-cents)

    def lose(self, name: str) -> None:
        payment, cents = self.open_disputes.pop(name)
        purse = self.purses[payment]
        settled = self._settle(payment, cents)
        self.move(refunds_payable=settled, disputes=-settled)
        lost = min(cents - settled, purse.left)
        self._take(purse, lost, None, goodwill=False, out_of="disputes", whole=cents - settled)
        purse.lost += lost + settled
        purse.asked_back -= settled

    def _settle(self, payment: str, cents: int) -> int:
        """How much of a lost dispute the customer was owed anyway."""
        left = cents
        for owed in self.owed:
            if owed.payment == payment and not owed.sent:
                part = min(left, owed.left)
                owed.settled += part
                left -= part
        return cents - left

    def is_disputed(self, payment: str) -> bool:
        return any(disputed == payment for disputed, _ in self.open_disputes.values())

    def _take(
        self, purse: Purse, cents: int, owed: Owed | None, *, goodwill: bool, out_of: str, whole: int
    ) -> None:
        """Tax in proportion; the rest from the fare that nobody has earned, or from the shares, and what is
        then missing from the platform's own pocket."""
        tax = part_of(purse.tax, cents, purse.left)
        purse.tax -= tax
        rest = whole - tax
        fare = driver = platform = 0
        if goodwill or purse.gone:
            self.move(refunds=rest)
        elif purse.driver is None or purse.platform is None:
            fare = cents - tax
            self.move(unearned_fares=fare, refunds=whole - cents)
            purse.fare -= fare
            purse.base -= cents
        else:
            out = purse.base - purse.shared
            driver, platform = part_of(purse.driver, cents, out), part_of(purse.platform, cents, out)
            purse.driver -= driver
            purse.platform -= platform
            purse.shared += cents
            self.accounts[purse.owner] += driver
            self.move(platform_revenue=platform, refunds=rest - driver - platform)
        self.accounts["tax_payable"] += tax
        self.accounts[out_of] -= whole
        if owed is not None:
            owed.tax, owed.fare, owed.driver, owed.platform = tax, fare, driver, platform
