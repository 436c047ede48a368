"""Every name with a hook of the plugin exists in the stubs and in JAX, and mypy asks for it."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Iterator, Sequence
from functools import partial

import jax
import jax.numpy as jnp
import pytest
from mypy.nodes import FuncDef, TypeAlias, TypeInfo, Var
from mypy.types import Instance, get_proper_type

from promo_mypy.features import numpy_calls
from promo_mypy.features.control_flow.inputs import INPUTS
from promo_mypy.features.functions import parameter_names
from promo_mypy.fullnames import (
    ARRAY_LIKE,
    BUILTIN_OPERATORS,
    DECORATORS,
    DTYPE_LIKE,
    INDEX_UPDATE,
    METHOD_NAMES,
    NESTED_FUNCTIONS,
    OPEN_TRANSFORMS,
    PARTIAL,
    POSITIONAL_PARAMETERS,
    STAND_INS,
    TREE_MAPS,
    numpy_method,
)
from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS
from promo_typing.numpy_rules import FUNCTIONS as NUMPY_FUNCTIONS
from promo_typing.numpy_rules import METHODS as NUMPY_METHODS
from promo_typing.rules import FUNCTIONS, OPERATORS
from tests.unit.systems.libraries import library

from .stubs import Stubs

# mypy reads all stubs once for them.
pytestmark = pytest.mark.xdist_group("names")


@pytest.fixture(scope="module")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Stubs:
    return Stubs(tmp_path_factory.mktemp("stubs"))


def in_jax(fullname: str) -> object:
    module, _, name = fullname.rpartition(".")
    return getattr(importlib.import_module(module), name, None)


def bound(hook: object) -> Sequence[object]:
    """The arguments that are bound to a callback, besides the session."""
    assert isinstance(hook, functools.partial)
    return hook.args[1:]


def test_mypy_reads_the_stubs_without_an_error(stubs: Stubs) -> None:
    assert stubs.errors == []


def test_mypy_asks_for_every_function_that_has_a_rule(stubs: Stubs) -> None:
    assert [name for name in FUNCTIONS if bound(stubs.hook(name)) != (name,)] == []


def test_mypy_asks_for_every_method_that_has_a_rule(stubs: Stubs) -> None:
    unasked = []
    for fullname, key in METHOD_NAMES.items():
        owner, _, name = fullname.rpartition(".")
        hook = stubs.member_hook(owner, name)
        if hook is None or bound(hook) != (key,):
            unasked.append(fullname)
    assert unasked == []


def test_every_method_is_one_of_the_arrays_of_jax() -> None:
    array = jnp.zeros((3, 3))
    owners = {ARRAY: array, INDEX_UPDATE: array.at[0]}
    names = [name.rpartition(".") for name in METHOD_NAMES]
    assert [name for owner, _, name in names if not hasattr(owners[owner], name)] == []


def test_mypy_asks_for_every_operator(stubs: Stubs) -> None:
    unasked = [name for name in OPERATORS if stubs.member_hook(ARRAY, name) is None]
    assert unasked == []
    assert [name for name in OPERATORS if not hasattr(jax.Array, name)] == []
    assert set(BUILTIN_OPERATORS.values()) <= set(OPERATORS)


@pytest.mark.parametrize("fullname", sorted({*INPUTS, *TREE_MAPS, *BUILTIN_OPERATORS, PARTIAL}))
def test_mypy_asks_for_functions_without_a_rule(stubs: Stubs, fullname: str) -> None:
    assert stubs.hook(fullname) is not None
    assert callable(in_jax(fullname))


@pytest.mark.parametrize("fullname", INPUTS)
def test_the_parameters_of_control_flow_are_those_of_the_stubs(stubs: Stubs, fullname: str) -> None:
    node = stubs.find(fullname)
    assert isinstance(node, FuncDef)
    named = {name for names in INPUTS[fullname].values() for name in names if name.isidentifier()}
    assert {*INPUTS[fullname], *named} <= {*node.arg_names}


def _is_of_jax(fullname: str) -> bool:
    return fullname.startswith("jax.")


@pytest.mark.parametrize("fullname", sorted(filter(_is_of_jax, {*DECORATORS, *OPEN_TRANSFORMS})))
def test_transforms_are_functions_of_jax(stubs: Stubs, fullname: str) -> None:
    assert stubs.find(fullname) is not None
    assert callable(in_jax(fullname))


def test_other_transforms_are_functions_of_flax() -> None:
    nnx = importlib.import_module(".nnx", library("flax").__name__)
    others = {each for each in (*DECORATORS, *OPEN_TRANSFORMS) if not _is_of_jax(each)}
    defined = {f"{each.__module__}.{each.__name__}" for each in (nnx.jit, nnx.vmap)}
    assert others == defined


@pytest.mark.parametrize(
    "fullname", sorted({*DECORATORS.values(), *STAND_INS, *NODE_OF_CLASS, INDEX_UPDATE, ARRAY})
)
def test_classes_are_in_the_stubs(stubs: Stubs, fullname: str) -> None:
    assert isinstance(stubs.find(fullname), TypeInfo)


@pytest.mark.parametrize("fullname", [ARRAY_LIKE, DTYPE_LIKE])
def test_aliases_are_in_the_stubs(stubs: Stubs, fullname: str) -> None:
    assert isinstance(stubs.find(fullname), TypeAlias)


def test_special_functions_have_rules() -> None:
    assert set(FUNCTIONS) >= NESTED_FUNCTIONS
    assert set(POSITIONAL_PARAMETERS) <= set(FUNCTIONS)


def definition(stubs: Stubs, name: str) -> object:
    """The plugin's hook for a function of NumPy, or for a method of a random generator."""
    if name.startswith("numpy.random.Generator."):
        return stubs.plugin.get_method_hook(name.replace("random.", "random._generator."))
    node = stubs.find(name)
    typ = get_proper_type(node.type) if isinstance(node, Var) else None
    if isinstance(typ, Instance):
        return stubs.plugin.get_method_hook(f"{typ.type.fullname}.__call__")
    return stubs.plugin.get_function_hook(node.fullname) if node is not None else None


def test_mypy_asks_for_every_function_of_numpy_that_has_a_rule(stubs: Stubs) -> None:
    names = {name: definition(stubs, name) for name in NUMPY_FUNCTIONS}
    functions = {name: hook.args[0] for name, hook in names.items() if isinstance(hook, partial)}
    assert functions.keys() == names.keys()
    assert set(functions.values()) == {numpy_calls.function, numpy_calls.ufunc}


def test_mypy_asks_for_every_method_of_numpy_that_has_a_rule(stubs: Stubs) -> None:
    owners = ("numpy.ndarray", "numpy.generic")
    methods = {name for name in NUMPY_METHODS for o in owners if stubs.member(o, name) is not None}
    assert methods == NUMPY_METHODS.keys()
    assert all(numpy_method(f"numpy.ndarray.{name}") == name for name in methods)


def positional_only() -> Iterator[tuple[str, list[str], list[str]]]:
    """Functions of the installed JAX with positional-only parameters that a rule mentions.

    Each comes with the names of these parameters in JAX, and with those in the plugin.
    """
    for fullname in FUNCTIONS:
        function = in_jax(fullname)
        if not callable(function):
            continue
        parameters = inspect.signature(function).parameters.values()
        unnamed = [each.name for each in parameters if each.kind == each.POSITIONAL_ONLY]
        keywords = {each.name for each in parameters} - {*unnamed}
        ours = [name for name in parameter_names(fullname) if name not in keywords]
        if unnamed and ours:
            yield fullname, unnamed, ours


@pytest.mark.parametrize(("fullname", "unnamed", "ours"), list(positional_only()))
def test_positional_only_parameters_have_their_names(
    fullname: str, unnamed: list[str], ours: list[str]
) -> None:
    """mypy drops these names, so the plugin takes them from the rule or from its own table."""
    if set(unnamed).isdisjoint(ours):
        # A rule may use other names; then it must have as many, in the same order.
        assert len(unnamed) == len(ours)
    else:
        assert ours == unnamed
