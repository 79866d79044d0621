"""``haulage settings``: what every setting is for, without reading one."""

import click

from haulage.kernel.policy import Action
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_json, write_table
from haulage_cli.permissions import does


@click.command(epilog=examples("haulage settings", "haulage settings --json"))
@with_json
@does(Action.OPERATE_SERVER)
def settings(as_json: bool) -> None:
    """Explain every setting: name, default, whether its value is a secret, and which extra it needs.

    Settings are read from the environment. This shows none of the values that are in force:
    'haulage check' does, without the secrets.
    """
    from haulage_adapters.settings import describe_settings

    described = describe_settings()
    if as_json:
        write_json({"items": described})
        return
    rows = [
        (each.name, each.default, "secret" if each.secret else "", each.extra, each.meaning)
        for each in described
    ]
    write_table(("setting", "default", "secret", "extra", "meaning"), rows)
