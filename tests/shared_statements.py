"""Statements that one test had compiled are ready for the tests after it.

SQLAlchemy compiles each statement once for an engine, and every test has engines of its own: a third of the
time that tests took over a database was spent on compiling what had been compiled before. A folder of tests
takes the fixture over by importing it in its ``conftest.py``.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from haulage_adapters.sql import engine


class CompiledStatements(dict[tuple[Any, ...], Any]):
    """SQLAlchemy's cache, asked by the kind of a dialect where each engine's own object would be asked."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(_of_any_engine(key), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__(_of_any_engine(key), compiled)


def _of_any_engine(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    return (type(dialect), *statement)


@pytest.fixture(autouse=True, scope="session")
def shared_statements() -> Iterator[None]:
    """Every engine that this process opens compiles into one cache."""
    options = {"compiled_cache": CompiledStatements()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "create_async_engine", partial(create_async_engine, execution_options=options))
        yield
