"""What names in JAX's annotations mean in the stubs, and from where the stubs import them.

A class that the stubs declare stands under its full name in the surfaces, and needs no line here.
What has none is ``Any``: the stubs would rather accept too much than refuse what JAX takes.
"""

from __future__ import annotations

from typing import Final

from promo_stubgen.encode.numpy_types import WHOLE_ARRAY
from promo_typing.core.stub_names import ARRAY_MODULE

ANY_ARRAY: Final = "Array"
"""An array of whatever dtype.

Without ``[Any]``: for an operand with an ``Any`` that is spelled out mypy tries all overloads. The
default of the parameter is an alias (see ``basearray``), for which it stops at the first that fits.
"""


def array_type(dtype: str) -> str:
    """The annotation of an array of this dtype class; ``Any`` is whatever dtype."""
    return ANY_ARRAY if dtype == "Any" else f"Array[{dtype}]"


_SAME: Final = (
    "Any ArrayLike DTypeLike Hashable Never NoReturn Self StaticScalar bool bytearray bytes"
    " complex float int object slice str range DuckTypedArray SupportsNdim SupportsShape"
    " SupportsSize SimpleNamespace Axis PrecisionLike"
)

MEANING: Final[dict[str, str]] = {
    **{name: name for name in _SAME.split()},
    **{
        name: f"{name}[Any]"
        for name in ["frozenset", "list", "set", "type", "Iterable", "Iterator", "Sequence"]
    },
    "Array": ANY_ARRAY,
    "ArrayNamespaceInfo": "_ArrayNamespaceInfo",
    "Callable": "Callable[..., Any]",
    "DType": "np.dtype[Any]",
    "DTypeLikeComplex": "DTypeLike",
    "DTypeLikeFloat": "DTypeLike",
    "DTypeLikeInexact": "DTypeLike",
    "DTypeLikeInt": "DTypeLike",
    "DTypeLikeUInt": "DTypeLike",
    "DimSize": "int | Any",
    "Generator": "Iterator[Any]",
    "IO": "IO[Any]",
    "IntegerArray": "ArrayLike",
    "KeyArray": ANY_ARRAY,
    "KeyArrayLike": "ArrayLike",
    "PadValueLike": "_PadValueLike",
    "PathLike": "os.PathLike[Any]",
    "RealArray": "ArrayLike",
    "Set": "AbstractSet[Any]",
    "Shape": "Sequence[int | Any]",
    "_Axis": "Axis",
    "_Device": "Device",
    "_Sharding": "Sharding",
    "_UniqueAllResult": "_UniqueAllResult",
    "_UniqueCountsResult": "_UniqueCountsResult",
    "_UniqueInverseResult": "_UniqueInverseResult",
    "Device": "Device",
    "GatherScatterMode": "GatherScatterMode",
    "Mapping": "Mapping[Any, Any]",
    "NamedSharding": "NamedSharding",
    "P": "PartitionSpec",
    "PartitionSpec": "PartitionSpec",
    "Sharding": "Sharding",
    "dict": "dict[Any, Any]",
    "dtype": "np.dtype[Any]",
    "ndarray": WHOLE_ARRAY,
    "tuple": "tuple[Any, ...]",
    "ufunc": "ufunc",
}
"""The meaning of a name without a subscript; of a dotted name, its last part counts."""

SUBSCRIPTED: Final = {
    **{
        name: name
        for name in ["Callable", "IO", "Iterable", "Iterator", "Mapping", "Sequence", "type"]
    },
    **{name: name for name in ["dict", "frozenset", "list", "set", "tuple"]},
    "PadValueLike": "_PadValueLike",
    "Set": "AbstractSet",
}
"""The meaning of a name before a subscript; a name that is not here makes the whole ``Any``."""

IMPORTS: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("Array", "ArrayLike", "Axis", "DTypeLike", "StaticScalar", "SupportsDType"), ARRAY_MODULE
    ),
    **dict.fromkeys(
        ("DuckTypedArray", "SupportsNdim", "SupportsShape", "SupportsSize"), "jax._src.typing"
    ),
    **dict.fromkeys(
        ["Callable", "Hashable", "Iterable", "Iterator", "Mapping", "Sequence"], "collections.abc"
    ),
    **dict.fromkeys(
        [
            "IO",
            "Any",
            "ClassVar",
            "Generic",
            "Literal",
            "NamedTuple",
            "Never",
            "NoReturn",
            "Protocol",
            "TypeAlias",
            "overload",
            "runtime_checkable",
        ],
        "typing",
    ),
    **dict.fromkeys(("Self", "TypeVar"), "typing_extensions"),
    "AbstractSet": "collections.abc:Set",
    "ContextDecorator": "contextlib",
    "Device": "jax",
    "Enum": "enum",
    "Flag": "enum",
    "GatherScatterMode": "jax._src.lax.slicing",
    "IntEnum": "enum",
    "IntFlag": "enum",
    "NamedSharding": "jax._src.named_sharding",
    "PartitionSpec": "jax._src.partition_spec",
    "PrecisionLike": "jax.lax",
    "Sharding": "jax._src.sharding",
    "SimpleNamespace": "types",
    "StrEnum": "enum",
    "prng_key": "jax._src.dtypes",
    "ufunc": "jax._src.numpy.ufunc_api",
}
"""The module of a name that stubs use; ``module:name`` where it has another name there."""

WHOLE_MODULES: Final = {"builtins": "builtins", "np": "numpy", "os": "os"}
"""The modules that stubs import as such, by the name that they use."""
