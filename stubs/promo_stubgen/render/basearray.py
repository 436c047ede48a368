"""Renders ``jax/_src/basearray.pyi``: the generic ``Array``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from promo_stubgen.encode import array_members
from promo_stubgen.encode.array_members import Member
from promo_stubgen.encode.dtype_argument import GENERIC_VARIABLE
from promo_stubgen.encode.operators import OWNER, plain_operators, promoting_operators
from promo_stubgen.ir.arrays import WHOLE_NUMPY_ARRAY
from promo_stubgen.render import scalar_types
from promo_stubgen.render.imports import import_scalar_types
from promo_stubgen.render.switch import switch
from promo_typing.lattice.semantics import Semantics

PATH: Final = "_src/basearray.pyi"

_PREAMBLE: Final = """\
import builtins
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, Never, Protocol, TypeAlias, Union, overload
from typing import runtime_checkable

import numpy as np
from _typeshed import Incomplete
{imports}
from jax._src.named_sharding import NamedSharding
from jax._src.partition_spec import PartitionSpec as P
from jax._src.sharding import Sharding
from typing_extensions import TypeVar

# An alias for Any: mypy stops at the first overload that takes an array of such a dtype. For Any
# itself it tries all overloads, and in a lambda it does so again in each operation around it.
_D_co = TypeVar("_D_co", covariant=True, default=Incomplete)
_SameT = TypeVar("_SameT")

@runtime_checkable
class SupportsDType(Protocol):
    @property
    def dtype(self) -> np.dtype[Any]: ...

# `typing.Union` as in JAX, since as a value it has another type than `X | Y`.
DTypeLike: TypeAlias = Union[str, type[Any], np.dtype[Any], SupportsDType]
Axis: TypeAlias = int | Sequence[int] | None
Shard: TypeAlias = Any
Device: TypeAlias = Any
Traceback: TypeAlias = Any
PrecisionLike: TypeAlias = Any
"""

_ARRAY: Final = f"""
class Array({OWNER}[_D_co]):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def dtype(self) -> np.dtype[_D_co]: ...  # type: ignore[type-var]
    @property
    def __numpy_dtype__(self) -> np.dtype[_D_co]: ...  # type: ignore[type-var]
    @property
    def at(self) -> _IndexUpdateHelper[_D_co]: ...
    @overload
    def __array__(
        self: Array[{GENERIC_VARIABLE}],
        dtype: None = ...,
        context: None = ...,
        copy: bool | None = ...,
    ) -> np.ndarray[Any, np.dtype[{GENERIC_VARIABLE}]]: ...
    @overload
    def __array__(
        self, dtype: None = ..., context: None = ..., copy: bool | None = ...
    ) -> {WHOLE_NUMPY_ARRAY}: ...
    @overload
    def __array__(
        self, dtype: np.dtype[{GENERIC_VARIABLE}], context: None = ..., copy: bool | None = ...
    ) -> np.ndarray[Any, np.dtype[{GENERIC_VARIABLE}]]: ...
    @overload
    def __round__(self, ndigits: None = None) -> Array[int32]: ...
    @overload
    def __round__(self, ndigits: int) -> Array: ...
    @overload
    def item(self: Array[_Bottom], *args: int) -> Any: ...
    @overload
    def item(self: Array[np.bool_], *args: int) -> bool: ...
    @overload
    def item(self: Array[np.integer[Any]], *args: int) -> int: ...
    @overload
    def item(self: Array[np.floating[Any]], *args: int) -> float: ...
    @overload
    def item(self: Array[np.complexfloating[Any, Any]], *args: int) -> complex: ...
    @overload
    def item(self, *args: int) -> Any: ..."""

# Without parameters and with `|`, since programs write `isinstance(x, jax.typing.ArrayLike)`.
_REST: Final = f"""
StaticScalar: TypeAlias = np.bool_ | np.number | bool | int | float | complex
ArrayLike: TypeAlias = Array | np.ndarray | StaticScalar

class _IndexUpdateHelper(Generic[_D_co]):
    def __getitem__(self, index: Any) -> {array_members.INDEX_UPDATE_OWNER}[_D_co]: ..."""

_MEMBERS: Final = f"class {OWNER}(Generic[_D_co]):"
_UPDATES: Final = f"class {array_members.INDEX_UPDATE_OWNER}(Generic[_D_co]):"


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    members = list(array_members.members(semantics))
    settled = [member for member in members if member.is_settled]
    others = [member for member in members if not member.is_settled]
    body = "\n".join(
        (
            *switch(_plain(others, semantics), _promoting(others, semantics)),
            _ARRAY,
            *_lines(array_members.plain, settled),
            _REST,
            "",
        )
    )
    (dtypes,) = scalar_types.render(semantics).values()
    return {PATH: _PREAMBLE.format(imports=import_scalar_types(body, dtypes)) + body}


def _plain(members: Iterable[Member], semantics: Semantics) -> Iterator[str]:
    yield _MEMBERS
    yield from plain_operators(semantics)
    yield from _lines(array_members.plain, members)
    yield _UPDATES
    yield from _lines(array_members.plain, array_members.index_updates(semantics))


def _promoting(members: Iterable[Member], semantics: Semantics) -> Iterator[str]:
    yield from _lines(array_members.descriptor, members)
    yield _MEMBERS
    yield from promoting_operators(semantics)
    yield from _lines(array_members.promoting, members)
    yield _UPDATES
    yield from _lines(array_members.promoting, array_members.index_updates(semantics))


def _lines(render_one: Callable[[Member], Iterable[str]], members: Iterable[Member]) -> list[str]:
    return [line for member in members for line in render_one(member)]
