"""No rule overlooks a parameter that has a part in the result's dtype."""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

import jax
import numpy as np
import pytest

from promo_typing.oracle.calls import Call, calls_of
from promo_typing.oracle.refusals import refused
from promo_typing.rules import FUNCTIONS, Rule, parameters, without_arguments
from tests.tracebacks import whole_tracebacks

# JAX warns of some arguments, such as complex numbers in place of real ones.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True, scope="module")
def tracebacks() -> Iterator[None]:
    with whole_tracebacks():
        yield


WITHOUT_INFLUENCE: Final = {
    # Which elements there are, which are chosen, and where they go.
    "a": "numpy.choose",
    "bins": "numpy.histogram numpy.histogram2d numpy.histogram_bin_edges numpy.histogramdd",
    "condition": "numpy.compress numpy.extract",
    "condlist": "numpy.piecewise numpy.select",
    "group_sizes": "lax.ragged_dot lax.ragged_dot_general",
    "idxs": "lax.index_take",
    "ind": "numpy.put",
    "index": "lax.dynamic_index_in_dim lax.dynamic_update_index_in_dim",
    "indices": "numpy.put_along_axis numpy.take numpy.take_along_axis",
    "indices_or_sections": "numpy.array_split numpy.dsplit numpy.hsplit numpy.split numpy.vsplit",
    "k": "numpy.eye",
    "key_value_seq_lengths": "nn.dot_product_attention",
    "mask": "nn.dot_product_attention numpy.place",
    "obj": "numpy.delete numpy.insert",
    "offset": "numpy.trace",
    "pad_width": "numpy.pad",
    "pred": "lax.select",
    "query_seq_lengths": "nn.dot_product_attention",
    "repeats": "numpy.repeat",
    "scatter_indices": (
        "lax.scatter lax.scatter_add lax.scatter_max lax.scatter_min lax.scatter_mul "
        "lax.scatter_sub"
    ),
    "segment_ids": "ops.segment_max ops.segment_min ops.segment_prod ops.segment_sum",
    "shift": "numpy.roll",
    "sorter": "numpy.searchsorted",
    "start_index": "lax.dynamic_slice_in_dim lax.dynamic_update_slice_in_dim",
    "start_indices": "lax.dynamic_slice lax.dynamic_update_slice lax.gather",
    "where": (
        "nn.logmeanexp nn.logsumexp nn.standardize numpy.all "
        "numpy.amax numpy.amin numpy.any numpy.max numpy.mean numpy.min numpy.minmax "
        "numpy.nanmax numpy.nanmean numpy.nanmin numpy.nanprod numpy.nanstd numpy.nansum "
        "numpy.nanvar numpy.prod numpy.std numpy.sum numpy.var scipy.special.logsumexp"
    ),
    "which": "lax.select_n",
    # Converted to the dtype of the array, or of the result.
    "beta": "numpy.kaiser",
    "cval": "scipy.ndimage.map_coordinates",
    "d": "numpy.fft.fftfreq numpy.fft.rfftfreq scipy.special.multigammaln",
    "fill_value": (
        "numpy.compress numpy.extract numpy.setdiff1d numpy.union1d numpy.unique "
        "numpy.unique_all numpy.unique_counts numpy.unique_inverse numpy.unique_values"
    ),
    "fs": "scipy.signal.csd scipy.signal.welch",
    "initial": (
        "numpy.amax numpy.amin numpy.max numpy.min numpy.minmax numpy.nanmax numpy.nanmin "
        "numpy.nanprod numpy.nansum numpy.prod numpy.sum"
    ),
    "mean": "numpy.nanstd numpy.nanvar numpy.std numpy.var",
    "nan": "numpy.nan_to_num",
    "neginf": "numpy.nan_to_num",
    "posinf": "numpy.nan_to_num",
    # Compared with, or the limits of what is counted.
    "atol": "numpy.allclose numpy.isclose",
    "discont": "numpy.unwrap",
    "range": "numpy.histogram numpy.histogram2d numpy.histogram_bin_edges numpy.histogramdd",
    "rcond": "numpy.linalg.pinv",
    "rtol": "numpy.allclose numpy.isclose numpy.linalg.matrix_rank numpy.linalg.pinv",
    "tol": "numpy.linalg.matrix_rank",
    "weights": "numpy.histogram_bin_edges",
    # The dtype is float32, or asked for.
    "lhs": "lax.scaled_dot nn.scaled_matmul",
    "lhs_scale": "lax.scaled_dot",
    "lhs_scales": "nn.scaled_matmul",
    "rhs": "lax.scaled_dot nn.scaled_matmul",
    "rhs_scale": "lax.scaled_dot",
    "rhs_scales": "nn.scaled_matmul",
}
"""Parameters that take arrays and leave the dtype as it is, with the functions that have them."""

NO_ARRAYS: Final = {
    # The annotation has the word, but they are functions, or keys.
    "_dot_general": "numpy.einsum",
    "funclist": "numpy.piecewise",
    "mask_func": "numpy.mask_indices",
    "key": "scipy.linalg.eigh_tridiagonal",
    # Not implemented: JAX takes None only.
    "group_offset": "lax.ragged_dot lax.ragged_dot_general",
}

DRAWN: Final = ("jax.random.", "jax.nn.initializers.")
"""Modules of functions whose parameters for arrays, but for keys, are all asked about."""

REFUSED: Final = {
    "overwrite_input": "numpy.median numpy.nanmedian numpy.quantile numpy.nanquantile"
    " numpy.percentile numpy.nanpercentile",
    "inplace": "numpy.fill_diagonal numpy.place numpy.put numpy.put_along_axis",
    "wrap": "numpy.fill_diagonal",
    "copy": "numpy.meshgrid",
    "exact": "scipy.special.factorial",
    # What else it may be than False is a string.
    "detrend": "scipy.signal.stft",
    # Values decide how many there are, so that traced ones are refused.
    "trim_leading_zeros": "numpy.polymul numpy.polydiv",
    "strip_zeros": "numpy.roots",
}
"""The flags that JAX does not take otherwise than they are by default, with the functions."""

OPERANDS: Final = ("int8", "bfloat16", "float32", "complex64", "bool", "uint8", "uint32")
"""Dtypes of operands: the narrow ones show best that something is promoted."""

VALUES: Final = ("bool", "uint8", "int32", "float32", "complex64")
SHAPES: Final = ((), (2, 2), (1,), (2,), (4,), (2, 1), (2, 2, 1))

BESIDE: Final = {
    (f"numpy.{function}", "where"): {"initial": lambda _: 0}
    for function in ("amax", "amin", "max", "min", "nanmax", "nanmin")
}
"""Arguments without which JAX does not take the parameter."""

Function: TypeAlias = Callable[..., object]

Change: TypeAlias = Callable[[object], object]
"""From what is given for a parameter to what is given instead."""

Result: TypeAlias = set[tuple[str, bool]]
"""The dtypes of the arrays, and whether they are weak."""


def _pairs(table: dict[str, str]) -> list[tuple[str, str]]:
    """The functions that the installed JAX has, each with the parameter."""
    pairs = [(name, parameter) for parameter, names in table.items() for name in names.split()]
    return [(name, parameter) for name, parameter in pairs if _function(name)]


def _function(name: str) -> Function | None:
    module, _, function = f"jax.{name}".rpartition(".")
    found: Function | None = getattr(importlib.import_module(module), function, None)
    return found


def test_every_parameter_for_arrays_is_part_of_the_rule_or_listed() -> None:
    found = {
        (function.removeprefix("jax."), parameter)
        for function, rule in FUNCTIONS.items()
        if not function.startswith(DRAWN)
        for parameter in _overlooked(function, rule, "Array")
    }
    assert found == {*_pairs(WITHOUT_INFLUENCE), *_pairs(NO_ARRAYS)}


def _of_samples() -> list[tuple[str, str]]:
    """The parameters of distributions that rules overlook, each with the function."""
    return [
        (function.removeprefix("jax."), parameter)
        for function, rule in FUNCTIONS.items()
        if function.startswith(DRAWN)
        for parameter in _overlooked(function, rule, "Array")
        if parameter != "key"
    ]


def test_every_parameter_for_dtypes_is_part_of_the_rule() -> None:
    found = {
        (function, parameter)
        for function, rule in FUNCTIONS.items()
        for parameter in _overlooked(function, rule, "DType", "dtype")
    }
    assert found == {("jax.random.key", "dtype"), ("jax.random.wrap_key_data", "dtype")}


def _overlooked(function: str, rule: Rule, annotation: str, name: str = "-") -> Iterator[str]:
    named = set(_named(rule))
    for place, parameter in enumerate(_parameters(function)):
        operand = parameter.kind == parameter.POSITIONAL_ONLY and place < len(rule.operands)
        variadic = parameter.kind == parameter.VAR_POSITIONAL
        meant = annotation in str(parameter.annotation) or name in parameter.name
        if meant and not operand and not variadic:
            yield from {parameter.name} - named


def _parameters(function: str) -> list[inspect.Parameter]:
    """Those that the installed JAX has; none of a function that it lacks."""
    value = _function(function.removeprefix("jax."))
    return list(inspect.signature(value).parameters.values()) if value else []


def _named(rule: Rule) -> Iterator[str]:
    yield from (operand.name for operand in rule.operands)
    yield from parameters(rule)
    if rule.dtype is not None:
        yield rule.dtype.name


@pytest.mark.parametrize(("name", "parameter"), [*_pairs(WITHOUT_INFLUENCE), *_of_samples()])
def test_jax_makes_the_same_dtype_whatever_the_parameter_is(name: str, parameter: str) -> None:
    function = _function(name)
    assert function
    function = _with(function, BESIDE.get((name, parameter), {}))
    compared = 0
    for call in calls_of(f"jax.{name}", {}):
        for node, usual in itertools.islice(_usual(name, function, call), 2):
            for made in _made_with(name, function, parameter, call, node):
                assert made == usual, (node, made)
                compared += 1
    assert compared


def _flags() -> list[tuple[str, str]]:
    """The flags of which rules say nothing, each with its function."""
    return [
        (function.removeprefix("jax."), parameter.name)
        for function, rule in FUNCTIONS.items()
        for parameter in _parameters(function)
        if isinstance(parameter.default, bool) and parameter.name not in set(_named(rule))
    ]


@pytest.mark.parametrize(("name", "flag"), _flags())
def test_jax_makes_the_same_dtype_whatever_the_flag_is(name: str, flag: str) -> None:
    function = _function(name)
    assert function
    compared = 0
    for call in calls_of(f"jax.{name}", {}):
        for node, usual in itertools.islice(_usual(name, function, call), 2):
            made = _made(name, _with(function, {flag: lambda given: not given}), call, node)
            assert made in (None, usual), node
            compared += made is not None
    assert bool(compared) != ((name, flag) in _pairs(REFUSED))


def _usual(name: str, function: Function, call: Call) -> Iterator[tuple[str, Result]]:
    """What JAX makes of operands of each dtype that it takes, without the parameter."""
    for node in OPERANDS:
        try:
            made = _results(name, function, call, node)
        except Exception as error:
            if refused(error).refusal == "broken":
                raise
        else:
            yield node, made


def _made_with(
    name: str, function: Function, parameter: str, call: Call, node: str
) -> Iterator[Result]:
    """The same with the parameter as arrays of each dtype, in the first form that JAX takes."""
    for dtype in VALUES:
        values: list[Change] = [_as(dtype), *map(_always, _forms(dtype))]
        made = (_made(name, _with(function, {parameter: value}), call, node) for value in values)
        yield from itertools.islice((each for each in made if each is not None), 1)


def _forms(dtype: str) -> Iterator[object]:
    """Arrays of several shapes, and a Python scalar."""
    yield from (np.ones(shape, dtype) for shape in SHAPES)
    yield np.ones((), dtype).item()


def _as(dtype: str) -> Change:
    """What is given as it is, but of another dtype."""
    return lambda given: jax.tree.map(lambda array: np.ones(np.shape(array), dtype), given)


def _always(value: object) -> Change:
    return lambda _: value


def _with(function: Function, changes: Mapping[str, Change]) -> Function:
    """The function with these arguments changed, whatever it is given for them."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*positional: object, **keywords: object) -> object:
        bound = signature.bind(*positional, **keywords)
        given = {**dict(_defaults(signature)), **bound.arguments}
        bound.arguments.update({name: change(given[name]) for name, change in changes.items()})
        return function(*bound.args, **bound.kwargs)

    return called


def _defaults(signature: inspect.Signature) -> Iterator[tuple[str, object]]:
    for parameter in signature.parameters.values():
        yield parameter.name, None if parameter.default is parameter.empty else parameter.default


def _made(name: str, function: Function, call: Call, node: str) -> Result | None:
    """What JAX makes of operands of one dtype and of changed arguments; None if it refuses."""
    try:
        return _results(name, function, call, node)
    except Exception:  # Whatever it is, JAX did not take the changed arguments.
        return None


def _results(name: str, function: Function, call: Call, node: str) -> Result:
    usual = without_arguments(FUNCTIONS[f"jax.{name}"])
    count = call.counts[0] if call.counts else len(usual.operands)
    shapes = [() if place in call.scalars else call.shape for place in range(count)]
    operands = [jax.ShapeDtypeStruct(shape, node) for shape in shapes]
    traced = jax.make_jaxpr(lambda *x: call.invoke(function, x, {}))(*operands)
    return {(str(aval.dtype), aval.weak_type) for aval in traced.out_avals}
