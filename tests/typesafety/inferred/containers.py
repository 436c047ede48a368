"""Lists and dictionaries that get arrays of another dtype than their first item."""

from typing import reveal_type

import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)

appended = []
appended.append(bf16)
reveal_type(appended[0])
appended.append(f32)
reveal_type(appended[1])  # unknown: it may be the other
extended = [bf16]
extended.extend([bf16, f32])
reveal_type(extended[2])  # unknown: it may be the other
added = [bf16]
added += [f32]
reveal_type(added[1])  # unknown: it may be the other
inserted = [bf16, bf16]
inserted.insert(0, bf16)
reveal_type(inserted[0])
inserted[0] = f32
reveal_type(inserted[0])  # unknown: it may be the other
replaced = [bf16, bf16]
replaced[0:1] = [f32]
reveal_type(replaced[0])  # unknown: it may be the other

entered = {"first": bf16}
entered["second"] = bf16
reveal_type(entered["second"])
entered["second"] = f32
reveal_type(entered["second"])  # unknown: it may be the other
updated = {"first": bf16}
updated.update({"second": f32})
reveal_type(updated["second"])  # unknown: it may be the other
by_name = {"first": bf16}
by_name.update(second=f32)
reveal_type(by_name["second"])  # unknown: it may be the other
merged = {"first": bf16}
merged |= {"second": f32}
reveal_type(merged["second"])  # unknown: it may be the other
nested = {"first": {"second": bf16}}
nested["first"]["second"] = nested["first"]["second"] * 2
reveal_type(nested["first"]["second"])
nested["first"]["second"] = f32
reveal_type(nested["first"]["second"])  # unknown: it may be the other


class Log:
    def __init__(self):
        self.losses = []
        self.named = {}

    def add(self, loss):
        self.losses.append(loss)
        self.named["fourth"] = loss
        return self


def history(x):
    losses = []
    for step in range(3):
        losses.append(x.sum())
        if step:
            losses.append(x.astype(jnp.float16).sum())
    return losses


def scaled(params):
    params["third"] = params["third"] * f32
    return params["third"]


reveal_type(history(bf16)[1])  # unknown: it may be the other
reveal_type(scaled({"third": bf16}))  # unknown: it is assigned
