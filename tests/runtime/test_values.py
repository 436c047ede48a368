"""Values in every state that JAX has: sharded, deleted, weak, references, inside export."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import jax.experimental.pallas as pl
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing import (
    Array,
    NamedShape,
    is_array,
    named_shape,
    weak_complex,
    weak_float,
    weak_int,
)

from .spelling import array_of

NAMED: Any = NamedShape


def as_jax_decides(value: Any) -> None:
    """Assert that ``Array`` agrees with ``jax.Array``, and ``Array[dtype]`` with the dtype."""
    is_one = isinstance(value, jax.Array)
    assert isinstance(value, Array) == is_one == is_array(value)
    assert isinstance(value, array_of("float32")) == (is_one and value.dtype == "float32")
    assert isinstance(value, array_of("int8")) == (is_one and value.dtype == "int8")


def test_deleted_and_donated_arrays() -> None:
    donated, deleted = jnp.ones(3), jnp.ones(3, "int8")
    jax.jit(lambda x: x + 1, donate_argnums=0)(donated)
    deleted.delete()
    for x in (donated, deleted):
        assert x.is_deleted()
        as_jax_decides(x)
        assert isinstance(x, Array)
    with pytest.raises(RuntimeError, match="deleted"):
        np.asarray(donated)


def test_committed_arrays() -> None:
    as_jax_decides(jax.device_put(jnp.ones(3), jax.devices()[0]))


SHARDED = """
import jax, jax.numpy as jnp
from promo_typing import Array
mesh = jax.make_mesh((4, 2), ("i", "j"))
spec = jax.sharding.PartitionSpec("i", "j")
x = jax.device_put(jnp.ones((8, 4), "bfloat16"), jax.sharding.NamedSharding(mesh, spec))
seen = []
def see(y):
    seen.append((isinstance(y, Array[jnp.bfloat16]), isinstance(y, Array[jnp.float32])))
    return y
see(x)
jax.jit(see)(x)
jax.shard_map(see, mesh=mesh, in_specs=spec, out_specs=spec)(x)
jax.pmap(see)(jnp.ones((8, 4), "bfloat16"))
see(x.addressable_shards[3].data)
print(len(x.sharding.device_set), set(seen), len(seen))
"""


def test_arrays_on_eight_devices() -> None:
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8"}
    done = subprocess.run(
        [sys.executable, "-c", SHARDED],
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "JAX_PLATFORMS": "cpu"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "8 {(True, False)} 5\n"


def test_references_of_pallas() -> None:
    seen = []

    def kernel(source: Any, target: Any) -> None:
        for value in (source, target, source[...], pl.program_id(0)):
            as_jax_decides(value)
            seen.append(isinstance(value, Array))
        target[...] = source[...]

    shape = jax.ShapeDtypeStruct((4,), jnp.float32)
    pl.pallas_call(kernel, out_shape=shape, grid=(1,), interpret=True)(jnp.ones(4))
    assert seen[:4] == [False, False, True, True]


def test_references() -> None:
    reference = jax.new_ref(jnp.ones(3))
    as_jax_decides(reference)
    as_jax_decides(reference[...])
    jax.jit(lambda r: as_jax_decides(r))(reference)
    jax.jit(lambda r: as_jax_decides(r[...]))(reference)


def test_export_of_a_shape_that_is_not_known() -> None:
    seen = []

    def f(x: Any) -> Any:
        as_jax_decides(x)
        seen.append(isinstance(x.shape, NAMED["batch", 3]))
        seen.append(isinstance(x.shape, NAMED["n", "n"]))
        return x

    symbolic = jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, 3"), jnp.float32)
    exported = jax.export.export(jax.jit(f))(symbolic)
    as_jax_decides(exported.call(jnp.ones((5, 3))))
    assert seen == [True, False]


WEAK: list[tuple[type, Any]] = [(weak_int, 1), (weak_float, 1.0), (weak_complex, 1j)]


@pytest.mark.parametrize(("weak", "scalar"), WEAK)
def test_weak_dtypes(weak: type, scalar: complex) -> None:
    """The result of a promotion shows which arrays are weak in JAX."""
    values: list[Any] = [jnp.asarray(each) for each in (1, 1.0, 1j, True)]
    values += [jnp.asarray(each, "int32") for each in (1, 1.0)]
    values += [jnp.ones((), dtype) for dtype in ("float32", "complex64", "bool", "uint8")]
    hint = array_of(weak)
    for x in [*values, jax.random.key(0), scalar, np.asarray(scalar)]:
        same = is_array(x) and getattr(x, "weak_type", False)
        expected = same and x.dtype == jnp.asarray(scalar).dtype
        assert isinstance(x, hint) == expected
        if is_array(x):
            inside: list[bool] = []
            jax.jit(lambda y, inside=inside: inside.append(isinstance(y, hint)))(x)
            assert inside == [expected]
    with jax.enable_x64(True):
        assert isinstance(jnp.asarray(scalar), hint)


def test_a_weak_array_of_any_width() -> None:
    """JAX's internals can make a weak uint8, and JAX promotes it like a Python integer."""
    x = jax.eval_shape(lambda: jax.lax.full((), jnp.asarray(1), None))
    assert x.weak_type
    seen = []

    def inside(y: Any) -> Any:
        seen.append([isinstance(y, array_of(each)) for each in (weak_int, jnp.integer, float)])
        return y

    jax.eval_shape(inside, jax.ShapeDtypeStruct((), jnp.uint8, weak_type=True))
    assert seen == [[True, True, False]]


def test_the_order_of_weak_dtypes() -> None:
    assert issubclass(array_of(weak_float), array_of(jnp.inexact))
    assert issubclass(array_of(weak_float), array_of(weak_float | jnp.int8))
    assert issubclass(array_of(weak_int), array_of(jnp.integer))
    assert not issubclass(array_of(weak_int), array_of(jnp.signedinteger))
    assert not issubclass(array_of(weak_float), array_of(float))
    assert not issubclass(array_of(float), array_of(weak_float))
    assert not issubclass(array_of(jnp.floating), array_of(weak_float))


def test_typed_keys() -> None:
    key = jax.random.key(0)
    for x in (key, jax.random.split(key)):
        assert isinstance(x, jax.Array) == isinstance(x, Array)
        assert isinstance(x, array_of(jax.dtypes.prng_key))
        assert not isinstance(x, array_of(jnp.uint32))
    assert isinstance(jax.random.key_data(key), array_of(jnp.uint32))


SHAPES: list[tuple[Any, Any, bool]] = [
    (NAMED, (2, 3), True),
    (NAMED, {"batch": 2}, True),
    (NAMED, (2, "three"), False),
    (NAMED, (True,), False),
    (NAMED, [2, 3], False),
    (NAMED["a", "b"], (2, 3), True),
    (NAMED["a", "b"], (2, 3, 4), False),
    (NAMED["a", "a"], (2, 3), False),
    (NAMED["a", "a"], (2, 2), True),
    (NAMED["a", 3], (2, 3), True),
    (NAMED["a", 3], (2, 4), False),
    (NAMED["a", "b"], {"b": 2, "a": 3}, True),
    (NAMED["a", "b"], {"b": 2, "c": 3}, False),
    (NAMED[()], (), True),
    (NAMED["i"], jax.make_mesh((1,), ("i",)).shape, True),
]


@pytest.mark.parametrize(("hint", "shape", "expected"), SHAPES)
def test_named_shapes(hint: Any, shape: object, expected: bool) -> None:
    assert isinstance(shape, hint) == expected


def test_named_shapes_compare_and_are_shown() -> None:
    assert NAMED["a", 3] is NAMED["a", 3] is named_shape("a", 3)
    assert NAMED["a"] is not NAMED["b"]
    assert repr(NAMED["a", 3]) == "promo_typing.NamedShape['a', 3]"
    assert issubclass(NAMED["a"], NAMED)
    assert pickle.loads(pickle.dumps(NAMED["a", 3])) is NAMED["a", 3]
    assert pickle.loads(pickle.dumps(NAMED)) is NAMED
    for wrong in (1.5, "a b", True, None):
        with pytest.raises(TypeError, match="is no dimension; write names and sizes"):
            NAMED[wrong]


def test_every_thread_has_the_same_classes() -> None:
    with ThreadPoolExecutor(8) as pool:
        written = [jnp.float32 | jnp.int8, "float8_e4m3", weak_int, jnp.floating] * 16
        made = list(pool.map(array_of, written))
        shapes = set(pool.map(lambda n: NAMED["thread", n % 4], range(64)))
    assert len(set(made)) == 4
    assert len(shapes) == 4
