"""The description of a pair: the issue that it is modelled on, and what JAX does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Kind(StrEnum):
    """The kinds of mistakes; the value is the folder of their pairs."""

    NUMPY_OPERANDS = "numpy_operands"
    DEFAULT_DTYPES = "default_dtypes"
    CARRIES = "carries"
    BRANCHES = "branches"
    LAX_OPERANDS = "lax_operands"
    DERIVATIVES = "derivatives"
    INDICES = "indices"
    UPDATES = "updates"
    LITERALS = "literals"
    INTEGERS = "integers"
    PRECISION = "precision"
    X64_OFF = "x64_off"
    X64_ON = "x64_on"
    DTYPE_VALUES = "dtype_values"
    KEYS = "keys"
    WEAK_TYPES = "weak_types"


@dataclass(frozen=True, slots=True)
class Source:
    """A public issue or pull request."""

    repository: str
    number: int

    @property
    def url(self) -> str:
        """The address of an issue; GitHub redirects it if the number is that of a pull request."""
        return f"https://github.com/{self.repository}/issues/{self.number}"


@dataclass(frozen=True, slots=True)
class Raises:
    """JAX raises an exception whose message contains a text; the fix runs."""

    error: type[Exception]
    text: str


@dataclass(frozen=True, slots=True)
class Warns:
    """JAX warns with a message that contains a text, and continues; the fix causes no warning."""

    category: type[Warning]
    text: str


@dataclass(frozen=True, slots=True)
class Dtypes:
    """JAX is silent, and the result has another dtype than that of the fix."""

    mistake: str
    fix: str


@dataclass(frozen=True, slots=True)
class Values:
    """JAX is silent, and the result differs from that of the fix; both are given as ``str``."""

    mistake: str
    fix: str


Observable: TypeAlias = Raises | Warns | Dtypes | Values


@dataclass(frozen=True, slots=True)
class Mistake:
    """A pair: its source, what goes wrong, and how that shows when the program runs."""

    kind: Kind
    name: str
    source: Source
    effect: str
    seen: Observable
