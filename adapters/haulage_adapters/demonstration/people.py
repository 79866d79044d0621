"""The people of the demonstration. All of them are invented; their passwords are no secret."""

from datetime import time

import attrs

from haulage.drivers import LicensePlate
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleColor, VehicleType
from haulage_adapters.demonstration.places import PLACES

DOMAIN = "haulage.example"
PASSWORD = "Haulage-demo-1"  # noqa: S105 - printed for everybody who starts the demonstration


@attrs.frozen
class SamplePerson:
    """Somebody with an account. Numbers from 555-0100 to 555-0199 are kept for fiction."""

    email: str
    name: str
    phone: str


@attrs.frozen
class SampleDriver:
    """A person with a vehicle, hours and rates; ``home`` is around where they wait for jobs."""

    person: SamplePerson
    home: Point
    vehicle: Vehicle
    plate: LicensePlate
    hours: WorkingHours
    rates: DriverRates
    rating: float | None
    total_jobs: int
    specialties: frozenset[str] = frozenset()
    works_with_helper: bool = False
    is_approved: bool = True
    is_online: bool = True

    @property
    def earlier_ratings(self) -> int:
        """Every job of an invented past was rated."""
        return 0 if self.rating is None else self.total_jobs

    @property
    def earlier_stars(self) -> int:
        """As many stars as make the invented rating."""
        return round((self.rating or 0) * self.earlier_ratings)


@attrs.frozen
class DemonstrationSignIns:
    """Who can sign in, and whether this run changed anything."""

    changed: bool

    def rows(self) -> list[tuple[str, str, str]]:
        """Role, e-mail and password of one of each kind."""
        people = (("customer", CUSTOMERS[0]), ("driver", DRIVERS[0].person), ("admin", ADMIN))
        return [(role, person.email, PASSWORD) for role, person in people]


ADMIN = SamplePerson(f"admin@{DOMAIN}", "Alex Morgan", "+1 212 555 0100")

_CUSTOMER_NAMES = (
    "Casey Rivera",
    "Maya Feldman",
    "Jordan Blake",
    "Priya Raman",
    "Tom Okafor",
    "Elena Petrova",
    "Marcus Webb",
    "Sofia Marino",
    "Hannah Kim",
    "Diego Salazar",
    "Ruth Goldberg",
    "Liam O'Connor",
)


def _email(name: str) -> str:
    return "".join(letter for letter in name.lower().replace(" ", ".") if letter.isalpha() or letter == ".")


CUSTOMERS = tuple(
    SamplePerson(
        f"{'customer' if number == 0 else _email(name)}@{DOMAIN}", name, f"+1 212 555 {101 + number:04d}"
    )
    for number, name in enumerate(_CUSTOMER_NAMES)
)

_LOADS = {
    VehicleType.PICKUP: Capacity(weight=1_400, volume=60),
    VehicleType.VAN: Capacity(weight=3_000, volume=280),
    VehicleType.TRUCK: Capacity(weight=5_500, volume=450),
    VehicleType.BOX_TRUCK: Capacity(weight=9_000, volume=900),
}
_FEATURES = {
    VehicleType.PICKUP: frozenset({"straps"}),
    VehicleType.VAN: frozenset({"straps", "blankets"}),
    VehicleType.TRUCK: frozenset({"straps", "blankets", "dolly"}),
    VehicleType.BOX_TRUCK: frozenset({"straps", "blankets", "dolly", "liftgate"}),
}


def _hours(start: int, end: int) -> WorkingHours:
    return WorkingHours(every_day=HoursRange(time(start), time(end)))


ALL_DAY, EARLY, DAY, LATE, NIGHT = _hours(0, 0), _hours(5, 14), _hours(8, 20), _hours(12, 0), _hours(20, 6)

_P, _V, _T, _B = VehicleType.PICKUP, VehicleType.VAN, VehicleType.TRUCK, VehicleType.BOX_TRUCK

# Name, vehicle, make, model, year, place of PLACES, hours, cents a mile, minimum, rating, jobs.
_DRIVERS = (
    ("Dana Brooks", _V, "Ford", "Transit", 2022, 4, ALL_DAY, 250, 25_00, 4.9, 312),
    ("Andre Thompson", _P, "Toyota", "Tacoma", 2021, 0, ALL_DAY, 240, 22_00, 4.7, 188),
    ("Wei Zhang", _V, "Ram", "ProMaster", 2023, 5, ALL_DAY, 260, 26_00, 4.8, 241),
    ("Grace Adeyemi", _V, "Mercedes-Benz", "Sprinter", 2021, 8, DAY, 280, 28_00, 4.9, 402),
    ("Luis Herrera", _B, "Isuzu", "NPR", 2019, 7, ALL_DAY, 320, 35_00, 4.6, 275),
    ("Nadia Haddad", _P, "Ford", "F-150", 2020, 9, EARLY, 230, 21_00, 4.5, 96),
    ("Kevin Murphy", _T, "Chevrolet", "Silverado 2500", 2022, 2, LATE, 290, 30_00, 4.4, 131),
    ("Olga Ivanova", _V, "Ford", "Transit Connect", 2018, 6, NIGHT, 240, 24_00, 4.7, 150),
    ("Samuel Baptiste", _V, "Nissan", "NV2500", 2020, 12, ALL_DAY, 250, 25_00, 4.8, 333),
    ("Rosa Delgado", _P, "Honda", "Ridgeline", 2022, 13, ALL_DAY, 235, 22_00, 4.9, 207),
    ("Aaron Stein", _B, "Hino", "195", 2021, 16, DAY, 310, 34_00, 4.7, 289),
    ("Chloe Nguyen", _P, "Nissan", "Frontier", 2019, 18, LATE, 230, 20_00, 4.3, 64),
    ("Terrence Cole", _T, "Ford", "F-350", 2020, 19, ALL_DAY, 285, 30_00, 4.6, 174),
    ("Irina Volkova", _V, "Ram", "ProMaster City", 2021, 20, EARLY, 245, 24_00, 4.5, 119),
    ("Malik Johnson", _V, "Ford", "Transit", 2019, 14, NIGHT, 250, 25_00, 4.8, 226),
    ("Anika Sharma", _V, "Chevrolet", "Express", 2021, 22, ALL_DAY, 250, 25_00, 4.8, 198),
    ("Nikos Pappas", _P, "Toyota", "Tundra", 2021, 23, ALL_DAY, 245, 23_00, 4.7, 165),
    ("Jun Park", _B, "Isuzu", "NQR", 2022, 28, DAY, 315, 35_00, 4.9, 352),
    ("Fatima Chowdhury", _P, "Chevrolet", "Colorado", 2020, 25, LATE, 225, 20_00, 4.6, 87),
    ("Robert Singh", _T, "Ram", "2500", 2019, 27, EARLY, 280, 29_00, 4.2, 58),
    ("Yolanda Cruz", _V, "Ford", "Transit", 2020, 29, ALL_DAY, 245, 24_00, 4.8, 260),
    ("Darnell Price", _P, "GMC", "Canyon", 2021, 31, DAY, 230, 21_00, 4.5, 103),
    ("Maria Russo", _V, "Mercedes-Benz", "Metris", 2020, 32, NIGHT, 260, 25_00, None, 0),
    ("Patrick Nolan", _V, "Ford", "E-250", 2018, 33, ALL_DAY, 245, 24_00, 4.6, 142),
    ("Keisha Grant", _T, "Ford", "F-250", 2022, 35, DAY, 275, 28_00, 4.7, 121),
)
_COLORS = (
    VehicleColor.WHITE,
    VehicleColor.SILVER,
    VehicleColor.BLUE,
    VehicleColor.GRAY,
    VehicleColor.RED,
    VehicleColor.BLACK,
)
_OFFLINE = {"Robert Singh", "Aaron Stein"}
_NOT_APPROVED = {"Maria Russo"}
_WITH_HELPER = {
    "Dana Brooks",
    "Wei Zhang",
    "Samuel Baptiste",
    "Anika Sharma",
    "Yolanda Cruz",
    "Terrence Cole",
}
"""Beside those with a box truck, who never come alone."""
_SPECIALISTS = {"Luis Herrera": {"piano"}, "Jun Park": {"piano", "art"}, "Grace Adeyemi": {"art"}}


def _driver(
    number: int, row: tuple[str, VehicleType, str, str, int, int, WorkingHours, int, int, float | None, int]
) -> SampleDriver:
    name, kind, make, model, year, place, hours, per_mile, minimum, rating, jobs = row
    email = f"{'driver' if number == 0 else _email(name)}@{DOMAIN}"
    return SampleDriver(
        person=SamplePerson(email, name, f"+1 718 555 {120 + number:04d}"),
        home=PLACES[place].point,
        vehicle=Vehicle(
            kind, make, model, year, _LOADS[kind], _FEATURES[kind], _COLORS[number % len(_COLORS)]
        ),
        plate=LicensePlate("NY", f"DEMO {number + 1:02d}"),
        hours=hours,
        rates=DriverRates(per_mile, minimum),
        rating=rating,
        total_jobs=jobs,
        specialties=frozenset(_SPECIALISTS.get(name, ())),
        works_with_helper=kind is _B or name in _WITH_HELPER,
        is_approved=name not in _NOT_APPROVED,
        is_online=name not in _OFFLINE | _NOT_APPROVED,
    )


DRIVERS = tuple(_driver(number, row) for number, row in enumerate(_DRIVERS))

APPLICANT = next(each for each in DRIVERS if not each.is_approved)
"""Applies to drive."""
