"""Somebody who applies to drive: their application, documents and consent, for administrators to look at."""

from datetime import date

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentType
from haulage.onboarding import (
    ApplicationForm,
    EmergencyContact,
    Insurance,
    License,
    OwnVehicle,
    Reference,
    Registration,
    WorkPreferences,
)
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.clock import StoryClock
from haulage_adapters.demonstration.people import APPLICANT
from haulage_adapters.demonstration.registration import actor_of

SAMPLE_VIN = "1M8GDM9AXKP042788"
"""The usual example of a VIN with a right check digit; its maker builds buses."""


async def apply_to_drive(marketplace: Marketplace, clock: StoryClock) -> None:
    """Fill in the application of the one driver who is not approved, hand in every required document, and
    agree to the background check. What was done before stays as it is."""
    actor = await actor_of(marketplace, APPLICANT.person.email)
    apply = marketplace.onboarding.apply
    standing = await apply.begin(actor)
    application = standing.application
    if application.is_draft:
        form = _form(application.form, clock.at.date())
        await apply.fill_in(actor, form, application.version)
        for kind in REQUIRED_DOCUMENTS:
            await _hand_in(marketplace, actor, kind)
        await _agree(marketplace, actor)
        await apply.submit(actor)


async def _hand_in(marketplace: Marketplace, actor: Actor, kind: DocumentType) -> None:
    label = kind.replace("_", " ").capitalize()
    picture = await marketplace.proofs.pictures.simulated(("Simulated document", label))
    await marketplace.driver_documents.hand_in(actor, kind, f"sample-{kind}", f"{kind}.jpg", picture)


async def _agree(marketplace: Marketplace, actor: Actor) -> None:
    own = marketplace.screening.own
    shown = await own.show(actor)
    if shown.case is None:
        await own.agree(actor, shown.disclosure.version, APPLICANT.person.name)


def _form(begun: ApplicationForm, today: date) -> ApplicationForm:
    """With what the account knows already: name, address of e-mail and phone."""
    valid_until = today.replace(year=today.year + 2, day=1)
    sample = APPLICANT
    return ApplicationForm(
        personal=attrs.evolve(
            begun.personal,
            date_of_birth=date(1991, 5, 17),
            ssn_last4="9999",
            street="100 Example Street",
            city="Brooklyn",
            state="NY",
            zip_code="11201",
            emergency_contact=EmergencyContact("Paolo Russo", "Brother", "+1 718 555 0190"),
        ),
        license=License("123456789", "NY", valid_until, years_of_experience=9),
        vehicle=OwnVehicle(
            type=sample.vehicle.type,
            make=sample.vehicle.make,
            model=sample.vehicle.model,
            year=sample.vehicle.year,
            vin=SAMPLE_VIN,
            plate=sample.plate.text,
            color=sample.vehicle.color,
            capacity_pounds=int(sample.vehicle.capacity.weight),
            capacity_cubic_feet=int(sample.vehicle.capacity.volume),
            features=tuple(sorted(sample.vehicle.features)),
            insurance=Insurance("Sample Mutual", "SAMPLE-1", valid_until, 1_000_000_00),
            registration=Registration("NY", valid_until),
        ),
        preferences=WorkPreferences(preferred_areas=("Brooklyn", "Queens"), languages=("English", "Italian")),
        references=(
            Reference("Wanda Reed", "+1 718 555 0191", "Former employer", years_known=6),
            Reference("Omar Diallo", "+1 718 555 0192", "Colleague", years_known=4),
        ),
    )
