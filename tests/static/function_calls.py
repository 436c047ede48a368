"""A program that calls every function with a rule, and what the rule says of each call."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from promo_stubgen.modules import merged
from promo_stubgen.signatures import Parameter, Signature, parse
from promo_typing.dtypes import NARROWED, NODES
from promo_typing.rules import (
    FUNCTIONS,
    UNIFORM_CONTAINERS,
    Resolved,
    Rule,
    Unknown,
    parameter_name,
    resolve,
)
from promo_typing.semantics import Semantics
from promo_typing.stub_names import SCALAR_TYPES_MODULE, dtype_class

CALLS_OF_A_FUNCTION: Final = 6
UNKNOWN: Final = "Any"

_NODES: Final = tuple(node for node in NODES if node not in NARROWED)
_SCALARS: Final = {"int": "2", "float": "2.5", "complex": "2j"}

_SECOND: Final = {"c_and_lower[0]": "True", "lu_and_piv[0]": "jnp.array([0])"}
"""What stands in a tuple behind the array that is an operand."""

_ARGUMENTS: Final = {
    "shape": "(2, 2)",
    "new_sizes": "(2, 2)",
    "sizes": "(2,)",
    "axis": "0",
    "axes": "(0,)",
    "dimension": "0",
    "dimensions": "(0,)",
    "n": "3",
    "N": "3",
    "M": "3",
    "num": "3",
    "num_classes": "3",
    "k": "1",
    "kth": "1",
    "key": "key",
    "indices_or_sections": "2",
    "repeats": "2",
    "reps": "(1,)",
    "source": "0",
    "destination": "1",
    "axis1": "0",
    "axis2": "1",
    "pad_width": "1",
    "index": "0",
    "indices": "jnp.array(0)",
    "condition": "jnp.array(True)",
    "shift": "1",
    "obj": "0",
    "subscripts": '"i,i"',
    "permutation": "(1, 0)",
    "newshape": "(4,)",
    "new_shape": "(4,)",
    "min_val": "0",
    "max_val": "1",
}
"""What is passed for a parameter of this name that cannot be left out and is no operand."""

_HEADER: Final = f"""\
import jax
import jax.numpy as jnp
from jax import Array
from typing import Any
from typing_extensions import assert_type

from {SCALAR_TYPES_MODULE} import *
from {SCALAR_TYPES_MODULE} import weak_complex, weak_float, weak_int

"""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call as it is written, and the dtype of what it returns: ``Any`` if that is not known."""

    function: str
    text: str
    dtype: str


def function_calls(semantics: Semantics) -> Iterator[FunctionCall]:
    """Yield some calls of each function that can be called with arguments known here."""
    for name, rule in FUNCTIONS.items():
        signature = _signature(name)
        if signature is not None and rule.container not in ("initializer",):
            yield from _calls(name, rule, signature, semantics)


def program(calls: list[FunctionCall]) -> str:
    """Write the calls, a line each."""
    parameters = ", ".join(f"x_{node}: Array[{dtype_class(node)}]" for node in NODES)
    lines = [f"def calls({parameters}, key: Array[jax.dtypes.prng_key]) -> None:"]
    for call in calls:
        dtype = call.dtype if call.dtype == UNKNOWN else dtype_class(call.dtype)
        lines.append(f"    assert_type({call.text}, Array[{dtype}])")
    return _HEADER + "\n".join(lines) + "\n"


def first_line() -> int:
    """The line of the first call in the program, from 1 on."""
    return _HEADER.count("\n") + 2


def _signature(name: str) -> Signature | None:
    module, _, function = name.rpartition(".")
    entry = merged(module).get(function, {})
    if entry.get("kind") == "ufunc":
        operands = FUNCTIONS[name].operands
        return Signature(tuple(Parameter(operand, "positional") for operand in operands))
    return parse(entry["signatures"][0]) if "signatures" in entry else None


def _calls(
    name: str, rule: Rule, signature: Signature, semantics: Semantics
) -> Iterator[FunctionCall]:
    chooser = random.Random(name)
    rule_dtypes = _possible(rule, semantics)
    for _ in range(CALLS_OF_A_FUNCTION):
        operands = _operands(rule, chooser)
        arguments = _arguments(rule, signature, operands)
        if arguments is None:
            return
        outcome = resolve(rule, operands, semantics)
        if isinstance(outcome, Resolved):
            dtype = outcome.results[-1]
        elif isinstance(outcome, Unknown) and len(rule_dtypes) > 1:
            dtype = UNKNOWN
        else:
            continue  # What JAX refuses a checker may let pass, and it may know what is always so.
        yield FunctionCall(name, f"{name}({arguments}){_item(rule)}", dtype)


def _possible(rule: Rule, semantics: Semantics) -> set[tuple[str, ...]]:
    """The results for operands of one dtype: if there is only one, it is known of any operands."""
    count = max(1, len(rule.operands)) if rule.operands else 0
    outcomes = (resolve(rule, (node,) * count, semantics) for node in NODES)
    return {outcome.results for outcome in outcomes if isinstance(outcome, Resolved)}


def _item(rule: Rule) -> str:
    """The last array in what is returned."""
    if rule.container == "single":
        return ""
    return "[0]" if rule.container in UNIFORM_CONTAINERS else f"[{len(rule.results) - 1}]"


def _operands(rule: Rule, chooser: random.Random) -> tuple[str, ...]:
    """Operands that may have a join: most of them are of one dtype."""
    first = chooser.choice(_NODES)
    others = [first, first, chooser.choice(_NODES), chooser.choice([*_SCALARS])]
    count = len(rule.operands)
    if rule.operands and rule.operands[0].endswith("[]"):
        count = 2
    rest = (chooser.choice(others) for _ in range(count - 1))
    return (first, *rest) if count else ()


def _spelled(operand: str, value: str) -> str:
    """The argument for an operand, which may be the first item of a tuple."""
    return f"({value}, {_SECOND[operand]})" if operand in _SECOND else value


def _arguments(rule: Rule, signature: Signature, operands: tuple[str, ...]) -> str | None:
    """The arguments of a call; None if a parameter is needed of which nothing is known here."""
    spelled = [_SCALARS.get(each) or f"x_{each}" for each in operands]
    if rule.operands and rule.operands[0].endswith("[]"):
        by_name = {parameter_name(rule.operands[0]): f"[{', '.join(spelled)}]"}
    else:
        operands_ = map(_spelled, rule.operands, spelled)
        by_name = dict(zip(map(parameter_name, rule.operands), operands_, strict=True))
    written = []
    for parameter in signature.parameters:
        value = by_name.pop(parameter.name, None)
        if value is None and _needed(parameter):
            value = _ARGUMENTS.get(parameter.name)
            if value is None:
                return None
        if value is not None:
            by_position = parameter.kind in ("positional", "*")
            written.append(value if by_position else f"{parameter.name}={value}")
    return None if by_name else ", ".join(written)


def _needed(parameter: Parameter) -> bool:
    return parameter.default is None and parameter.kind not in ("*", "**")


__all__ = ["FunctionCall", "first_line", "function_calls", "program"]
