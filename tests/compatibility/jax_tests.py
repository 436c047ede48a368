"""Checks JAX's own tests: the plugin must report only errors that the tests expect.

``python -m tests.compatibility.jax_tests jax/tests`` takes the folder from a clone of JAX. A
finding about dtypes is expected where the test expects an exception or a warning, or if
``jax_tests.toml`` has a reason for it. All others are printed, and reasons without a finding.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mypy.errorcodes import ErrorCode

from promo_mypy import errorcodes

REASONS: Final = Path(__file__).with_suffix(".toml")

_EXPECTING: Final = re.compile(r"Raises|Warns|raises|warns|ignore_warning")
_LINE: Final = re.compile(
    r"(?P<file>[^:]+):(?P<line>\d+): error: (?P<message>.*)  \[(?P<code>[\w-]+)\]"
)
_CODES: Final = frozenset(
    code.code for code in vars(errorcodes).values() if isinstance(code, ErrorCode)
)
_CONFIGURATION: Final = """\
[mypy]
plugins = promo_mypy.plugin
check_untyped_defs = true
ignore_missing_imports = true
explicit_package_bases = true
# As for promo check: a variable may be assigned an array of another dtype.
allow_redefinition = true
local_partial_types = true
"""


class Finding(NamedTuple):
    """An error of the plugin; ``function`` is the innermost function around it, with its class."""

    file: str
    line: int
    function: str
    expected: bool
    message: str
    code: str

    def __str__(self) -> str:
        """Render the error as mypy does, with the function."""
        return f"{self.file}:{self.line}: in {self.function}: {self.message}  [{self.code}]"


class Reason(NamedTuple):
    """Why findings with a code in a function are right although the test does not expect them."""

    file: str
    function: str
    code: str
    reason: str

    def explains(self, finding: Finding) -> bool:
        """Whether the reason applies to a finding."""
        return self[:3] == (finding.file, finding.function, finding.code)


def check(folder: Path) -> list[Finding]:
    """Run mypy with the plugin over a folder of tests.

    Raises:
        RuntimeError: mypy did not finish.
    """
    with tempfile.TemporaryDirectory() as work:
        configuration = Path(work, "mypy.ini")
        configuration.write_text(_CONFIGURATION)
        command = [sys.executable, "-m", "mypy", f"--config-file={configuration}"]
        done = subprocess.run(
            [*command, f"--cache-dir={work}/cache", "."],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode not in (0, 1):
        output = (done.stdout + done.stderr)[-2000:]
        raise RuntimeError(f"mypy ended with {done.returncode}: {output}")
    return list(_findings(done.stdout, folder))


def _findings(output: str, folder: Path) -> Iterator[Finding]:
    for match in map(_LINE.fullmatch, output.splitlines()):
        if match is not None and match["code"] in _CODES:
            line = int(match["line"])
            around = _around(ast.parse((folder / match["file"]).read_text()), line)
            function = ".".join(node.name for node in around if isinstance(node, _NAMED))
            expected = any(_EXPECTING.search(each) for node in around for each in _under(node))
            yield Finding(match["file"], line, function, expected, match["message"], match["code"])


_NAMED = (ast.FunctionDef, ast.ClassDef)


def _around(module: ast.Module, line: int) -> list[ast.AST]:
    """The statements around a line, the innermost one last."""
    found: list[ast.AST] = []
    inside: ast.AST | None = module
    while inside is not None:
        found.append(inside)
        inside = next((each for each in ast.iter_child_nodes(inside) if _has(each, line)), None)
    return found


def _has(node: ast.AST, line: int) -> bool:
    first, last = getattr(node, "lineno", line + 1), getattr(node, "end_lineno", None)
    return first <= line <= (last or first)


def _under(node: ast.AST) -> Iterator[str]:
    """The expressions around a node: context managers, decorators, or the called function."""
    if isinstance(node, ast.With):
        yield from (ast.unparse(item.context_expr) for item in node.items)
    if isinstance(node, ast.FunctionDef):
        yield from map(ast.unparse, node.decorator_list)
    if isinstance(node, ast.Call):  # assertRaises(TypeError, lambda: ...)
        yield ast.unparse(node.func)


def reasons(file: Path = REASONS) -> list[Reason]:
    """Read the list of reasons."""
    return [Reason(**each) for each in tomllib.loads(file.read_text(encoding="utf-8"))["known"]]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.compatibility.jax_tests", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder tests of a clone of JAX")
    return report(check(parser.parse_args(arguments).folder.resolve()), reasons())


def report(findings: Sequence[Finding], known: Sequence[Reason]) -> int:
    """Print unexpected findings and unused reasons, and return the status of the command."""
    open_ = [each for each in findings if not each.expected]
    unexplained = [each for each in open_ if not any(why.explains(each) for why in known)]
    outdated = [why for why in known if not any(why.explains(each) for each in open_)]
    for line in (*unexplained, *(f"no such finding: {why}" for why in outdated)):
        print(line)
    print(
        f"{len(findings)} findings: {len(findings) - len(open_)} where the test expects an error, "
        f"{len(open_) - len(unexplained)} with a reason, {len(unexplained)} without"
    )
    return int(bool(unexplained or outdated))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
