"""Fields that are declared without a dtype, of classes that are no pytrees."""

import copy
import dataclasses
from dataclasses import InitVar, dataclass, field
from functools import partial
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import Array

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f16 = jnp.ones((3, 3), jnp.float16)
f32 = jnp.ones((3, 3), jnp.float32)
weak = jnp.asarray(2.0)


@dataclass
class Dense:
    dense_w: Array
    dense_b: jax.Array
    dense_any: Any
    dense_size: int = 3
    dense_default: Array = field(default_factory=lambda: jnp.zeros(3, jnp.float16))
    dense_weak: Array = field(default_factory=lambda: jnp.asarray(2.0))


def use_dense(dense: Dense) -> None:
    reveal_type(dense.dense_w)
    reveal_type(dense.dense_b * 2)
    reveal_type(dense.dense_w + dense.dense_b)
    reveal_type(dense.dense_default)
    reveal_type(dense.dense_weak)
    reveal_type(dense.dense_weak * bf16)
    reveal_type(dense.dense_any)


use_dense(Dense(bf16, dense_b=f32, dense_any=f16))
use_dense(Dense(dense_b=jnp.ones(3), dense_w=bf16 * 2, dense_any=f16, dense_size=2))


class Written:
    shared = jnp.float16(1)

    def __init__(self, size, given, other=None):
        self.made = jnp.zeros(size, jnp.bfloat16)
        self.given = given
        self.doubled = given * 2
        self.other = other
        self.one, self.two = jnp.zeros(3, jnp.int8), given
        self.untold: Any = jnp.arange(3)

    def forward(self, x):
        return x @ self.given + self.made.sum()

    def grow(self):
        self.given = self.given * 2.0
        return self.given


written = Written(3, f16)
reveal_type(written.given)
reveal_type(written.doubled)
reveal_type(written.two)
reveal_type(written.one)
reveal_type(written.untold)
reveal_type(written.forward(f16))
reveal_type(written.forward(f32))
reveal_type(written.grow())  # unknown: to mypy what is assigned to Any is Any
Written(2, given=f16, other=f32)


def made_by(w):
    return Handed(w, f16)


@dataclass
class Handed:
    handed_w: Array
    handed_b: Array

    def again(self) -> "Handed":
        return dataclasses.replace(self, handed_w=self.handed_w * 2)

    def swapped(self) -> "Handed":
        return Handed(self.handed_w * self.handed_b.astype(jnp.bfloat16), self.handed_b)


def run_handed():
    first = made_by(bf16).again().swapped()
    return first.handed_w, first.handed_b


reveal_type(run_handed()[0])
reveal_type(run_handed()[1])


@dataclass
class Base:
    base_w: Array


@dataclass
class Derived(Base):
    derived_b: Array


class Further(Derived):
    def __init__(self, further_w):
        super().__init__(further_w, f32)


def use_base(base: Base) -> None:
    reveal_type(base.base_w)


use_base(Base(bf16))
use_base(Derived(bf16, f32))
use_base(Further(bf16))
reveal_type(Further(bf16).derived_b)


@dataclass
class Frozen:
    frozen_w: InitVar[Array]
    frozen_x: Array = field(init=False)

    def __post_init__(self, frozen_w):
        object.__setattr__(self, "frozen_x", jnp.ones(3, jnp.bfloat16))


reveal_type(Frozen(f32).frozen_x)
copied = copy.deepcopy(Frozen(f32))
reveal_type(copied.frozen_x)


class Made:
    def __init__(self, made_w):
        self.made_w = made_w

    @classmethod
    def zeros(cls, size: int) -> "Made":
        return cls(jnp.zeros(size, jnp.bfloat16))

    def like(self) -> "Made":
        return type(self)(self.made_w * 2)


reveal_type(Made.zeros(3).made_w)
reveal_type(Made(bf16).like().made_w)


# The fields below get values that are not seen, or several dtypes.


@dataclass
class Several:
    several_w: Array


reveal_type(Several(bf16).several_w)  # unknown: there are two dtypes
reveal_type(Several(f32).several_w)  # unknown: there are two dtypes


@dataclass
class Weakly:
    weakly_w: Array


reveal_type(Weakly(weak).weakly_w)  # unknown: it is weak in one of them
reveal_type(Weakly(f32).weakly_w)  # unknown: it is weak in one of them


@dataclass
class Assigned:
    assigned_w: Array
    assigned_b: Array
    assigned_c: Array
    assigned_d: Array
    assigned_e: Array


def change_assigned(some, name):
    some.assigned_w = f32
    some.assigned_b += f32
    some.assigned_c = f32
    object.__setattr__(some, "assigned_d", f32)
    (some.assigned_e, _) = f32, f32


assigned = Assigned(bf16, bf16, bf16, bf16, bf16)
change_assigned(assigned, "assigned_w")
reveal_type(assigned.assigned_w)  # unknown: it is assigned elsewhere
reveal_type(assigned.assigned_b)  # unknown: it is changed elsewhere
reveal_type(assigned.assigned_c)  # unknown: it is set by its name
reveal_type(assigned.assigned_d)  # unknown: it is set by its name
reveal_type(assigned.assigned_e)  # unknown: it is assigned in a tuple


@dataclass
class ByName:
    by_name_w: Array

    def change(self, name, value):
        setattr(self, name, value)


by_name = ByName(bf16)
by_name.change("by_name_w", f32)
reveal_type(by_name.by_name_w)  # unknown: a method sets any attribute


@dataclass
class Dictionary:
    dictionary_w: Array

    def update_all(self, values):
        self.__dict__.update(values)


dictionary = Dictionary(bf16)
dictionary.update_all({"dictionary_w": f32})
reveal_type(dictionary.dictionary_w)  # unknown: its dictionary is changed


@dataclass
class Renamed:
    renamed_w: Array


OtherName = Renamed
reveal_type(Renamed(bf16).renamed_w)  # unknown: the class has another name
OtherName(f32)


@dataclass
class Partly:
    partly_w: Array


reveal_type(Partly(bf16).partly_w)  # unknown: the class is handed to partial
partial(Partly, f32)()


@dataclass
class Passed:
    passed_w: Array


def call_it(make):
    return make(f32)


reveal_type(Passed(bf16).passed_w)  # unknown: the class is an argument
call_it(Passed)


@dataclass
class Listed:
    listed_w: Array


CLASSES = {"listed": Listed}
reveal_type(Listed(bf16).listed_w)  # unknown: the class is in a dictionary
CLASSES["listed"](f32)


@dataclass
class Starred:
    starred_w: Array
    starred_b: Array = field(default_factory=lambda: bf16)


starred = Starred(*[f32, bf16])
reveal_type(Starred(bf16).starred_w)  # unknown: one is made of a list
reveal_type(starred.starred_b)  # unknown: one is made of a list


@dataclass
class Keyed:
    keyed_w: Array


reveal_type(Keyed(bf16).keyed_w)  # unknown: one is made of a dictionary
Keyed(keyed_w=f32)


@dataclass
class Replaced:
    replaced_w: Array
    replaced_b: Array


@dataclass
class ReplacedAll:
    replaced_all_w: Array


replaced = dataclasses.replace(Replaced(bf16, bf16), replaced_w=f32)
reveal_type(replaced.replaced_w)  # unknown: it is replaced
reveal_type(replaced.replaced_b)
new = {"replaced_all_w": f32}
replaced_all = dataclasses.replace(ReplacedAll(bf16), **new)
reveal_type(replaced_all.replaced_all_w)  # unknown: any of them may be replaced


@dataclass
class Above:
    above_w: Array


class Below(Above):
    def __init__(self):
        self.above_w = f32


above: Above = Below()
reveal_type(above.above_w)  # unknown: a subclass sets another
Above(bf16)


@dataclass
class Computed:
    computed_w: Array


class ComputedBelow(Computed):
    @property
    def computed_w(self) -> Array:
        return f32

    @computed_w.setter
    def computed_w(self, value: Array) -> None:
        pass


def use_computed(computed: Computed) -> None:
    reveal_type(computed.computed_w)  # unknown: a subclass computes it


use_computed(ComputedBelow(bf16))


@dataclass
class Watching:
    watching_w: Array

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, "watching_w", jnp.asarray(value, jnp.float32))


reveal_type(Watching(bf16).watching_w)  # unknown: it has its own way to set attributes


@dataclass
class Defaulted:
    defaulted_w: Array = field(default_factory=lambda: jnp.zeros(3))


reveal_type(Defaulted(bf16).defaulted_w)  # unknown: the default is of another dtype


class Called:
    def __init__(self, called_w):
        self.called_w = called_w

    @classmethod
    def of(cls, *given):
        return cls(*given)


reveal_type(Called(bf16).called_w)  # unknown: a class method makes one of anything
Called.of(f32)


class ByLambda:
    def __init__(self, by_lambda_w):
        self.by_lambda_w = by_lambda_w


make_by_lambda = lambda w: ByLambda(w)  # noqa: E731
reveal_type(ByLambda(bf16).by_lambda_w)  # unknown: a lambda makes one
make_by_lambda(f32)


changing = bf16
for _ in range(2):
    changing = changing * f32  # type: ignore[dtype-loop-widening]


@dataclass
class Changing:
    changing_w: Array


reveal_type(Changing(changing).changing_w)  # unknown: the variable has two dtypes


def jitted_make(w):
    return ByJit(w).by_jit_w


class ByJit:
    def __init__(self, by_jit_w):
        self.by_jit_w = by_jit_w


jax.jit(jitted_make)(f32)
reveal_type(ByJit(bf16).by_jit_w)  # unknown: it is made in a function that is handed on


class Holder:
    held_w: Array


Holder.held_w = f32
holder = Holder()
reveal_type(holder.held_w)


def loop_fields():
    state = Looped(bf16)
    for _ in range(3):
        state = Looped(state.looped_w * 2)
    return state.looped_w


@dataclass
class Looped:
    looped_w: Array


reveal_type(loop_fields())


def widen_fields():
    state = Widened(bf16)
    for _ in range(3):
        state = Widened(state.widened_w * f32)  # type: ignore[dtype-loop-widening]
    return state.widened_w


@dataclass
class Widened:
    widened_w: Array


reveal_type(widen_fields())  # bfloat16 or float32 to mypy


@dataclass
class Static:
    static_w: Array


class Setter:
    @staticmethod
    def set(one, value):
        one.static_w = value

    def within(self, value):
        class Inner(Nested):
            def set_it(self):
                self.nested_w = value

        inner = Inner(bf16)
        inner.set_it()
        return inner


@dataclass
class Nested:
    nested_w: Array


static = Static(bf16)
Setter.set(static, f32)
reveal_type(static.static_w)  # unknown: a static method sets it
nested: Nested = Setter().within(f32)
reveal_type(nested.nested_w)  # unknown: a class in a method sets it


@dataclass
class Patched:
    patched_w: Array


def own_init(self, patched_w):
    self.patched_w = patched_w


setattr(Patched, "__init__", own_init)  # noqa: B010
reveal_type(Patched(bf16).patched_w)  # unknown: the constructor is replaced
