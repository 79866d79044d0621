"""What routes are given. The framework must not validate these: they are ours, not the caller's."""

from typing import TypeAlias

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from haulage.kernel.actor import Actor
from haulage.use_cases.marketplace import Marketplace

InjectedMarketplace: TypeAlias = NamedDependency[SkipValidation[Marketplace]]
InjectedActor: TypeAlias = NamedDependency[SkipValidation[Actor]]
