"""Renders the protocol of ``jax.nn.initializers``: a function that makes an array.

The protocol is generic in the array that it makes; a dtype in the call takes precedence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_stubgen.encode.expansion import with_dtype, without_dtype
from promo_stubgen.ir.arrays import array_or_any
from promo_stubgen.ir.signatures import Signature, read
from promo_typing.lattice.semantics import Semantics

NAME: Final = "Initializer"

# Any types of key and shape, so that users' own functions match the protocol.
_CALL: Final = (
    "(self, key: Any, shape: Any, dtype: DTypeLike | None = None, out_sharding: Any = None)"
    " -> _Made"
)


def initializer(semantics: Semantics) -> Iterator[str]:
    """The lines of the class."""
    yield '_Made = TypeVar("_Made", covariant=True, default=Array)'
    yield f"class {NAME}(Protocol[_Made]):"
    for signature in _overloads(semantics):
        yield "    @overload"
        yield f"    def __call__{signature}: ..."


def _overloads(semantics: Semantics) -> Iterator[Signature]:
    signature = read(_CALL)
    yield without_dtype(signature, "dtype")
    yield from with_dtype(signature, "dtype", array_or_any, semantics)
