"""The device on which the engine computes, in a process with three CPU devices."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from promo_runtime import Engine

from .programs import failures

SETUP = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from promo_runtime import Engine
first, second, third = jax.devices()
"""

PROGRAMS = {
    "operands come to the device": """
engine = Engine(device="cpu:1")
assert engine.device == second
elsewhere = jax.device_put(jnp.ones(2), third)
for operands in [(1, 2.5), (jnp.ones(2), 1), (np.ones(2), np.float32(2)), (elsewhere, 1),
                 (elsewhere, jax.device_put(jnp.ones(2), first)), (np.int8(1), jnp.ones(2))]:
    result = engine.add(*operands)
    assert result.devices() == {second}, (operands, result.devices())
    assert result.dtype == jnp.add(*(np.asarray(o) if isinstance(o, jax.Array) else o
                                     for o in operands)).dtype
assert engine.add(1, 2.5).weak_type
assert engine.divmod(jnp.ones(2), 2)[1].devices() == {second}
""",
    "a device object": """
assert Engine(device=third).negative(jnp.ones(2)).devices() == {third}
""",
    "without a device JAX decides": """
engine = Engine()
assert engine.device is None
assert engine.add(1, 2).devices() == {first}
assert engine.add(jax.device_put(jnp.ones(2), third), 1).devices() == {third}
with jax.default_device(second):
    assert engine.add(1, 2).devices() == {second}
""",
    "inside jit the computation has the place": """
engine = Engine(device=second)
x = jax.device_put(jnp.ones(2), third)
assert jax.jit(engine.add)(x, 1).devices() == {third}
assert jax.jit(lambda x: engine.add(x, np.ones(2)))(x).devices() == {third}
""",
    "grad and vmap outside jit": """
engine = Engine(device=second)
value, slope = jax.value_and_grad(lambda x: engine.multiply(x, x))(2.0)
assert value.devices() == {second}
assert slope == 4
assert jax.vmap(engine.add, (0, None))(jnp.ones(3), 1).devices() == {second}
""",
    "sharded arrays stay sharded": """
mesh = Mesh(np.array([first, second]), ("rows",))
sharding = NamedSharding(mesh, PartitionSpec("rows"))
x = jax.device_put(jnp.ones((4, 2), jnp.bfloat16), sharding)
engine = Engine()
for result in (engine.add(x, 1), engine.add(x, x), engine.exp(x), engine.add(x, np.float32(2))):
    assert result.sharding.is_equivalent_to(sharding, 2), result.sharding
assert engine.add(x, np.float32(2)).dtype == jnp.float32
gathered = Engine(device=third).add(x, 1)
assert gathered.devices() == {third} and gathered.shape == (4, 2)
""",
    "the message names the devices": """
try:
    Engine(device="cpu:3")
except ValueError as error:
    assert str(error) == "no device 'cpu:3'; JAX has here: cpu:0, cpu:1, cpu:2", error
else:
    raise AssertionError
""",
}


@pytest.fixture(scope="module")
def failed() -> dict[str, str]:
    return failures(3, SETUP, PROGRAMS)


@pytest.mark.xdist_group("three devices")  # The programs share a process.
@pytest.mark.parametrize("program", PROGRAMS)
def test_with_three_devices(failed: dict[str, str], program: str) -> None:
    assert program not in failed, failed[program]


def test_names_of_the_default_device() -> None:
    device = jax.devices()[0]
    assert Engine(device=f"{device.platform}:0").device == device
    assert Engine(device=device.platform).add(jnp.ones(2), 1).devices() == {device}
