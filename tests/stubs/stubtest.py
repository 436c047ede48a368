"""Runs mypy's stubtest over the stubs, and writes the allowlist of the installed JAX.

``python -m tests.stubs.stubtest`` writes ``allowlist-<version>.txt``: the differences between the
stubs and the run time, by their :data:`REASONS`. It refuses a difference without a reason.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Final

from promo_cli.stubs.variant_files import read_package
from promo_stubgen.__main__ import STUBS, write
from promo_stubgen.render import mlir_dialects, modules
from promo_stubgen.render.splitting import PREFIX
from promo_stubgen.surface.public_modules import MODULES
from promo_typing.core import versions
from promo_typing.core.stub_names import PLUGIN_PLATFORM

from .versions import names_of_other_versions

HERE: Final = Path(__file__).resolve().parent

UNSTUBBED: Final = "failed to find stubs"
LINTS: Final = "assignment, misc, overload-cannot-match"
"""Error codes for the stubs themselves, which linters check, not this comparison."""

MISSING: Final = "is not present in stub"

MARKED: Final = 'runtime does not have parameter "mark"'

ADDED_BY_PYTHON: Final = frozenset({"__replace__", "__type_params__"})
"""Members that Python adds to classes, depending on the version of Python, not of JAX."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the stubs differ from the run time on purpose, with patterns of names and messages.

    The first pattern that matches counts, so special patterns precede general ones.
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
        "Weak types, the classes of callable objects and jaxtyping's names are for type checkers.",
        r"jax\._src\.numpy\.scalar_types\.weak_\w+|jax\.numpy\._(callables|jaxtyping)",
        r"is not present at runtime|failed to import\..*",
    ),
    Reason(
        "To call a dtype is declared as `__new__`, because checkers ignore a metaclass's call.",
        r"jax\._src\.numpy\.scalar_types\._ScalarMeta\.__call__",
        "is inconsistent, .*",
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
        "Deprecated in this version and gone from the next: arguments by position.",
        r"jax\.numpy\.array",
        r'is inconsistent, stub does not have \*args parameter "args"',
    ),
    Reason(
        "A tracer passes these on to its array, whatever the arguments; the stubs declare a tracer "
        "as an array.",
        r"jax\._src\.core\.Tracer\.(__(abs|array_namespace|copy|dlpack|invert|neg|pos)__"
        r"|byteswap|conj|conjugate|copy|nonzero)",
        r'is inconsistent, stub does not have \*args parameter "args"',
    ),
    Reason(
        "What a tracer has beside the members of an array is for JAX alone.",
        r"jax\._src\.core\.Tracer\.(__(array_module|array_priority|hex|jax_array|oct)__"
        r"|dimension_as_value|flat|full_lower|get_referent|memory_space|to_concrete_value)",
        MISSING,
    ),
    Reason(
        "Only JAX makes tracers.",
        r"jax\._src\.core\.Tracer\.__init__",
        "is inconsistent, .*",
    ),
    Reason(
        "An object of a class that is called as a function: nothing else of it is public.",
        r"jax\.(nn|scipy\.special)\.\w+|jax\.(checking_leaks|debug\.log)"
        r"|jax\.api_util\.flatten_fun(_nokwargs)?|jax\.(local_devices|process_count)",
        "is not a function",
    ),
    Reason(
        "A class of the compiled part of JAX, of which the run time tells no more.",
        r"jax\.(Device|tree_util\.\w+|profiler\.\w+|_src\.(named_)?sharding(_impls)?\.\w+"
        r"|_src\.profiler\.\w+)(\.\w+)?",
        r"is a disjoint base at runtime.*|is inconsistent, metaclass differs|is not a function"
        r"|is inconsistent, stub (is a staticmethod but runtime is not|does not have \*args.*)",
    ),
    Reason(
        "A metaclass of JAX that changes nothing for users.",
        r"jax(\.\w+)+",
        "is inconsistent, metaclass differs",
    ),
    Reason(
        "No class may inherit from it, which JAX says only when one does.",
        r"jax(\.\w+)*\.(P|PartitionSpec)(\.__init_subclass__)?",
        r"cannot be subclassed at runtime.*|is inconsistent, stub does not have \*args .*",
    ),
    Reason(
        "The overloads, which are those of JAX, leave out what is for its decorators alone.",
        r"jax\.debug\.(print|callback)",
        r"is inconsistent, runtime parameter .* has a default value of type None, .*",
    ),
    Reason(
        "Overloads for one argument and for three: with None for the others it is the former.",
        r"jax\.numpy\.where",
        r"is inconsistent, runtime parameter .* has a default value of type None, .*",
    ),
    Reason(
        "A version of JAX makes a decorator if no function is given, and the class needs one.",
        r"jax\._src\.custom_derivatives\.custom_(jvp|vjp)\.__new__",
        "is inconsistent, .*",
    ),
    Reason(
        "A ufunc is declared as an object of a class of its own, which tells its dtype rule.",
        r"jax\.numpy\.\w+",
        r"variable differs from runtime type jax\._src\.numpy\.ufunc_api\.ufunc",
    ),
    Reason(
        "Options are attributes that JAX adds while it is imported.",
        r"jax\._src\.config\.Config\.__getattr__",
        "is not present at runtime",
    ),
    Reason(
        "Aliases of types that the stubs do not have.",
        r"jax\.core\.Effects(\.\w+)?|jax\.experimental\.checkify\.ErrorCategory",
        r"is not present in stub|is not a recognised type alias|is inconsistent, .*",
    ),
)

OTHER_VERSIONS: Final = "Another supported version of JAX has it; this one lacks it, or has less."


def allowlist_file() -> Path:
    """The allowlist of the installed JAX."""
    return HERE / f"allowlist-{versions.shown(versions.minor_of(version('jax')))}.txt"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run stubtest over all modules of the stub package that JAX has, too.

    It compares the declarations for the plugin, because mypy would take many minutes to compare
    the overloads with one another. These stand in modules of their own, which are left out. The
    names in the stub of MLIR have a test of their own.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = read_package(STUBS).items()
        write({path: text for path, text in files if _is_compared(path)}, Path(folder, "jax-stubs"))
        environment = {**os.environ, "PYTHONPATH": folder, "JAX_PLATFORMS": "cpu"}
        settings = Path(folder) / "mypy.ini"
        settings.write_text(
            f"[mypy]\nplatform = {PLUGIN_PLATFORM}\ndisable_error_code = {LINTS}\n",
            encoding="utf-8",
        )
        command = [sys.executable, "-W", "ignore", "-m", "mypy.stubtest", *arguments, "jax"]
        command += ["--mypy-config-file", str(settings)]
        return subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=HERE, check=False
        )


def _is_compared(path: str) -> bool:
    return path != mlir_dialects.PATH and not PurePosixPath(path).name.startswith(PREFIX)


def differences() -> tuple[tuple[str, str], ...]:
    """The name and the message of each difference that stubtest finds in the stubbed modules.

    Raises:
        RuntimeError: stubtest could not compare anything.
    """
    done = run("--concise")
    found = [line.partition(" ")[::2] for line in done.stdout.splitlines()]
    if not found or any(name == "error:" for name, _ in found):
        raise RuntimeError(done.stdout + done.stderr)
    return tuple((name, message) for name, message in found if not _left_out(name, message))


def _left_out(name: str, message: str) -> bool:
    """Whether a difference is on purpose: the keyword that marks overloaded functions, or no stub.

    A module has none, nor has a further name in a private module.
    """
    if message.endswith(MARKED):
        return True
    if any(name == each or name.startswith(f"{each}.") for each in _opaque_classes()):
        return True
    module, _, last = name.rpartition(".")
    private = module in modules.rendered_modules() and module not in MODULES
    return message == UNSTUBBED or (message == MISSING and (private or last in ADDED_BY_PYTHON))


@cache
def _opaque_classes() -> frozenset[str]:
    """The classes that the stubs declare without members."""
    return frozenset(
        f"{module}.{name}"
        for module in modules.rendered_modules()
        for name, entry in modules.merged(module).items()
        if entry["kind"] == "opaque class"
    )


def explain(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that differ, by reason.

    Raises:
        ValueError: there is a difference without a reason.
    """
    explained: dict[str, list[str]] = {OTHER_VERSIONS: []}
    for name, message in found:
        reason = next((each.why for each in REASONS if _matches(each, name, message)), None)
        if name in names_of_other_versions() and reason is None:
            reason = OTHER_VERSIONS
        if reason is None:
            raise ValueError(f"the stubs differ from the run time: {name} {message}")
        explained.setdefault(reason, []).append(name)
    return explained


def _matches(reason: Reason, name: str, message: str) -> bool:
    return bool(re.fullmatch(reason.name, name) and re.fullmatch(reason.message, message))


def allowlist(found: Iterable[tuple[str, str]]) -> str:
    """The text of the allowlist: the names under each reason that excuses any."""
    lines = ["# Written by `python -m tests.stubs.stubtest`, where the reasons stand."]
    for reason, names in sorted(explain(found).items()):
        if names:
            lines += ["", f"# {reason}", *sorted(set(names))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    allowlist_file().write_text(allowlist(differences()), encoding="utf-8")
