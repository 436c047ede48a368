"""How findings in JAX's own tests are judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compatibility.jax_tests import Finding, Reason, check, main, reasons, report

TESTS = """\
import unittest
import jax.numpy as jnp
import pytest

class Tests(unittest.TestCase):
    def test_expected(self):
        with self.assertRaisesRegex(TypeError, "complex"):
            for _ in range(3):
                jnp.clip(jnp.array([1j]), 0)

    def test_expected_in_a_call(self):
        self.assertRaises(TypeError, lambda: jnp.gcd(jnp.ones(3), 1))

    def test_unexpected(self):
        with self.subTest():
            jnp.zeros(3, jnp.float64)
"""
SUMMARY = "3 findings: 2 where the test expects an error, 0 with a reason, 1 without"


# A run of mypy takes seconds, so tests in one process share it.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("jax_tests")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tests")
    (folder / "some_test.py").write_text(TESTS)
    return folder


@pytest.fixture(scope="module")
def findings(folder: Path) -> list[Finding]:
    return check(folder)


def test_a_finding_is_expected_where_the_test_expects_an_error(findings: list[Finding]) -> None:
    *expected, unexpected = sorted(findings, key=lambda found: found.line)
    assert [(each.code, each.expected) for each in expected] == [("dtype-operand", True)] * 2
    assert (unexpected.code, unexpected.expected) == ("dtype-x64", False)
    assert unexpected.function == "Tests.test_unexpected"


def test_a_finding_without_a_reason_fails(
    findings: list[Finding], capsys: pytest.CaptureFixture[str]
) -> None:
    known = [Reason("some_test.py", "Tests.test_unexpected", "dtype-x64", "because")]
    assert report(findings, known) == 0
    known.append(Reason("other.py", "f", "dtype-x64", "because"))
    assert report(findings, known) == 1
    assert report(findings, []) == 1
    assert capsys.readouterr().out.splitlines()[-1] == SUMMARY


def test_the_command_takes_the_reasons_of_the_list(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(reasons())
    assert last == SUMMARY


def test_list_of_reasons_is_well_formed() -> None:
    assert all(known.reason for known in reasons())
