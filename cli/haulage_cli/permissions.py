"""Each command asks the core's policy before it runs; one that names no action runs for nobody."""

import copy
import functools
import os
from typing import Any

import attrs
import click

from haulage.kernel.errors import Forbidden
from haulage.kernel.policy import Action, Actor, Facts, authorize, operator
from haulage_cli.policy import ACTION_OF

RUNNING = "haulage.running"
"""Where click's context has the words of the command that runs."""

OWNERS_ARE_ASKED_LATER = Facts("User")


@attrs.define
class CommandWithoutPolicy(Forbidden):
    """Deny by default: nobody has decided who may run this."""

    code = "command_without_policy"
    message: str


@functools.cache
def operating() -> Actor:
    """Whoever runs this process, by the name that the operating system has for them.

    The environment is not asked: anybody can set it.
    """
    try:
        import pwd

        number = os.getuid()
    except (ImportError, AttributeError):  # No such thing on Windows.
        import getpass

        return operator(getpass.getuser())
    try:
        return operator(pwd.getpwuid(number).pw_name)
    except KeyError:
        return operator(str(number))


def authorised(command: click.Command, *path: str) -> click.Command:
    """The command as it is run: it asks first, and so does each one of a group."""
    asking = copy.copy(command)
    if isinstance(asking, click.Group):
        asking.commands = {name: authorised(each, *path, name) for name, each in asking.commands.items()}
    elif command.callback is not None:
        asking.callback = _asking_first(command, " ".join(path))
    return asking


def _asking_first(command: click.Command, words: str) -> Any:
    run = command.callback
    assert run is not None

    @functools.wraps(run)
    def ask_and_run(*arguments: Any, **options: Any) -> Any:
        action = ACTION_OF.get(words)
        if action is None:
            raise CommandWithoutPolicy(f"Nobody may run 'haulage {words}': it names no action of the policy.")
        if (context := click.get_current_context(silent=True)) is not None:
            context.meta[RUNNING] = words
        if not acts_for_somebody(command):
            ask(action)
        return run(*arguments, **options)

    return ask_and_run


def ask(action: Action) -> None:
    """Raises ``Forbidden`` where whoever operates this machine may not do it."""
    authorize(operating(), action, OWNERS_ARE_ASKED_LATER)


def acts_for_somebody(command: click.Command) -> bool:
    """Whether it does what the account after ``--as`` may do, which the use case decides with the object."""
    return any("--as" in parameter.opts for parameter in command.params)
