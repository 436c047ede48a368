"""Renders ``jax/_src/basearray.pyi``: the generic ``Array``."""

from __future__ import annotations

from promo_stubgen.operators import PLAIN, PROMOTING, plain_class, promoting_class
from promo_stubgen.promotion import number_marker, numpy_alias
from promo_typing.dtypes import NODES
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

PATH = "_src/basearray.pyi"

_PREAMBLE = """\
from typing import Any, Generic, Protocol, TypeAlias, overload
import numpy as np
from jax._src.numpy.scalar_types import (
    {names}
)
from typing_extensions import TypeVar

_D_co = TypeVar("_D_co", covariant=True, default=Any)
_Dtype = TypeVar("_Dtype", bound="_Abstract")
_Number = TypeVar("_Number", bound=np.number[Any])

class _Abstract(Protocol):
    def __dir__(self) -> Any: ...
"""

_REST = """
class Array({promoting}[_D_co], {plain}[_D_co]):  # type: ignore[misc]
    @property
    def dtype(self) -> np.dtype[_D_co]: ...
    def __getattr__(self, name: str) -> Any: ...

StaticScalar: TypeAlias = np.bool_ | np.number[Any] | bool | int | float | complex
ArrayLike: TypeAlias = Array[Any] | np.ndarray[Any, Any] | StaticScalar
"""


def _dtype_imports() -> str:
    names = [BOTTOM]
    for node in NODES:
        names += [dtype_class(node), marker_class(node), number_marker(node), numpy_alias(node)]
    return ", ".join(names)


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    return {
        PATH: "\n".join(
            (
                _PREAMBLE.format(names=_dtype_imports()),
                promoting_class(semantics),
                plain_class(semantics),
                _REST.format(promoting=PROMOTING, plain=PLAIN),
            )
        )
    }
