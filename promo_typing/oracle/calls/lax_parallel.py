"""Functions of jax.lax with a named axis, which are called within ``vmap`` and ``shard_map``."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.oracle.calls.call import NO_LITERALS, Call, arrays, for_functions

_AXIS: Final = "i"
_SIZE: Final = 2


def _mapped(*more: Any, **keywords: Any) -> Call:
    """Call with a slice of each operand, and further arguments after the name of the axis."""

    def invoke(function: Any, x: Any, k: Any) -> Any:
        import jax

        found: list[Any] = []

        def inside(operand: Any) -> None:
            found.append(function(operand, _AXIS, *more, **keywords, **k))

        jax.vmap(inside, axis_name=_AXIS, axis_size=_SIZE)(x[0])
        return found[0]

    return Call(invoke, (_SIZE, 2, 2), literals_from=NO_LITERALS)


def _sharded(*more: Any, split: bool = True, **keywords: Any) -> Call:
    """Call within a mesh of one device, over which operands are split or replicated."""

    def invoke(function: Any, x: Any, k: Any) -> Any:
        import jax

        found: list[Any] = []
        mesh = jax.make_mesh((1,), (_AXIS,), axis_types=(jax.sharding.AxisType.Auto,))

        def inside(operand: Any) -> tuple[()]:
            found.append(function(operand, _AXIS, *more, **keywords, **k))
            return ()

        spec = jax.sharding.PartitionSpec(_AXIS if split else None)
        jax.shard_map(inside, mesh=mesh, in_specs=spec, out_specs=())(x[0])
        return found[0]

    return Call(invoke, (1, 2, 2), literals_from=NO_LITERALS)


def _both(*more: Any) -> tuple[Call, ...]:
    return _mapped(*more), _sharded(*more)


CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **for_functions("jax.lax", "psum pmean pmax pmin all_gather psum_scatter", _both()),
    **for_functions("jax.lax", "all_to_all", _both(0, 0)),
    **for_functions("jax.lax", "pswapaxes", _both(0)),
    **for_functions("jax.lax", "ppermute", (_mapped([(0, 1), (1, 0)]), _sharded([(0, 0)]))),
    **for_functions("jax.lax", "pshuffle", (_mapped([1, 0]), _sharded([0]))),
    # These concern devices, so vmap does not support them.
    **for_functions("jax.lax", "pbroadcast", (_sharded(0),)),
    **for_functions("jax.lax", "pcast", (_sharded(split=False, to="varying"),)),
    **for_functions("jax.lax", "stop_gradient optimization_barrier", arrays()),
}
