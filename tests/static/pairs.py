"""Writes programs with `+` between every two dtypes, from the lattice."""

from __future__ import annotations

from collections.abc import Iterable

from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, dtype_class
from promo_typing.lattice import Lattice

_HEADER = f"""\
from jax import Array
from typing_extensions import assert_type

from {SCALAR_TYPES_MODULE} import *
from {SCALAR_TYPES_MODULE} import weak_complex, weak_float, weak_int
"""


def pairs_program(lattice: Lattice) -> str:
    """One function for each left operand; a pair without a join is marked as an error."""
    return "\n".join((_HEADER, *_functions(lattice)))


def _functions(lattice: Lattice) -> Iterable[str]:
    parameters = ", ".join(f"v_{node}: Array[{dtype_class(node)}]" for node in NODES)
    for left in NODES:
        yield f"\ndef from_{left}({parameters}) -> None:"
        for right in NODES:
            join = lattice.join(left, right)
            if join is None:
                yield f"    print(v_{left} + v_{right})  # error"
            else:
                yield f"    assert_type(v_{left} + v_{right}, Array[{dtype_class(join)}])"
