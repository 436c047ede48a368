"""The meaning in the stubs of names in JAX's annotations.

A class that the stubs declare has its full name in the surfaces, and needs no line here. All other
names become ``Any``: the stubs accept too much rather than refuse calls that JAX accepts.
"""

from __future__ import annotations

from typing import Final

from promo_stubgen.ir.annotation import read
from promo_stubgen.ir.arrays import WHOLE_NUMPY_ARRAY

_SAME: Final = (
    "Any ArrayLike DTypeLike Hashable Never NoReturn Self StaticScalar bool bytearray bytes"
    " complex float int object slice str range DuckTypedArray SupportsNdim SupportsShape"
    " SupportsSize SimpleNamespace Axis PrecisionLike"
)

_MEANING: Final[dict[str, str]] = {
    **{name: name for name in _SAME.split()},
    **{
        name: f"{name}[Any]"
        for name in ["frozenset", "list", "set", "type", "Iterable", "Iterator", "Sequence"]
    },
    "Array": "Array",
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
    "KeyArray": "Array",
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
    "ndarray": WHOLE_NUMPY_ARRAY,
    "tuple": "tuple[Any, ...]",
    "ufunc": "ufunc",
}

MEANING: Final = {name: read(text) for name, text in _MEANING.items()}
"""The meaning of names; for a dotted name the last part is looked up."""

SUBSCRIPTED: Final = {
    **{
        name: name
        for name in ["Callable", "IO", "Iterable", "Iterator", "Mapping", "Sequence", "type"]
    },
    "_GeneratorContextManager": "_GeneratorContextManager",
    **{name: name for name in ["dict", "frozenset", "list", "set", "tuple"]},
    "PadValueLike": "_PadValueLike",
    "Set": "AbstractSet",
}
"""The meaning of generic names; an annotation with any other generic becomes ``Any``."""
