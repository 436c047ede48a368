"""No rule overlooks a parameter that influences the result's dtype."""

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

# JAX warns about some arguments, such as complex numbers instead of real ones.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True, scope="module")
def tracebacks() -> Iterator[None]:
    with whole_tracebacks():
        yield


WITHOUT_INFLUENCE: Final = {
    # These decide which elements are chosen, how many there are, or where they go.
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
    # These are converted to the dtype of the array or of the result.
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
    # These are tolerances, or limits of the counted values.
    "atol": "numpy.allclose numpy.isclose",
    "discont": "numpy.unwrap",
    "range": "numpy.histogram numpy.histogram2d numpy.histogram_bin_edges numpy.histogramdd",
    "rcond": "numpy.linalg.pinv",
    "rtol": "numpy.allclose numpy.isclose numpy.linalg.matrix_rank numpy.linalg.pinv",
    "tol": "numpy.linalg.matrix_rank",
    "weights": "numpy.histogram_bin_edges",
    # The result's dtype is float32, or the requested one.
    "lhs": "lax.scaled_dot nn.scaled_matmul",
    "lhs_scale": "lax.scaled_dot",
    "lhs_scales": "nn.scaled_matmul",
    "rhs": "lax.scaled_dot nn.scaled_matmul",
    "rhs_scale": "lax.scaled_dot",
    "rhs_scales": "nn.scaled_matmul",
}
"""Parameters for arrays that do not influence the result's dtype, with their functions."""

NO_ARRAYS: Final = {
    # Their annotations mention arrays, but they are functions or keys.
    "_dot_general": "numpy.einsum",
    "funclist": "numpy.piecewise",
    "mask_func": "numpy.mask_indices",
    "key": "scipy.linalg.eigh_tridiagonal",
    # These are not implemented: JAX accepts only None.
    "group_offset": "lax.ragged_dot lax.ragged_dot_general",
}

DRAWN: Final = ("jax.random.", "jax.nn.initializers.")
"""Modules in which all parameters for arrays are tested, except keys."""

REFUSED: Final = {
    "overwrite_input": "numpy.median numpy.nanmedian numpy.quantile numpy.nanquantile"
    " numpy.percentile numpy.nanpercentile",
    "inplace": "numpy.fill_diagonal numpy.place numpy.put numpy.put_along_axis",
    "wrap": "numpy.fill_diagonal",
    "copy": "numpy.meshgrid",
    "exact": "scipy.special.factorial",
    # Values other than False are strings.
    "detrend": "scipy.signal.stft",
    # The values decide the number of elements, so tracers are refused.
    "trim_leading_zeros": "numpy.polymul numpy.polydiv",
    "strip_zeros": "numpy.roots",
}
"""Flags for which JAX accepts only the default, with their functions."""

OPERANDS: Final = ("int8", "bfloat16", "float32", "complex64", "bool", "uint8", "uint32")
"""Dtypes of operands; promotions show best with narrow dtypes."""

VALUES: Final = ("bool", "uint8", "int32", "float32", "complex64")
SHAPES: Final = ((), (2, 2), (1,), (2,), (4,), (2, 1), (2, 2, 1))

BESIDE: Final = {
    (f"numpy.{function}", "where"): {"initial": lambda _: 0}
    for function in ("amax", "amin", "max", "min", "nanmax", "nanmin")
}
"""Further arguments without which JAX refuses a parameter."""

Function: TypeAlias = Callable[..., object]

Change: TypeAlias = Callable[[object], object]
"""Maps the argument for a parameter to another one."""

Result: TypeAlias = set[tuple[str, bool]]
"""The dtypes of the resulting arrays, each with whether it is weak."""


def _pairs(table: dict[str, str]) -> list[tuple[str, str]]:
    """The functions of a table that the installed JAX has, each with the parameter."""
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
    """The parameters of distributions that rules do not mention, each with the function."""
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
    """The parameters of a function of the installed JAX; empty if it lacks the function."""
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
    """The flags that rules do not mention, each with its function."""
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
    """JAX's result for operands of each dtype that it accepts, without the parameter."""
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
    """JAX's results with the parameter, for each dtype, in the first form that JAX accepts."""
    for dtype in VALUES:
        values: list[Change] = [_as(dtype), *map(_always, _forms(dtype))]
        made = (_made(name, _with(function, {parameter: value}), call, node) for value in values)
        yield from itertools.islice((each for each in made if each is not None), 1)


def _forms(dtype: str) -> Iterator[object]:
    """Arrays of several shapes, and a Python scalar."""
    yield from (np.ones(shape, dtype) for shape in SHAPES)
    yield np.ones((), dtype).item()


def _as(dtype: str) -> Change:
    """Return a change that keeps the shape of an argument and gives it another dtype."""
    return lambda given: jax.tree.map(lambda array: np.ones(np.shape(array), dtype), given)


def _always(value: object) -> Change:
    return lambda _: value


def _with(function: Function, changes: Mapping[str, Change]) -> Function:
    """Wrap a function so that these arguments are changed in each call."""
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
    """JAX's result for operands of one dtype and changed arguments; None if it refuses."""
    try:
        return _results(name, function, call, node)
    except Exception:  # Any exception means that JAX refused the changed arguments.
        return None


def _results(name: str, function: Function, call: Call, node: str) -> Result:
    usual = without_arguments(FUNCTIONS[f"jax.{name}"])
    count = call.counts[0] if call.counts else len(usual.operands)
    shapes = [() if place in call.scalars else call.shape for place in range(count)]
    operands = [jax.ShapeDtypeStruct(shape, node) for shape in shapes]
    traced = jax.make_jaxpr(lambda *x: call.invoke(function, x, {}))(*operands)
    return {(str(aval.dtype), aval.weak_type) for aval in traced.out_avals}
