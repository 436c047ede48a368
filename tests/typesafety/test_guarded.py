"""Nothing is reported in a branch that JAX never runs for the dtypes of a call.

Where the plugin cannot evaluate a condition on a dtype, both branches are checked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from .mypy_runs import mypy, write

SETTINGS: Final = """\
disallow_untyped_defs = false
disallow_untyped_calls = false
warn_return_any = false
check_untyped_defs = true
[promo-typing]
infer = true
"""
HEAD: Final = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"
INT_LIMIT: Final = "jnp.iinfo(x.dtype).max"
FLOAT_LIMIT: Final = "jnp.finfo(x.dtype).max"
RIGHT: Final = (
    'if x.dtype.kind in "iu":\n        return INT\n    return FLOAT',
    'return INT if x.dtype.kind in ("i", "u") else FLOAT',
    "if x.dtype in (jnp.int32, jnp.int8):\n        return INT\n    else:\n        return FLOAT",
    "if np.dtype(x.dtype).itemsize == 1 or x.dtype.kind not in 'fc':\n        return INT\n"
    "    return FLOAT",
    "is_int = jnp.issubdtype(x.dtype, jnp.integer)\n    if is_int:\n        return INT\n"
    "    return FLOAT",
    "kind = x.dtype.kind\n    if kind in 'iu':\n        limit = INT\n    else:\n"
    "        limit = FLOAT\n    return limit",
    "try:\n        return INT\n    except ValueError:\n        return FLOAT",
    "match x.dtype.kind:\n        case 'i':\n            return INT\n        case _:\n"
    "            return FLOAT",
    "return (x.dtype.kind in 'iu' and INT) or FLOAT",
    "if x.dtype.kind in 'iu':\n        return integers(x)\n    return FLOAT",
    "return integers(x) if x.dtype.kind in 'iu' else FLOAT",
)
SWITCHED: Final = f"""\
def switched(x, mode):
    if mode == "int":
        limit = {INT_LIMIT}
        return limit
    return {FLOAT_LIMIT}
"""
ALIGNED: Final = """\
def aligned(x, y):
    if x.dtype != y.dtype:
        y = y.astype(x.dtype)
    total = jax.lax.add(x, y)
    return jax.lax.mul(total, x)

def limit(x, mode="float", *, half: bool = False, whole=False):
    if mode in ("int", "integer"):
        return jnp.iinfo(x.dtype).max
    if mode == "kept":
        return x
    if half and whole:
        return jnp.iinfo(x.astype(jnp.float16).dtype).max
    return jnp.iinfo(x.dtype).max if whole else jnp.finfo(x.dtype).max

limit(jnp.ones(3))
limit(jnp.ones(3, int), "int")
limit(jnp.ones(3, int), mode="kept")
limit(jnp.ones(3), half=True)
limit(jnp.ones(3, int), whole=True)
aligned(jnp.ones(3), jnp.ones(3, jnp.bfloat16))
aligned(jnp.ones(3), jnp.ones(3))
"""
WRONG: Final = (
    "return INT",
    "return switched(x, 'int')",
    "if x.ndim > 0:\n        return INT\n    return 0",
    "return integers(x)",
    "if x.ndim > 0:\n        return integers(x)\n    return 0",
    "if jnp.issubdtype(x.dtype, jnp.floating):\n        return INT\n    return 0",
    "try:\n        pass\n    finally:\n        y = INT\n    return y",
    "try:\n        z = INT\n    except KeyboardInterrupt:\n        z = 0\n    return z",
)


def program(bodies: tuple[str, ...], *dtypes: str) -> str:
    """A function for each body, each called with an array of each dtype."""
    functions = [f"def integers(x):\n    return {INT_LIMIT}\n", SWITCHED]
    for number, body in enumerate(bodies):
        text = body.replace("INT", INT_LIMIT).replace("FLOAT", FLOAT_LIMIT)
        functions.append(f"def f{number}(x):\n    {text}\n")
        functions += [f"f{number}(jnp.ones(3, jnp.{dtype}))\n" for dtype in dtypes]
    return HEAD + "".join(functions)


def found(folder: Path, text: str) -> list[str]:
    """The lines of the program in which the plugin reports limits that there are none of."""
    write(folder, text, SETTINGS)
    output = mypy(folder).stdout
    lines = text.splitlines()
    return [
        lines[int(each) - 1].strip() for each in re.findall(r":(\d+): error: (?:jnp|jax)\.", output)
    ]


def test_nothing_is_reported_in_branches_for_other_dtypes(tmp_path: Path) -> None:
    text = program(RIGHT, "float32", "int32") + ALIGNED
    exec(text, {})
    assert found(tmp_path, text) == []


def test_the_rest_is_reported(tmp_path: Path) -> None:
    expected = [
        f"return {INT_LIMIT}",
        f"limit = {INT_LIMIT}",
        f"return {INT_LIMIT}",
        f"return {INT_LIMIT}",
        f"return {INT_LIMIT}",
        f"y = {INT_LIMIT}",
        f"z = {INT_LIMIT}",
    ]
    assert found(tmp_path, program(WRONG, "float32")) == expected
