"""Which action of the policy each command is, and that it is asked before the command runs.

The same table of rules holds here as over HTTP, and a command that names no action is refused. Commands with
``--as`` do what that account may do, and the use case decides. The others are for whoever runs programs on
the server's machine, who acts as the operator of their name.
"""

import copy
import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar

import attrs
import click

from haulage.kernel.actor import Actor, operator
from haulage.kernel.errors import Forbidden
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts

Function = TypeVar("Function", bound=Callable[..., Any])

RUNNING = "haulage.running"
"""Where click's context has what the command that runs does."""
DOES = "haulage_does"
"""The attribute of a command's function that says what the command does."""

OWNERS_ARE_CHECKED_LATER = Facts("User")


@attrs.frozen
class Doing:
    """What a command does: an action of the policy.

    *reads* marks commands with ``--as`` that change nothing: the audit trail is told who read what in whose
    name.
    """

    action: Action
    reads: bool = False


def does(action: Action, *, reads: bool = False) -> Callable[[Function], Function]:
    """Say which action the command is; stands next to its function."""

    def mark(function: Function) -> Function:
        setattr(function, DOES, Doing(action, reads))
        return function

    return mark


def doing_of(command: click.Command) -> Doing | None:
    """What a command says that it does."""
    return getattr(command.callback, DOES, None)


@attrs.define
class CommandWithoutPolicy(Forbidden):
    """The command has no entry in the policy, so nobody may run it."""

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
        doing = doing_of(command)
        if doing is None:
            raise CommandWithoutPolicy(f"Nobody may run 'haulage {words}': it names no action of the policy.")
        if (context := click.get_current_context(silent=True)) is not None:
            context.meta[RUNNING] = doing
        if not acts_for_somebody(command):
            ask(doing.action)
        return run(*arguments, **options)

    return ask_and_run


def ask(action: Action) -> None:
    """Raises ``Forbidden`` where whoever operates this machine may not do it."""
    authorize(operating(), action, OWNERS_ARE_CHECKED_LATER)


def acts_for_somebody(command: click.Command) -> bool:
    """Whether it does what the account after ``--as`` may do, which the use case decides with the object."""
    return any("--as" in parameter.opts for parameter in command.params)
