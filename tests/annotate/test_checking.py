"""New findings are recognised although annotations have moved the lines of a file."""

from __future__ import annotations

from pathlib import Path

from promo_cli.annotate.checking import Checked, new_findings, new_others
from promo_cli.finding import Finding, Span

LINES = "def steps(x):\n    return x.astype(int64)\n    return x.astype(uint64)\n"


def checked(folder: Path, text: str, line: int) -> Checked:
    """A finding in a call, which names the line of the body that it is about."""
    body, call = folder / "body.py", folder / "call.py"
    message = f"int64 is asked for, but x64 is off ({body}:{line})"
    finding = Finding(str(call), Span(1, 1, 1, 9), "error", message, "dtype-x64")
    return Checked([finding], {}, {}, {str(body): text.encode(), str(call): b"steps(x)\n"})


def test_a_line_of_another_file_is_the_same_at_another_number(tmp_path: Path) -> None:
    before = checked(tmp_path, LINES, 2)
    assert new_findings(before, checked(tmp_path, f"import jax\n{LINES}", 3)) == []


def test_another_line_of_the_file_is_another_finding(tmp_path: Path) -> None:
    after = checked(tmp_path, LINES, 3)
    assert new_findings(checked(tmp_path, LINES, 2), after) == after.findings


def test_an_error_that_names_a_line_of_its_own_file_is_the_same_at_another_number(
    tmp_path: Path,
) -> None:
    def defined_again(text: str, line: int) -> Checked:
        message = f'Name "steps" already defined on line {line}'
        finding = Finding(str(tmp_path / "body.py"), Span(9, 1, 9, 9), "error", message, "no-redef")
        return Checked([], {}, {}, {str(tmp_path / "body.py"): text.encode()}, others=[finding])

    before = defined_again(LINES, 1)
    assert new_others(before, defined_again(f"import jax\n{LINES}", 2)) == []
    assert new_others(before, defined_again(LINES, 3)) != []


def test_an_error_that_names_the_dtype_now_is_the_same(tmp_path: Path) -> None:
    def error(dtype: str) -> Finding:
        message = f'Unsupported operand types for + ("None" and "Array[{dtype}]")'
        return Finding(str(tmp_path / "body.py"), Span(1, 1, 1, 9), "error", message, "operator")

    before = Checked([], {}, {}, {}, others=[error("Any")])
    assert new_findings(before, Checked([error("bfloat16")], {}, {}, {})) == []
    twice = Checked([error("bfloat16")] * 2, {}, {}, {})
    assert new_findings(before, twice) == [error("bfloat16")]


def test_an_error_in_a_line_that_is_annotated_now_is_the_same(tmp_path: Path) -> None:
    def undefined(text: str, line: int) -> Checked:
        path = str(tmp_path / "body.py")
        finding = Finding(
            path, Span(line, 1, line, 9), "error", 'Name "Key" is not defined', "name"
        )
        return Checked([], {}, {}, {path: text.encode()}, others=[finding])

    before = undefined(f"a: Key\n\n{LINES}", 3)
    annotated = f"import jax\na: Key\n\n{LINES}".replace("steps(x)", "steps(x: Array[int32])")
    assert new_others(before, undefined(annotated, 4)) == []
    assert new_others(before, undefined(annotated, 2)) != []
