"""No rule overlooks a parameter that takes arrays and has a part in the result's dtype."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Final

from promo_typing.rules import FUNCTIONS, Rule, parameter_name

WITHOUT_INFLUENCE: Final = {
    # Which elements there are, which are chosen, and where they go.
    "a": "numpy.choose",
    "condition": "numpy.compress numpy.extract",
    "condlist": "numpy.piecewise numpy.select",
    "group_offset": "lax.ragged_dot lax.ragged_dot_general",
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
        "nn.log_softmax nn.logmeanexp nn.logsumexp nn.softmax nn.standardize numpy.all "
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
    # The dtype is float32, or asked for.
    "lhs": "lax.scaled_dot nn.scaled_matmul",
    "lhs_scale": "lax.scaled_dot",
    "lhs_scales": "nn.scaled_matmul",
    "rhs": "lax.scaled_dot nn.scaled_matmul",
    "rhs_scale": "lax.scaled_dot",
    "rhs_scales": "nn.scaled_matmul",
    # No arrays, though the annotation has the word: functions.
    "_dot_general": "numpy.einsum",
    "funclist": "numpy.piecewise",
    "mask_func": "numpy.mask_indices",
    "key": "scipy.linalg.eigh_tridiagonal",
}
"""Parameters that take arrays and leave the dtype as it is, with the functions that have them."""

DRAWN: Final = ("jax.random.", "jax.nn.initializers.")
"""Modules of functions that convert their parameters to the dtype of what is drawn."""


def test_every_parameter_for_arrays_is_part_of_the_rule_or_without_influence() -> None:
    found: dict[str, set[str]] = {}
    for function, rule in FUNCTIONS.items():
        if not function.startswith(DRAWN):
            for parameter in _overlooked(function, rule):
                found.setdefault(parameter, set()).add(function.removeprefix("jax."))
    for parameter in found.keys() | WITHOUT_INFLUENCE.keys():
        listed = set(WITHOUT_INFLUENCE.get(parameter, "").split())
        assert found.get(parameter, set()) <= listed, parameter
        assert not any(map(_is_installed, listed - found.get(parameter, set()))), parameter


def _is_installed(name: str) -> bool:
    module, _, function = f"jax.{name}".rpartition(".")
    return hasattr(importlib.import_module(module), function)


def _overlooked(function: str, rule: Rule) -> Iterator[str]:
    module, _, name = function.rpartition(".")
    value = getattr(importlib.import_module(module), name, None)
    if value is None:
        return
    named = set(_named(rule))
    for place, parameter in enumerate(inspect.signature(value).parameters.values()):
        operand = parameter.kind == parameter.POSITIONAL_ONLY and place < len(rule.operands)
        variadic = parameter.kind == parameter.VAR_POSITIONAL
        if "Array" in str(parameter.annotation) and not operand and not variadic:
            yield from {parameter.name} - named


def _named(rule: Rule) -> Iterator[str | None]:
    yield from map(parameter_name, rule.operands)
    yield from rule.unknown_with
    yield rule.dtype_parameter
    for variant in rule.variants:
        yield variant.parameter
        yield from _named(variant.rule)
