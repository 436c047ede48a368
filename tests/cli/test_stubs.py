"""Stubs for other settings of JAX are written into a folder, installed, and restored."""

from __future__ import annotations

import ast
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from promo_cli.command_error import CommandError
from promo_cli.stubs.documented import documented, is_as_written, is_standard
from promo_cli.stubs.installation import KEPT, install, own_standard_package, restore
from promo_cli.stubs.variant_files import read_package, variant_files
from promo_cli.stubs.words_of_jax import WordsOfJax, first_paragraph
from promo_typing.core.stub_variants import MARKED_FILE, STANDARD, VARIANTS, variant_in

from .conftest import Project
from .test_environment import install as install_distribution

X64, STRICT = VARIANTS["x64"], VARIANTS["strict"]
OWN = own_standard_package()


def expected(name: str) -> dict[str, str]:
    return variant_files(VARIANTS[name], read_package(OWN))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with packages, as an installer leaves it."""
    folder = tmp_path / "site-packages"
    shutil.copytree(OWN, folder / "jax-stubs")
    return folder


def names(site: Path) -> set[str]:
    return {path.name for path in site.iterdir()}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ((), "standard"),
        (("--x64",), "x64"),
        (("--promotion", "strict"), "strict"),
        (("--x64", "--promotion", "strict"), "x64-strict"),
    ],
)
def test_stubs_in_a_folder(project: Project, options: tuple[str, ...], name: str) -> None:
    done = project.promo_here("stubs", *options, "new/typings")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"new/typings/jax-stubs: {VARIANTS[name]}\n"
    assert read_package(project.folder / "new/typings/jax-stubs") == expected(name)
    again = project.promo_here("stubs", "--x64", "new/typings")
    assert again.out == "new/typings/jax-stubs: x64 on, standard promotion\n"
    assert read_package(project.folder / "new/typings/jax-stubs") == expected("x64")
    assert names(project.folder / "new/typings") == {"jax-stubs"}


def test_settings_of_the_project(project: Project) -> None:
    project.write("pyproject.toml", "[tool.promo-typing]\nx64 = true\npromotion = 'strict'\n")
    assert "x64 on, strict promotion" in project.promo_here("stubs", "typings").out
    done = project.promo_here("stubs", "--no-x64", "typings")
    assert done.out == "typings/jax-stubs: x64 off, strict promotion\n"
    project.write("pyproject.toml", "[tool.promo-typing]\nx64 = 'perhaps'\n")
    done = project.promo_here("stubs", "typings")
    assert (done.status, done.out) == (2, "")
    assert 'x64 = "perhaps" is not valid' in done.err


def test_settings_without_stubs(project: Project) -> None:
    project.write("pyproject.toml", "[tool.promo-typing]\nexplicit_x64 = 'allow'\n")
    done = project.promo_here("stubs", "typings")
    assert (done.status, done.out) == (2, "")
    assert 'there are no stubs for explicit_x64 = "allow"' in done.err
    assert project.promo_here("stubs", "--x64", "typings").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give one of DIR, --install and --restore"),
        (("typings", "--install"), "give one of DIR, --install and --restore"),
        (("--install", "--restore"), "give one of DIR, --install and --restore"),
        (("--restore", "--x64"), "--restore takes no settings"),
        (("--restore", "--docstrings"), "--restore takes no settings"),
        (("--promotion", "loose", "typings"), "is not one of"),
        (("a.py",), "cannot write a.py/jax-stubs"),
        (("foreign",), "foreign/jax-stubs exists and is not of promo-typing"),
        ((str(OWN.parent),), "are the installed stubs"),
        (("--x64", "--install"), "not installed but run from its sources"),
        (("--restore",), "not installed but run from its sources"),
    ],
)
def test_what_is_refused(project: Project, arguments: tuple[str, ...], message: str) -> None:
    project.write("a.py", "")
    project.write("foreign/jax-stubs/__init__.pyi", "mine: int\n")
    done = project.promo_here("stubs", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert (project.folder / "foreign/jax-stubs/__init__.pyi").read_text() == "mine: int\n"
    assert read_package(OWN) == expected("standard")


def test_install_and_restore(site: Path) -> None:
    assert install(X64, site)
    assert read_package(site / "jax-stubs") == expected("x64")
    assert not install(X64, site), "it is there already"
    assert install(STRICT, site)
    assert read_package(site / "jax-stubs") == expected("strict")
    assert names(site) == {"jax-stubs", KEPT}
    assert restore(site)
    assert read_package(site / "jax-stubs") == expected("standard")
    assert names(site) == {"jax-stubs"}
    assert not restore(site)
    assert not install(STANDARD, site)


def test_the_standard_ones_are_restored(site: Path) -> None:
    install(X64, site)
    assert install(STANDARD, site)
    assert read_package(site / "jax-stubs") == expected("standard")
    assert names(site) == {"jax-stubs"}


def test_an_upgrade_of_the_package(site: Path) -> None:
    """An upgrade installs the standard stubs, and does not know of the kept ones."""
    install(X64, site)
    (site / KEPT / "old.pyi").write_text("")
    shutil.rmtree(site / "jax-stubs")
    shutil.copytree(OWN, site / "jax-stubs")
    upgraded = site.with_name("second")
    shutil.copytree(site, upgraded)
    assert not restore(site)
    assert names(site) == {"jax-stubs"}
    assert install(STRICT, upgraded)
    assert restore(upgraded)
    assert read_package(upgraded / "jax-stubs") == expected("standard")


def test_an_exchange_that_was_interrupted(site: Path) -> None:
    """Between the two steps of the exchange only the kept stubs exist."""
    (site / "jax-stubs").rename(site / KEPT)
    second = site.with_name("second")
    shutil.copytree(site, second)
    assert restore(site)
    assert read_package(site / "jax-stubs") == expected("standard")
    assert install(X64, second)
    assert read_package(second / "jax-stubs") == expected("x64")
    assert restore(second)
    assert read_package(second / "jax-stubs") == expected("standard")


def test_nothing_that_somebody_wrote_is_lost(site: Path) -> None:
    install(X64, site)
    (site / "jax-stubs" / "mine.pyi").write_text("mine: int\n")
    before = {name: read_package(site / name) for name in names(site)}
    for change in (restore, partial(install, STRICT)):
        with pytest.raises(CommandError, match="have been changed; nothing was done"):
            change(site)
        assert {name: read_package(site / name) for name in names(site)} == before
    (site / "jax-stubs").rename(site / "mine")
    assert restore(site)
    assert read_package(site / "jax-stubs") == expected("standard")


def test_own_changes_of_the_installed_stubs_come_back(site: Path) -> None:
    (site / "jax-stubs" / "mine.pyi").write_text("mine: int\n")
    assert install(X64, site)
    assert restore(site)
    assert (site / "jax-stubs" / "mine.pyi").read_text() == "mine: int\n"


def test_stubs_that_are_not_ours(site: Path) -> None:
    before = (site / "jax-stubs" / MARKED_FILE).read_text()
    for text in ("", "x: int\n"):
        (site / "jax-stubs" / MARKED_FILE).write_text(text)
        for change in (restore, partial(install, X64)):
            with pytest.raises(CommandError, match="pip install --force-reinstall"):
                change(site)
    (site / "jax-stubs" / MARKED_FILE).write_text(before)
    install_distribution(site, "jax-pyrefly-stubs", "jax-stubs/foreign.pyi")
    for change in (restore, partial(install, X64)):
        with pytest.raises(CommandError, match="pip uninstall jax-pyrefly-stubs"):
            change(site)
    assert (site / "jax-stubs" / "foreign.pyi").exists()


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Drop the rights of root, who may write anywhere."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("variant", [None, X64], ids=["standard", "x64"])
def test_an_environment_that_cannot_be_written(variant: object) -> None:
    # Not in the folder of the test, which no other user may enter.
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder, "site-packages")
        shutil.copytree(OWN, site / "jax-stubs")
        if variant is not None:
            install(X64, site)
        before = {name: read_package(site / name) for name in names(site)}
        Path(folder).chmod(0o755)
        site.chmod(0o555)
        with as_ordinary_user(), pytest.raises(CommandError, match=r"cannot write to .*Permission"):
            install(STRICT, site)
        with as_ordinary_user():
            if variant is None:
                assert not restore(site)
            else:
                with pytest.raises(CommandError, match="nothing was changed"):
                    restore(site)
        assert {name: read_package(site / name) for name in names(site)} == before
        site.chmod(0o755)


def test_of_other_stubs_no_variant_is_known(site: Path) -> None:
    assert variant_in(site / "jax-stubs") == STANDARD
    assert variant_in(site / "no such folder") is None
    (site / "jax-stubs" / MARKED_FILE).write_bytes(b"\xff")
    assert variant_in(site / "jax-stubs") is None


WORDS = WordsOfJax("0.0", {"jax.numpy.tanh": 'A "word" of \\\\tanh.'}.get)


def test_docstrings_in_a_folder(project: Project) -> None:
    done = project.promo_here("stubs", "--docstrings", "--x64", "typings")
    assert (done.status, done.err) == (0, "")
    assert "typings/jax-stubs: x64 on, standard promotion, docstrings of jax 0." in done.out
    files = read_package(project.folder / "typings/jax-stubs")
    assert is_as_written(files)
    assert variant_in(project.folder / "typings/jax-stubs") == X64
    assert "Calculate element-wise hyperbolic tangent of input." in files["numpy/_promoting.pyi"]


def test_each_function_has_words_and_overloads_of_its_own() -> None:
    standard = read_package(OWN)
    files = documented(standard, WORDS.of, "0.0")
    path = "numpy/_promoting.pyi"
    before, after = _overloads(standard[path]), _overloads(files[path])
    shared = {name for name in before if name.endswith("_and_others")}
    assert shared
    assert not shared & set(after)
    (of_tanh,) = [
        name for name in shared if f"@_overloaded_as({name})\ndef tanh(" in standard[path]
    ]
    assert [_signature(each) for each in after["tanh"]] == [
        _signature(each) for each in before[of_tanh]
    ]
    told = [docstring for each in after["tanh"] if (docstring := ast.get_docstring(each))]
    assert len(told) > 1
    assert {each.partition("\n\ndtype: ")[0] for each in told} == {
        'A "word" of \\\\tanh.\n\njax.numpy.tanh of x.'
    }
    assert told[0].endswith("jax.numpy.tanh.html")
    assert "sin" in after
    assert not (ast.get_docstring(after["sin"][0]) or "").startswith("A ")


def _overloads(text: str) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for each in ast.parse(text).body:
        if isinstance(each, ast.FunctionDef):
            found.setdefault(each.name, []).append(each)
    return found


def _signature(function: ast.FunctionDef) -> str:
    return ast.unparse(function.args) + ast.unparse(function.returns or function.args)


def test_docstrings_are_installed_and_taken_away(site: Path) -> None:
    assert install(STANDARD, site, WORDS)
    assert variant_in(site / "jax-stubs") == STANDARD
    assert not is_standard(site / "jax-stubs")
    assert not install(STANDARD, site, WORDS), "they are there already"
    other = WordsOfJax("0.1", lambda _: None)
    assert install(X64, site, other), "those of another JAX take their place"
    assert names(site) == {"jax-stubs", KEPT}
    assert install(STRICT, site)
    assert read_package(site / "jax-stubs") == expected("strict")
    assert install(STANDARD, site, WORDS)
    assert install(STANDARD, site), "the standard ones are restored"
    assert read_package(site / "jax-stubs") == expected("standard")
    assert names(site) == {"jax-stubs"}


def test_no_change_of_stubs_with_docstrings_is_lost(site: Path) -> None:
    install(STANDARD, site, WORDS)
    path = site / "jax-stubs" / "random.pyi"
    path.write_text(path.read_text() + "mine: int\n")
    for change in (restore, partial(install, STRICT), partial(install, X64, words=WORDS)):
        with pytest.raises(CommandError, match="have been changed; nothing was done"):
            change(site)
        assert path.read_text().endswith("mine: int\n")


def test_the_words_of_jax_have_no_markup_of_sphinx() -> None:
    assert first_paragraph("jax.lax.lt") == "Elementwise less-than: `x < y`."
    assert first_paragraph("jax.numpy.divide") == "Alias of `jax.numpy.true_divide`."
    assert first_paragraph("jax.numpy.no_such_function") is None
    assert first_paragraph("jax.no_such_module.function") is None
