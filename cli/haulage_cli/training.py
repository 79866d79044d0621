"""``haulage training``: the modules, an applicant's progress, new attempts, and certificates."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.actor import ANONYMOUS
from haulage.kernel.policy import Action
from haulage.training import MODULES
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.training import Certificate
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.training.standing import ModuleStanding, TrainingStanding
    from haulage_adapters.settings import Settings

SECONDS_A_MINUTE = 60


@click.group(
    epilog=examples(
        "haulage training modules",
        "haulage training show app_3f2a",
        "haulage training reset app_3f2a safety-quiz --reason 'Asked for it by phone'",
        "haulage training verify crt_5e1c",
    )
)
def training() -> None:
    """What applicants learn, how far one is, and their certificates."""


@training.command(epilog=examples("haulage training modules --json"))
@with_json
@does(Action.SEE_PUBLIC_PAGE)
def modules(as_json: bool) -> None:
    """The training modules in their order; needs no database."""
    if as_json:
        from haulage.use_cases.training.standing import ModuleStanding
        from haulage_adapters.wire.training import TrainingModuleOut

        write_json([TrainingModuleOut.of(ModuleStanding(each, None)) for each in MODULES])
        return
    write_table(
        ("module", "type", "minutes", "watch", "minimum score", "attempts"),
        [
            (
                each.id,
                each.type,
                each.minutes,
                each.criteria.watch_minutes or None,
                each.criteria.minimum_score if each.needs_score else None,
                each.criteria.attempts_allowed,
            )
            for each in MODULES
        ],
    )


@training.command(epilog=examples("haulage training show app_3f2a --json"))
@click.argument("application_id")
@with_settings
@with_json
@does(Action.REVIEW_APPLICATION)
def show(application_id: str, settings: "Settings", as_json: bool) -> None:
    """How far an applicant is with the training."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "TrainingStanding":
        return await marketplace.training.review.show(operating(), application_id)

    _write(on_marketplace(settings, work), as_json)


@training.command(epilog=examples("haulage training reset app_3f2a safety-quiz --reason 'Asked by phone'"))
@click.argument("application_id")
@click.argument("module_id")
@click.option("--reason", type=WORDS, required=True, help="Why; it is stored with the training.")
@with_settings
@with_json
@does(Action.RESET_TRAINING)
def reset(application_id: str, module_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Give an applicant new attempts in a module."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "TrainingStanding":
        return await marketplace.training.review.reset(operating(), application_id, module_id, reason)

    _write(on_marketplace(settings, work), as_json)


@training.command(epilog=examples("haulage training verify crt_5e1c --json"))
@click.argument("code")
@with_settings
@with_json
@does(Action.VERIFY_CERTIFICATE)
def verify(code: str, settings: "Settings", as_json: bool) -> None:
    """What a certificate certifies, by its code."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "Certificate":
        return await marketplace.training.certificates.verify(ANONYMOUS, code)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.training import CertificateOut

        write_json(CertificateOut.of(found))
        return
    write_facts([("Holder", found.holder), ("Module", found.module_title), ("Completed", found.completed_at)])


def _write(standing: "TrainingStanding", as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.training import TrainingOut

        write_json(TrainingOut.of(standing))
        return
    write_table(
        ("module", "status", "minutes", "score", "attempts left", "completed", "certificate"),
        [_row(each) for each in standing.modules],
    )


def _row(each: "ModuleStanding") -> tuple[object, ...]:
    found = each.progress
    if found is None:
        return (each.module.id, "not begun", None, None, each.attempts_left, None, None)
    minutes = int(found.time_spent.total_seconds()) // SECONDS_A_MINUTE
    return (
        each.module.id,
        found.status,
        minutes,
        found.score,
        each.attempts_left,
        found.completed_at,
        found.certificate_code,
    )
