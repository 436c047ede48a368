"""Renders ``jax/numpy/_jaxtyping.pyi``: the dtypes for jaxtyping's names that allow several.

The mypy plugin turns ``Float[Array, "n"]`` into ``Array[Float]``, where ``Float`` is a protocol. A
dtype class matches the protocol if its attribute ``dtype`` is one that jaxtyping allows; abstract
dtypes and type variables always match. ``Float`` itself matches any dtype, because Any is its base:
such an array may be passed as a ``Float32``, since at run time it may be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from promo_stubgen.encode.operand_types import ABSTRACT
from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.core.jaxtyping_names import CATEGORIES, DTYPES
from promo_typing.core.stub_names import (
    ARRAY_MODULE,
    PRNG_KEY_CLASS,
    SCALAR_TYPES_MODULE,
    dtype_class,
    jaxtyping_alias,
    jaxtyping_class,
)
from promo_typing.lattice.semantics import Semantics

PATH: Final = "numpy/_jaxtyping.pyi"

_ABSTRACT_DTYPE: Final = "_AbstractDType"

_TEXT: Final = f"""\
from builtins import type as _type
from typing import Any, Protocol, TypeAlias

import numpy as np
from {ARRAY_MODULE} import Array
from {PRNG_KEY_CLASS.rpartition(".")[0]} import {PRNG_KEY}
from {SCALAR_TYPES_MODULE} import {ABSTRACT}, {{dtypes}}

# `np.dtype[jnp.floating]` matches this, `np.dtype[jnp.float32]` does not.
class {_ABSTRACT_DTYPE}(Protocol):
    @property
    def type(self) -> _type[{ABSTRACT}]: ...

# Any is a base, since at run time an array may have the expected dtype.
{{classes}}
# Arrays, as aliases: without one mypy loses the dtype of `V = Float[Array, "n"]`.
{{aliases}}
"""


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path; it is the same under all settings."""
    nodes = {node for members in DTYPES.values() for node in members} - {PRNG_KEY}
    classes = "\n".join(_category(name, members) for name, members in CATEGORIES.items())
    aliases = "\n".join(map(_alias, DTYPES))
    imported = ", ".join(sorted(map(dtype_class, nodes)))
    return {PATH: _TEXT.format(dtypes=imported, classes=classes, aliases=aliases)}


def _alias(name: str) -> str:
    dtype = jaxtyping_class(name).rpartition(".")[2]
    return f"{jaxtyping_alias(name).rpartition('.')[2]}: TypeAlias = Array[{dtype}]"


def _category(name: str, nodes: Sequence[str]) -> str:
    members = " | ".join(map(dtype_class, nodes))
    return (
        f"class {name}(Any, Protocol):\n"
        "    @property\n"
        f"    def dtype(self) -> np.dtype[{members}] | {_ABSTRACT_DTYPE}: ...\n"
    )
