"""Dictionaries with a type of its own for the value under each key."""

import copy
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import lax

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
i32 = jnp.arange(3)

state = {"w": bf16, "step": jnp.int8(0), "rate": 0.5, "inner": {"b": f32, "n": 3}}
reveal_type(state["w"])
reveal_type(state["w"] * state["rate"])
reveal_type(state["step"] + state["inner"]["n"])
reveal_type(state["inner"]["b"])
renamed = state
reveal_type(renamed["w"])

CONFIG = {
    "rate": 2.5e-4,
    "size": 4,
    "dtype": jnp.bfloat16,
    "name": "float16",
    "on": True,
    "low": -1,
}
reveal_type(jnp.ones(CONFIG["size"], CONFIG["dtype"]))
reveal_type(jnp.ones(CONFIG["size"], CONFIG["name"]))
reveal_type(i32 * CONFIG["size"])
reveal_type(i32 * CONFIG["rate"])
reveal_type(i32 + CONFIG["low"])


def make(config):
    def train(x):
        ones = jnp.ones(config["size"], config["dtype"])
        return {"x": x * config["rate"], "ones": ones, "index": i32 * config["size"]}

    return train


trained = make(CONFIG)(jnp.float16(1))
reveal_type(trained["x"])
reveal_type(trained["ones"])
reveal_type(jax.jit(make(CONFIG))(bf16)["index"])


def initial(size):
    dense = {"w": jnp.ones((size, size), jnp.bfloat16), "b": jnp.zeros(size, jnp.float32)}
    return {"dense": dense, "scale": jnp.ones(size, jnp.float16)}, jnp.int8(size)


def model(params, x):
    hidden = x @ params["dense"]["w"] + params["dense"]["b"]
    return hidden * params["scale"]


def loss(params, batch):
    return jnp.mean((model(params, batch["x"]) - batch["y"]) ** 2)


@jax.jit
def advance(state, batch):
    value, grads = jax.value_and_grad(loss)(state["params"], batch)
    params = jax.tree.map(lambda p, g: p - (0.1 * g).astype(p.dtype), state["params"], grads)
    counted = state["step"] + 1
    return {"params": params, "step": counted}, {"loss": value, "step": counted}


params, size = initial(3)
reveal_type(params["dense"]["w"])
reveal_type(params["scale"])
reveal_type(size)
batch = {"x": jnp.ones((2, 3), jnp.bfloat16), "y": jnp.ones((2, 3))}
reveal_type(model(params, batch["x"]))
after, metrics = advance({"params": params, "step": 0}, batch)
reveal_type(after["params"]["dense"]["b"])
reveal_type(after["params"]["dense"]["w"])
reveal_type(after["step"])
reveal_type(metrics["loss"])
reveal_type(advance(after, batch)[0]["params"]["scale"])
reveal_type(jax.grad(loss)(params, batch)["dense"]["w"])
doubled = jax.tree.map(lambda leaf: leaf * 2, params)
reveal_type(doubled["dense"]["w"])
reveal_type(doubled["scale"])


def body(carry, _):
    return {"w": carry["w"] * 2, "i": carry["i"] + 1}, carry["w"]


last, stacked = lax.scan(body, {"w": bf16, "i": 0}, None, 3)
reveal_type(last["w"])
reveal_type(last["i"])
reveal_type(stacked)


def looped(x):
    start = {"x": x, "n": 0.5}
    carry = lax.fori_loop(0, 3, lambda i, c: {"x": c["x"] * 2, "n": c["n"] + 1}, start)
    found, _ = lax.scan(body, {"w": x, "i": jnp.int8(0)}, None, 3)
    return carry["x"], found["i"]


reveal_type(looped(bf16)[1])


def change(entries):
    entries["changed"] = bf16


def change_any(changed, key):
    changed[key] = bf16


assigned = {"changed": f32, "kept": i32}
change(assigned)
reveal_type(assigned["changed"])  # unknown: the key is assigned
reveal_type(assigned["kept"])
numbered = {"one": f32, "two": i32}
change_any(numbered, "one")
reveal_type(numbered["one"])  # unknown: a function assigns any key
updated = {"three": f32, "four": i32}
updated.update(three=bf16)
reveal_type(updated["three"])  # updated where it is made
reveal_type(updated["four"])
written = {"seven": f32, "eight": i32}
written.update({"seven": bf16})
reveal_type(written["seven"])
reveal_type(written["eight"])
by_another = {"nine": f32, "ten": i32}
by_another.update(written)
reveal_type(by_another["seven"])
reveal_type(by_another["ten"])
later = {"thirty": f32, "forty": i32}
reveal_type(later["forty"])
later.update(thirty=bf16)
reveal_type(later["thirty"])  # unknown: it is updated after it was used
by_any = {"fifty": f32, "sixty": i32}
by_any.update({"fifty".lower(): bf16})
reveal_type(by_any["sixty"])  # unknown: any key may be updated

DEFAULTS = {"kind": "float32", "size": 3, "scale": f32}


def merged(overrides):
    config = {**DEFAULTS, **overrides}
    return jnp.zeros(config["size"], config["kind"])


reveal_type(merged({"kind": "bfloat16"}))
reveal_type(merged({"kind": "float16", "size": 1}))
reveal_type(jnp.ones(3, dict(DEFAULTS, kind="float16")["kind"]))


def parsed(overrides):
    settings = DEFAULTS.copy()
    settings.update(overrides)
    return settings


def kind_of(narrow):
    return "float16"


def built():
    settings = parsed({"kind": "bfloat16"})
    return jnp.zeros(settings["size"], settings["kind"]), jnp.zeros(3, kind_of(narrow=True))


reveal_type(built()[0])
reveal_type(built()[1])
reveal_type(jnp.ones(3, ({"kind": "float16"} | DEFAULTS)["kind"]))
copy_of_it = DEFAULTS.copy()
copy_of_it["scale"] = bf16
reveal_type(copy_of_it["scale"])
reveal_type(DEFAULTS["scale"])
copied_later = {"inside": {"w": jnp.ones(3), "n": jnp.arange(3)}, "outside": 1}
shallow_copy = copy.copy(copied_later)
shallow_copy["inside"]["W".lower()] = bf16
reveal_type(copied_later["inside"]["w"])  # unknown: the copy changes it
popped = {"eleven": f32, "twelve": i32}
popped.setdefault("eleven", f32)
popped.pop("twelve", None)
reveal_type(popped["eleven"])  # unknown: a call may assign it
emptied = {"thirteen": f32, "fourteen": i32}
reveal_type(emptied["fourteen"])  # unknown: it is emptied
emptied.clear()
within_one = {"fifteen": jnp.ones(3), "sixteen": jnp.arange(3)}
around_it = {"within_one": within_one, "n": 1}
all_of_it = {}
all_of_it.update(around_it)
for one_of_several in all_of_it.values():
    if isinstance(one_of_several, dict):
        one_of_several["FIFTEEN".lower()] = bf16
reveal_type(within_one["fifteen"])  # unknown: it is changed in what was updated with it


class Optimizer:
    def update(self, gradients, state_of_it, optimized):
        return gradients, state_of_it


optimized = {"first": f32, "second": i32}
updates_of_it, state_of_it = Optimizer().update({"first": f32, "second": i32}, 0, optimized)
reveal_type(optimized["first"])  # a dictionary takes one argument, so optimized are not changed


def merge_into(merged):
    merged |= {"seventeen": bf16}


merged_into = {"seventeen": f32, "eighteen": i32}
merge_into(merged_into)
reveal_type(merged_into["seventeen"])  # unknown: a function merges another dictionary into it
reveal_type(merged_into["eighteen"])
by_its_class = {"nineteen": f32, "twenty": i32}
dict.update(by_its_class, {"nineteen": bf16})
reveal_type(by_its_class["nineteen"])  # unknown: it is updated
by_its_method = {"hundred": f32, "thousand": i32}
by_its_method.__setitem__("hundred", bf16)
reveal_type(by_its_method["hundred"])  # unknown: the key is assigned
twice = {"five": f32, "six": i32}
if len(twice) > 1:
    twice = {"five": bf16, "six": i32}
reveal_type(twice["five"])  # unknown: there are two


def kept(x):
    before: dict[str, Any] = {"x": x, "n": 1}
    x = x.astype(jnp.float16)
    return before["x"], x


reveal_type(kept(bf16)[1])
reveal_type(kept(bf16)[0])


def cast_all(casted):
    for name in casted:
        casted[name] = casted[name].astype(jnp.float16)
    return casted["x"]


def hand_on(handed):
    cast_all(handed)


class Keeper:
    def __init__(self, given):
        self.kept_here = given

    def set(self, name):
        self.kept_here[name] = bf16


passed = {"x": f32, "y": i32}
cast_all(passed)
reveal_type(passed["x"])  # unknown: a function changes it
passed_on = {"x": f32, "y": i32}
hand_on(passed_on)
reveal_type(passed_on["x"])  # unknown: a function of another function changes it
reveal_type(cast_all({"x": f32, "y": i32}))  # unknown: the function changes it
one_name = {"x": f32, "y": i32}
other_name = one_name
for name in list(other_name):
    other_name[name] = bf16
reveal_type(one_name["x"])  # unknown: it is changed under another name
held = {"x": f32, "y": i32}
Keeper(held).set("x")
reveal_type(held["x"])  # unknown: an object changes it
listed = {"x": f32, "y": i32}
for each in (listed,):
    each[name] = bf16
reveal_type(listed["x"])  # unknown: it is changed in a loop
mapped = {"mapped": f32, "y": i32}
change_to_bf16 = lambda into: into.update(mapped=bf16)  # noqa: E731
change_to_bf16(mapped)
reveal_type(mapped["mapped"])  # unknown: a lambda changes it


def made(size):
    return {"x": jnp.ones(size), "y": i32}


def make_and_change(name):
    fresh = made(3)
    fresh[name] = bf16
    return fresh["x"]


reveal_type(make_and_change("x"))  # unknown: it is changed where it is returned to


def counted(x, flag):
    state = {"counted": x, "flagged": flag, "steps": 0, "rate": 0.5}
    state["counted"] += 1
    state["flagged"] += 1
    state["steps"] += 1
    state["rate"] *= 2
    return state


def used(x):
    state = counted(x, x > 0)
    state["steps"] += 1
    return x * state["steps"], x * state["rate"], x * state["flagged"]


reveal_type(counted(bf16, f32 > 0)["counted"])
reveal_type(counted(i32, f32 > 0)["counted"])
reveal_type(counted(i32, f32 > 0)["flagged"])  # unknown: a bool becomes an int
reveal_type(used(bf16)[0])
reveal_type(used(i32)[1])
reveal_type(used(i32)[2])  # unknown: a bool becomes an int


def divided(x):
    state = {"divided": x, "halved": x}
    state["divided"] /= 2
    state["halved"] *= 0.5
    return state


reveal_type(divided(i32)["divided"])  # unknown: an integer becomes a float
reveal_type(divided(i32)["halved"])  # unknown: an integer becomes a float
