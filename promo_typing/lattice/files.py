"""Reads a lattice that a user has written: a dict, a JSON file or a TOML file.

Each node is a key, and its value is the list of the nodes directly above it::

    { "int": ["float"], "float": ["complex"], "complex": [] }
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from promo_typing.lattice.edges import Edges, LatticeError, checked

_WANTED: Final = 'each node with a list of those above it, e.g. "int": ["float"], "float": []'


def edges_of(data: object) -> Edges:
    """Return the edges in a mapping from each node to the list of the nodes directly above it.

    Raises:
        LatticeError: ``data`` is no such mapping or is empty, or an edge leads to an unknown node.
    """
    if not isinstance(data, Mapping):
        raise LatticeError(f"{_kind(data)} is no lattice; expected {_WANTED}")
    return checked({_name(node): _names(node, above) for node, above in data.items()})


def read_edges(path: str | Path) -> Edges:
    """Read the edges from a file that ends in ``.json`` or ``.toml``.

    Raises:
        LatticeError: the file cannot be read, or it does not hold a lattice.
    """
    parse = _PARSERS.get(Path(path).suffix.lower())
    if parse is None:
        raise LatticeError(f"{path}: a lattice is read from a file named .json or .toml")
    try:
        return edges_of(parse(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise LatticeError(f"cannot read {path}: {error.strerror}") from None
    except LatticeError as error:
        raise LatticeError(f"{path}: {error}") from None
    except RecursionError:
        raise LatticeError(f"{path}: nested too deeply; expected {_WANTED}") from None
    except ValueError as error:
        raise LatticeError(f"cannot read {path}: {error}") from None


def _names(node: object, above: object) -> tuple[str, ...]:
    if not isinstance(above, list | tuple):
        raise LatticeError(f"{node}: {_kind(above)} stands for the nodes above; expected a list")
    return tuple(map(_name, above))


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise LatticeError(f"{_kind(name)} {name!r} is no name of a node; expected a string")
    if not name or not name.isprintable() or name != name.strip():
        raise LatticeError(f"{name!r} is no name of a node; expected printable characters")
    return name


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def _json(text: str) -> object:
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise LatticeError(f"the node {name} is there twice")
        found[name] = value
    return found


_PARSERS: Final[dict[str, Callable[[str], object]]] = {".json": _json, ".toml": tomllib.loads}

SUFFIXES: Final = frozenset(_PARSERS)
"""The endings of the files that are read as lattices."""
