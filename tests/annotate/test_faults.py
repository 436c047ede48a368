"""Each error is reported in one line, and no file is half written."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from promo_cli.annotate.changes import Change, write_changes
from promo_cli.command_error import CommandError

from .conftest import Program

pytestmark = pytest.mark.slow

MODEL = """\
import jax.numpy as jnp


def half(x):
    return x / 2


half(jnp.ones(2))
"""
HEADER = json.dumps({"promo-facts": 3})
EXPECTED = "def half(x: Array[jnp.float32]) -> Array[jnp.float32]:"


def facts_of(program: Program, name: str, line: int = 4) -> list[str]:
    """Facts of a call of ``half`` in a file."""
    digest = hashlib.sha256((program.folder / name).read_bytes()).hexdigest()
    array = ["array", "float32", False]
    call = {"fact": "call", "file": name, "name": "half", "line": line, "yielded": None}
    return [
        HEADER,
        json.dumps({"fact": "source", "file": name, "digest": digest}),
        json.dumps({**call, "arguments": [["x", array]], "result": array}),
    ]


def annotate_from(program: Program, lines: list[str], name: str = "model.py") -> tuple[int, str]:
    program.write("facts.jsonl", "\n".join(lines))
    result = program.promo("annotate", name, "--from", "facts.jsonl", "--write")
    return result.status, result.err


def test_a_line_that_was_cut_off(program: Program) -> None:
    program.write("model.py", MODEL)
    lines = [*facts_of(program, "model.py"), '{"fact": "call", "file": "mod']
    status, err = annotate_from(program, lines)
    assert status == 0, err
    assert EXPECTED in program.read("model.py")


FILES_OF_FACTS = {
    "another version": ('{"promo-facts": 2}\n', "version 2 of the format; this promo reads 3"),
    "something else": ("import jax\n", "facts.jsonl is no file of facts"),
    "nothing": ("", "facts.jsonl is no file of facts"),
    "binary": ("\x00\n\udcff", "facts.jsonl is no file of facts"),
    "a line that is no fact": (f"{HEADER}\n[1]\n", "facts.jsonl:2: not a line of facts"),
    "a fact of no kind": (f'{HEADER}\n{{"fact": "guess"}}\n', "facts.jsonl:2: not a line of facts"),
    "a value of no kind": (
        f'{HEADER}\n{{"fact":"field","file":"a","class":"b","field":"c","value":["lie"]}}\n',
        "facts.jsonl:2: not a line of facts",
    ),
}


@pytest.mark.parametrize("case", FILES_OF_FACTS)
def test_a_file_that_has_no_facts(case: str, program: Program) -> None:
    text, message = FILES_OF_FACTS[case]
    program.write("model.py", MODEL)
    program.write("facts.jsonl", text.encode(errors="surrogateescape"))
    result = program.promo("annotate", "model.py", "--from", "facts.jsonl", "--write")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("promo: error: ")
    assert result.err.strip().endswith(message)
    assert program.read("model.py") == MODEL


USAGE = {
    "no way to run": ([], "give one of --run, -m, --trace and --from"),
    "two ways": (["-m", "model", "--run", "python model.py"], "give one of --run, -m, --trace"),
    "two results": (["-m", "model", "--write", "--check"], "give one of --write, --check and"),
    "no program": (["--run", "no-such-program"], "there is no program 'no-such-program'"),
    "no command": (["--run", ""], "--run needs a command"),
    "a quote": (["--run", "python 'x"], "No closing quotation"),
    "an argument of nothing": (["-m", "model", "--arg", "f32[2]"], "--arg belongs to --trace"),
    "no facts": (["--from", "gone.jsonl"], "cannot read the facts in gone.jsonl: No such file"),
}


@pytest.mark.parametrize("case", USAGE)
def test_usage(case: str, program: Program) -> None:
    arguments, message = USAGE[case]
    program.write("model.py", MODEL)
    result = program.promo("annotate", "model.py", *arguments)
    assert result.status == 2
    assert message in result.err
    assert program.read("model.py") == MODEL


UNWRITABLE = {
    "a folder of facts": (["--facts", "."], "cannot read the facts in .: Is a directory"),
    "no folder for facts": (["--facts", "gone/facts.jsonl"], "its folder is read-only, or there"),
    "other facts": (["--facts", "model.py"], "model.py is no file of facts"),
    "a file for stubs": (["--stubs", "model.py"], "cannot make the folder model.py: File exists"),
    "no folder for stubs": (["--stubs", "model.py/x"], "cannot make the folder model.py/x: Not a"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_nothing_runs_whose_outcome_cannot_be_written(case: str, program: Program) -> None:
    arguments, message = UNWRITABLE[case]
    program.write("model.py", f"{MODEL}open('ran', 'w').close()\n")
    result = program.promo("annotate", "model.py", "-m", "model", *arguments)
    assert result.status == 2
    assert result.err.startswith("promo: error: ")
    assert message in result.err
    assert not (program.folder / "ran").exists()


def test_a_source_that_is_not_there(program: Program) -> None:
    result = program.promo("annotate", "gone.py", "--run", "python gone.py")
    assert (result.status, result.err) == (
        2,
        "promo: error: there is no file or folder 'gone.py'\n",
    )


def test_without_libcst(program: Program) -> None:
    program.write("model.py", MODEL)
    code = (
        "import sys; sys.modules['libcst'] = None; from promo_cli import main; "
        "sys.argv = ['promo', 'annotate', 'model.py', '-m', 'model']; sys.exit(main())"
    )
    result = program.python("-c", code)
    assert result.status == 2
    assert 'libcst is not installed: pip install "promo-typing[annotate]"' in result.err


def test_a_source_that_was_changed(program: Program) -> None:
    program.write("model.py", MODEL)
    lines = [*facts_of(program, "model.py"), ""]
    changed = program.write("model.py", MODEL + "\n# changed\n").read_text()
    status, err = annotate_from(program, lines)
    assert status == 2
    assert "promo: error: model.py was changed since it ran; run it again" in err
    assert program.read("model.py") == changed


def test_a_source_that_is_gone(program: Program) -> None:
    path = program.write("package/model.py", MODEL)
    lines = [*facts_of(program, "package/model.py"), ""]
    path.unlink()
    status, err = annotate_from(program, lines, "package")
    assert status == 2
    assert "promo: error: cannot read package/model.py: No such file or directory" in err


def test_a_source_that_is_no_python(program: Program) -> None:
    broken = MODEL + "def half(:\n"
    program.write("package/broken.py", broken)
    program.write("package/model.py", MODEL)
    facts = facts_of(program, "package/broken.py")
    lines = [*facts, *facts_of(program, "package/model.py")[1:], ""]
    program.write("facts.jsonl", "\n".join(lines))
    arguments = ("annotate", "package", "--from", "facts.jsonl", "--write", "--no-verify")
    result = program.promo(*arguments)
    assert result.status == 2
    assert "promo: error: package/broken.py:9: libcst cannot read it" in result.err
    assert program.read("package/broken.py") == broken
    assert EXPECTED in program.read("package/model.py")


def test_generated_code_is_left_alone(program: Program) -> None:
    generated = "# @generated by a tool\n" + MODEL
    written = program.annotated("model.py", generated)
    assert written == generated


def test_other_encodings_and_line_ends(program: Program) -> None:
    text = ("# -*- coding: latin-1 -*-\n# caf\xe9\n" + MODEL).replace("\n", "\r\n")
    program.write("model.py", text.encode("latin-1"))
    result = program.promo("annotate", "model.py", "--run", "python model.py", "--write")
    assert result.status == 0, result.err
    new = (program.folder / "model.py").read_bytes()
    assert b"# caf\xe9\r\n" in new
    assert EXPECTED.encode() in new
    assert b"\n" not in new.replace(b"\r\n", b"")


def test_an_encoding_that_is_not_declared(program: Program) -> None:
    program.write("model.py", b"# caf\xe9\n" + MODEL.encode())
    status, err = annotate_from(program, [*facts_of(program, "model.py", 5), ""])
    assert status == 2
    assert "promo: error: cannot decode model.py: declare its encoding in line 1" in err


def test_a_run_that_fails(program: Program) -> None:
    written = MODEL + "raise SystemExit('no more')\n"
    program.write("model.py", written)
    result = program.promo("annotate", "model.py", "--run", "python model.py", "--write")
    assert result.status == 1
    assert "no more" in result.err
    assert EXPECTED in program.read("model.py")


def test_a_run_that_is_killed(program: Program) -> None:
    program.write("model.py", MODEL + "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    result = program.promo("annotate", "model.py", "--run", "python model.py", "--write")
    assert result.status == 137
    assert EXPECTED in program.read("model.py")


def test_a_run_that_is_interrupted(program: Program) -> None:
    # A background process may have inherited that the signal is ignored.
    handled = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    text = f"{MODEL}import os, signal\n{handled}\nos.kill(os.getpid(), signal.SIGINT)\n"
    program.write("model.py", text)
    arguments = ("annotate", "model.py", "--run", "python model.py", "--write")
    result = program.python("-P", "-m", "promo_cli", *arguments, "--facts", "facts.jsonl")
    assert result.status == 130
    assert "promo: error: the run was interrupted; nothing was annotated" in result.err
    assert program.read("model.py") == text
    assert '"name":"half"' in program.read("facts.jsonl")


def test_a_run_that_is_asked_to_end(program: Program) -> None:
    text = (
        f"{MODEL}import os, signal, time\nos.kill(os.getppid(), signal.SIGTERM)\ntime.sleep(600)\n"
    )
    program.write("model.py", text)
    arguments = ("annotate", "model.py", "--run", "python model.py", "--write")
    result = program.python("-P", "-m", "promo_cli", *arguments, "--facts", "facts.jsonl")
    assert result.status == 143
    assert "promo: error: the run was interrupted; nothing was annotated" in result.err
    assert program.read("model.py") == text
    assert '"name":"half"' in program.read("facts.jsonl")


def test_nothing_has_run(program: Program) -> None:
    program.write("model.py", MODEL)
    program.write("main.py", "")
    result = program.promo("annotate", "model.py", "--run", "python main.py")
    assert result.status == 0
    assert "promo: warning: no function in the given sources has run" in result.err


def test_read_only_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / name for name in ("a.py", "b.py")]
    for each in paths:
        each.write_bytes(b"old")
    read_only = str(paths[1])
    # The superuser may write to any file, so the answer of the system is replaced.
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != read_only)
    with pytest.raises(CommandError, match=r"b\.py: it is read-only; nothing was written"):
        write_changes(Change(each, b"old", b"new", "utf-8") for each in paths)
    assert [each.read_bytes() for each in paths] == [b"old", b"old"]


def test_a_file_that_changes_at_the_last_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"edited")
    with pytest.raises(CommandError, match="was changed in between; nothing was written"):
        write_changes([Change(path, b"old", b"new", "utf-8")])
    assert path.read_bytes() == b"edited"


def test_what_a_file_is_stays(tmp_path: Path) -> None:
    path, link = tmp_path / "a.py", tmp_path / "link.py"
    path.write_bytes(b"old")
    path.chmod(0o755)
    link.symlink_to(path)
    write_changes([Change(link, b"old", b"new", "utf-8")])
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o755)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.py", "link.py"]


def test_stubs_leave_the_source_alone(program: Program) -> None:
    program.write("package/__init__.py", "")
    program.write("package/settings.py", "")
    model = f"from . import settings\n{MODEL}"
    program.write("package/model.py", model)
    arguments = ("annotate", "package", "-m", "package.model", "--stubs", "stubs")
    result = program.promo(*arguments)
    assert result.status == 0, result.err
    assert program.read("package/model.py") == model
    assert EXPECTED.removesuffix(":") in program.read("stubs/package/model.pyi")
    compiled = program.python("-m", "py_compile", "stubs/package/model.pyi")
    assert compiled.status == 0, compiled.err
