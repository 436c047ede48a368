"""The plugin answers questions about a dtype, such as ``issubdtype``, as JAX and NumPy do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing.core.dtypes import CATEGORIES, STRONG, TRUNCATED

from .mypy_runs import mypy, write

DTYPES: Final = [name for name in STRONG if hasattr(jnp, name)]
WEAK: Final = {
    "weak_int": "jnp.full(3, 1)",
    "weak_float": "jnp.full(3, 1.0)",
    "weak_complex": "jnp.full(3, 1j)",
}
KEY: Final = {"key": "jax.random.key(0)"}

HEAD: Final = """\
from typing import reveal_type
import jax
import jax.numpy as jnp
import numpy as np
def yes() -> int: ...
def no() -> str: ...
"""


def arrays(*, x64: bool) -> dict[str, str]:
    """Expressions for arrays of all dtypes that exist under the setting, by name."""
    existing = [name for name in DTYPES if x64 or name not in TRUNCATED]
    return {name: f"jnp.zeros(3, jnp.{name})" for name in existing} | WEAK | KEY


def asked(name: str) -> Iterator[str]:
    """All questions about an array."""
    yield from (
        f"{module}.{function}({name}_)"
        for module in ("jnp", "np")
        for function in ("iscomplexobj", "isrealobj")
    )
    kinds = [f"jnp.{each}" for each in CATEGORIES]
    dtypes = [f"jnp.{each}" for each in DTYPES]
    for module in ("jnp", "np", "jax.dtypes") if name not in KEY else ("jnp", "jax.dtypes"):
        of_keys = () if module == "np" else ("jax.dtypes.prng_key", "jax.dtypes.extended")
        for other in (*kinds, *dtypes, *of_keys):
            yield f"{module}.issubdtype({name}_.dtype, {other})"


def answered(folder: Path, program: str, settings: str = "") -> dict[int, str]:
    """The types that mypy reveals, by line of the program."""
    write(folder, program, settings)
    output = mypy(folder).stdout
    found = re.findall(r'main.py:(\d+): note: Revealed type is "(?:builtins\.)?(.*?)"', output)
    return {int(line): said for line, said in found}


def truth(made: dict[str, str]) -> Iterator[str]:
    """The answers of JAX and NumPy, for abstract arrays, since XLA lacks some dtypes."""
    for name, value in made.items():
        traced: list[bool] = []

        def ask(name: str = name, value: str = value, traced: list[bool] = traced) -> None:
            names = {"jax": jax, "jnp": jnp, "np": np}
            names[f"{name}_"] = eval(value, names)
            traced.extend(eval(question, names) for question in asked(name))

        jax.eval_shape(ask)
        yield from ("int" if answer else "str" for answer in traced)


@pytest.mark.parametrize("x64", [False, True])
def test_every_question_about_every_dtype(tmp_path: Path, *, x64: bool) -> None:
    made = arrays(x64=x64)
    questions = [question for name in made for question in asked(name)]
    values = "".join(f"{name}_ = {value}\n" for name, value in made.items())
    lines = [f"reveal_type(yes() if {each} else no())" for each in questions]
    setting = "[promo-typing]\nx64 = true\n" if x64 else ""
    found = answered(tmp_path, "\n".join([HEAD + values, *lines]), setting)
    with jax.enable_x64(x64):
        expected = [*truth(made)]
    assert [*zip(questions, found.values(), strict=True)] == [
        *zip(questions, expected, strict=True)
    ]


OPEN: Final = """\
from typing import Any, TypeVar, reveal_type
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Float
from promo_typing import Array
D = TypeVar("D", bound=jnp.generic)
F = TypeVar("F", bound=jnp.floating)
def yes() -> int: ...
def no() -> str: ...
def f(
    real: Array[jnp.floating], of_f: Array[F], two: Array[jnp.float32] | Array[jnp.int8],
    named: Float[Array, "n"], mixed: Array[jnp.float32] | Array[jnp.complex64], of_d: Array[D],
    anything: Any, array: jax.Array, number: complex, maybe: Array[jnp.float32] | None,
) -> None:
"""
KNOWN: Final = {
    "jnp.iscomplexobj(real)": "str",
    "jnp.iscomplexobj(of_f)": "str",
    "jnp.iscomplexobj(two)": "str",
    "np.isrealobj(named)": "int",
    "jnp.issubdtype(real.dtype, jnp.floating)": "int",
    "jnp.issubdtype(of_f.dtype, np.inexact)": "int",
    "jnp.issubdtype(two.dtype, jnp.complexfloating)": "str",
    'jnp.issubdtype("float32", jnp.floating)': "int",
}
UNKNOWN: Final = [
    "jnp.iscomplexobj(mixed)",
    "jnp.iscomplexobj(of_d)",
    "jnp.iscomplexobj(anything)",
    "jnp.iscomplexobj(array)",
    "jnp.iscomplexobj(number)",
    "jnp.iscomplexobj(maybe)",
    "jnp.issubdtype(real.dtype, jnp.float32)",
    "np.issubdtype(real.dtype, np.floating)",
    "jnp.issubdtype(two.dtype, jnp.integer)",
    "jnp.issubdtype(of_d.dtype, jax.dtypes.prng_key)",
    "jnp.issubdtype(array.dtype, jnp.floating)",
    "jnp.issubdtype(float, jnp.float32)",
    "jnp.issubdtype(jnp.float64, float)",
]


def test_of_several_dtypes_all_have_to_agree(tmp_path: Path) -> None:
    questions = [*KNOWN, *UNKNOWN]
    lines = "".join(f"    reveal_type(yes() if {each} else no())\n" for each in questions)
    found = answered(tmp_path, OPEN + lines)
    expected = [*KNOWN.values(), *("int | str" for _ in UNKNOWN)]
    said = [each.replace("builtins.", "") for each in found.values()]
    assert [*zip(questions, said, strict=True)] == [*zip(questions, expected, strict=True)]


REACHED: Final = """\
import jax.numpy as jnp
from jax import lax
from promo_typing import Array


def statement(x: Array[jnp.float32]) -> Array[jnp.float32]:
    if jnp.iscomplexobj(x):
        return lax.imag(x)
    elif not jnp.isrealobj(x) or jnp.iscomplexobj(x):
        return lax.imag(x)
    return lax.square(x)


def expression(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return lax.imag(x) if jnp.issubdtype(x.dtype, jnp.complexfloating) else x


def asserted(x: Array[jnp.float32]) -> Array[jnp.float32]:
    assert jnp.iscomplexobj(x), lax.square(x)
    return lax.imag(x)


def both(x: Array[jnp.float32]) -> None:
    if jnp.iscomplexobj(x) and lax.imag(x).any():
        raise ValueError
"""


def test_what_is_not_reached_is_not_checked(tmp_path: Path) -> None:
    write(tmp_path, REACHED)
    run = mypy(tmp_path)
    assert (run.status, run.messages, run.stderr) == (0, [], "")


NARROWED_THERE: Final = """\
from typing import reveal_type
import jax.numpy as jnp
from jax import lax
from promo_typing import Array


def declared(x: Array[jnp.float32] | Array[jnp.complex64]) -> Array[jnp.float32]:
    if jnp.iscomplexobj(x):
        return lax.imag(x)
    return reveal_type(lax.square(x))


def otherwise(x: Array[jnp.bfloat16] | Array[jnp.int8] | Array[jnp.complex64]) -> None:
    if not jnp.isrealobj(x) and lax.imag(x).any():
        reveal_type(x)
        raise ValueError
    if jnp.isrealobj(x):
        reveal_type(x)
"""


def test_branches_have_the_arrays_of_the_answer(tmp_path: Path) -> None:
    found = answered(tmp_path, NARROWED_THERE)
    assert [re.findall(r"scalar_types\.(\w+)", each) for each in found.values()] == [
        ["float32"],
        ["complex64"],
        ["bfloat16", "int8"],
    ]
    assert len(mypy(tmp_path).messages) == len(found)


KEPT: Final = """\
import jax.numpy as jnp
from promo_typing import Array


def f(x: Array[jnp.float32], other: bool) -> bool:
    is_complex = jnp.iscomplexobj(x)
    either = jnp.iscomplexobj(x) and other
    flags = [jnp.isrealobj(x)]
    flags.append(other)
    if other:
        is_complex = True
        either = True
    if jnp.iscomplexobj(x) == True or jnp.isrealobj(x) is False:
        return jnp.iscomplexobj(x)
    return is_complex or either
"""
BOUND: Final = """\
from collections.abc import Callable
import jax.numpy as jnp
from promo_typing import Array

X = jnp.ones(3)
if jnp.iscomplexobj(X):
    Y = 1


def read() -> int:
    return Y


class Parts:
    def __init__(self, x: Array[jnp.float32]) -> None:
        if jnp.iscomplexobj(x):
            self.imaginary = x * 2

    def double(self) -> Array[jnp.float32]:
        return self.imaginary * 2


def closure(x: Array[jnp.float32], is_complex: bool) -> Callable[[], int]:
    if jnp.iscomplexobj(x):
        factor = 2
        other = 1
    if is_complex:
        print(other)

    def inner() -> int:
        return factor

    return inner
"""
LEFT_OUT: Final = """import jax.numpy as jnp
from jax import lax
from promo_typing import Array


def f(x: Array[jnp.float32]) -> Array[jnp.float32]:
    if jnp.iscomplexobj(x):
        part = lax.imag(x)
        x = lax.real(x) + part
        sign = 1
    else:
        sign = 2
    return x * sign
"""
TOLD: Final = """\
import jax.numpy as jnp
from promo_typing import Array


def f(x: Array[jnp.float32], other: bool) -> Array[jnp.float32]:
    if jnp.iscomplexobj(x) and other:
        raise ValueError
    return -x if jnp.isrealobj(x) else x
"""


@pytest.mark.parametrize(
    ("program", "settings"),
    [
        (KEPT, ""),
        (BOUND, ""),
        (LEFT_OUT, ""),
        (TOLD, "[mypy-main]\nwarn_unreachable = true\nenable_error_code = redundant-expr\n"),
    ],
    ids=["kept", "bound", "left_out", "unreachable"],
)
def test_mypy_says_nothing_of_an_answer(tmp_path: Path, program: str, settings: str) -> None:
    write(tmp_path, program, settings)
    run = mypy(tmp_path)
    assert (run.status, run.messages, run.stderr) == (0, [], "")
