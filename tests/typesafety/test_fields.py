"""Fields that are declared without a dtype have that of their values, if all values are seen."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from promo_mypy.inference.neighbours import Neighbours

from .mypy_runs import Run, begin_cache, cache_of_promo, mypy, write
from .test_inference import SETTINGS, differences

PROGRAMS = Path(__file__).parent / "fields"


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(tmp_path, PROGRAMS, monkeypatch) == []


MODEL = """\
from dataclasses import dataclass

import jax.numpy as jnp
from jax import Array


@dataclass
class Params:
    w: Array
    b: Array


def zeros(size: int) -> Params:
    return Params(jnp.zeros(size, jnp.bfloat16), jnp.zeros(size))


class Model:
    def __init__(self, params):
        self.w = params.w
        self.b = params.b.astype(jnp.float16)
"""
MAIN = """\
from model import Model, Params, zeros

params = zeros(3)
reveal_type(params.w)
reveal_type(params.b)
reveal_type(Model(params).w)
reveal_type(Model(params).b)
"""
KNOWN = ["bfloat16", "float32", "bfloat16", "float16"]


def project(folder: Path, main: str = MAIN, **others: str) -> Path:
    """A project of a model and a program that uses it, and maybe other files."""
    folder.mkdir(exist_ok=True)
    write(folder, main, SETTINGS)
    (folder / "pyproject.toml").touch()
    for name, text in {"model": MODEL, **others}.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def dtypes(run: Run) -> list[str]:
    """The revealed dtypes; ``Any`` for an unknown one."""
    return re.findall(r'Revealed type is ".*?(\w+)\]?"', run.stdout)


def test_cold_warm_and_edited(tmp_path: Path) -> None:
    folder = project(tmp_path)
    assert dtypes(mypy(folder)) == KNOWN
    assert dtypes(mypy(folder)) == KNOWN
    wider = MODEL.replace("jnp.bfloat16), jnp", "jnp.float32), jnp")
    (folder / "model.py").write_text(wider)
    edited = dtypes(mypy(folder))
    assert edited == ["float32", "float32", "float32", "float16"]
    assert edited == dtypes(mypy(folder, "--no-incremental"))


def test_a_field_is_unknown_where_nothing_is_inferred(tmp_path: Path) -> None:
    folder = project(tmp_path)
    write(folder, MAIN, SETTINGS.replace("infer = true", "infer = false"))
    assert dtypes(mypy(folder))[:3] == ["Any", "Any", "Any"]


def test_classes_are_called_by_way_of_their_module(tmp_path: Path) -> None:
    main = MAIN.replace("from model import Model, Params, zeros", "import model")
    for name in ("Model", "zeros"):
        main = main.replace(f"{name}(", f"model.{name}(")
    assert dtypes(mypy(project(tmp_path, main))) == KNOWN


OTHER = """\
def change(one, values, name):
    one.w_set += 2
    one.replace(w_given=2)
    local = one.w_read == 2
    Made(3)
"""


def test_a_file_that_is_not_checked(tmp_path: Path) -> None:
    """The file is part of the project, and may set a field, too."""
    folder = project(tmp_path, other=OTHER)
    beside = Neighbours([str(folder / "main.py"), str(folder / "model.py")])
    main = str(folder / "main.py")
    assert beside.mention(main, ["Made"])
    assert not beside.mention(main, ["Params"])
    set_there = [name for name in ("w_set", "w_given", "w_read") if beside.mention(main, [], name)]
    assert set_there == ["w_set", "w_given"]


def test_an_edit_of_a_file_that_is_not_checked(tmp_path: Path) -> None:
    folder = project(tmp_path)
    inside = folder / "scripts"
    inside.mkdir()
    begin_cache(inside, (folder / "mypy.ini").read_text())
    run = ["--config-file", "../mypy.ini", "../main.py"]
    assert dtypes(mypy(inside, *run, files=False)) == KNOWN
    (folder / "other.py").write_text("from model import Params\nParams(1, 2)\n")
    assert dtypes(mypy(inside, *run, files=False))[:3] == ["Any"] * 3


SCRIPT = """\
import jax.numpy as jnp
from jax import Array


class State:
    velocity: Array

    def __init__(self, velocity):
        self.velocity = velocity


reveal_type(State(jnp.ones(3, jnp.bfloat16)).velocity)
"""


@pytest.mark.parametrize(
    ("script", "known"),
    [
        (SCRIPT.replace("bfloat16", "float16"), ["bfloat16", "float16"]),
        ("import main\nimport jax.numpy as jnp\nmain.State(jnp.ones(3))\n", ["Any"]),
    ],
    ids=["of a class of its own", "of the same class"],
)
def test_scripts_count_together_only_where_an_import_connects_them(
    script: str, known: list[str], tmp_path: Path
) -> None:
    folder = project(tmp_path, SCRIPT, other=script)
    assert sorted(dtypes(mypy(folder, "other.py"))) == known
    assert sorted(dtypes(mypy(folder, "other.py"))) == known


DICTIONARY = """\
from typing import reveal_type

import jax.numpy as jnp


def scaled(params):
    return params["w"] * 2, params["n"] + 1


params = {"w": jnp.ones(3, jnp.bfloat16), "n": jnp.int32(0)}
reveal_type(scaled(params)[0])
"""
CHANGING = """\
class Average:
    def update(self, params):
        for name in list(params):
            params[name] = 0.5


Average().update(PARAMS)
"""


@pytest.mark.parametrize(
    ("script", "known"),
    [
        (CHANGING.replace("PARAMS", "{}"), ["bfloat16"]),
        ("import main\n" + CHANGING.replace("PARAMS", "main.params"), ["Any"]),
    ],
    ids=["its own", "another one's"],
)
def test_scripts_change_no_dictionaries_of_others(
    script: str, known: list[str], tmp_path: Path
) -> None:
    folder = project(tmp_path, DICTIONARY, other=script)
    assert dtypes(mypy(folder, "other.py")) == known
    assert dtypes(mypy(folder, "other.py")) == known


def test_promo_shows_the_dtype_of_a_field_and_reports_it_once(tmp_path: Path) -> None:
    main = "from model import zeros\nparams = zeros(3)\nlarge = params.w.astype('float8_e5m2')\n"
    folder = project(tmp_path, f"{main}large + params.b\n{main}large + params.b\n")
    (folder / "mypy.ini").unlink()
    shutil.copytree(cache_of_promo(), folder / ".mypy_cache")
    shown = mypy(folder, "reveal", "main.py:4", module="promo_cli", files=False)
    assert re.search(r"params\.b +-> Array\[float32\]", shown.stdout), shown.stdout
    checked = mypy(folder, "check", "main.py", module="promo_cli", files=False).stdout
    assert re.findall(r"main.py:(\d+):\d+: error: float8_e5m2 \+ float32", checked) == ["4", "8"]


NESTED = """\
import jax.numpy as jnp


class Config:
    def __init__(self):
        self.rate = 0.5


class Layer:
    def __init__(self, config):
        self.config = config

    def __call__(self, x):
        return x + jnp.zeros(3)


layer = Layer(Config())
y = layer(jnp.ones(3, jnp.float16))
"""


def test_what_is_found_for_an_object_made_of_another_is_reported(tmp_path: Path) -> None:
    """The fields of the inner class are inferred where the module makes its object."""
    write(tmp_path, NESTED, SETTINGS)
    found = [line for line in mypy(tmp_path).stdout.splitlines() if ": error:" in line]
    assert len(found) == 1
    assert "main.py:14: " in found[0]
    assert "[dtype-default-widening]" in found[0]
