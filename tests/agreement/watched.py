"""Runs a program and writes the dtypes of its expressions: ``watched.py FOLDER FILE PROGRAM…``.

The program is a script, or a module after ``-m``. Only modules that it imports from the folder are
watched, and only while x64 is off, since `promo check` answers for x64 off.
"""

from __future__ import annotations

import atexit
import json
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax

from promo_typing.core.dtypes import DEFAULTS
from tests.agreement.instrument import Place, instrument

ROOT = Path(__file__).parents[2]
_WEAK = {usual: weak for weak, (usual, _) in DEFAULTS.items()}


class Dtypes:
    """The dtypes of each expression, ``weak_float`` for a weak float32."""

    def __init__(self) -> None:
        """Begin with no expression."""
        self._seen: dict[tuple[str, Place], set[str]] = {}

    def watch(self, file: str, place: Place, value: Any) -> Any:
        """Remember the dtype of an array, and hand the value back."""
        if isinstance(value, jax.Array) and not jax.config.jax_enable_x64:
            dtype = str(value.dtype)
            name = _WEAK.get(dtype, dtype) if getattr(value, "weak_type", False) else dtype
            self._seen.setdefault((file, place), set()).add(name)
        return value

    def write(self, file: Path) -> None:
        """Write a line of JSON for each expression: its file, place and dtypes."""
        with file.open("w", encoding="utf-8") as out:
            for (source, place), dtypes in self._seen.items():
                out.write(json.dumps([source, place, sorted(dtypes)]) + "\n")


def _forget_ourselves() -> None:
    """Forget our package ``tests``, so that a program can import one of its own."""
    for name in [each for each in sys.modules if each.partition(".")[0] == "tests"]:
        del sys.modules[name]
    if str(ROOT) in sys.path:
        sys.path.remove(str(ROOT))


def main(arguments: Sequence[str]) -> None:
    folder, file, program, *rest = arguments
    dtypes = Dtypes()
    instrument(Path(folder), dtypes.watch)
    atexit.register(dtypes.write, Path(file).resolve())
    _forget_ourselves()
    sys.path.insert(0, folder)
    if program == "-m":
        sys.argv = rest
        module = rest[0]
    else:  # The script runs as a module, because only an import loads instrumented sources.
        sys.argv = [program, *rest]
        sys.path[0], module = str(Path(program).parent), Path(program).stem
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
