"""The command in an environment where it cannot work, and on various terminals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from promo_cli.command_error import CommandError
from promo_cli.foreign_stubs import check_stubs
from tests.folders import TIMEOUT

from .conftest import Project

STUB_FILE = "jax-stubs/_src/numpy/scalar_types.pyi"


def install(folder: Path, name: str, *files: str) -> None:
    """Write the metadata files that pip writes for a distribution."""
    information = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (information / "RECORD").write_text("".join(f"{file},,\n" for file in files))
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


def complaint(own: list[Path], environment: list[Path]) -> str:
    with pytest.raises(CommandError) as caught:
        check_stubs([str(path) for path in own], [str(path) for path in environment], "python")
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_our_stubs_are_accepted(tmp_path: Path) -> None:
    install(tmp_path, "promo-typing", STUB_FILE)
    install(tmp_path, "jax", "jax/__init__.py")
    check_stubs([], [str(tmp_path)], "python")


@pytest.mark.parametrize(
    "name", ["jax-pyrefly-stubs", "pyrefly-jax-stubs", "tensor-annotations-jax-stubs"]
)
def test_foreign_stubs_are_named(tmp_path: Path, name: str) -> None:
    install(tmp_path, "promo-typing", STUB_FILE)
    install(tmp_path, name, "jax-stubs/__init__.pyi")
    message = complaint([], [tmp_path])
    assert message.startswith(f"{name} has installed its own jax-stubs")
    assert f"python -m pip uninstall {name}" in message


def test_foreign_folder_without_owner(tmp_path: Path) -> None:
    ours, foreign = tmp_path / "ours", tmp_path / "foreign"
    install(ours, "promo-typing", STUB_FILE)
    (foreign / "jax-stubs").mkdir(parents=True)
    assert complaint([foreign], [ours]).startswith(f"{foreign}/jax-stubs is not the jax-stubs")
    check_stubs([str(ours)], [str(foreign)], "python")


def test_stubs_are_missing(tmp_path: Path) -> None:
    message = complaint([], [tmp_path])
    assert 'python -m pip install "promo-typing[mypy]"' in message


def test_foreign_stubs_stop_the_command(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    project.write("stubs/jax-stubs/__init__.pyi", "")
    done = project.promo("check", "a.py", MYPYPATH="stubs")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("promo: error: stubs/jax-stubs is not the jax-stubs of promo-typing")
    assert done.err.count("\n") == 1


def test_environment_of_the_project_without_us(project: Project) -> None:
    venv.create(project.folder / "other", with_pip=False)
    project.write("a.py", "x = 1\n")
    project.write("mypy.ini", "[mypy]\npython_executable = other/bin/python\n")
    done = project.promo("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("promo: error: the environment of other/bin/python has no jax-stubs")
    (site_packages,) = (project.folder / "other").glob("lib/python*/site-packages")
    install(site_packages, "jax-pyrefly-stubs", "jax-stubs/__init__.pyi")
    done = project.promo("check", "a.py")
    assert done.status == 2
    assert "other/bin/python -m pip uninstall jax-pyrefly-stubs" in done.err


def test_interpreter_of_the_project_that_is_missing(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    project.write("mypy.ini", "[mypy]\npython_executable = /no/such/python\n")
    done = project.promo("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert "/no/such/python" in done.err
    assert done.err.count("\n") == 1


WITHOUT_MYPY = """\
import sys

# An import of what is None fails, and find_spec does not find it.
sys.modules.update(dict.fromkeys(["mypy", "tomlkit", "configupdater", "libcst"]))
sys.argv[0] = "promo"
from promo_cli import main

sys.exit(main())
"""


def without_mypy(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as if the extra ``mypy`` were not installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_MYPY, *arguments],
        cwd=folder,
        env={"JAX_PLATFORMS": "cpu", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_audit_needs_no_extra(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(
        "import numpy as np\n\ndef f(x):\n    return x * np.float32(2)\n"
    )
    done = without_mypy(tmp_path, "audit", "model:f", "--arg", "bf16[4]")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "model.py:4: mul: bfloat16 -> float32 (widening), 4 elements, 24 bytes"
        "  [dtype-numpy-widening]",
        "1 implicit conversion, 24 bytes a call",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("table",),
        ("lattice",),
        ("explain", "int8", "uint8"),
        ("diff", "jax", "jax"),
        ("verify", "jax.numpy.negative", "--sample", "1"),
        ("audit", "jax.numpy:sin", "--arg", "f32[]", "--format", "json"),
        ("doctor",),
        ("stubs", "--x64", "typings"),
    ],
)
def test_what_needs_no_mypy(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = without_mypy(tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("name", ["annotate", "check", "coverage", "init", "reveal"])
def test_what_needs_mypy(tmp_path: Path, name: str) -> None:
    for arguments in ((name, "--help"), (name, "a.py", "--no-such-option")):
        done = without_mypy(tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "promo: error: mypy and tomlkit and configupdater not installed; "
            f'install what promo {name} needs with: pip install "promo-typing[mypy]"\n'
        )
    listed = without_mypy(tmp_path, "--help").stdout.splitlines()
    (line,) = [line for line in listed if line.startswith(f"  {name} ")]
    assert line.endswith('Not available; it needs: pip install "promo-typing[mypy]"')


def test_colours_and_progress_are_for_terminals(project: Project) -> None:
    project.write("a.py", "x: int = ''\n")
    piped = project.promo("check", "a.py", "--all")
    assert "\x1b" not in piped.out + piped.err
    assert piped.err == ""
    forced = project.promo("check", "a.py", "--all", FORCE_COLOR="1")
    assert "\x1b[1;31merror:" in forced.out
    assert forced.out != piped.out
    off = project.promo("check", "a.py", "--all", FORCE_COLOR="1", NO_COLOR="1")
    assert off.out == piped.out


def on_a_terminal(project: Project, *arguments: str, **environment: str) -> str:
    leader, follower = pty.openpty()
    settings = {"TERM": "xterm-256color", "COLUMNS": "60", **environment}
    with subprocess.Popen(
        project.command(*arguments),
        cwd=project.folder,
        env=project.environment | settings,
        stdout=follower,
        stderr=follower,
    ):
        os.close(follower)
        pieces = []
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:  # Linux reports a closed other end by this error.
                break
            if not piece:
                break
            pieces.append(piece)
    os.close(leader)
    return b"".join(pieces).decode()


def test_progress_on_a_terminal(project: Project) -> None:
    project.write("a.py", "x: int = ''\n")
    shown = on_a_terminal(project, "check", "a.py", "--all")
    assert "checking" in shown
    assert "\x1b[1;31merror:" in shown


def test_wide_table_on_a_terminal(project: Project) -> None:
    shown = on_a_terminal(project, "table", "--x64", NO_COLOR="1")
    lines = shown.replace("\r", "").splitlines()
    assert "\x1b" not in shown
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("bfloat16 ") for line in lines) == 2
    assert sum("c128" in line for line in lines) > 18


def test_interrupt_is_quiet(project: Project) -> None:
    project.write("a.py", "import jax.numpy as jnp\nx = jnp.ones(3)\n")
    cache = project.folder / "cold"
    environment = project.environment | {"MYPY_CACHE_DIR": str(cache)}
    with subprocess.Popen(
        project.command("check", "a.py"),
        cwd=project.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A background job of a shell inherits that this signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        deadline = time.monotonic() + TIMEOUT
        while not cache.is_dir():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
    # A process that is ended by the signal itself also has the status 130 in a shell.
    assert process.returncode in (130, -signal.SIGINT)
    assert (out, err.strip()) == ("", "")
