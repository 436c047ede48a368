"""Makes and calls the layers of each library, without computing anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import jax
import jax.numpy as jnp

from tests.unit.systems.libraries import library

Shape = jax.ShapeDtypeStruct
SEQUENCE = (2, 4)
IMAGE = (2, 8, 8, 4)
VOLUME = (4, 4, 4, 4)


@dataclass(frozen=True)
class Example:
    """A layer, its constructor's arguments, the shapes of its inputs, and more call arguments.

    ``counts``: its inputs are indices. ``is_pair``: its last two inputs are one argument.
    """

    name: str
    arguments: Sequence[Any] = ()
    keywords: dict[str, Any] = field(default_factory=dict)
    shapes: Sequence[tuple[int, ...]] = (SEQUENCE,)
    called_with: dict[str, Any] = field(default_factory=dict)
    counts: bool = False
    is_pair: bool = False


class Called(Protocol):
    """Calls a layer whose parameters were cast to a dtype; the result is abstract."""

    def __call__(self, inputs: Sequence[Shape], parameters: Any) -> Any: ...


def cast(tree: Any, dtype: Any) -> Any:
    """A pytree with its float arrays in another dtype."""

    def leaf(array: Any) -> Any:
        is_float = hasattr(array, "dtype") and jnp.issubdtype(array.dtype, jnp.inexact)
        return Shape(array.shape, dtype) if is_float and dtype is not None else array

    return jax.tree.map(leaf, tree)


def _first(example: Example) -> list[Shape]:
    """Inputs with which a layer creates its parameters."""
    dtype = jnp.int32 if example.counts else jnp.float32
    return [Shape(shape, dtype) for shape in example.shapes]


def of_linen(made: type, example: Example, chosen: dict[str, Any]) -> Called:
    layer = made(*example.arguments, **example.keywords, **chosen)
    keys = {"params": jax.random.key(0), "dropout": jax.random.key(1)}
    variables = jax.eval_shape(
        lambda *xs: layer.init(keys, *xs, **example.called_with), *_first(example)
    )

    def called(inputs: Sequence[Shape], parameters: Any) -> Any:
        def apply(variables: Any, *xs: Any) -> Any:
            mutable = ["batch_stats"]
            return layer.apply(variables, *xs, rngs=keys, mutable=mutable, **example.called_with)[0]

        # State other than parameters has a dtype of its own.
        given = {**variables, **cast({"params": variables.get("params", {})}, parameters)}
        return jax.eval_shape(apply, given, *inputs)

    return called


def of_nnx(made: type, example: Example, chosen: dict[str, Any]) -> Called:
    nnx = library("flax").nnx

    def make() -> Any:
        return made(*example.arguments, **example.keywords, **chosen, rngs=nnx.Rngs(0))

    graph, made_with, rest = nnx.split(nnx.eval_shape(make), nnx.Param, ...)

    def called(inputs: Sequence[Shape], parameters: Any) -> Any:
        def call(parameters: Any, rest: Any, *xs: Any) -> Any:
            return nnx.merge(graph, parameters, rest)(*xs, **example.called_with)

        return jax.eval_shape(call, cast(made_with, parameters), rest, *inputs)

    return called


def of_equinox(made: type, example: Example, chosen: dict[str, Any]) -> Called:
    equinox = library("equinox")
    keyed = (
        {}
        if "norm" in made.__name__.lower() or made.__name__ == "Dropout"
        else {"key": jax.random.key(0)}
    )
    layer = equinox.filter_eval_shape(
        lambda: made(*example.arguments, **example.keywords, **chosen, **keyed)
    )

    def called(inputs: Sequence[Shape], parameters: Any) -> Any:
        def call(layer: Any, *xs: Any) -> Any:
            given = (*xs[:-2], xs[-2:]) if example.is_pair else xs
            return layer(*given, key=jax.random.key(0), **example.called_with)

        return equinox.filter_eval_shape(call, cast(layer, parameters), *inputs)

    return called


def of_haiku(made: type, example: Example, chosen: dict[str, Any]) -> Called:
    haiku = library("haiku")

    def forward(*xs: Any) -> Any:
        return made(*example.arguments, **example.keywords, **chosen)(*xs, **example.called_with)

    module, key = haiku.transform(forward), jax.random.key(0)
    made_for = jax.eval_shape(module.init, key, *_first(example))

    def called(inputs: Sequence[Shape], parameters: Any) -> Any:
        return jax.eval_shape(module.apply, cast(made_for, parameters), key, *inputs)

    return called


def convolutions(package: str, module: str, name: str, **more: Any) -> list[Example]:
    """Convolutions over one, two and three dimensions, with channels first."""
    return [
        Example(f"{package}.{module}.{name}{n}d", (4, 4, 3), more, [(4,) + (8,) * n])
        for n in (1, 2, 3)
    ]


def _linen() -> list[Example]:
    heads = {"num_heads": 2}
    return [
        Example("flax.linen.linear.Dense", (4,)),
        Example("flax.linen.linear.DenseGeneral", (4,)),
        Example("flax.linen.linear.Einsum", ((4, 3), "ab,bc->ac")),
        Example("flax.linen.linear.Conv", (4, (3, 3)), shapes=[IMAGE]),
        Example("flax.linen.linear.ConvLocal", (4, (3, 3)), shapes=[IMAGE]),
        Example("flax.linen.linear.ConvTranspose", (4, (3, 3)), shapes=[IMAGE]),
        Example("flax.linen.linear.Embed", (4, 4), counts=True),
        Example("flax.linen.normalization.LayerNorm"),
        Example("flax.linen.normalization.RMSNorm"),
        Example("flax.linen.normalization.GroupNorm", (2,)),
        Example("flax.linen.normalization.InstanceNorm", shapes=[IMAGE]),
        *(Example("flax.linen.normalization.BatchNorm", (average,)) for average in (True, False)),
        *(
            Example("flax.linen.attention.MultiHeadDotProductAttention", (), heads, [IMAGE] * count)
            for count in (1, 2, 3)
        ),
        Example("flax.linen.attention.MultiHeadAttention", (), heads, [IMAGE]),
        Example("flax.linen.attention.SelfAttention", (), heads, [IMAGE]),
        *(
            Example("flax.linen.stochastic.Dropout", (0.5,), called_with={"deterministic": each})
            for each in (True, False)
        ),
    ]


def _nnx() -> list[Example]:
    heads = {"num_heads": 2, "in_features": 4, "decode": False}
    return [
        Example("flax.nnx.nn.linear.Linear", (4, 3)),
        Example("flax.nnx.nn.linear.LinearGeneral", (4, 3)),
        Example("flax.nnx.nn.linear.Einsum", ("ab,bc->ac", (4, 3), (3,))),
        Example("flax.nnx.nn.linear.Conv", (4, 3, (3, 3)), shapes=[IMAGE]),
        Example("flax.nnx.nn.linear.ConvTranspose", (4, 3, (3, 3)), shapes=[IMAGE]),
        Example("flax.nnx.nn.linear.Embed", (4, 4), counts=True),
        Example("flax.nnx.nn.normalization.LayerNorm", (4,)),
        Example("flax.nnx.nn.normalization.RMSNorm", (4,)),
        Example("flax.nnx.nn.normalization.GroupNorm", (4, 2)),
        Example("flax.nnx.nn.normalization.InstanceNorm", (4,), shapes=[IMAGE]),
        *(
            Example(
                "flax.nnx.nn.normalization.BatchNorm",
                (4,),
                called_with={"use_running_average": average},
            )
            for average in (True, False)
        ),
        *(
            Example("flax.nnx.nn.attention.MultiHeadAttention", (), heads, [IMAGE] * count)
            for count in (1, 2, 3)
        ),
        *(
            Example("flax.nnx.nn.stochastic.Dropout", (0.5,), called_with={"deterministic": each})
            for each in (True, False)
        ),
    ]


def _equinox() -> list[Example]:
    return [
        Example("equinox.nn._linear.Linear", (4, 3), shapes=[(4,)]),
        Example("equinox.nn._conv.Conv", (2, 4, 4, 3), shapes=[(4, 8, 8)]),
        Example("equinox.nn._conv.ConvTranspose", (2, 4, 4, 3), shapes=[(4, 8, 8)]),
        *convolutions("equinox.nn", "_conv", "Conv"),
        *convolutions("equinox.nn", "_conv", "ConvTranspose"),
        Example("equinox.nn._rnn.GRUCell", (4, 3), shapes=[(4,), (3,)]),
        Example("equinox.nn._rnn.LSTMCell", (4, 3), shapes=[(4,), (3,), (3,)], is_pair=True),
        Example("equinox.nn._normalisation.LayerNorm", (4,), shapes=[(4,)]),
        Example("equinox.nn._normalisation.RMSNorm", (4,), shapes=[(4,)]),
        Example("equinox.nn._normalisation.GroupNorm", (2, 4), shapes=[(4, 8)]),
        *(
            Example("equinox.nn._dropout.Dropout", (0.5,), called_with={"inference": each})
            for each in (True, False)
        ),
    ]


def _haiku() -> list[Example]:
    sizes = {1: (2, 8, 4), 2: IMAGE, 3: (2, *VOLUME)}
    return [
        Example("haiku._src.basic.Linear", (4,)),
        Example("haiku._src.conv.ConvND", (2, 4, 3), shapes=[IMAGE]),
        Example("haiku._src.conv.ConvNDTranspose", (2, 4, 3), shapes=[IMAGE]),
        *(
            Example(f"haiku._src.conv.Conv{n}D{transposed}", (4, 3), shapes=[shape])
            for n, shape in sizes.items()
            for transposed in ("", "Transpose")
        ),
        Example("haiku._src.layer_norm.LayerNorm", (-1, True, True)),
        Example("haiku._src.layer_norm.InstanceNorm", (True, True), shapes=[IMAGE]),
        Example("haiku._src.nets.mlp.MLP", ([4, 4],)),
        Example("haiku._src.embed.Embed", (4, 4), counts=True),
        Example(
            "haiku._src.attention.MultiHeadAttention",
            (2, 4),
            {"w_init_scale": 1.0},
            [SEQUENCE] * 3,
        ),
        Example("haiku._src.group_norm.GroupNorm", (2,), shapes=[IMAGE]),
    ]


MAKERS: dict[str, Callable[[type, Example, dict[str, Any]], Called]] = {
    "flax.linen": of_linen,
    "flax.nnx": of_nnx,
    "equinox": of_equinox,
    "haiku": of_haiku,
}
EXAMPLES = [*_linen(), *_nnx(), *_equinox(), *_haiku()]
