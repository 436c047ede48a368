"""What the engine raises when operands do not fit, each message with the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from promo_typing.core.dtypes import NODES, Kind
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import ACCEPTS, Mismatch, NoPath, Rejected
from promo_typing.systems import ExecutableSystem, Operand


class DtypeError(TypeError):
    """The dtypes of the operands do not fit the function; nothing was executed."""


class PromotionError(DtypeError):
    """Two operands have no common dtype under the promotion system."""


class EngineError(TypeError):
    """Arrays of two engines meet in one operation."""


class PlacementError(ValueError):
    """An array is on devices that are not those of the engine's mesh."""


class OperandError(DtypeError):
    """The function does not accept an operand of this dtype, or the operand has no dtype."""


_KINDS: Final[tuple[Kind, ...]] = ("bool", "unsigned", "signed", "float", "complex")

_CAST_OF_REJECTED: Final[dict[Kind, str]] = {
    "bool": "int32",
    "unsigned": "uint8",
    "signed": "int32",
    "float": "int32",
    "complex": "float32",
}
"""What to cast to where a function refuses a dtype of this kind."""

_PYTHON_WORDS: Final = {
    "weak_int": "a weak int",
    "weak_float": "a weak float",
    "weak_complex": "a weak complex",
    "int": "a Python int",
    "float": "a Python float",
    "complex": "a Python complex",
}


def no_path(function: str, outcome: NoPath, semantics: Semantics) -> PromotionError:
    """The error for two nodes without a join: both dtypes, why, and what to write."""
    left, right = outcome.left, outcome.right
    return PromotionError(
        f"{function}: {_words(left)} and {_words(right)} have no common dtype, because "
        f"{_reason(left, right, semantics)}; cast one or both explicitly, e.g. "
        f"x.astype(jnp.{_target(left, right, semantics)})"
    )


def mismatch(function: str, outcome: Mismatch) -> PromotionError:
    """The error for different dtypes where nothing is promoted."""
    left, right = outcome.left, outcome.right
    return PromotionError(
        f"{function} promotes nothing, and {_words(left)} is not {_words(right)}; cast one of them "
        f"explicitly, e.g. y.astype(x.dtype)"
    )


def rejected(function: str, operands: Sequence[str], outcome: Rejected) -> OperandError:
    """The error for a dtype that the function refuses, and what it takes."""
    given = " and ".join(map(_words, operands))
    return OperandError(
        f"{function} does not accept {given}: it takes {ACCEPTS[outcome.accepted].description}; "
        f"cast first, e.g. x.astype(jnp.{_CAST_OF_REJECTED[NODES[outcome.node].kind]})"
    )


def no_dtype(function: str, position: int, operand: Any) -> OperandError:
    """The error for an operand that is neither an array nor a number."""
    dtype = getattr(operand, "dtype", None)
    found = type(operand).__name__ + (f" of dtype {dtype}" if dtype is not None else "")
    return OperandError(
        f"{function}: operand {position} is a {found}; expected a JAX array, a NumPy array or "
        f"scalar of a dtype that JAX has, or a Python number. Convert it first, e.g. with "
        f"jnp.asarray(x, dtype=jnp.float32)"
    )


def undefined(
    function: str, operands: Sequence[Operand], system: ExecutableSystem, reason: str
) -> PromotionError:
    """The error for operands of which a system has no result, with three ways out."""
    given = " and ".join(_described(each) for each in operands)
    target = next((each.dtype for each in operands if not each.python), "float32")
    return PromotionError(
        f"{function} of {given} is undefined under the promotion system {system.name!r}: {reason}. "
        f"Cast explicitly, e.g. x.astype(jnp.{target}); or call jax.numpy, which has JAX's own "
        f"promotion; or choose another system, e.g. Engine(system='jax')"
    )


def _described(operand: Operand) -> str:
    return f"a Python {operand.dtype}" if operand.python else operand.dtype


def _words(node: str) -> str:
    return _PYTHON_WORDS.get(node, node)


def _reason(left: str, right: str, semantics: Semantics) -> str:
    if _standard_join(left, right, semantics) is not None:
        return "jax_numpy_dtype_promotion is 'strict'"
    ends = (node for node in dict.fromkeys((left, right)) if _is_end(node, semantics))
    return f"JAX promotes {' and '.join(ends)} to no other dtype"


def _is_end(node: str, semantics: Semantics) -> bool:
    """Whether nothing is above the node: true of the dtypes of less than 8 bits and of float8."""
    return not jax_lattice(x64=semantics.x64).edges[node]


def _target(left: str, right: str, semantics: Semantics) -> str:
    """A dtype to suggest: the one that the standard lattice gives, or the wider operand's."""
    join = _standard_join(left, right, semantics)
    return semantics.concrete(join or max(left, right, key=_width))


def _standard_join(left: str, right: str, semantics: Semantics) -> str | None:
    return jax_lattice(x64=semantics.x64).join(left, right)


def _width(node: str) -> tuple[int, int]:
    return _KINDS.index(NODES[node].kind), NODES[node].bits
