"""Lattices from dicts and files, and the errors of malformed ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_typing.lattice import LatticeError
from promo_typing.lattice.files import edges_of, read_edges

EDGES = {"i*": ("int8", "f*"), "int8": (), "f*": ()}

MALFORMED: dict[str, tuple[str | bytes, str]] = {
    "a.json": ("", "cannot read a.json: Expecting value: line 1 column 1"),
    "b.json": ("{", "cannot read b.json: Expecting property name"),
    "c.json": ("[1, 2]", "c.json: a value of type list is no lattice; expected each node with"),
    "d.json": ("null", "d.json: nothing is no lattice"),
    "e.json": ("{}", "e.json: there are no nodes; a lattice has at least one"),
    "f.json": ('{"a": "b", "b": []}', "f.json: a: a value of type str stands for the nodes above"),
    "g.json": ('{"a": [1]}', "g.json: a value of type int 1 is no name of a node"),
    "h.json": ('{"a": [["b"]]}', "h.json: a value of type list ['b'] is no name of a node"),
    "i.json": ('{"a": ["b"]}', "i.json: edge a -> b: b is not a node"),
    "j.json": ('{"a": [], "a": []}', "j.json: the node a is there twice"),
    "k.json": ('{"": []}', "k.json: '' is no name of a node"),
    "l.json": ('{"a\\nb": []}', "l.json: 'a\\nb' is no name of a node"),
    "m.json": ("[" * 100_000, "m.json: nested too deeply"),
    "n.json": ('{"a": null}', "n.json: a: nothing stands for the nodes above; expected a list"),
    "o.json": (b"\xff\xfe{}", "cannot read o.json: 'utf-8' codec can't decode"),
    "a.toml": ("a = [", "cannot read a.toml: "),
    "b.toml": ("a = ['b']\na = []", "cannot read b.toml: "),
    "c.toml": ("[a]\nb = []", "c.toml: a: a value of type dict stands for the nodes above"),
    "d.toml": ("", "d.toml: there are no nodes"),
    "e.toml": ("a = [1979-05-27]", "e.toml: a value of type date"),
    "a.yaml": ("a: []", "a.yaml: a lattice is read from a file named .json or .toml"),
    "a": ("{}", "a: a lattice is read from a file named .json or .toml"),
}

anything = st.recursive(
    st.none() | st.integers() | st.floats() | st.sampled_from("ab ") | st.binary(max_size=3),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*"ab ", 1]), inner),
    max_leaves=8,
)


def test_a_dict() -> None:
    assert edges_of({"i*": ["int8", "f*"], "int8": [], "f*": []}) == EDGES


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "lattice.json"
    path.write_text('{"i*": ["int8", "f*"], "int8": [], "f*": []}')
    assert read_edges(path) == EDGES


def test_toml(tmp_path: Path) -> None:
    path = tmp_path / "lattice.TOML"
    path.write_text('"i*" = ["int8", "f*"]\nint8 = []\n"f*" = []\n')
    assert read_edges(str(path)) == EDGES


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, message = MALFORMED[name]
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(LatticeError) as caught:
        read_edges(name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", ["gone.json", "folder.json", "a\0b.json"])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(LatticeError, match="cannot read"):
        read_edges(f"{tmp_path}/{name}")


@given(anything)
def test_anything_else_is_refused_in_words(data: object) -> None:
    try:
        edges = edges_of(data)
    except LatticeError as error:
        edges, message = {}, str(error)
    else:
        message = ""
    assert bool(edges) != bool(message)
