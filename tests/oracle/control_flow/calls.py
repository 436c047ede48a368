"""Random calls of loops, conditionals and transforms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from . import transforms
from .bodies import expression, pair
from .operands import DTYPES, FLOATS, SCALARS, STRONG_FLOATS, VECTORS, function


class Call(NamedTuple):
    """A call of a construct.

    Attributes:
        construct: the name of the loop, conditional or transform.
        source: the call, below the functions that it needs.
    """

    construct: str
    source: str

    @property
    def text(self) -> str:
        """The call itself, which is the last line."""
        return self.source.splitlines()[-1]

    @property
    def definitions(self) -> str:
        """The functions above the call."""
        return self.source.removesuffix(self.text)

    @property
    def open(self) -> bool:
        """Whether the index is weak or strong, depending on whether a bound of the loop is traced.

        A checker cannot know that, so it may overlook refusals and weakness.
        """
        return self.text.startswith("lax.fori_loop(i32,")


def _scalar(random: Random) -> str:
    return random.choice([*SCALARS, "1", "1.0"])


def _vector(random: Random) -> str:
    return random.choice(list(VECTORS))


def _cond(random: Random) -> str:
    first, second = (expression(random, "v") for _ in range(2))
    return f"lax.cond(f32 > 0, lambda v: {first}, lambda v: {second}, {_scalar(random)})"


def _cond_of_pairs(random: Random) -> str:
    first, second = (f"(v, {expression(random, 'v', 1)})" for _ in range(2))
    return f"lax.cond(f32 > 0, lambda v: {first}, lambda v: {second}, {_scalar(random)})"


def _cond_of_functions(random: Random) -> str:
    name = random.choice(list(DTYPES))
    cast = function(name, random.choice(list(DTYPES)))
    functions = random.sample([cast, "keep", "lambda v: v", "lambda v: 1.0"], 2)
    return f"lax.cond(f32 > 0, {functions[0]}, {functions[1]}, {name})"


def _switch(random: Random) -> str:
    branches = ", ".join(f"lambda v: {expression(random, 'v', 1)}" for _ in range(3))
    return f"lax.switch(i32, [{branches}], {_scalar(random)})"


def _switch_of_scalars(random: Random) -> str:
    like = random.choice((["f32", "wf", "1.0", "v"], ["i32", "wi", "1"]))
    branches = ", ".join(f"lambda v: {random.choice(like)}" for _ in range(2))
    return f"lax.switch(i32, ({branches}), f32)"


def _scan(random: Random) -> str:
    carry, out = expression(random, "cx"), expression(random, "cx")
    return f"lax.scan(lambda c, x: ({carry}, {out}), {_scalar(random)}, {_vector(random)})"


def _scan_of_pairs(random: Random) -> str:
    names = ("c[0]", "c[1]", "x")
    carry, initial = pair(random, names), f"({_scalar(random)}, {_scalar(random)})"
    return f"lax.scan(lambda c, x: ({carry}, (c[0], x)), {initial}, {_vector(random)})"


def _scan_of_a_function(random: Random) -> str:
    return f"lax.scan(keep_carry, {_scalar(random)}, {_vector(random)})"


def _while_loop(random: Random) -> str:
    return (
        f"lax.while_loop(lambda c: f32 > 0, lambda c: {expression(random, 'c')}, {_scalar(random)})"
    )


def _while_loop_of_a_function(random: Random) -> str:
    name = random.choice(list(DTYPES))
    initial = random.choice([name, "1", "1.0", "wi", "wf"])
    body = function(name if initial == name else "any", name)
    return f"lax.while_loop(lambda c: f32 > 0, {body}, {initial})"


def _fori_loop(random: Random) -> str:
    lower, upper = random.choice(["0", "i32", "wi"]), random.choice(["3", "i32", "wi"])
    body = expression(random, "kc")
    return f"lax.fori_loop({lower}, {upper}, lambda k, c: {body}, {_scalar(random)})"


def _map(random: Random) -> str:
    return f"lax.map(lambda x: {expression(random, 'x')}, {_vector(random)})"


def _associative_scan(random: Random) -> str:
    body = f"({expression(random, 'ab', 1)} + a + b)"
    return f"lax.associative_scan(lambda a, b: {body}, {_vector(random)})"


def _named(random: Random, operand: str, targets: Sequence[str]) -> str:
    """A function with annotations; for a weak operand a generic one."""
    if operand not in DTYPES:
        return "keep"
    return random.choice(["keep", *(function(operand, target) for target in targets)])


def _transform(name: str) -> Callable[[Random], str]:
    def call(random: Random) -> str:
        operand = random.choice(FLOATS)
        return f"jax.{name}({_named(random, operand, STRONG_FLOATS)})({operand})"

    return call


def _vmap(random: Random) -> str:
    operand = random.choice(list(SCALARS))
    return f"jax.vmap({_named(random, operand, list(DTYPES))})({operand}s)"


def _vjp(random: Random) -> str:
    operand = random.choice(FLOATS)
    return f"jax.vjp({_named(random, operand, STRONG_FLOATS)}, {operand})[0]"


def _jvp(random: Random) -> str:
    operand = random.choice(FLOATS)
    return f"jax.jvp({_named(random, operand, STRONG_FLOATS)}, ({operand},), ({operand},))"


def _tree_map(random: Random) -> str:
    trees = [_scalar(random), f"({_scalar(random)}, {_vector(random)})", f"[{_scalar(random)}]"]
    body = random.choice(["v * 2", "v * 0.5", "v + f32", "v * bf16", "jnp.asarray(v)"])
    return f"jax.tree.map(lambda v: {body}, {random.choice(trees)})"


_MAKERS: Final[dict[str, tuple[Callable[[Random], str], ...]]] = {
    "cond": (_cond, _cond_of_pairs, _cond_of_functions),
    "switch": (_switch, _switch_of_scalars),
    "scan": (_scan, _scan_of_pairs, _scan_of_a_function),
    "while_loop": (_while_loop, _while_loop_of_a_function),
    "fori_loop": (_fori_loop,),
    "map": (_map,),
    "associative_scan": (_associative_scan,),
    "vmap": (_vmap,),
    "vjp": (_vjp,),
    "jvp": (_jvp,),
    "tree.map": (_tree_map,),
    **{name: (_transform(name),) for name in (*transforms.DERIVATIVES, *transforms.TRACED)},
}
CONSTRUCTS: Final = tuple(_MAKERS)


def calls(seed: int, count: int, *, bodies: bool) -> Iterator[Call]:
    """Yield ``count`` calls of each kind of each construct, always the same for a seed.

    With ``bodies``, calls whose dtypes are known only from the bodies of functions are included.
    """
    random = Random(seed)
    for construct, makers in _MAKERS.items():
        for maker in (*makers, *(transforms.MAKERS.get(construct, ()) if bodies else ())):
            for source in dict.fromkeys(maker(random) for _ in range(count)):
                yield Call(construct, source)
