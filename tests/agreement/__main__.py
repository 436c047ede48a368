"""Runs a program and compares its dtypes with those that `promo check` names.

In ``python -m tests.agreement FOLDER [PATH ...] -- -m pytest -q --assert=plain`` the command after
``--`` is run, and the modules that it imports from the folder are watched. `promo check` checks the
paths in the folder, by default all of it. pytest's assertion rewriting would keep test modules from
being watched, hence ``plain``. The exit status is 1 if an expression had a dtype that is not named.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.agreement.compare import Compared, Verdict, compared

ROOT = Path(__file__).parents[2]


def record(folder: Path, program: Sequence[str], file: Path) -> int:
    """Run a program in a folder, write the dtypes of its expressions, and return its status."""
    script = "import sys, tests.agreement.watched as w; w.main(sys.argv[1:])"
    paths = f"import sys; sys.path[0] = {str(ROOT)!r}; {script}"
    command = [sys.executable, "-c", paths, str(folder), str(file), *program]
    return subprocess.run(command, cwd=folder).returncode


def report(found: Sequence[Compared], *, weakness: bool) -> str:
    """Return the counts, and a line for each expression whose dtype differs from the named ones."""
    counts = Counter(each.verdict for each in found)
    shown = {Verdict.DIFFERENT, Verdict.WEAKNESS} if weakness else {Verdict.DIFFERENT}
    lines = [str(each) for each in found if each.verdict in shown]
    named = sum(counts[each] for each in (Verdict.SAME, Verdict.WEAKNESS, Verdict.DIFFERENT))
    share = f"{len(found)} executed, {named / max(len(found), 1):.1%} with a named dtype"
    return "\n".join([*lines, share, *(f"{counts[each]} {each.value}" for each in Verdict)])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.agreement", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("paths", nargs="*", default=[], help="relative to the folder")
    parser.add_argument("--weakness", action="store_true", help="show what differs in it, too")
    split = arguments.index("--") if "--" in arguments else len(arguments)
    chosen, program = parser.parse_args(arguments[:split]), arguments[split + 1 :]
    if not program:
        parser.error("no program: write it after --")
    folder = chosen.folder.resolve()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "dtypes.jsonl"
        status = record(folder, program, file)
        if not file.exists():
            print(f"the program recorded nothing; its exit status is {status}", file=sys.stderr)
            return 2
        found = compared(folder, file, chosen.paths or ["."])
    print(report(found, weakness=chosen.weakness))
    return int(any(each.verdict is Verdict.DIFFERENT for each in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
