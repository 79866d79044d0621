"""A command does not wait for a name server that does not answer."""

import asyncio
import socket
import threading
from importlib import import_module
from pathlib import Path

import pytest

from haulage_cli.name_lookups import run

LONGEST_SECONDS = 10.0


def test_a_command_ends_although_a_name_is_still_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released, ended = threading.Event(), threading.Event()

    def silent(*_asked: object) -> list[object]:
        released.wait(LONGEST_SECONDS)
        ended.set()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", silent)

    async def ask() -> str:
        try:
            async with asyncio.timeout(0.05):
                await asyncio.get_running_loop().getaddrinfo("provider.example", 443)
        except TimeoutError:
            return "given up"
        return "answered"

    assert run(ask()) == "given up"
    assert not ended.is_set()
    released.set()
    assert ended.wait(LONGEST_SECONDS)


def test_no_command_runs_a_loop_that_waits_for_its_lookups() -> None:
    folder = Path(str(import_module("haulage_cli").__file__)).parent
    sources = {each: each.read_text() for each in folder.rglob("*.py")}
    assert sources
    assert [each.name for each, source in sources.items() if "asyncio.run(" in source] == []


def test_what_a_name_server_says_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 443))]

    def answer(host: str, *_asked: object) -> list[object]:
        if host == "known.example":
            return [*found]
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(socket, "getaddrinfo", answer)

    async def ask(host: str) -> object:
        return await asyncio.get_running_loop().getaddrinfo(host, 443)

    assert run(ask("known.example")) == found
    with pytest.raises(socket.gaierror):
        run(ask("unknown.example"))
