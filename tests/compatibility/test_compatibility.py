"""The command over the smallest package, and how it compares."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.compatibility.__main__ import main
from tests.compatibility.checkers import CHECKERS, Finding, Subject
from tests.compatibility.compare import compare
from tests.compatibility.known import Known, KnownError, load
from tests.compatibility.package import MissingPackageError, Package
from tests.compatibility.packages import PACKAGES

OLD = Finding("a.py", 1, "arg-type", "old")
MOVED = Finding("a.py", 1, "call-overload", "the same by another name")
NEW = Finding("a.py", 2, "arg-type", "Array[float32] is new")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all packages, so that the checkers' caches of JAX are shared."""
    return tmp_path_factory.mktemp("compatibility")


@pytest.mark.slow
@pytest.mark.xdist_group("compatibility")
@pytest.mark.parametrize(
    ("package", "checkers"),
    [
        ("example_libraries", ["pyrefly", "mypy with plugin"]),
        ("docstrings", ["pyrefly", "mypy with plugin", "pyright"]),
    ],
)
def test_stubs_report_nothing_new_in_what_comes_with_jax(
    package: str, checkers: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = [word for checker in checkers for word in ("--checker", checker)]
    status = main([package, *chosen, "--folder", str(folder)])
    output = capsys.readouterr().out
    assert status == 0, output
    assert all(f"| {package} | {checker} |" in output for checker in checkers)


@pytest.mark.parametrize("checker", ["mypy", "pyrefly"])
def test_checkers_find_errors(checker: str, tmp_path: Path) -> None:
    package = tmp_path / "wrong"
    package.mkdir()
    (package / "__init__.py").write_text("x: int = ''\n")
    python = Path(sys.executable)
    subject = Subject("wrong", tmp_path, python, tmp_path / "cache")
    (found,) = CHECKERS[checker].findings(subject)
    assert (found.file, found.line) == ("wrong/__init__.py", 1)


def test_skipped_files_are_not_checked(tmp_path: Path) -> None:
    package = tmp_path / "wrong"
    package.mkdir()
    (package / "__init__.py").write_text("from wrong.endless import x\n\ny: str = 1\nx.whatever\n")
    (package / "endless.py").write_text("x: int = ''\n")
    skipped = ("wrong/endless.py",)
    subject = Subject("wrong", tmp_path, Path(sys.executable), tmp_path / "cache", skipped)
    (found,) = CHECKERS["mypy"].findings(subject)
    assert (found.file, found.line) == ("wrong/__init__.py", 3)


def test_only_errors_on_right_lines_are_new() -> None:
    comparison = compare("chex", "mypy", [OLD], [MOVED, NEW, NEW])
    assert comparison.new == [NEW]
    assert comparison.other_code == [MOVED]
    assert comparison.vanished == [OLD]


def test_a_second_error_on_a_line_is_new() -> None:
    assert compare("chex", "mypy", [OLD], [OLD, MOVED]).new == [MOVED]


def test_a_reason_explains_its_errors_alone() -> None:
    reason = Known("chex", ("mypy",), "*.py", ("arg-type",), "float32", "because")
    comparison = compare("chex", "mypy", [OLD], [OLD, NEW])
    assert not comparison.unexplained([reason])
    assert not comparison.outdated([reason])
    other = Known("chex", ("mypy",), "b.py", ("arg-type",), "float32", "because")
    assert comparison.unexplained([other]) == [NEW]
    assert comparison.outdated([other]) == [other]


def test_list_of_reasons_is_well_formed() -> None:
    assert all(known.reason for known in load())


def test_an_entry_must_name_a_checker(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(
        "[reasons]\nwhy = 'so'\n[[known]]\npackage = 'chex'\ncheckers = ['mypi']\n"
        "file = '*'\ncodes = []\ntext = ''\nreason = 'why'\n"
    )
    with pytest.raises(KnownError, match="no such checker"):
        load(file)


def test_a_missing_package_is_named() -> None:
    with pytest.raises(MissingPackageError, match="nothing is not installed"):
        _ = Package("nothing", "nothing", "promo-nothing").version


def test_packages_have_their_own_name() -> None:
    assert all(name == package.name for name, package in PACKAGES.items())
