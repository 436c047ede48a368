"""``isinstance(x, Array[dtype])`` and ``==`` for every dtype and every way to write one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeVar, Union

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from typing_extensions import TypeAliasType

from promo_typing import Array, is_array
from promo_typing.core.dtypes import ALIASES, CATEGORIES, DEFAULTS, NODES, PYTHON_SCALARS, STRONG

from .spelling import array_of

EXTENDED = (jax.dtypes.extended, jax.dtypes.prng_key)
ABSTRACT = (*(getattr(np, name) for name in CATEGORIES), *EXTENDED)
KEY = jax.random.key(0)


@pytest.fixture(scope="module")
def arrays() -> dict[Any, Any]:
    """An array, or a tracer, of each dtype of the installed JAX."""
    found: dict[Any, Any] = {KEY.dtype: KEY}

    def collect(*traced: Any) -> None:
        found.update((x.dtype, x) for x in traced)

    with jax.enable_x64(True):
        structs = [jax.ShapeDtypeStruct((), name) for name in STRONG]
        jax.eval_shape(collect, *structs)
    return found


def spellings(name: str) -> Iterator[Any]:
    """The spellings of a dtype that JAX accepts."""
    yield name
    yield jnp.dtype(name)
    yield jnp.dtype(name).type
    yield getattr(jnp, name)
    yield from (getattr(jnp, alias) for alias, of in ALIASES.items() if of == name)
    yield jax.ShapeDtypeStruct((), name)
    scalars = ml_dtypes if hasattr(ml_dtypes, name) else np
    yield getattr(scalars, name)


@pytest.mark.parametrize("name", STRONG)
def test_every_spelling_is_the_same_class(name: str) -> None:
    for spelling in spellings(name):
        assert array_of(spelling) is array_of(name)
    assert repr(array_of(name)) == f"promo_typing.Array[jnp.{name}]"


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        (bool, "bool"),
        (np.intc, "int32"),
        (np.longlong, "int64"),
        ("f4", "float32"),
        ("half", "float16"),
        ("double", "float64"),
        ("float", "float64"),  # unlike the type `float`; JAX warns about it with x64 off
        (np.float32(1), "float32"),
        (np.int32(1), "int32"),
    ],
)
def test_what_numpy_knows_under_another_name(spelling: object, name: str) -> None:
    assert array_of(spelling) is array_of(name)


def test_no_two_dtypes_are_the_same_class() -> None:
    classes = [array_of(x) for x in (*STRONG, *ABSTRACT, int, float, complex, KEY.dtype)]
    assert len(set(classes)) == len(classes)


def test_concrete_dtypes(arrays: dict[Any, Any]) -> None:
    for name in STRONG:
        matching = [dtype for dtype, x in arrays.items() if isinstance(x, array_of(name))]
        assert matching == [jnp.dtype(name)]


@pytest.mark.parametrize("abstract", ABSTRACT, ids=lambda abstract: abstract.__name__)
def test_abstract_dtypes_are_those_of_issubdtype(abstract: type, arrays: dict[Any, Any]) -> None:
    for dtype, x in arrays.items():
        assert isinstance(x, array_of(abstract)) == jnp.issubdtype(dtype, abstract)


@pytest.mark.parametrize("scalar", [int, float, complex])
def test_python_scalar_types_are_the_default_dtypes(scalar: type, arrays: dict[Any, Any]) -> None:
    for x64 in (False, True, False):
        with jax.enable_x64(x64):
            default = jnp.zeros((), scalar).dtype
            assert default == DEFAULTS[PYTHON_SCALARS[scalar.__name__]][x64]
            for dtype, x in arrays.items():
                assert isinstance(x, array_of(scalar)) == (dtype == default)


def test_unions(arrays: dict[Any, Any]) -> None:
    for union in (
        jnp.float32 | jnp.int8,
        np.int8 | np.float32,
        Union[jnp.float32, jnp.int8],  # noqa: UP007
        Union[jnp.float32, "int8"],  # noqa: F821
    ):
        assert array_of(union) is array_of(jnp.int8 | jnp.float32)
        matching = {dtype.name for dtype, x in arrays.items() if isinstance(x, array_of(union))}
        assert matching == {"float32", "int8"}
    assert array_of(jnp.float32 | np.float32) is array_of("float32")
    assert repr(array_of(jnp.int8 | jnp.floating)) == "promo_typing.Array[jnp.floating | jnp.int8]"


def test_extended_dtypes() -> None:
    other = jax.random.key(0, impl="rbg")
    assert isinstance(KEY, Array)
    assert isinstance(KEY, array_of(jax.dtypes.prng_key))
    assert isinstance(KEY, array_of(KEY.dtype))
    assert isinstance(other, array_of(jax.dtypes.prng_key))
    assert not isinstance(other, array_of(KEY.dtype))
    assert not isinstance(jax.random.key_data(KEY), array_of(jax.dtypes.prng_key))


def test_float0() -> None:
    seen = []
    jax.jit(lambda x: seen.append(isinstance(x, array_of(jax.dtypes.float0))))(
        np.zeros((), jax.dtypes.float0)
    )
    assert seen == [True]
    assert not isinstance(jnp.ones(3), array_of(jax.dtypes.float0))


@pytest.mark.parametrize("value", [1, 1.0, 1j])
def test_weak_arrays_have_their_dtype(value: complex) -> None:
    x = jnp.asarray(value)
    assert x.weak_type
    assert isinstance(x, array_of(x.dtype))
    assert isinstance(x, array_of(type(value)))


def test_any_and_type_variables() -> None:
    free, bound = TypeVar("free"), TypeVar("bound", bound=jnp.floating)
    quoted = TypeVar("quoted", bound="jnp.floating")
    chosen = TypeVar("chosen", jnp.int8, jnp.float16)
    one, two = jnp.ones(2, "int8"), jnp.ones(2, "float16")
    assert array_of(Any) is Array
    assert array_of(jnp.float32 | Any) is Array
    assert array_of(np.floating[Any]) is array_of(jnp.floating)
    assert isinstance(one, array_of(free))
    assert isinstance(KEY, array_of(free))
    for variable in (bound, quoted):
        assert isinstance(two, array_of(variable))
        assert not isinstance(one, array_of(variable))
        assert isinstance(one, array_of(variable | jnp.int8))
    assert isinstance(one, array_of(chosen))
    assert isinstance(two, array_of(chosen))
    assert not isinstance(jnp.ones(2), array_of(chosen))
    assert not isinstance(1, array_of(free))


def test_a_quoted_bound_that_does_not_exist() -> None:
    variable = TypeVar("variable", bound="jnp.no_such_dtype")  # type: ignore[name-defined]
    with pytest.raises(TypeError, match=r"the bound 'jnp.no_such_dtype' of ~variable: .*no_such"):
        isinstance(jnp.ones(2), array_of(variable))


def test_type_aliases() -> None:
    half = TypeAliasType("half", jnp.float16 | jnp.bfloat16)
    assert array_of(half) is array_of(jnp.float16 | jnp.bfloat16)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
def test_type_statements() -> None:
    names: dict[str, Any] = {"jnp": jnp}
    exec("type Half = jnp.float16 | jnp.bfloat16", names)
    assert array_of(names["Half"]) is array_of(jnp.float16 | jnp.bfloat16)


OTHERS = [
    np.ones(3, np.float32),
    np.float32(1),
    np.dtype("float32"),
    jax.ShapeDtypeStruct((), "float32"),
    jax.typeof(np.float32(1)),
    1,
    1.0,
    1j,
    True,
    None,
    "float32",
    [],
    jnp.float32,
    jnp.ones,
    jax.Array,
    Array,
]


@pytest.mark.parametrize("value", OTHERS, ids=lambda value: type(value).__name__)
def test_what_is_no_array(value: object) -> None:
    assert not isinstance(value, jax.Array)
    dtypes: list[Any] = [Any, jnp.float32, np.generic, float, "float32"]
    for dtype in dtypes:
        assert not isinstance(value, array_of(dtype))
        assert not is_array(value, dtype)
    assert not is_array(value)


def test_references_are_no_arrays_but_what_they_hold_is() -> None:
    reference = jax.new_ref(jnp.ones(3))
    assert isinstance(reference, Array) == isinstance(reference, jax.Array)
    seen = []

    def inside(x: Any) -> None:
        seen.extend([isinstance(x, Array) == isinstance(x, jax.Array), isinstance(x[...], Array)])

    jax.jit(inside)(reference)
    assert seen == [True, True]


def test_is_array_says_what_isinstance_says(arrays: dict[Any, Any]) -> None:
    for name in (*STRONG, *ABSTRACT):
        for x in arrays.values():
            assert is_array(x, name) == isinstance(x, array_of(name))
            assert is_array(x)


def test_subclasses() -> None:
    for name in STRONG:
        one = array_of(name)
        assert issubclass(one, Array)
        assert issubclass(one, one)
        assert issubclass(one, array_of(np.generic))
        assert not issubclass(Array, one)
        for abstract in ABSTRACT:
            assert issubclass(one, array_of(abstract)) == jnp.issubdtype(name, abstract)
            assert not issubclass(array_of(abstract), one)
    assert issubclass(array_of(jnp.integer), array_of(jnp.number))
    assert issubclass(array_of(jnp.int8), array_of(jnp.int8 | jnp.int16))
    assert issubclass(array_of(jnp.int8 | jnp.int16), array_of(jnp.integer))
    assert issubclass(array_of(float), array_of(jnp.floating))
    assert issubclass(array_of(KEY.dtype), array_of(jax.dtypes.prng_key))
    assert not issubclass(array_of(jnp.int8 | jnp.float16), array_of(jnp.integer))
    assert issubclass(type(jnp.ones(3)), Array)
    assert issubclass(jax.Array, Array)
    assert issubclass(jax.core.Tracer, Array)
    assert not issubclass(np.ndarray, Array)
    assert not issubclass(type(jnp.ones(3)), array_of(jnp.float32))
    assert NODES["float32"].is_a("floating")
