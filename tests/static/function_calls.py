"""Writes a program that calls every function with a rule, with the rule's result for each call."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from promo_stubgen.encode.branches import Branch, branched
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.render.modules import merged
from promo_typing.core.dtypes import NODES, TRUNCATED
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import (
    FUNCTIONS,
    NOT_WRITTEN,
    Resolved,
    Rule,
    Unknown,
    resolve,
    select,
)
from promo_typing.rules.model import (
    Absent,
    ArrayOf,
    FirstItem,
    Is,
    ListOf,
    MakerOf,
    NamedTuple,
    Operand,
    Rows,
    Shape,
    TreeOf,
    TupleOf,
    Variadic,
    arrays,
)

CALLS_OF_A_FUNCTION: Final = 6
_CALLS_TOGETHER: Final = 25
"""The number of calls in one function of the program."""
UNKNOWN: Final = "Any"

_NODES: Final = tuple(node for node in NODES if node not in TRUNCATED)
_SCALARS: Final = {"int": "2", "float": "2.5", "complex": "2j"}
_NUMPY: Final = {"numpy.int64": "np.int64(2)", "numpy.float64": "np.float64(2.5)"}
"""NumPy scalars, which are not weak in JAX; type checkers may take them for Python scalars."""

Arguments: TypeAlias = Mapping[str, object]

_SECOND: Final = {"c_and_lower": "True", "lu_and_piv": "jnp.array([0])"}
"""The second item of a tuple whose first item is an operand, by the name of the parameter."""

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
    "condlist": "[True]",
    "deg": "1",
    "size": "2",
}
"""The arguments for required parameters that are no operands, by the name of the parameter."""

_KEY: Final = "Array[jax.dtypes.prng_key]"
_HEADER: Final = f"""\
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from typing import Any
from typing_extensions import assert_type

from {SCALAR_TYPES_MODULE} import *
from {SCALAR_TYPES_MODULE} import weak_complex, weak_float, weak_int

"""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """The text of a call, and the dtype of its result; ``Any`` if it is not known."""

    function: str
    text: str
    dtype: str


def function_calls(semantics: Semantics) -> Iterator[FunctionCall]:
    """Yield some calls of each function whose required arguments are known here."""
    for name, rule in FUNCTIONS.items():
        signature = _signature(name)
        if signature is not None and not isinstance(rule.usual.result, MakerOf):
            for selected, given in _variants(branched(rule), {}):
                yield from _calls(name, selected, signature, semantics, given)


def _variants(branch: Branch, given: Arguments) -> Iterator[tuple[Rule, Arguments]]:
    """The usual rule, and the rules of other branches, each with the arguments that select it."""
    yield branch.rule, given
    for variant in branch.variants:
        condition = variant.condition
        if not isinstance(condition, Absent):
            value = condition.value if isinstance(condition, Is) else NOT_WRITTEN
            yield from _variants(variant.branch, {**given, condition.parameter: value})


def program(calls: list[FunctionCall]) -> str:
    """Write the calls in functions, one call per line.

    The functions are short, because pyright follows the control flow through all earlier calls.
    """
    parameters = ", ".join(f"x_{node}: Array[{dtype_class(node)}]" for node in NODES)
    lines = []
    for number, call in enumerate(calls):
        if number % _CALLS_TOGETHER == 0:
            lines.append(f"def calls_{number}({parameters}, key: {_KEY}) -> None:")
        dtype = call.dtype if call.dtype == UNKNOWN else dtype_class(call.dtype)
        lines.append(f"    assert_type({call.text}, Array[{dtype}])")
    return _HEADER + "\n".join(lines) + "\n"


def line_of(number: int) -> int:
    """The line of a call in the program, from 1 on."""
    return _HEADER.count("\n") + number + number // _CALLS_TOGETHER + 2


def _signature(name: str) -> Signature | None:
    module, _, function = name.rpartition(".")
    entry = merged(module).get(function, {})
    if entry.get("kind") == "ufunc":
        operands = FUNCTIONS[name].operands
        return Signature(tuple(Parameter(operand.name, "positional") for operand in operands))
    return entry["signatures"][0] if "signatures" in entry else None


def _calls(
    name: str,
    rule: Rule,
    signature: Signature,
    semantics: Semantics,
    given: Arguments,
) -> Iterator[FunctionCall]:
    shown = {key: ... if value is NOT_WRITTEN else value for key, value in given.items()}
    chooser = random.Random(f"{name}{shown or ''}")
    rule_dtypes = _possible(rule, semantics)
    optional = _optional(rule, signature, given)
    for number in range(CALLS_OF_A_FUNCTION):
        operands = _operands(rule, chooser)
        operands = operands[: len(operands) - number % (optional + 1)]
        if _selected(name, rule, operands, given) != rule:
            continue
        arguments = _arguments(rule, signature, operands, given)
        if arguments is None:
            return
        outcome = resolve(rule, [_node(each, semantics) for each in operands], semantics)
        if isinstance(outcome, Resolved):
            dtype = outcome.results[-1]
        elif isinstance(outcome, Unknown) and len(rule_dtypes) > 1:
            dtype = UNKNOWN
        else:
            continue  # A checker need not refuse these calls, and may know more than the rule.
        yield FunctionCall(name, f"{name}({arguments}){_item(rule)}", dtype)


def _selected(name: str, rule: Rule, operands: tuple[str, ...], given: Arguments) -> Rule | None:
    """The rule for a call; left-out operands may select another rule."""
    passed = [each.name for each in rule.operands][: len(operands)]
    selected = select(FUNCTIONS[name], {**given, **dict.fromkeys(passed, NOT_WRITTEN)})
    return branched(selected).rule if selected else None


def _possible(rule: Rule, semantics: Semantics) -> set[tuple[str, ...]]:
    """All results for operands of equal dtypes; a single result is known for any operands."""
    count = max(1, len(rule.operands)) if rule.operands else 0
    outcomes = (resolve(rule, (node,) * count, semantics) for node in NODES)
    return {outcome.results for outcome in outcomes if isinstance(outcome, Resolved)}


def _item(rule: Rule) -> str:
    """The index that takes the last array from the result."""
    return _last(rule.usual.result)


def _last(shape: Shape) -> str:
    if isinstance(shape, ArrayOf | TreeOf):
        return ""
    if isinstance(shape, TupleOf | NamedTuple):
        place = max(place for place, item in enumerate(shape.items) if any(arrays(item)))
        return f"[{place}]{_last(shape.items[place])}"
    assert isinstance(shape, ListOf | Variadic), shape
    return f"[0]{_last(shape.item)}"


def _operands(rule: Rule, chooser: random.Random) -> tuple[str, ...]:
    """Random operands that often have a join: most of them have the same dtype."""
    first = chooser.choice(_NODES)
    others = [first, first, chooser.choice(_NODES), chooser.choice([*_SCALARS, *_NUMPY])]
    count = len(rule.operands)
    if rule.operands and isinstance(rule.operands[0], Rows):
        count += 1
    rest = (chooser.choice(others) for _ in range(count - 1))
    return (first, *rest) if count else ()


def _node(operand: str, semantics: Semantics) -> str:
    return semantics.canonical(operand.removeprefix("numpy.")) if operand in _NUMPY else operand


def _spelled(operand: Operand, value: str) -> str:
    """The argument for an operand, which may be the first item of a tuple."""
    return f"({value}, {_SECOND[operand.name]})" if isinstance(operand, FirstItem) else value


def _optional(rule: Rule, signature: Signature, given: Arguments) -> int:
    """How many operands at the end may be left out without selecting another rule; never all."""
    defaults = {each.name for each in signature.parameters if each.default is not None}
    names = [each.name for each in rule.operands[1:]]
    may_be = [name in defaults and name not in given for name in names]
    return len(list(itertools.takewhile(bool, reversed(may_be))))


def _by_name(rule: Rule, operands: tuple[str, ...]) -> dict[str, str]:
    """The arguments for the operands, by name; operands in a sequence come first."""
    spelled = [{**_SCALARS, **_NUMPY}.get(each) or f"x_{each}" for each in operands]
    names = [each.name for each in rule.operands]
    if rule.operands and isinstance(rule.operands[0], Rows):
        further = len(names) - 1
        items, others = spelled[: len(spelled) - further], spelled[len(spelled) - further :]
        return {names[0]: f"[{', '.join(items)}]", **dict(zip(names[1:], others, strict=True))}
    return dict(zip(names, map(_spelled, rule.operands, spelled), strict=False))


def _arguments(
    rule: Rule, signature: Signature, operands: tuple[str, ...], given: Arguments
) -> str | None:
    """The arguments of a call as text; None if a required argument is not known here."""
    selecting = {
        name: _ARGUMENTS.get(name, "1") if value is NOT_WRITTEN else repr(value)
        for name, value in given.items()
    }
    by_name = {**selecting, **_by_name(rule, operands)}
    kinds = {each.name: each.kind for each in signature.parameters}
    by_position = {"positional", "*"}
    if any(kinds.get(name) == "*" for name in by_name):
        by_position.add("normal")
    written = []
    for parameter in signature.parameters:
        value = by_name.pop(parameter.name, None)
        if value is None and _needed(parameter):
            value = _ARGUMENTS.get(parameter.name)
            if value is None:
                return None
        if value is not None:
            name = "" if parameter.kind in by_position else f"{parameter.name}="
            written.append(f"{name}{value}")
    return None if by_name else ", ".join(written)


def _needed(parameter: Parameter) -> bool:
    return parameter.default is None and parameter.kind not in ("*", "**")


__all__ = ["FunctionCall", "function_calls", "line_of", "program"]
