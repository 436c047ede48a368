"""The messages of lints: each says what JAX does silently, and what to write instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, RefExpr
from mypy.types import Instance, get_proper_type

from promo_mypy import errors
from promo_mypy.features.lints.suspicions import Suspicion
from promo_mypy.features.ruled_call import Call
from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.origins.sources import is_of_numpy
from promo_mypy.origins.words import text
from promo_mypy.types.expressions import Value
from promo_mypy.types.pytrees import Change
from promo_typing.core import lints
from promo_typing.core.dtypes import NODES
from promo_typing.core.formats import FLOAT_FORMATS, integer_bounds
from promo_typing.core.stub_names import dtype_class

if TYPE_CHECKING:
    from promo_mypy.session import Session

_SHORT: Final = 30


def widening(
    lint: str, suspicion: Suspicion, call: Call, causes: Sequence[Value], path: str
) -> str:
    """Return the message that an operand widens an array."""
    narrow = suspicion.nodes[suspicion.subject]
    brought = {
        lints.NUMPY_WIDENING: "the operand of NumPy",
        lints.DEFAULT_WIDENING: "an operand of the default dtype",
    }.get(lint, "the promotion")
    advice = _advice(causes, narrow, path) if causes else f"cast, e.g. x.astype(jnp.{narrow})"
    does = f"{_operation(suspicion, call)} is {suspicion.result}"
    return f"{does}: {brought} widens the {narrow}, without an error; {advice}"


def _advice(causes: Sequence[Value], narrow: str, path: str) -> str:
    value, dtype = causes[0], f"jnp.{dtype_class(narrow)}"
    name = text(value.expression, path)
    if len(name) > _SHORT or not isinstance(value.expression, (RefExpr, CallExpr)):
        name = "x"
    typ = get_proper_type(value.type)
    if not is_of_numpy(typ):
        return f"ask for {dtype} where it is made, or cast, e.g. {name}.astype({dtype})"
    if isinstance(typ, Instance) and typ.type.fullname == NUMPY_ARRAY:
        return f"write jnp.asarray({name}, {dtype})"
    return f"write a Python scalar, which is weak, or {dtype}({name})"


def of(suspicion: Suspicion, call: Call, session: Session) -> str:
    """Return the message of any other lint."""
    node, result = suspicion.nodes[suspicion.subject], suspicion.result
    does = f"{_operation(suspicion, call)} is {result}"
    wider = "jnp.float32"
    if suspicion.lint == lints.INTEGER_ROUNDING:
        digits = FLOAT_FORMATS[result].digits
        return (
            f"{does}: JAX rounds the {node} to {digits} binary digits, from {2**digits} on not "
            f"every integer is told apart; cast the {result} first, e.g. x.astype({wider})"
        )
    if suspicion.lint == lints.MIXED_SIGN:
        other = suspicion.nodes[suspicion.causes[0]]
        return (
            f"{does}: {node} and {other} have no dtype of their width in common; cast one, e.g. "
            f"x.astype(jnp.{other})"
        )
    if suspicion.lint == lints.INTEGER_PRODUCT:
        return (
            f"{does}: a sum beyond -128 ... 127 wraps around, without an error; write "
            "preferred_element_type=jnp.int32, or cast first, e.g. x.astype(jnp.int32)"
        )
    if suspicion.lint == lints.INTEGER_WRAP:
        lowest, highest = integer_bounds(NODES[result].kind, NODES[result].bits)
        return (
            f"{does}: a result outside of {lowest} ... {highest} wraps around, without an error; "
            "cast first, e.g. x.astype(jnp.int32)"
        )
    if suspicion.lint == lints.LATE_WIDENING:
        return (
            f"the product is rounded to {node} before it becomes {result}; write "
            f"preferred_element_type=jnp.{result}, e.g. jnp.matmul(a, b, "
            f"preferred_element_type=jnp.{result})"
        )
    if suspicion.lint == lints.WEAK_RESULT:
        strong = session.semantics.strong(result)
        return (
            f"a public function returns {errors.shown(result)}, and a function under jit is traced "
            f"again for it after a strong {strong}; ask for a dtype, e.g. dtype=jnp.{strong}"
        )
    digits = FLOAT_FORMATS[result].digits
    return (
        f"{does}: the result is rounded to {digits} binary digits; cast first, e.g. "
        f"x.astype({wider})"
    )


def lost_number(lint: str, operation: str, value: float, dtype: str, becomes: float) -> str:
    """Return the message that a number becomes infinite, NaN or 0, or a factor 1, in a dtype."""
    layout = FLOAT_FORMATS[dtype]
    limit, nearer, infinity = _BELOW if value < 0 else _ABOVE
    reaches = f"the largest {dtype} is {layout.highest:g}"
    instead = f"write jnp.finfo(jnp.{dtype_class(dtype)}).{limit} or "
    instead += f"{infinity}, if that is meant" if lint == lints.INFINITE_FILL else nearer
    if becomes == 1:
        reaches, instead = f"{dtype} has {layout.digits} binary digits", "leave it out"
    elif becomes == 0:
        reaches = f"the smallest positive {dtype} is {layout.smallest:.3g}"
        instead = "write a larger number"
    return (
        f"{operation}: {reaches}, and {value} is {becomes:g} in it; {instead}, or compute in a "
        "wider dtype, e.g. x.astype(jnp.float32)"
    )


def loop_widening(name: str, changes: Sequence[Change]) -> str:
    """Return the message that a variable of a loop gets another dtype than it had before."""
    first, *others = changes
    before, after = (f"jnp.{dtype_class(node)}" for node in (first.before, first.after))
    more = f" (and so are {len(others)} other parts)" if others else ""
    return (
        f"{name}{first.path} is {first.before} when the loop begins and {first.after} after one "
        f"iteration{more}: JAX goes on in {first.after} without an error, and compiles again what "
        f"is jitted; cast it, e.g. .astype({before}), or begin with an array of {after}"
    )


_ABOVE: Final = ("max", "a smaller number", "jnp.inf")
_BELOW: Final = ("min", "a larger number", "-jnp.inf")


def _operation(suspicion: Suspicion, call: Call) -> str:
    return call.describe([errors.shown(node) for node in suspicion.nodes])
