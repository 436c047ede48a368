"""Engines over eight devices of one process, and over two processes."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from .programs import environment, failures

SETUP = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from promo_runtime import Engine, PlacementError
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("rows", "columns"))
def put(x, *axes):
    return jax.device_put(x, NamedSharding(mesh, P(*axes)))
x = put(np.arange(16, dtype=np.int8).reshape(8, 2), "rows", "columns")
"""

PROGRAMS = {
    "operands keep their sharding": """
for system in ("torch", "numpy", "array-api", "jax"):
    for engine in (Engine(system), Engine(system, mesh=mesh)):
        ones = np.ones((8, 2), np.int16)
        for y in (x, put(ones, "rows", "columns"), ones, 2):
            result = engine.add(x, y)
            assert result.sharding.is_equivalent_to(x.sharding, 2), (system, result.sharding)
            np.testing.assert_array_equal(result, np.asarray(x) + np.asarray(y))
""",
    "mixed shardings follow JAX": """
y = put(np.ones((8, 2), np.int16), None, "columns")
found, expected = Engine("torch").add(x, y), jnp.add(x, y)
assert found.sharding.is_equivalent_to(expected.sharding, 2)
assert found.dtype == jnp.int16
""",
    "reductions and products": """
engine = Engine("torch", mesh=mesh)
assert engine.sum(x) == 120
assert engine.matmul(x, x.T).shape == (8, 8)
""",
    "the wrong devices": """
try:
    Engine("torch", mesh=mesh).add(x, jax.device_put(1, jax.devices()[3]))
except PlacementError as error:
    assert "CPU_3" in str(error) or "cpu:3" in str(error).lower(), error
else:
    raise AssertionError
""",
}

PROCESS = """
import sys, jax, numpy as np
jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]))
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from promo_runtime import Engine
mesh = Mesh(np.array(jax.devices()), ("rows",))
sharding = NamedSharding(mesh, P("rows"))
whole = np.arange(8, dtype=np.int8)
x = jax.make_array_from_callback(whole.shape, sharding, lambda index: whole[index])
engine = Engine("torch", mesh=mesh)
result = engine.add(x, 1.5)
assert len(jax.devices()) == 2 and result.dtype == np.float32
assert result.sharding.is_equivalent_to(sharding, 1)
for shard in result.addressable_shards:
    np.testing.assert_array_equal(shard.data, whole[shard.index] + 1.5)
total = engine.sum(x)
assert total.dtype == np.int32 and total.addressable_shards[0].data == whole.sum()
print("done")
"""


pytestmark = pytest.mark.xdist_group("eight devices")  # The programs share a process.


@pytest.fixture(scope="module")
def failed() -> dict[str, str]:
    return failures(8, SETUP, PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS)
def test_with_eight_devices(failed: dict[str, str], program: str) -> None:
    assert program not in failed, failed[program]


@pytest.mark.slow
def test_with_random_operands_over_eight_devices() -> None:
    tests = Path(__file__).with_name("over_devices.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        env=environment(8),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_with_two_processes() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, address, str(number)],
            env=environment(1),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for process in processes:
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        assert output.split()[-1] == "done"
