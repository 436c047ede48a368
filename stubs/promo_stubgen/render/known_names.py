"""The modules of names that many stubs import."""

from __future__ import annotations

from typing import Final

from promo_typing.core.stub_names import ARRAY_MODULE, OVERLOADED_AS, SCALAR_TYPES_MODULE

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
    "_GeneratorContextManager": "contextlib",
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
    OVERLOADED_AS: SCALAR_TYPES_MODULE,
    "SimpleNamespace": "types",
    "StrEnum": "enum",
    "prng_key": "jax._src.dtypes",
    "ufunc": "jax._src.numpy.ufunc_api",
}
"""The module for each name; ``module:name`` where it has another name there."""

WHOLE_MODULES: Final = {"builtins": "builtins", "np": "numpy", "os": "os"}
"""The modules that stubs import as a whole, by their local names."""
