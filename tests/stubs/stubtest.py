"""Runs mypy's stubtest over the stubs, and writes the allowlist of the installed JAX.

``python tests/stubs/stubtest.py`` writes ``allowlist-<version>.txt``: those of :data:`REASONS`
that explain a difference between the stubs and the run time. It refuses one without a reason.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from promo_stubgen.__main__ import write
from promo_stubgen.registry import render_package
from promo_typing.semantics import Semantics

HERE: Final = Path(__file__).resolve().parent

MODULES: Final = ("jax.numpy", "jax._src.basearray", "jax._src.numpy.scalar_types")
"""The modules that the stub package declares; ``jax.numpy._callables`` comes with its parent."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the stubs differ from the run time on purpose: a pattern of names, and of messages.

    stubtest looks for the first pattern that a name has, so special ones precede general ones.
    """

    why: str
    name: str
    message: str


REASONS: Final = (
    Reason(
        "`jax.numpy.ndarray` is `jax.Array`, and is checked under the name where it is defined.",
        r"jax\.numpy\.ndarray(\..*)?",
        ".*",
    ),
    Reason(
        "The dtypes of `jax.numpy` are those of the scalar types, and are checked there.",
        r"jax\.numpy\.(bool|single|double|float_|csingle|cdouble|complex_|int_|uint)(\.dtype)?",
        r"is inconsistent, metaclass differs|variable differs from runtime type numpy\.dtypes\..*",
    ),
    Reason(
        "Weak types and the classes of callable objects are for type checkers alone.",
        r"jax\._src\.numpy\.scalar_types\.weak_\w+|jax\.numpy\._callables",
        r"is not present at runtime|failed to import\..*",
    ),
    Reason(
        "To call a dtype is declared as `__new__`, because checkers ignore a metaclass's call.",
        r"jax\._src\.numpy\.scalar_types\._ScalarMeta\.__call__",
        "is inconsistent, .*",
    ),
    Reason(
        "A dtype class has a metaclass of JAX at run time. In the stubs it inherits from NumPy's "
        "scalar type, so that NumPy's own stubs understand it.",
        r"jax\._src\.numpy\.scalar_types\.\w+",
        "is inconsistent, metaclass differs",
    ),
    Reason(
        "A dtype is an instance of a class of its own in NumPy 2; the stubs say `np.dtype[...]`.",
        r"jax\._src\.numpy\.scalar_types\.\w+\.dtype",
        r"variable differs from runtime type numpy\.dtypes\..*",
    ),
    Reason(
        "The run-time class has no constructor of its own.",
        r"jax\._src\.basearray\.Array\.__init__",
        r"is inconsistent, runtime does not have parameter .*",
    ),
    Reason(
        "The dtype of the real part follows from that of the array: a descriptor says so.",
        r"jax\._src\.basearray\.Array\.(real|imag)",
        "is read-only at runtime but not in the stub",
    ),
    Reason(
        "`x.flat` does nothing but raise NotImplementedError.",
        r"jax\._src\.basearray\.Array\.flat",
        "is not present in stub",
    ),
    Reason(
        "`jax.Array` is abstract at run time; its concrete classes are private. JAX's own stub "
        "declares their members in `Array`, too.",
        r"jax\._src\.basearray\.Array(\.\w+)?",
        r"is inconsistent, runtime (method|property) is abstract but stub is not"
        r"|is inconsistent, metaclass differs|is not present at runtime",
    ),
    Reason(
        "Names that JAX's own stub of this module declares for annotations.",
        r"jax\._src\.basearray\.[A-Z]\w+",
        "is not present at runtime",
    ),
    Reason(
        "The stubs declare what any supported version of JAX has; this one lacks it.",
        r"jax\.numpy\.(minmax|top_k|histogram|lexsort)",
        r"is not present at runtime|is inconsistent, runtime does not have parameter .*",
    ),
    Reason(
        "Deprecated in this version and gone from the next: arguments by position.",
        r"jax\.numpy\.array",
        r'is inconsistent, stub does not have \*args parameter "args"',
    ),
)


def allowlist_file() -> Path:
    """The allowlist of the installed JAX."""
    return HERE / f"allowlist-{'.'.join(version('jax').split('.')[:2])}.txt"


def run(arguments: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run stubtest over all modules of the stub package.

    It passes over what a module imports from another stub, as ours do with their overloads. So it
    gets the same declarations before they are divided into modules.
    """
    with tempfile.TemporaryDirectory() as folder:
        write(render_package(Semantics(), divided=False), Path(folder) / "jax-stubs")
        environment = {**os.environ, "PYTHONPATH": folder, "JAX_PLATFORMS": "cpu"}
        command = [sys.executable, "-m", "mypy.stubtest", *arguments, *MODULES]
        return subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=HERE, check=False
        )


def differences() -> list[tuple[str, str]]:
    """The name and the message of each difference that stubtest sees without an allowlist."""
    output = run(["--concise"]).stdout
    found = [line.split(" ", 1) for line in output.splitlines()]
    return [(name, message) for name, message in found]


def explain(found: Iterable[tuple[str, str]]) -> dict[Reason, list[tuple[str, str]]]:
    """The differences by reason.

    Raises:
        ValueError: there is a difference without a reason.
    """
    explained: dict[Reason, list[tuple[str, str]]] = {reason: [] for reason in REASONS}
    for name, message in found:
        reason = next((each for each in REASONS if _matches(each, name, message)), None)
        if reason is None:
            raise ValueError(f"the stubs differ from the run time: {name} {message}")
        explained[reason].append((name, message))
    return explained


def _matches(reason: Reason, name: str, message: str) -> bool:
    return bool(re.fullmatch(reason.name, name) and re.fullmatch(reason.message, message))


def allowlist(found: Iterable[tuple[str, str]]) -> str:
    """The text of the allowlist: the names that each reason excuses, if it excuses any."""
    lines = ["# Written by `python tests/stubs/stubtest.py`, where the reasons stand."]
    for reason, entries in explain(found).items():
        if entries:
            lines += ["", f"# {reason.why}", reason.name]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    allowlist_file().write_text(allowlist(differences()), encoding="utf-8")
