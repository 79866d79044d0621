"""What an application still needs, by the three documented sets of checks (OP-73).

They run in the order page, step, submit, each with words of its own; a server asks for all of them.
"""

from collections.abc import Iterator

from haulage.onboarding.form import LEAST_REFERENCES, LEAST_YEARS_OF_EXPERIENCE, ApplicationForm

PAGE_MESSAGE = "Please fill in all required fields before submitting."


def page_message(form: ApplicationForm) -> str | None:
    """What the page itself says first; None where it has nothing to say (ONB-26)."""
    person, vehicle = form.personal, form.vehicle
    needed = [person.first_name, person.last_name]
    if vehicle.has_vehicle:
        needed += [vehicle.make, vehicle.model]
    return None if all(text.strip() for text in needed) else PAGE_MESSAGE


def missing_in_step(form: ApplicationForm) -> tuple[str, ...]:
    """The labels of what Continue still needs, in the order of the form (ONB-27). Make and model are
    needed here of everybody."""
    person, driving, vehicle = form.personal, form.license, form.vehicle
    fields = (
        ("First Name", person.first_name),
        ("Last Name", person.last_name),
        ("Email", person.email),
        ("Phone Number", person.phone),
        ("Date of Birth", person.date_of_birth),
        ("SSN", person.ssn_last4),
        ("Street Address", person.street),
        ("City", person.city),
        ("State", person.state),
        ("ZIP Code", person.zip_code),
        ("License Number", driving.number),
        ("License State", driving.state),
        ("License Expiry", driving.expires_on),
        ("Vehicle Make", vehicle.make),
        ("Vehicle Model", vehicle.model),
    )
    missing = [label for label, value in fields if _is_empty(value)]
    if form.complete_references < LEAST_REFERENCES:
        missing.append("At least 2 references")
    return tuple(missing)


def step_message(form: ApplicationForm) -> str | None:
    """The sentence for what is missing in the step; None where nothing is."""
    missing = missing_in_step(form)
    return f"Please fill in the following required fields: {', '.join(missing)}" if missing else None


def submit_errors(form: ApplicationForm) -> tuple[str, ...]:
    """One sentence for each check that submitting fails (ONB-23 to ONB-25)."""
    return tuple(_submit_errors(form))


def submit_message(form: ApplicationForm) -> str | None:
    """All of them in one sentence; None where nothing is missing."""
    errors = submit_errors(form)
    return f"Application incomplete: {', '.join(errors)}" if errors else None


def first_message(form: ApplicationForm) -> str | None:
    """The sentence of the first set that finds something missing: page, step, submit (OP-73)."""
    return page_message(form) or step_message(form) or submit_message(form)


def _submit_errors(form: ApplicationForm) -> Iterator[str]:
    person, driving, vehicle = form.personal, form.license, form.vehicle
    fields = (
        ("First name", person.first_name),
        ("Last name", person.last_name),
        ("Email", person.email),
        ("Phone", person.phone),
        ("Date of birth", person.date_of_birth),
        ("SSN (last 4 digits)", person.ssn_last4),
        ("Street address", person.street),
        ("License number", driving.number),
        ("License state", driving.state),
        ("License expiry", driving.expires_on),
    )
    yield from _required(fields)
    if driving.years_of_experience < LEAST_YEARS_OF_EXPERIENCE:
        yield "Minimum 1 year driving experience required"
    if form.complete_references < LEAST_REFERENCES:
        yield "At least 2 references required"
    if vehicle.has_vehicle:
        yield from _required(
            (
                ("Vehicle make", vehicle.make),
                ("Vehicle model", vehicle.model),
                ("VIN", vehicle.vin),
                ("Insurance provider", vehicle.insurance.provider),
            )
        )


def _required(fields: tuple[tuple[str, object], ...]) -> Iterator[str]:
    for label, value in fields:
        if _is_empty(value):
            yield f"{label} is required"


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())
