"""Every command is an action that the policy knows, and asks the policy before it runs."""

import getpass
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from cli.audited_commands import CHANGES, UNAUDITED
from cli.test_root import commands
from haulage.kernel.actor import ANONYMOUS, Actor, Role, operator
from haulage.kernel.errors import Forbidden, Unauthenticated
from haulage.kernel.policy import POLICY, Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage_cli import permissions
from haulage_cli.permissions import (
    DOES,
    CommandWithoutPolicy,
    Doing,
    acts_for_somebody,
    authorised,
    doing_of,
    operating,
)
from haulage_cli.root import haulage as root

COMMANDS = list(commands(root))


def command_of(path: tuple[str, ...]) -> Any:
    command: Any = root
    for word in path:
        command = command.get_command(None, word)
    return command


def what(path: tuple[str, ...]) -> Doing:
    found = doing_of(command_of(path))
    assert found, path
    return found


def test_every_command_names_an_action_that_the_policy_knows() -> None:
    for path in COMMANDS:
        assert what(path).action in POLICY


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_command_that_acts_for_nobody_is_the_operators_or_anybodys(path: tuple[str, ...]) -> None:
    """Each command either takes ``--as``, or is one that the operator or everybody may run."""
    if acts_for_somebody(command_of(path)):
        return
    action = what(path).action
    try:
        authorize(ANONYMOUS, action)
    except Unauthenticated:
        authorize(operating(), action, Facts("User"))


def test_every_command_of_operators_is_known_to_leave_an_entry_or_to_change_nothing() -> None:
    operators = {
        " ".join(path)
        for path in COMMANDS
        if not acts_for_somebody(command_of(path)) and _refuses_visitors(what(path).action)
    }
    assert operators == CHANGES.keys() | UNAUDITED
    assert not CHANGES.keys() & UNAUDITED


def _refuses_visitors(action: Action) -> bool:
    try:
        authorize(ANONYMOUS, action)
    except (Unauthenticated, Forbidden):
        return True
    return False


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_no_command_runs_without_its_entry_in_the_policy(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called as click would call it, with nothing of what it needs: it is refused before it looks."""
    monkeypatch.delattr(command_of(path).callback.__wrapped__, DOES)
    with pytest.raises(CommandWithoutPolicy):
        command_of(path).callback()


@pytest.mark.parametrize(
    "path", [path for path in COMMANDS if not acts_for_somebody(command_of(path))], ids=" ".join
)
def test_a_rule_that_refuses_operators_stops_the_command_before_it_looks(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_actor: Actor, _facts: Facts) -> None:
        raise Forbidden

    monkeypatch.setitem(POLICY, what(path).action, nobody)  # type: ignore[arg-type]
    with pytest.raises(Forbidden):
        command_of(path).callback()


def test_a_refused_command_says_so_and_touches_nothing(
    haulage: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(command_of(("db", "upgrade")).callback.__wrapped__, DOES)
    data = tmp_path / "fresh"
    for words in ((), ("--json",)):
        answer = haulage("db", "upgrade", "--data", data, *words)
        assert answer.code == 1
        assert "names no action of the policy" in answer.out + answer.err
    assert answer.json["code"] == "command_without_policy"
    assert not data.exists()


def test_a_group_asks_for_each_of_its_commands() -> None:
    @click.group()
    def zoo() -> None: ...

    @zoo.command()
    def feed() -> None: ...

    guarded = authorised(zoo, "zoo")
    assert isinstance(guarded, click.Group)
    with pytest.raises(CommandWithoutPolicy, match="zoo feed"):
        guarded.commands["feed"].callback()  # type: ignore[misc]
    assert feed.callback is not guarded.commands["feed"].callback


def test_the_operator_is_named_by_the_system_and_not_by_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("USER", "somebody-else")
    monkeypatch.setenv("LOGNAME", "somebody-else")
    permissions.operating.cache_clear()
    assert getpass.getuser() == "somebody-else"
    assert operating().name == f"operator:{pwd.getpwuid(permissions.os.getuid()).pw_name}"
    assert operating().role is Role.SYSTEM


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("ann", "operator:ann"),
        ("DOMAIN\\Ann Lee", "operator:DOMAIN_Ann_Lee"),
        ("ann@example.com", "operator:ann_example_com"),
        ("Zoë", "operator:Zo_"),
        ("x" * 300, "operator:" + "x" * 50),
        ("", "operator"),
    ],
)
def test_an_operators_name_fits_the_audit_trail(name: str, plain: str) -> None:
    assert operator(name).name == plain
    authorize(operator(name), Action.GRANT_ADMIN)


CHANGE_SOMETHING = """
    addresses add/addresses change/addresses remove/cards default/cards remove
    orders book/orders pay/orders decline/orders reassign/orders release/orders accept/orders en-route
    orders start/orders pickup/orders complete/orders hand-back/orders cancel/orders reschedule
    claims report/claims answer/claims side/claims withdraw
    orders rate/deliveries start/deliveries pause/deliveries resume
    deliveries confirm-pickup/deliveries stop/deliveries fail/deliveries deliver-after-all/deliveries return
    messages send/messages read/messages preferences set
    drivers approve/drivers confirm-approval/drivers online/drivers offline/drivers update/drivers photo
    favorites add/favorites remove/authority attach
    tax expenses add/tax expenses import
    tax mileage add/tax mileage change/tax mileage remove/tax w9 certify
    payouts methods add/payouts methods default/payouts methods remove/payouts settings
    payouts request/payouts cancel/payouts retry
"""


def test_every_command_in_somebodys_name_that_only_reads_tells_the_trail() -> None:
    in_a_name = {" ".join(path) for path in COMMANDS if acts_for_somebody(command_of(path))}
    changing = {words.strip() for line in CHANGE_SOMETHING.split("\n") for words in line.split("/")} - {""}
    reading = {" ".join(path) for path in COMMANDS if what(path).reads}
    assert in_a_name - changing == reading
