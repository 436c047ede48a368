"""How findings in JAX's own tests are judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compatibility import jax_tests
from tests.compatibility.jax_tests import Reason, check, main, reasons

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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tests")
    (folder / "some_test.py").write_text(TESTS)
    return folder


def test_a_finding_is_expected_where_the_test_expects_an_error(folder: Path) -> None:
    *expected, unexpected = sorted(check(folder), key=lambda found: found.line)
    assert [(each.code, each.expected) for each in expected] == [("dtype-operand", True)] * 2
    assert (unexpected.code, unexpected.expected) == ("dtype-x64", False)
    assert unexpected.function == "Tests.test_unexpected"


def test_a_finding_without_a_reason_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = [Reason("some_test.py", "Tests.test_unexpected", "dtype-x64", "because")]
    monkeypatch.setattr(jax_tests, "reasons", lambda: known)
    assert main([str(folder)]) == 0
    known.append(Reason("other.py", "f", "dtype-x64", "because"))
    assert main([str(folder)]) == 1
    known.clear()
    assert main([str(folder)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "3 findings: 2 where the test expects an error, 0 with a reason, 1 without"


def test_list_of_reasons_is_well_formed() -> None:
    assert all(known.reason for known in reasons())
