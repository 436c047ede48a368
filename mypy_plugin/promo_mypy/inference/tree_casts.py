"""Whether source code casts the leaves of trees, which names none of the arrays that it casts.

``jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)`` does, and so do ``jax.tree.map(narrow,
params)`` if ``narrow`` casts, ``optax.tree.cast(params, jnp.bfloat16)`` and ``{k: p.astype(dtype)
for k, p in params.items()}``. The syntax trees are Python's, since mypy has none for a module
that it reads from its cache.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

_Comprehension: TypeAlias = ast.ListComp | ast.GeneratorExp | ast.DictComp

_CAST: Final = re.compile(
    r"astype|convert_element_type|\w*cast\w*|dtype|(?:b?float|u?int|complex)\d\w*"
)
"""Names that occur where arrays are cast; ``jnp.bfloat16`` and ``dtype=...`` are among them."""
_CASTING_A_TREE: Final = re.compile(r"(?:.*\.)?(?:tree_cast\w*|tree\.cast\w*|cast_to_\w+)")
"""``optax.tree.cast(params, jnp.bfloat16)``, ``policy.cast_to_compute(params)`` of jmp."""
_MAPPING: Final = re.compile(
    r"map|(?:.*\.)?(?:tree_?map\w*|(?:tree|tree_util|nnx)\.map\w*|map_state|\w*path_aware_map)"
)
"""``jax.tree.map``, ``tree_map_with_path``, ``nnx.map_state``, ``path_aware_map``."""
_PARAMETERS: Final = re.compile(r"\w*(?:param|weight|variable|state|leaf|leaves|flat)\w*")


class TreeCasts:
    """Some modules of a program, searched for casts of trees."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        """Take all nodes of the modules' syntax trees."""
        self._nodes = nodes
        self._definitions = defaultdict[str | None, list[ast.AST]](list)
        self._imported = {*dir(builtins)}
        for node in self._nodes:
            self._define(node)

    def _define(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._definitions[node.name].append(node)
        elif isinstance(node, ast.Assign):
            for name in filter(None, map(_name, node.targets)):
                self._definitions[name].append(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._imported |= {(each.asname or each.name).partition(".")[0] for each in node.names}

    def exist(self) -> bool:
        """Whether some tree may be cast."""
        return any(map(self._is_cast, self._nodes))

    def _is_cast(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Call):
            name = _dotted(node.func)
            is_mapping = _MAPPING.fullmatch(name) is not None
            return _CASTING_A_TREE.fullmatch(name) is not None or (
                is_mapping and self._maps_cast(node)
            )
        if isinstance(node, _Comprehension):
            return self._is_casting_each(node)
        if isinstance(node, ast.Assign):
            return any(map(_is_parameter, node.targets)) and _casts(node.value)
        return False

    def _maps_cast(self, mapping: ast.Call) -> bool:
        """Whether a call such as ``jax.tree.map(f, tree)`` may apply a function that casts."""
        return _casts(mapping) or any(map(self._may_cast, _functions(mapping.args[:1])))

    def _is_casting_each(self, node: _Comprehension) -> bool:
        """Whether a comprehension calls a method or a function of its items that casts them."""
        items = {_name(each) for loop in node.generators for each in ast.walk(loop.target)} - {None}
        made = node.value if isinstance(node, ast.DictComp) else node.elt
        calls = (each for each in ast.walk(made) if isinstance(each, ast.Call))
        of_items = [
            each for each in calls if items & {_root(each.func), *map(_name, each.args[:1])}
        ]
        is_tree = isinstance(node, ast.DictComp)
        return any(_casts(each) or (is_tree and self._may_cast(each.func)) for each in of_items)

    def _may_cast(self, function: ast.expr) -> bool:
        """Whether a function may cast, by its definition if it has one in these modules.

        If it has none, and is not imported, it may be any function of the program.
        """
        name = _name(function)
        if name in self._definitions:
            return self._is_casting(name, set())
        return _root(function) not in self._imported and any(map(_names_cast, self._nodes))

    def _is_casting(self, name: str | None, seen: set[str | None]) -> bool:
        """Whether a definition of this name casts, itself or by a function of the program."""
        seen.add(name)
        inside = [node for each in self._definitions[name] for node in ast.walk(each)]
        called = {_name(each.func) for each in inside if isinstance(each, ast.Call)}
        further = [each for each in called if each in self._definitions and each not in seen]
        return any(map(_names_cast, inside)) or any(
            self._is_casting(each, seen) for each in further
        )


def _functions(given: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """The functions in an argument: ``narrow``, also in ``partial(narrow, 2)``; not in a lambda."""
    for each in given:
        if isinstance(each, ast.Call):
            yield from _functions([each.func, *each.args])
        elif isinstance(each, ast.Name | ast.Attribute):
            yield each


def _casts(node: ast.AST) -> bool:
    return any(map(_names_cast, ast.walk(node)))


def _names_cast(node: ast.AST) -> bool:
    name = node.arg if isinstance(node, ast.keyword) else _name(node)
    return name is not None and _CAST.fullmatch(name) is not None


def _is_parameter(target: ast.expr) -> bool:
    """Whether a target is an item of what seems to be a tree of parameters."""
    names = filter(None, map(_name, ast.walk(target)))
    return isinstance(target, ast.Subscript) and any(map(_PARAMETERS.fullmatch, names))


def _name(node: ast.AST) -> str | None:
    """The name of a variable or attribute."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None


def _root(node: ast.expr) -> str | None:
    """The variable at the start of ``jax.numpy.zeros_like``."""
    return _root(node.value) if isinstance(node, ast.Attribute) else _name(node)


def _dotted(node: ast.expr) -> str:
    """``jax.tree.map`` for such an expression; ``.map`` for the attribute of anything else."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return _name(node) or ""
