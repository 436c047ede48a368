"""What becomes of a subexpression, in words that the checker and JAX share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Dtype:
    """An array of JAX; ``node`` is its dtype in the lattice."""

    node: str

    def __str__(self) -> str:
        """Render it for a report."""
        return self.node


@dataclass(frozen=True, slots=True)
class Either:
    """An array that has one of several dtypes to the checker: it may be weak or not, mostly."""

    nodes: tuple[str, ...]

    def __str__(self) -> str:
        """Render it for a report."""
        return " or ".join(self.nodes)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that is no array of JAX; how either side calls its type does not matter.

    At run time ``type`` is the dtype of a value of NumPy, or the class of a Python scalar.
    """

    type: str = field(compare=False)

    def __str__(self) -> str:
        """Render it for a report."""
        return f"{self.type} (not of JAX)"


@dataclass(frozen=True, slots=True)
class Refused:
    """JAX raises an exception, or the checker reports an error of promo-typing.

    ``node`` is the dtype that the checker gives to the value all the same: a comparison is always
    bool.
    """

    why: str = field(compare=False)
    node: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """Render it for a report."""
        return f"refused: {self.why}"


@dataclass(frozen=True, slots=True)
class Unreached:
    """JAX did not get there, because an operand was refused."""

    def __str__(self) -> str:
        """Render it for a report."""
        return "not reached"


@dataclass(frozen=True, slots=True)
class Failed:
    """JAX fails by accident: it raises an exception by which it does not mean to refuse a dtype."""

    cause: str = field(compare=False)

    def __str__(self) -> str:
        """Render it for a report."""
        return f"failed: {self.cause}"


@dataclass(frozen=True, slots=True)
class Untyped:
    """The checker knows no dtype."""

    type: str

    def __str__(self) -> str:
        """Render it for a report."""
        return f"unknown dtype: {self.type}"


@dataclass(frozen=True, slots=True)
class Complaint:
    """The checker reports an error that is not one of promo-typing's."""

    text: str

    def __str__(self) -> str:
        """Render it for a report."""
        return self.text


Outcome: TypeAlias = Dtype | Either | Foreign | Refused | Failed | Unreached | Untyped | Complaint


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcome, and what comes with a warning.

    ``narrowed`` is that a dtype became one of 32 bits, ``dropped`` that an imaginary part was lost.
    """

    outcome: Outcome
    narrowed: bool = False
    dropped: bool = False

    def __str__(self) -> str:
        """Render it for a report."""
        narrowed = ", with a warning that x64 is off" if self.narrowed else ""
        dropped = ", with a warning that the imaginary part is lost" if self.dropped else ""
        return f"{self.outcome}{narrowed}{dropped}"
