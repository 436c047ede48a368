"""Outcomes of a subexpression, in terms that both the checker and JAX use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Dtype:
    """A JAX array; ``node`` is its dtype in the lattice."""

    node: str

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return self.node


@dataclass(frozen=True, slots=True)
class Either:
    """An array with one of several dtypes for the checker, mostly weak or strong."""

    nodes: tuple[str, ...]

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return " or ".join(self.nodes)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that is no JAX array; the name of its type is not compared.

    At run time ``type`` is the dtype of a NumPy value, or the class of a Python scalar.
    """

    type: str = field(compare=False)

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return f"{self.type} (not of JAX)"


@dataclass(frozen=True, slots=True)
class Refused:
    """JAX raises an exception, or the checker reports an error of promo-typing.

    ``node`` is the dtype that the checker still gives to the value: a comparison is always bool.
    """

    why: str = field(compare=False)
    node: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return f"refused: {self.why}"


@dataclass(frozen=True, slots=True)
class Unreached:
    """JAX did not reach the subexpression, because an operand was refused."""

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return "not reached"


@dataclass(frozen=True, slots=True)
class Failed:
    """JAX fails by accident: its exception is not meant to refuse a dtype."""

    cause: str = field(compare=False)

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return f"failed: {self.cause}"


@dataclass(frozen=True, slots=True)
class Untyped:
    """The checker knows no dtype."""

    type: str

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return f"unknown dtype: {self.type}"


@dataclass(frozen=True, slots=True)
class Complaint:
    """The checker reports an error that is not one of promo-typing's."""

    text: str

    def __str__(self) -> str:
        """Render the outcome for a report."""
        return self.text


Outcome: TypeAlias = Dtype | Either | Foreign | Refused | Failed | Unreached | Untyped | Complaint


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcome, and the warnings.

    ``narrowed``: a 64-bit dtype was truncated to 32 bits. ``dropped``: an imaginary part was lost.
    """

    outcome: Outcome
    narrowed: bool = False
    dropped: bool = False

    def __str__(self) -> str:
        """Render the outcome for a report."""
        narrowed = ", with a warning that x64 is off" if self.narrowed else ""
        dropped = ", with a warning that the imaginary part is lost" if self.dropped else ""
        return f"{self.outcome}{narrowed}{dropped}"
