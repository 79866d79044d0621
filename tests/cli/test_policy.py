"""Every command is an action that the policy knows."""

from cli.test_root import commands
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import ANONYMOUS, OPERATOR, POLICY, Facts, authorize
from haulage_cli.policy import ACTION_OF
from haulage_cli.root import haulage as root


def test_every_command_names_an_action_that_the_policy_knows() -> None:
    assert {" ".join(path) for path in commands(root)} == set(ACTION_OF)
    assert set(ACTION_OF.values()) <= set(POLICY)


def test_commands_that_act_for_nobody_are_the_operators_or_anybodys() -> None:
    """Each command either takes ``--as``, or is one that the operator or everybody may run."""
    for path in commands(root):
        command = root
        for word in path:
            command = command.get_command(None, word)  # type: ignore[attr-defined, arg-type]
        if not any(parameter.name == "email" and parameter.opts == ["--as"] for parameter in command.params):
            action = ACTION_OF[" ".join(path)]
            try:
                authorize(ANONYMOUS, action)
            except Unauthenticated:
                authorize(OPERATOR, action, Facts("User"))
