"""Fields with lists and dictionaries that a constructor makes, and that nothing fills later."""

from typing import reveal_type

import jax.numpy as jnp

i8 = jnp.ones(3, jnp.int8)


class Held:
    def __init__(self, dtype):
        self.written = [jnp.ones(3, dtype), jnp.zeros(3, dtype)]
        self.each = [jnp.full(n, 2, dtype) for n in (3, 3)]
        self.appended = []
        for n in range(2):
            one = jnp.full(3, n, dtype)
            if n:
                self.appended.append({"w": one, "b": jnp.zeros(3, dtype)})
        self.entries = {}
        self.entries["scale"] = jnp.ones(3, dtype)
        self.entries["shift"] = jnp.zeros(3, dtype)
        named = {}
        for n in range(2):
            named[f"layer{n}"] = [jnp.ones(3, dtype)]
        self.named = named
        self.unlike = [jnp.ones(3, dtype), jnp.ones(3, jnp.complex64)]

    def whole(self, x):
        for each in self.written:
            x = x + each
        return x

    def first(self, x):
        return x + self.each[0]

    def layers(self, x):
        for layer in self.appended:
            x = x * layer["w"] + layer["b"]
        return x

    def entry(self, x):
        return x * self.entries["scale"] + self.entries["shift"]

    def nested(self, x):
        return x * self.named["layer0"][0]

    def mixed(self, x):
        return x * self.unlike[0]


class Layer:
    def __init__(self, dtype):
        self.weight = jnp.ones(3, dtype)

    def __call__(self, x):
        return x * self.weight


class Stack:
    def __init__(self, dtype):
        self.stacked = [Layer(dtype) for _ in range(2)]

    def __call__(self, x):
        for layer in self.stacked:
            x = layer(x)
        return x


def used(x):
    short, long = Held(jnp.int16), Held(jnp.int32)
    whole = short.whole(x), long.whole(x), short.first(x), long.first(x)
    layers = short.layers(x), long.layers(x), short.entry(x), long.entry(x)
    return whole, layers, short.nested(x), long.nested(x), long.mixed(x)


whole, layers, short_nested, long_nested, mixed = used(i8)
reveal_type(whole[0])
reveal_type(whole[1])
reveal_type(whole[2])
reveal_type(whole[3])
reveal_type(layers[0])
reveal_type(layers[1])
reveal_type(layers[2])
reveal_type(layers[3])
reveal_type(short_nested)
reveal_type(long_nested)
reveal_type(mixed)  # unknown: the items have several dtypes


def stacked(x):
    return Stack(jnp.int16)(x), Stack(jnp.int32)(x)


reveal_type(stacked(i8)[0])
reveal_type(stacked(i8)[1])


class Grown:
    def __init__(self, dtype):
        self.grown = [jnp.ones(3, dtype)]

    def grow(self, more):
        self.grown.insert(0, more)

    def __call__(self, x):
        return x * self.grown[0]


class Aliased:
    def __init__(self, dtype):
        self.aliased = [jnp.ones(3, dtype)]

    def rows(self):
        return self.aliased

    def __call__(self, x):
        return x * self.aliased[0]


class Late:
    def __init__(self, dtype):
        later = []
        later.append(jnp.ones(3, dtype))
        self.late = later
        later.insert(0, jnp.ones(3, jnp.int32))

    def __call__(self, x):
        return x * self.late[0]


class Within:
    def __init__(self, dtype):
        self.within = []
        self.within.append({"q": jnp.ones(3, dtype)})
        self.sliced = [jnp.ones(3, dtype)]
        self.bound = [jnp.ones(3, dtype)]
        self.handed = [jnp.ones(3, dtype)]

    def __call__(self, x):
        return x * self.within[0]["q"], x * self.sliced[0], x * self.bound[0], x * self.handed[0]


def fill(items):
    items.insert(0, jnp.ones(3, jnp.int32))


def changed(x):
    grown, aliased, within = Grown(jnp.int16), Aliased(jnp.int16), Within(jnp.int16)
    grown.grow(jnp.ones(3, jnp.int32))
    aliased.rows()[0] = jnp.ones(3, jnp.int32)
    for entry in within.within:
        entry["q"] = jnp.ones(3, jnp.int32)
    within.sliced[:] = [jnp.ones(3, jnp.int32)]
    put = within.bound.insert
    put(0, jnp.ones(3, jnp.int32))
    fill(within.handed)
    return grown(x), aliased(x), Late(jnp.int16)(x), within(x)


after = changed(i8)
reveal_type(after[0])  # unknown: a method fills the list
reveal_type(after[1])  # unknown: so does what a method returns
reveal_type(after[2])  # unknown: so does a variable, after the list is in the field
reveal_type(after[3][0])  # unknown: what the list contains is changed
reveal_type(after[3][1])  # unknown: all items are replaced
reveal_type(after[3][2])  # unknown: the method has a name of its own
reveal_type(after[3][3])  # unknown: a function changes what it is given
