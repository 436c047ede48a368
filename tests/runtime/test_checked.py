"""``dtypechecked``: a type variable has one dtype per call, also under beartype and typeguard."""

# Some annotations here are wrong on purpose.
# mypy: disable-error-code="valid-type, no-any-return, return-value"

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, TypeVar

import beartype
import beartype.roar
import jax
import jax.numpy as jnp
import pytest
import typeguard

from promo_typing import Array, Shape, dtypechecked, named_shape

D = TypeVar("D", bound=jnp.number)
Kind = TypeVar("Kind", jnp.floating, jnp.integer)
FLOATS, HALVES, INTS = jnp.ones(3), jnp.ones(3, "float16"), jnp.ones(3, "int32")
VIOLATIONS = (beartype.roar.BeartypeCallHintViolation, typeguard.TypeCheckError)


def add(x: Array[D], y: Array[D]) -> Array[D]:
    return x + y


def first(x: Array[D], rest: list[Array[D]], *, other: Array[D] | None = None) -> Array[D]:
    return x


def widened(x: Array[D]) -> Array[D]:
    return x.astype(jnp.float32)


def of_a_kind(x: Array[Kind], y: Array[Kind]) -> Array[Kind]:
    return x


def nested(x: Array[D], y: Array[Any]) -> Array[D]:
    call(add, y, y)
    return x


def each_of(x: Array[D], y: Array[Any]) -> Iterator[Array[D]]:
    yield x
    yield y


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    return dtypechecked(typechecker=beartype.beartype)(function)(*arguments)


def with_beartype(function: Any) -> Any:
    return dtypechecked(typechecker=beartype.beartype)(function)


def on_top_of_beartype(function: Any) -> Any:
    return dtypechecked(beartype.beartype(function))


def with_typeguard(function: Any) -> Any:
    return dtypechecked(typechecker=typeguard.typechecked)(function)


def on_top_of_typeguard(function: Any) -> Any:
    return dtypechecked(typeguard.typechecked(function))


def on_top_of_anything(value: Any) -> Any:
    return dtypechecked(value)


Check = Callable[[Any], Any]
CHECKS = pytest.mark.parametrize(
    "check", [with_beartype, on_top_of_beartype, with_typeguard, on_top_of_typeguard]
)


@CHECKS
def test_a_variable_is_one_dtype_in_a_call(check: Check) -> None:
    checked = check(add)
    for x in (FLOATS, HALVES, INTS):
        assert checked(x, x).dtype == x.dtype
        assert jax.jit(checked)(x, x).dtype == x.dtype
    for function in (checked, jax.jit(checked), jax.vmap(checked)):
        with pytest.raises(VIOLATIONS, match=r'"?y"?.*dtype float16, .* ~D is jnp\.float32 in'):
            function(FLOATS, HALVES)


@CHECKS
def test_inside_of_other_types_and_of_the_result(check: Check) -> None:
    checked = check(first)
    assert checked(FLOATS, [FLOATS], other=FLOATS) is FLOATS
    assert checked(FLOATS, [], other=None) is FLOATS
    for rest, other in (([HALVES], None), ([], HALVES)):
        with pytest.raises(VIOLATIONS, match="float16"):
            checked(FLOATS, rest, other=other)
    assert check(widened)(FLOATS).dtype == "float32"
    with pytest.raises(VIOLATIONS, match=r"return.*dtype float32, .* ~D is jnp\.float16 in this"):
        check(widened)(HALVES)


@CHECKS
def test_the_bound_counts(check: Check) -> None:
    with pytest.raises(VIOLATIONS, match=r'"?x"?.*has dtype bool.*~D is jnp\.number'):
        check(add)(jnp.ones(3, bool), jnp.ones(3, bool))


@CHECKS
def test_constraints_are_what_is_bound(check: Check) -> None:
    checked = check(of_a_kind)
    assert checked(FLOATS, HALVES) is FLOATS
    assert checked(INTS, jnp.ones(3, "int8")) is INTS
    for x, y in ((FLOATS, INTS), (INTS, FLOATS), (FLOATS, jnp.ones(3, complex))):
        with pytest.raises(VIOLATIONS):
            checked(x, y)


@CHECKS
def test_a_call_inside_of_a_call_binds_anew(check: Check) -> None:
    assert check(nested)(FLOATS, HALVES) is FLOATS
    with pytest.raises(VIOLATIONS):
        check(add)(FLOATS, HALVES)


def test_without_the_decorator_nothing_is_bound() -> None:
    assert beartype.beartype(add)(FLOATS, HALVES).dtype == "float32"
    hint: Any = Array[D]
    assert isinstance(FLOATS, hint)
    assert isinstance(HALVES, hint)


def test_each_thread_has_its_own_calls() -> None:
    together = threading.Barrier(2, timeout=30)

    def waits(x: Array[D], y: Callable[[], Any]) -> Array[D]:
        y()
        together.wait()
        return x

    checked = with_beartype(waits)
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda x: checked(x, together.wait), (FLOATS, INTS))
        assert [x.dtype.name for x in results] == ["float32", "int32"]


@CHECKS
def test_generators_keep_the_bindings_of_their_call(check: Check) -> None:
    one, two = (check(each_of)(x, x) for x in (FLOATS, INTS))
    assert [x.dtype.name for pair in zip(one, two, strict=True) for x in pair] == [
        *("float32", "int32"),
        *("float32", "int32"),
    ]


def test_a_generator_that_yields_another_dtype() -> None:
    """Typeguard checks yielded values."""
    values = with_typeguard(each_of)(FLOATS, INTS)
    assert next(values) is FLOATS
    with pytest.raises(VIOLATIONS, match=r"int32.*~D is jnp\.float32 in this call"):
        next(values)


def test_generators_are_sent_and_thrown_what_the_caller_says() -> None:
    said: list[Any] = []

    @dtypechecked
    def echo() -> Iterator[Any]:
        try:
            said.append((yield 1))
            yield 2
        except ValueError as error:
            said.append(error.args)
            yield 3
        finally:
            said.append("closed")

    generator: Any = echo()
    assert next(generator) == 1
    assert generator.send("sent") == 2
    assert generator.throw(ValueError("thrown")) == 3
    generator.close()
    assert said == ["sent", ("thrown",), "closed"]


def test_coroutines_and_asynchronous_generators() -> None:
    async def later(x: Array[D], y: Array[D]) -> Array[D]:
        await asyncio.sleep(0)
        hint: Any = Array[D]
        assert isinstance(x, hint)
        assert not isinstance(jnp.ones(3, "uint8"), hint)
        return x + y

    async def many(x: Array[D]) -> AsyncIterator[Array[D]]:
        for _ in range(2):
            await asyncio.sleep(0)
            hint: Any = Array[D]
            assert not isinstance(jnp.ones(3, "uint8"), hint)
            yield x

    async def values(x: Array[Any]) -> list[str]:
        return [str(y.dtype) async for y in with_beartype(many)(x)]

    async def run() -> list[Any]:
        checked = with_beartype(later)
        sums = await asyncio.gather(*(checked(x, x) for x in (FLOATS, INTS)))
        return [*(str(x.dtype) for x in sums), *await asyncio.gather(values(FLOATS), values(INTS))]

    assert asyncio.run(run()) == ["float32", "int32", ["float32"] * 2, ["int32"] * 2]


def test_methods() -> None:
    @dtypechecked(typechecker=beartype.beartype)
    class Adder:
        def method(self, x: Array[D], y: Array[D]) -> Array[D]:
            return x + y

        @classmethod
        def of_class(cls, x: Array[D], y: Array[D]) -> Array[D]:
            return x + y

        @staticmethod
        def static(x: Array[D], y: Array[D]) -> Array[D]:
            return x + y

    adder = Adder()
    for method in (adder.method, adder.of_class, adder.static):
        assert method(FLOATS, FLOATS).dtype == "float32"
        with pytest.raises(VIOLATIONS):
            method(FLOATS, HALVES)


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(TypeError, match="dtypechecked: 3 cannot be called; write it above a func"):
        on_top_of_anything(3)


@CHECKS
def test_compiled_code_is_unchanged(check: Check) -> None:
    def step(x: Array[D], y: Array[D]) -> Array[D]:
        return jnp.tanh(x * 2 + y)

    def scanned(f: Any) -> Any:
        return lambda x: jax.grad(lambda y: jax.lax.scan(lambda c, _: (f(c, y), c), y, None, 3)[0])(
            x
        )

    checked, x = check(step), jnp.float32(1)
    for plain, other in ((step, checked), (scanned(step), scanned(checked))):
        arguments = (x, x) if plain is step else (x,)
        assert str(jax.make_jaxpr(plain)(*arguments)) == str(jax.make_jaxpr(other)(*arguments))
    assert texts(step) == texts(checked)


def texts(function: Any) -> tuple[str, str]:
    """The StableHLO of a function, and the HLO that XLA compiles from it."""
    lowered = jax.jit(lambda x, y: function(x, y)).lower(FLOATS, FLOATS)
    return lowered.as_text(), without_lines(lowered.compile().as_text() or "")


def without_lines(text: str) -> str:
    """HLO without the source locations of its operations."""
    return "\n".join(line.split(", metadata={")[0] for line in text.split("\n\n")[-1].splitlines())


def matrix_product(
    x: Annotated[Array[D], named_shape("batch", "n")],
    y: Annotated[Array[D], named_shape("n")],
    like: Annotated[Shape, named_shape("batch", "n")] | None = None,
    result: Annotated[Shape, named_shape("batch")] = (2,),
) -> Annotated[Array[D], named_shape("batch")]:
    return x @ y if result[0] else x


@CHECKS
def test_named_dimensions_are_one_size_in_a_call(check: Check) -> None:
    checked = check(matrix_product)
    x, y = jnp.ones((2, 3)), jnp.ones(3)
    assert checked(x, y).shape == (2,)
    assert jax.jit(checked)(x, y).shape == (2,)
    assert checked(jnp.ones((5, 4)), jnp.ones(4), result=(5,)).shape == (5,)
    for function in (checked, jax.jit(checked)):
        with pytest.raises(TypeError, match=r"argument 'y' has shape \(4,\), .*'n' is 3 in this"):
            function(x, jnp.ones(4))
    with pytest.raises(TypeError, match=r"argument 'result' has shape \(3,\), .*'batch' is 2"):
        checked(x, y, result=(3,))
    with pytest.raises(TypeError, match=r"argument 'x' has shape \(3,\), expected .*'batch', 'n'"):
        checked(y, y)


def test_the_shape_of_a_result() -> None:
    @dtypechecked
    def row(
        x: Annotated[Array, named_shape("n", "m")],
    ) -> Annotated[Array, named_shape("n")]:
        return x[0]

    assert row(jnp.ones((3, 3))).shape == (3,)
    with pytest.raises(TypeError, match=r"the result has shape \(2,\), .*'n' is 3 in this call"):
        row(jnp.ones((3, 2)))


def alone(function: Any) -> Any:
    return dtypechecked(function)


def test_without_a_type_checker_dtypes_are_checked() -> None:
    checked = alone(add)
    assert checked(FLOATS, FLOATS).dtype == "float32"
    assert checked(HALVES, HALVES).dtype == "float16"
    for function in (checked, jax.jit(checked)):
        with pytest.raises(TypeError, match=r"add: argument 'y' has dtype float16, .* in this"):
            function(FLOATS, HALVES)
    with pytest.raises(TypeError, match=r"add: argument 'x' is no array of JAX but of type list"):
        checked([1.0], FLOATS)


def test_without_a_type_checker_the_result_is_checked() -> None:
    def widened(x: Array[D]) -> Array[D]:
        result: Any = x.astype("float32")
        return result

    assert alone(widened)(FLOATS).dtype == "float32"
    with pytest.raises(TypeError, match=r"widened: the result has dtype float32, .*float16"):
        alone(widened)(HALVES)


def test_without_a_type_checker_unions_and_many_arguments() -> None:
    def last(
        *xs: Array[D], y: Array[D] | None = None, z: int = 0, **named: Array[D]
    ) -> Annotated[Array[D], named_shape("n")]:
        return [*xs, *named.values()][-1]

    checked: Any = alone(last)
    assert checked(FLOATS, FLOATS, y=None, z="not looked at", other=FLOATS) is FLOATS
    for arguments, name in (
        ({"other": HALVES}, "named"),
        ({"y": HALVES}, "y"),
    ):
        with pytest.raises(TypeError, match=f"argument '{name}' has dtype float16"):
            checked(FLOATS, **arguments)
    with pytest.raises(TypeError, match=r"argument 'y' is no array .* or None$"):
        checked(FLOATS, y=3)
    with pytest.raises(TypeError, match="argument 'xs' has dtype float16"):
        checked(FLOATS, HALVES)


def test_without_a_type_checker_methods_and_coroutines() -> None:
    @dtypechecked
    class Adder:
        def method(self, x: Array[D], y: Array[D]) -> Array[D]:
            return x + y

        async def later(self, x: Array[D], y: Array[D]) -> Array[D]:
            return x + y

    adder = Adder()
    assert adder.method(FLOATS, FLOATS).dtype == "float32"
    assert asyncio.run(adder.later(FLOATS, FLOATS)).dtype == "float32"
    with pytest.raises(TypeError, match="argument 'y' has dtype float16"):
        adder.method(FLOATS, HALVES)
    with pytest.raises(TypeError, match="argument 'y' has dtype float16"):
        asyncio.run(adder.later(FLOATS, HALVES))
