"""The members of ``jax.Array`` in all supported versions of JAX.

``Array[_D_co]`` is a result with the dtype of the array itself. A rule in
:data:`promo_typing.rules.METHODS` replaces the result that is written here.
Sources: the annotations of ``jax._src.basearray``, and the measured dtypes of each method.
"""

from __future__ import annotations

from typing import Final

SAME: Final = "Array[_D_co]"

PROPERTIES: Final[dict[str, str]] = {
    "aval": "Any",
    "ndim": "int",
    "size": "int",
    "itemsize": "int",
    "nbytes": "int",
    "shape": "tuple[int, ...]",
    "real": "Array",
    "imag": "Array",
    "T": SAME,
    "mT": SAME,
    "weak_type": "bool",
    "sharding": "Sharding",
    "committed": "bool",
    "device": "Device | Sharding",
    "addressable_shards": "Sequence[Shard]",
    "global_shards": "Sequence[Shard]",
    "is_fully_addressable": "bool",
    "is_fully_replicated": "bool",
    "traceback": "Traceback",
}

_OUT: Final = "out: None = None"
_WHERE: Final = "where: ArrayLike | None = None"
_SHARDING: Final = "out_sharding: NamedSharding | P | None = None"
_REDUCTION: Final = f"self, axis: Axis = None, {_OUT}, keepdims: bool = False"
_EXTREMUM: Final = f"{_REDUCTION}, initial: ArrayLike | None = None, {_WHERE}"
_MEAN: Final = f"self, axis: Axis = None, dtype: DTypeLike | None = None, {_OUT}"
_SUM: Final = (
    f"{_MEAN}, keepdims: bool = False, initial: ArrayLike | None = None, {_WHERE}, "
    "promote_integers: bool = True"
)
_VARIANCE: Final = (
    f"{_MEAN}, ddof: int = 0, keepdims: bool = False, *, {_WHERE}, "
    "correction: int | float | None = None"
)
_SORT: Final = (
    "self, axis: int | None = -1, *, kind: None = None, order: None = None, "
    "stable: bool = True, descending: bool = False"
)
_ARG_EXTREMUM: Final = f"self, axis: int | None = None, {_OUT}, keepdims: bool | None = None"

METHODS: Final[dict[str, str]] = {
    "__init__": (
        "(self, shape: Any, dtype: Any = None, buffer: Any = None, offset: Any = 0, "
        "strides: Any = None, order: Any = None) -> None"
    ),
    "__array_namespace__": "(self, *, api_version: str | None = ...) -> ModuleType",
    "__getitem__": f"(self, key: Any, /) -> {SAME}",
    "__setitem__": "(self, key: Any, value: Any, /) -> None",
    "__contains__": "(self, other: Any, /) -> bool",
    "__len__": "(self) -> int",
    "__iter__": f"(self) -> Iterator[{SAME}]",
    "__reversed__": f"(self) -> Iterator[{SAME}]",
    "__copy__": f"(self) -> {SAME}",
    "__deepcopy__": f"(self, memo: Any, /) -> {SAME}",
    "__bool__": "(self) -> bool",
    "__complex__": "(self) -> complex",
    "__int__": "(self) -> int",
    "__float__": "(self) -> float",
    "__index__": "(self) -> int",
    "__buffer__": "(self, flags: int, /) -> memoryview",
    "__release_buffer__": "(self, view: memoryview, /) -> None",
    "__dlpack__": "(self) -> Any",
    "all": f"({_REDUCTION}, *, {_WHERE}) -> Array[bool_]",
    "any": f"({_REDUCTION}, *, {_WHERE}) -> Array[bool_]",
    "argmax": f"({_ARG_EXTREMUM}) -> Array",
    "argmin": f"({_ARG_EXTREMUM}) -> Array",
    "argpartition": "(self, kth: int, axis: int = -1) -> Array",
    "argsort": f"({_SORT}) -> Array",
    "byteswap": "(self) -> Array",
    "choose": (f"(self, choices: Sequence[ArrayLike], {_OUT}, mode: str = 'raise') -> Array"),
    "clip": ("(self, min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array"),
    "compress": (
        f"(self, condition: ArrayLike, axis: int | None = None, *, {_OUT}, "
        "size: int | None = None, fill_value: ArrayLike = 0) -> Array"
    ),
    "conj": f"(self) -> {SAME}",
    "conjugate": f"(self) -> {SAME}",
    "copy": f"(self) -> {SAME}",
    "cumprod": f"({_MEAN}) -> Array",
    "cumsum": f"({_MEAN}) -> Array",
    "diagonal": "(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array",
    "dot": (
        "(self, b: ArrayLike, *, precision: PrecisionLike = None, "
        "preferred_element_type: DTypeLike | None = None) -> Array"
    ),
    "flatten": (
        f"(self, order: str = 'C', *, out_sharding: NamedSharding | P | None = None) -> {SAME}"
    ),
    "max": f"({_EXTREMUM}) -> Array",
    "mean": f"({_MEAN}, keepdims: bool = False, *, {_WHERE}) -> Array",
    "min": f"({_EXTREMUM}) -> Array",
    "nonzero": (
        "(self, *, fill_value: ArrayLike | tuple[ArrayLike, ...] | None = None, "
        "size: int | None = None) -> tuple[Array, ...]"
    ),
    "prod": f"({_SUM}) -> Array",
    "ptp": f"({_REDUCTION}) -> Array",
    "ravel": f"(self, order: str = 'C', *, {_SHARDING}) -> {SAME}",
    "repeat": (
        "(self, repeats: ArrayLike, axis: int | None = None, *, "
        f"total_repeat_length: int | None = None, {_SHARDING}) -> {SAME}"
    ),
    "reshape": f"(self, *args: Any, order: str = 'C', {_SHARDING}) -> {SAME}",
    "round": f"(self, decimals: int = 0, {_OUT}) -> Array",
    "searchsorted": (
        "(self, v: ArrayLike, side: str = 'left', sorter: ArrayLike | None = None, *, "
        "method: str = 'scan') -> Array"
    ),
    "sort": f"({_SORT}) -> {SAME}",
    "squeeze": f"(self, axis: Axis = None) -> {SAME}",
    "std": f"({_VARIANCE}) -> Array",
    "sum": f"({_SUM}) -> Array",
    "swapaxes": f"(self, axis1: int, axis2: int) -> {SAME}",
    "take": (
        f"(self, indices: ArrayLike, axis: int | None = None, {_OUT}, mode: str | None = None, "
        "unique_indices: bool = False, indices_are_sorted: bool = False, "
        f"fill_value: StaticScalar | None = None) -> {SAME}"
    ),
    "tobytes": "(self, order: str = 'C') -> bytes",
    "tolist": "(self) -> list[Any]",
    "trace": (
        "(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, "
        f"dtype: DTypeLike | None = None, {_OUT}) -> Array"
    ),
    "transpose": f"(self, *args: Any) -> {SAME}",
    "var": f"({_VARIANCE}) -> Array",
    "addressable_data": f"(self, index: int) -> {SAME}",
    "block_until_ready": f"(self) -> {SAME}",
    "copy_to_host_async": "(self) -> None",
    "delete": "(self) -> None",
    "_rewrap_with_aval_and_sharding": f"(self, aval: Any, sharding: Any) -> {SAME}",
    "devices": "(self) -> set[Device]",
    "platform": "(self) -> str",
    "is_deleted": "(self) -> bool",
    "on_device_size_in_bytes": "(self) -> int",
    "unsafe_buffer_pointer": "(self) -> int",
    "to_device": (
        f"(self, device: Device | Sharding, *, stream: int | Any | None = ...) -> {SAME}"
    ),
}

CONVERSIONS: Final[dict[str, tuple[str, str]]] = {
    "astype": (
        "(self, dtype: DTypeLike | None, copy: bool = False, "
        "device: Device | Sharding | None = None) -> Array",
        "weak_float",
    ),
    "view": ("(self, dtype: DTypeLike | None = None, type: None = None) -> Array", "same"),
}
"""Methods that take the dtype of the result, with the meaning of ``dtype=None``.

That is a weak node, which stands for its default dtype, or ``same`` for the dtype of the array.
"""

_INDEXING: Final = (
    "indices_are_sorted: bool = False, unique_indices: bool = False, mode: str | None = None"
)
_WRAP: Final = "wrap_negative_indices: bool = True"
_UPDATE: Final = f"(self, values: Any, {_INDEXING}, {_WRAP}) -> {SAME}"

INDEX_UPDATES: Final[dict[str, str]] = {
    "get": (
        f"(self, {_INDEXING}, fill_value: StaticScalar | None = None, {_SHARDING}, {_WRAP}, "
        f"strategy: str = 'auto') -> {SAME}"
    ),
    "set": (
        f"(self, values: Any, {_INDEXING}, fill_value: StaticScalar | None = None, {_SHARDING}, "
        f"{_WRAP}) -> {SAME}"
    ),
    "add": f"(self, values: Any, {_INDEXING}, {_SHARDING}, {_WRAP}) -> {SAME}",
    "subtract": f"(self, values: Any, *, {_INDEXING}, {_WRAP}) -> {SAME}",
    "mul": _UPDATE,
    "multiply": _UPDATE,
    "divide": _UPDATE,
    "power": _UPDATE,
    "min": _UPDATE,
    "max": _UPDATE,
    "apply": (f"(self, func: Callable[[Array[_D_co]], ArrayLike], {_INDEXING}, {_WRAP}) -> {SAME}"),
}
"""The methods of ``x.at[...]``; all but :data:`PROMOTING_UPDATES` keep the dtype of the array."""

PROMOTING_UPDATES: Final[dict[str, str]] = {
    "divide": "jax.numpy.true_divide",
    "power": "jax.numpy.power",
}
"""Updates that convert the array, to the dtype that this function returns for two such arrays."""
