"""Arguments that are not operands of a rule, and whose dtypes JAX refuses for their parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mypy.plugin import FunctionContext

from promo_mypy import errors
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.symbols import Operand
from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS
from promo_typing.rules import FUNCTIONS

_RAW_KEY: Final = "uint32"
_FLOAT: Final = "float"
_KEY: Final = "key"


class Parameter(NamedTuple):
    """A parameter.

    Attributes:
        name: its name.
        accepted: the dtypes and kinds of dtypes that it accepts.
        takes: the words for them in a message.
    """

    name: str
    accepted: frozenset[str]
    takes: str


_REAL: Final = (frozenset({_FLOAT}), "a float, e.g. x.astype(jnp.float32)")
_KEYS: Final = (frozenset({PRNG_KEY, _RAW_KEY}), "a key, e.g. jax.random.key(0)")
_WITHOUT_KEY: Final = frozenset(
    f"jax.random.{name}" for name in ("key", "PRNGKey", "key_data", "wrap_key_data")
)
PARAMETERS: Final[Mapping[str, Sequence[Parameter]]] = {
    **{
        name: (Parameter(_KEY, *_KEYS),)
        for name, rule in FUNCTIONS.items()
        if name.startswith("jax.random.")
        and name not in _WITHOUT_KEY
        and _KEY not in {each.name for each in rule.operands}
    },
    "jax.random.bernoulli": (Parameter(_KEY, *_KEYS), Parameter("p", *_REAL)),
    "jax.random.categorical": (Parameter(_KEY, *_KEYS), Parameter("logits", *_REAL)),
}


def report(session: Session, function: str, arguments: Arguments, ctx: FunctionContext) -> None:
    """Report an argument that JAX refuses for every dtype that it may have."""
    for parameter in PARAMETERS[function]:
        for argument in arguments.passed(parameter.name):
            operand = session.converter.operand(argument.type)
            if not argument.kind.is_star() and is_refused(operand, parameter.accepted):
                written = (
                    f"{errors.function_name(function)}(..., {parameter.name}={shown(operand)})"
                )
                errors.refused_by_parameter(ctx.api, ctx.context, written, parameter.takes)


def is_refused(operand: Operand | None, accepted: frozenset[str]) -> bool:
    """Whether every dtype that an argument may have is refused, by itself and by its kind."""
    nodes = [node for symbol in operand or () for node in symbol.nodes]
    return bool(nodes) and all(accepted.isdisjoint(_names(node)) for node in nodes)


def shown(operand: Operand | None) -> str:
    """The dtypes of an argument in words."""
    return " | ".join(errors.shown(symbol.name) for symbol in operand or ())


def _names(node: str) -> frozenset[str]:
    known = NODES.get(PYTHON_SCALARS.get(node, node))
    return frozenset({node} if known is None else {node, known.kind})
