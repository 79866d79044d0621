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
    reported: bool = False
    """Somebody says that it was not delivered, and nobody has decided."""

    def __post_init__(self) -> None:
        self.base, self.fare = self.total, self.total - self.tax

    @property
    def left(self) -> int:
        return self.total - self.asked_back - self.lost


@dataclass
class Model:
    """The marketplace's accounts as they must be, by the codes that the books have for them."""

    accounts: Counter[str] = field(default_factory=Counter)
    purses: dict[str, Purse] = field(default_factory=dict)
    open_disputes: dict[str, tuple[str, int]] = field(default_factory=dict)

    def held(self) -> dict[str, int]:
        return {account: cents for account, cents in self.accounts.items() if cents}

    def reserved(self) -> dict[str, int]:
        """What is kept from drivers: all that is theirs of what is reported, and of what is disputed as much
        as they would lose."""
        kept: Counter[str] = Counter()
        for payment, purse in self.purses.items():
            kept[purse.owner] += self._kept_of(payment, purse)
        return {owner: cents for owner, cents in kept.items() if cents}

    def _kept_of(self, payment: str, purse: Purse) -> int:
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

    def cancel(self, payment: str, fee: int) -> None:
        """Everything goes back but the fee; goodwill that was given before goes back with it."""
        purse = self.purses[payment]
        kept = min(fee, purse.left)
        back = purse.left - kept
        self.move(card_clearing=-back, tax_payable=purse.tax, unearned_fares=purse.fare)
        self.move(refunds=-(purse.tax + purse.fare - back - kept))
        purse.asked_back += back
        purse.tax = purse.fare = 0
        purse.gone = not kept
        if kept:
            net = max(0, kept - purse.fee)
            purse.driver = (net + 1) // 2
            purse.platform = kept - purse.fee - purse.driver
            purse.base = kept
            purse.shared = purse.given = 0
            self.accounts[purse.owner] -= purse.driver
            self.move(processing_fees=-purse.fee, platform_revenue=-purse.platform)

    def refund(self, payment: str, cents: int, *, goodwill: bool) -> None:
        purse = self.purses[payment]
        self._take(purse, cents, goodwill=goodwill, out_of="card_clearing", whole=cents)
        purse.asked_back += cents

    def dispute(self, payment: str, name: str, cents: int) -> None:
        self.open_disputes[name] = (payment, cents)
        self.move(card_clearing=-cents, disputes=cents)

    def win(self, name: str) -> None:
        _, cents = self.open_disputes.pop(name)
        self.move(card_clearing=cents, disputes=-cents)

    def lose(self, name: str) -> None:
        payment, cents = self.open_disputes.pop(name)
        purse = self.purses[payment]
        lost = min(cents, purse.left)
        self._take(purse, lost, goodwill=False, out_of="disputes", whole=cents)
        purse.lost += lost

    def is_disputed(self, payment: str) -> bool:
        return any(disputed == payment for disputed, _ in self.open_disputes.values())

    def _take(self, purse: Purse, cents: int, *, goodwill: bool, out_of: str, whole: int) -> None:
        """Tax in proportion; the rest from the fare that nobody has earned, or from the shares, and what is
        then missing from the platform's own pocket."""
        tax = part_of(purse.tax, cents, purse.left)
        purse.tax -= tax
        rest = whole - tax
        if goodwill or purse.gone:
            self.move(refunds=rest)
        elif purse.driver is None or purse.platform is None:
            self.move(unearned_fares=cents - tax, refunds=whole - cents)
            purse.fare -= cents - tax
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
