"""Fields that are set in ways that are hard to see."""

from dataclasses import dataclass
from typing import Any, reveal_type

import jax.numpy as jnp
from jax import Array

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)


class Recast:
    def __init__(self, w):
        if w.ndim == 2:
            w = w.astype(jnp.float32)
        self.a1w = w


reveal_type(Recast(bf16).a1w)  # unknown: the parameter is assigned again


@dataclass
class CastAfter:
    a2w: Array

    def __post_init__(self):
        self.a2w = self.a2w.astype(jnp.float16)


reveal_type(CastAfter(bf16).a2w)  # unknown: it is cast after the construction


class Mixin:
    def setup(self):
        self.a3w = f32


@dataclass
class WithMixin:
    a3w: Array


class Mixed(WithMixin, Mixin):
    pass


x3 = Mixed(bf16)
x3.setup()


def r3(x: WithMixin) -> None:
    reveal_type(x.a3w)  # unknown: a class beside it sets it


r3(x3)


class Scaled:
    def __init__(self, w, scale=None):
        self.a4w = w if scale is None else w * scale


reveal_type(Scaled(bf16).a4w)  # unknown: a default decides
reveal_type(Scaled(bf16, f32).a4w)  # unknown: a default decides


@dataclass
class Comprehended:
    a5w: Array


all5 = [Comprehended(v) for v in (bf16, f32)]
reveal_type(all5[1].a5w)  # unknown: a comprehension makes them


@dataclass
class Mapped:
    a6w: Array


all6 = list(map(Mapped, (bf16, f32)))
reveal_type(all6[1].a6w)  # unknown: map makes them


class Plainly:
    def __init__(self, w):
        self.a7w = w


class Casting(Plainly):
    def __init__(self, w):
        Plainly.__init__(self, w.astype(jnp.float32))


def r7(x: Plainly) -> None:
    reveal_type(x.a7w)  # unknown: a subclass casts first


r7(Casting(bf16))
Plainly(bf16)


g9: Array = bf16


@dataclass
class OfGlobal:
    a9w: Array


def make9() -> OfGlobal:
    return OfGlobal(g9)


def set9() -> None:
    global g9
    g9 = f32


set9()
reveal_type(make9().a9w)  # unknown: a function assigns the variable


@dataclass
class Looping:
    a10w: Array

    def bump(self) -> None:
        for self.a10w in (f32, f32):
            pass


y10 = Looping(bf16)
y10.bump()
reveal_type(y10.a10w)  # unknown: a loop assigns it


@dataclass
class Aliased:
    a11w: Array


def alias11(v: Aliased) -> None:
    q = v
    q.a11w = f32


y11 = Aliased(bf16)
alias11(y11)
reveal_type(y11.a11w)  # unknown: it is set under another name


class Class:
    a13w: Any = f32

    def set(self, w):
        self.a13w = w


y13 = Class()
y13.set(bf16)
reveal_type(y13.a13w)  # unknown: the default is of another dtype


def f14(v, n=3):
    return ByFunction(v)


@dataclass
class ByFunction:
    a14w: Array


h14 = f14
h14(f32)
reveal_type(f14(bf16).a14w)  # unknown: the function has another name


@dataclass
class OfInner:
    a15w: Array


def outer15(flag):
    v = bf16

    def inner():
        nonlocal v
        v = f32

    inner()
    return OfInner(v)


z15: OfInner = outer15(True)
reveal_type(z15.a15w)  # unknown: an inner function assigns the variable


@dataclass
class AsArgument:
    a18w: Array


def mk18(kind, *args):
    return kind(*args)


z18 = mk18(AsArgument, f32)
reveal_type(AsArgument(bf16).a18w)  # unknown: the class is an argument


@dataclass
class Swapped:
    a20w: Array
    a20b: Array


def swap20(v: Swapped) -> Swapped:
    return Swapped(v.a20b, v.a20w)


reveal_type(swap20(Swapped(bf16, f32)).a20w)  # unknown: the fields are swapped


@dataclass
class Grown:
    a21w: Array


def grow21(v: Grown, n: int) -> Grown:
    return Grown(v.a21w * 2.0) if n else Grown(v.a21w)


reveal_type(grow21(Grown(jnp.arange(3)), 1).a21w)  # unknown: it becomes a float


class Paired:
    w22: Array

    def __init__(self, w):
        self.w22, self.b22 = w, (w * f32)


reveal_type(Paired(bf16).b22)  # unknown: calls give several dtypes
reveal_type(Paired(f16).w22)  # unknown: calls give several dtypes


def deco(cls):
    cls.w23 = f32
    return cls


@deco
class Decorated:
    w23: Array = bf16


reveal_type(Decorated().w23)  # unknown: a decorator sets it


class Later:
    def __init__(self, w):
        def later():
            self.w24 = w * f32

        self.w24 = w
        later()


reveal_type(Later(bf16).w24)  # unknown: an inner function sets it


@dataclass
class Tried:
    w27: Array


try:
    v27 = bf16
    raise ValueError
except ValueError:
    v27 = f32
reveal_type(Tried(v27).w27)  # unknown: the variable is assigned twice


@dataclass
class InTuple:
    w28: Array


o28 = InTuple(bf16)


def go28():
    with_28 = (o28,)
    for each in with_28:
        each.w28 = f32


go28()
reveal_type(o28.w28)  # unknown: it is set in a tuple


@dataclass
class InLambda:
    w29: Array


o29 = InLambda(bf16)
(lambda v: object.__setattr__(v, "w29", f32))(o29)
reveal_type(o29.w29)  # unknown: a lambda sets it


@dataclass
class ByMethod:
    w30: Array


o30 = ByMethod(bf16)
ByMethod.__setattr__(o30, "w30", f32)
reveal_type(o30.w30)  # unknown: it is set by its name
ByMethod.__init__(o30, f32)
