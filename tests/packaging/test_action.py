"""The GitHub action, its example workflows, and the hook of pre-commit.

Their steps are executed as GitHub and pre-commit would execute them, in a project made for the
test. Steps that use actions of others, such as the checkout, are left out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml
from sarif_kit.validate import validation_errors  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PATH = f"{BIN}:/usr/bin:/bin"
"""The folder with the commands of this environment."""
WORKFLOWS = sorted((ROOT / "examples" / "workflows").glob("*.yml"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
PROGRAM = """\
import jax.numpy as jnp
from jax import Array


def scale(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * jnp.ones(3)
"""
UNKNOWN = "from jax import Array\n\ndef f(x: Array) -> None:\n    x\n"
BASELINE = '{"schema": 1, "files": {"src/a.py": {"return-value": {"12": 1}}}}'

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


def run(
    *command: str | Path, cwd: Path, path: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder. All projects share one cache of mypy beside them."""
    cache = str(cwd.parent / "cache_of_actions")
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={"PATH": path, "HOME": str(cwd), "MYPY_CACHE_DIR": cache, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("schema", "files"),
    [("github-actions", [ROOT / "action.yml"]), ("github-workflows", WORKFLOWS)],
)
def test_schemas_of_github(schema: str, files: list[Path], tmp_path: Path) -> None:
    done = run(
        "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files, cwd=tmp_path, path=PATH
    )
    assert files
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A search path with a python that has this one's libraries and pip, but not promo-typing."""
    folder = tmp_path_factory.mktemp("action")
    venv.create(folder)
    paths = {"base": str(folder), "platbase": str(folder)}
    libraries = Path(sysconfig.get_path("purelib", vars=paths), "libraries.pth")
    # This line adds only a folder: lines for editable packages in that folder are not executed.
    libraries.write_text(sysconfig.get_path("purelib") + "\n")
    found = f"{folder / 'bin'}:/usr/bin:/bin"
    done = run("python", "-c", "import jax, mypy, promo_cli", cwd=folder, path=found)
    assert "No module named 'promo_cli'" in done.stderr
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(PROGRAM)
    return tmp_path


def filled_in(text: str, inputs: dict[str, str]) -> str:
    """Replace the expressions in an action's text by values."""
    values = {"github.action_path": str(ROOT)}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: values[match[1]], text)


def run_action(project: Path, path: str, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the steps until one fails, in the same shell as on GitHub."""
    assert given.keys() <= ACTION["inputs"].keys()
    inputs = {name: str(each["default"]) for name, each in ACTION["inputs"].items()} | given
    done: subprocess.CompletedProcess[str] | None = None
    for step in ACTION["runs"]["steps"]:
        condition = step.get("if", "inputs.install == inputs.install")
        name, value = re.fullmatch(r"inputs\.(\w+) == (.+)", condition).groups()  # type: ignore[union-attr]
        if value not in (f"'{inputs[name]}'", f"inputs.{name}"):
            continue
        environment = {key: filled_in(text, inputs) for key, text in step["env"].items()}
        assert "${{" not in step["run"], "inputs reach a script by its environment alone"
        shell = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
        # hatchling comes from the environment, not from the network.
        done = run(*shell, cwd=project, path=path, PIP_NO_BUILD_ISOLATION="0", **environment)
        if done.returncode:
            break
    assert done is not None
    return done


def used(workflow: Path) -> dict[str, str]:
    """The inputs that a workflow gives to the action."""
    steps: list[dict[str, Any]] = yaml.safe_load(workflow.read_text())["jobs"]["promo"]["steps"]
    (given,) = (
        step["with"] for step in steps if step.get("uses", "").startswith("OWNER/promo-typing@")
    )
    return dict(given)


def test_the_action_installs_and_checks(project: Path, path: str) -> None:
    done = run_action(project, path, {"paths": "src"})
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.startswith("::error file=src/a.py,line=6,"), done.stdout + done.stderr
    installed = run(
        "python", "-c", "import promo_cli as p; print(p.__file__)", cwd=project, path=path
    )
    assert Path(installed.stdout.strip()).is_relative_to(Path(path.split(":")[0]).parent)


def test_the_workflow_for_annotations(project: Path) -> None:
    given = used(ROOT / "examples" / "workflows" / "github.yml") | {"install": "false"}
    (project / given["baseline"]).write_text(BASELINE)
    done = run_action(project, PATH, given)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    (project / "src" / "b.py").write_text(
        "from jax import Array\n\ndef f(x: Array) -> None:\n    x\n"
    )
    done = run_action(project, PATH, given | {"fail-under": "99"})
    assert (done.returncode, done.stdout) == (1, "")
    assert "--fail-under asks for 99 %" in done.stderr


def test_the_workflow_for_code_scanning(project: Path) -> None:
    given = used(ROOT / "examples" / "workflows" / "code-scanning.yml") | {"install": "false"}
    done = run_action(project, PATH, given)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    log = json.loads((project / given["output"]).read_text())
    assert validation_errors(log) == []
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["return-value"]


def test_more_arguments(project: Path) -> None:
    given = {"install": "false", "arguments": "--x64 --promotion strict", "format": "text"}
    done = run_action(project, PATH, given | {"paths": "src"})
    assert (done.returncode, "[dtype-promotion]" in done.stdout) == (1, True), done.stderr


@pytest.mark.parametrize("accepted", [False, True])
def test_pre_commit(project: Path, accepted: bool) -> None:
    """The hook runs in a git project, from a repository with its manifest."""
    hooks = project / "hooks"
    hooks.mkdir()
    (hooks / ".pre-commit-hooks.yaml").write_text((ROOT / ".pre-commit-hooks.yaml").read_text())
    revision = committed(hooks)
    hook = {"id": "promo-check", "args": ["--baseline", "known.json"] if accepted else []}
    repository = {"repo": str(hooks), "rev": revision, "hooks": [hook]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [repository]}))
    (project / "known.json").write_text(BASELINE)
    (project / ".gitignore").write_text("hooks\n")
    committed(project)
    done = run("pre-commit", "run", "--all-files", cwd=project, path=PATH)
    assert done.returncode == (0 if accepted else 1), done.stdout + done.stderr
    assert ("src/a.py:6:12: error: " in done.stdout) != accepted


def committed(folder: Path) -> str:
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "All"]):
        done = run("git", *command, cwd=folder, path=PATH)
        assert done.returncode == 0, done.stderr
    return run("git", "rev-parse", "HEAD", cwd=folder, path=PATH).stdout.strip()


def test_the_manifest_of_pre_commit(tmp_path: Path) -> None:
    manifest = ROOT / ".pre-commit-hooks.yaml"
    done = run("pre-commit", "validate-manifest", manifest, cwd=tmp_path, path=PATH)
    assert done.returncode == 0, done.stdout
    assert [hook["language"] for hook in yaml.safe_load(manifest.read_text())] == ["system"]
