"""For type checkers, contracted overloads give every call the same type as the original ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.declarations import declaration
from promo_stubgen.encode.functions import has_operands
from promo_stubgen.ir.arrays import ARRAY_LIKE
from promo_stubgen.ir.signatures import Signature, read
from promo_stubgen.reduce.contraction import contracted
from promo_stubgen.render.module_imports import complete
from promo_stubgen.render.modules import merged
from promo_stubgen.surface.translation import translate_signature
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

from .revealed import ERROR, revealed

SEMANTICS = Semantics()
FUNCTIONS_APART: Final = 7
"""One of this many functions is tested, from all modules.

Neighbouring functions have similar overloads. pyright takes a minute for this sample; all functions
would take as long as the other slow tests together.
"""

CALLS: Final = 12
"""The number of calls of each function that are compared."""

OPERANDS: Final = {
    "f16": "Array[jnp.float16]",
    "f32": "Array[jnp.float32]",
    "bf16": "Array[jnp.bfloat16]",
    "f8": "Array[jnp.float8_e5m2]",
    "c64": "Array[jnp.complex64]",
    "i8": "Array[jnp.int8]",
    "i32": "Array[jnp.int32]",
    "u32": "Array[jnp.uint32]",
    "b": "Array[jnp.bool_]",
    "weak_i": "Array[weak_int]",
    "weak_f": "Array[weak_float]",
    "whatever": "Array",
    "floating": "Array[jnp.floating[Any]]",
    "either": "Array[jnp.int8] | Array[jnp.float16]",
    "array_or_number": "Array[jnp.bfloat16] | float",
    "np_f32": "np.ndarray[Any, np.dtype[np.float32]]",
    "np_i64": "np.ndarray[Any, np.dtype[np.int64]]",
    "np_whatever": "np.ndarray[Any, Any]",
    "np_scalar": "np.float64",
    "like": "ArrayLike",
    "flag": "bool",
    "whole": "int",
    "real": "float",
    "imaginary": "complex",
    "anything": "Any",
    "several": "list[Array[jnp.float16]]",
}
"""The arguments of the calls, by the names of variables of these types."""

HEADER: Final = """\
from typing import Any

import after
import before
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax._src.numpy.scalar_types import weak_float, weak_int
from jax.typing import ArrayLike

"""
PARAMETERS: Final = ", ".join(f"{name}: {type_}" for name, type_ in OPERANDS.items())


@cache
def functions() -> dict[str, tuple[Sequence[Signature], Sequence[Signature]]]:
    """The overloads of some functions before contraction and after it."""
    found: dict[str, tuple[Sequence[Signature], Sequence[Signature]]] = {}
    for name in sorted(FUNCTIONS)[::FUNCTIONS_APART]:
        module, _, function = name.rpartition(".")
        entry = merged(module).get(function, {})
        signatures = [translate_signature(each) for each in entry.get("signatures", ())]
        if any(has_operands(each, branched(FUNCTIONS[name]).rule) for each in signatures):
            whole = declaration(signatures, FUNCTIONS[name], SEMANTICS).promoting
            found[name.replace(".", "_")] = whole, contracted(whole, SEMANTICS)
    return found


def stub(place: int) -> str:
    """A stub with all functions, before or after."""
    lines = []
    for name, overloads in functions().items():
        for signature in overloads[place]:
            lines += ["@overload"] * (len(overloads[place]) > 1)
            lines.append(f"def {name}{signature}: ...")
    return complete("stub", "\n".join((*lines, "")), (), SEMANTICS)


def calls() -> Iterator[str]:
    """Calls with random arguments, some of which the function does not accept."""
    draw = random.Random(9407)
    for name, (overloads, _) in functions().items():
        for number in range(CALLS):
            signature = overloads[-1] if number % 3 else draw.choice(overloads)
            yield f"{name}({', '.join(arguments(signature, draw))})"


def arguments(signature: Signature, draw: random.Random) -> Iterator[str]:
    """An argument for each required parameter, and for some optional ones."""
    for each in signature.parameters:
        optional = each.is_optional or each.kind in ("*", "**")
        given = draw.random() < 0.15 and each.annotation == ARRAY_LIKE if optional else True
        if given and each.kind in ("*", "positional", "normal"):
            prefix = f"{each.name}=" if optional and each.kind == "normal" else ""
            yield prefix + draw.choice([*OPERANDS])
        elif given and each.kind == "keyword":
            yield f"{each.name}={draw.choice([*OPERANDS])}"


FLOATING: Final = ("Array[Any]", "Array[floating[Any]]")
"""The types of a function that keeps the dtype, for ``Array[jnp.floating]``, before and after.

If the operands of several overloads become one union, pyright matches more of them.
"""

UNKNOWN: Final = ("Array[Any]", "Unknown")
"""The types for an argument of type Any, which fits several overloads: unknown in either case."""

DIFFERENCES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "mypy": {},
    "pyright": {
        "jax_lax_all_to_all(floating, np_scalar, np_f32, either)": FLOATING,
        "jax_numpy_amin(anything)": UNKNOWN,
    },
}
"""The calls for which a checker reveals another type after contraction: before, and after."""


def program(compared: Sequence[str]) -> Iterator[str]:
    """The lines of a program: each call before and after, in short functions.

    The functions are short, because pyright follows the control flow through all earlier calls.
    """
    yield from HEADER.splitlines()
    for number, call in enumerate(compared):
        if number % CALLS == 0:
            yield f"def calls_{number}({PARAMETERS}) -> None:"
        yield from (f"    reveal_type({stub}.{call})" for stub in ("before", "after"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "checker",
    [
        "pyright",
        pytest.param("mypy", marks=pytest.mark.xdist_group("mypy")),
    ],
)
def test_checkers_say_the_same_of_every_call(
    checker: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each pair of lines has the same call: of the overloads before, and of those after."""
    declared = tmp_path_factory.mktemp("declared")
    (declared / "before.pyi").write_text(stub(0), encoding="utf-8")
    (declared / "after.pyi").write_text(stub(1), encoding="utf-8")
    compared = list(calls())
    lines = [*program(compared)]
    (tmp_path / "program.py").write_text("\n".join((*lines, "")), encoding="utf-8")
    found = revealed(checker, tmp_path, declared)
    asked = (number for number, line in enumerate(lines, start=1) if "reveal_type(" in line)
    pairs = [(call, found[next(asked)], found[next(asked)]) for call in compared]
    differing = {
        call: (one.strip('"'), other.strip('"')) for call, one, other in pairs if one != other
    }
    assert differing == DIFFERENCES[checker]
    told = [before for _, before, _ in pairs if before != ERROR and "[" in before]
    assert len(compared) > 500
    assert len(told) > len(compared) / 4
    assert len({*told}) > 20


def test_there_are_fewer_overloads() -> None:
    before, after = (sum(len(each[place]) for each in functions().values()) for place in (0, 1))
    assert after < 0.85 * before


def shorter(*overloads: str) -> list[str]:
    return [str(each) for each in contracted([*map(read, overloads)], SEMANTICS)]


OVERLAPPING = """\
(x: Array[weak_int]) -> Array[weak_float]
(x: Array[int8 | int16 | int32]) -> Array[float32]
(x: Array[_Inexact]) -> Array[_Inexact]
(x: builtins.bool) -> Array[float32]
(x: float) -> Array[weak_float]
"""


def test_the_order_is_kept_where_it_matters() -> None:
    """For a checker, a weak int is also an int32, and a bool also a float: so both come first."""
    assert shorter(*OVERLAPPING.splitlines()) == [
        "(x: builtins.bool) -> Array[float32]",
        "(x: Array[weak_int] | float) -> Array[weak_float]",
        "(x: Array[int8 | int16 | int32]) -> Array[float32]",
        "(x: Array[_Inexact]) -> Array[_Inexact]",
    ]


def test_what_no_call_reaches_is_left_out() -> None:
    everything = "(x: ArrayLike) -> Array"
    assert shorter(everything, "(x: Array[float32]) -> Array[float32]") == [everything]


def test_list_displays_are_not_confused() -> None:
    overloads = (
        "(x: Sequence[Array[int8]]) -> Array",
        "(x: Sequence[Array[float16]]) -> Array",
        "(x: str) -> Array[bool_]",
    )
    assert shorter(*overloads) == [*overloads]


def test_overloads_that_differ_in_two_parameters_are_not_merged() -> None:
    overloads = (
        "(x: Array[int8], y: Array[int8]) -> Array[int8]",
        "(x: Array[float16], y: Array[float16]) -> Array[int8]",
        "(x: Array[float32], y: Array[float32]) -> Array[float32]",
    )
    assert shorter(*overloads) == [*overloads]


def test_results_with_a_type_variable_are_not_merged() -> None:
    overloads = (
        "(x: Array[_Inexact], y: None) -> Array[_Inexact]",
        "(x: Array[_Inexact], y: str) -> Array[_Inexact]",
        "(x: Array[int8], y: str) -> Array[float32]",
    )
    assert shorter(*overloads) == [*overloads]
