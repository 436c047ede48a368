"""Writes a program with the unary operators on every dtype, from their rules."""

from __future__ import annotations

from collections.abc import Iterable

from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, OPERATORS, Refusal, Resolved, resolve

_HEADER = f"""\
from jax import Array
from typing_extensions import assert_type

from {SCALAR_TYPES_MODULE} import *
from {SCALAR_TYPES_MODULE} import weak_complex, weak_float, weak_int
"""


def unary_program(semantics: Semantics) -> str:
    """One function for each operator; an operand that JAX refuses is marked as an error.

    The operators are called as methods, since ``abs`` is a Python function with its own errors.
    """
    return "\n".join((_HEADER, *_functions(semantics)))


def _functions(semantics: Semantics) -> Iterable[str]:
    parameters = ", ".join(f"v_{node}: Array[{dtype_class(node)}]" for node in NODES)
    for method, operator in OPERATORS.items():
        if not operator.unary:
            continue
        yield f"\ndef {method.strip('_')}_of({parameters}) -> None:"
        for node in NODES:
            call = f"v_{node}.{method}()"
            outcome = resolve(FUNCTIONS[operator.function], (node,), semantics)
            if isinstance(outcome, Resolved):
                yield f"    assert_type({call}, Array[{dtype_class(outcome.results[0])}])"
            elif isinstance(outcome, Refusal):
                yield f"    print({call})  # error"
