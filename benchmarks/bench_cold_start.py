"""mypy on a small file that imports much of jax: cold, with its cache, and in its daemon.

The environments differ in one thing: whether our stubs are installed.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.checkers import PLUGIN, PROGRAM, check, dmypy, folder_with, mypy
from benchmarks.environments import create
from benchmarks.rows import Row, Usage, compare

ROUNDS = 5
RECHECKS = 9
LIMITS = {"stubs and plugin": 0.5, "stubs": 1.0}
LIMIT_WARM = 1.1
LIMIT_DAEMON = 1.2
LIMIT_MEMORY = 1.0
PEER = "plain"

TEXT = """\
import jax
import jax.lax
import jax.nn
import jax.numpy as jnp
import jax.random

key = jax.random.key(0)
x = jax.nn.relu(jax.random.normal(key, (3,)))
y = jax.lax.add(x, jnp.zeros({number}))
z = jax.jit(jnp.sin)(y)
"""


class Environment:
    """mypy in one environment, with its time and memory in each round."""

    def __init__(self, python: Path, plugin: str = "") -> None:
        self.mypy = mypy(python, plugin)
        self.daemon = {
            action: dmypy(python, action, plugin) for action in ("run", "recheck", "stop")
        }
        self.cold: list[Usage] = []
        self.warm: list[Usage] = []
        self.rechecks: list[float] = []

    def measure(self, parent: Path) -> None:
        """Measure one round: with an empty cache, and again after an edit."""
        with folder_with(TEXT.format(number=3), parent) as folder:
            self.cold.append(check(self.mypy, Path(folder)))
            _edit(Path(folder), 4)
            self.warm.append(check(self.mypy, Path(folder)))

    def start(self, folder: Path) -> None:
        check(self.daemon["run"], folder)

    def recheck(self, folder: Path, number: int) -> None:
        """Measure the daemon after an edit of one line: the time that its client says it waited."""
        _edit(folder, number)
        output = check(self.daemon["recheck"], folder).output
        waited = re.search(r"roundtrip_time\s*:\s*([\d.]+)", output)
        assert waited is not None, output
        self.rechecks.append(float(waited[1]))

    def stop(self, folder: Path) -> None:
        check(self.daemon["stop"], folder)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        parent = Path(name)
        stubs = create(parent / "with-stubs", with_stubs=True)
        bare = create(parent / "without-stubs", with_stubs=False)
        environments = {
            "stubs and plugin": Environment(stubs, PLUGIN),
            "stubs": Environment(stubs),
            PEER: Environment(bare),
        }
        # All environments in each round, so that a change of the machine's pace affects all alike.
        for _ in range(ROUNDS):
            for environment in environments.values():
                environment.measure(parent)
        _measure_daemons([environments["stubs and plugin"], environments[PEER]], parent)
    return list(_rows(environments))


def _measure_daemons(environments: list[Environment], parent: Path) -> None:
    folders = [folder_with(TEXT.format(number=0), parent) for _ in environments]
    pairs = [(each, Path(f.name)) for each, f in zip(environments, folders, strict=True)]
    try:
        for environment, folder in pairs:
            environment.start(folder)
        for number in range(1, RECHECKS + 1):
            for environment, folder in pairs:
                environment.recheck(folder, number)
    finally:
        for environment, folder in pairs:
            environment.stop(folder)


def _edit(folder: Path, number: int) -> None:
    (folder / PROGRAM).write_text(TEXT.format(number=number))


def _rows(environments: dict[str, Environment]) -> Iterator[Row]:
    ours, peer = environments["stubs and plugin"], environments[PEER]
    for name, limit in LIMITS.items():
        title = f"imports of jax, cold mypy: {name}"
        yield compare(title, _cpu(environments[name].cold), _cpu(peer.cold), limit)
    memory = [[usage.megabytes for usage in each.cold] for each in (ours, peer)]
    yield compare(
        "imports of jax, cold mypy: peak memory", memory[0], memory[1], LIMIT_MEMORY, unit="MB"
    )
    yield compare(
        "imports of jax, mypy after an edit", _cpu(ours.warm), _cpu(peer.warm), LIMIT_WARM
    )
    yield compare(
        "imports of jax, dmypy recheck after an edit", ours.rechecks, peer.rechecks, LIMIT_DAEMON
    )


def _cpu(usages: Iterable[Usage]) -> list[float]:
    return [usage.cpu for usage in usages]
