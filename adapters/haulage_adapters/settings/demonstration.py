"""The demonstration, and what it switches on."""

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import flag, number


@attrs.frozen(slots=False)
class DemonstrationSettings:
    demo: bool = setting(
        False, "HAULAGE_DEMO", flag, "Seed and run the demonstration marketplace, with TEST_MODE on."
    )
    demo_speed: float = setting(
        6.0,
        "HAULAGE_DEMO_SPEED",
        number(1, 60),
        "How many times as fast as the road the drivers of the demonstration go, 1 to 60.",
    )
    demo_for_drivers: bool = setting(
        True,
        "HAULAGE_DEMO_FOR_DRIVERS",
        flag,
        "In the demonstration, sample customers ask whoever signs in as a driver, and the vehicle drives by "
        "itself while their device tells of no position.",
    )

    @property
    def test_mode(self) -> bool:
        """Test pages and simulated timings: on in the demonstration only (OP-60)."""
        return self.demo

    @property
    def drivers_speed(self) -> float:
        """How many times as fast as the road drivers go: sample drivers may hurry, people cannot."""
        return self.demo_speed if self.demo else 1.0
