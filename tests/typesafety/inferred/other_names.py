"""Lists and dictionaries that are changed under another name than the revealed one."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp

f32 = jnp.ones(3, jnp.float32)


def bf16():
    return jnp.ones(3, jnp.bfloat16)


def named():
    table = {"w": bf16(), "b": bf16()}
    other = table
    other["w"] = bf16() * 2
    reveal_type(table["w"])
    other["w"] = f32
    reveal_type(table["w"])  # unknown: it may be the other
    return other["b"]


def looped():
    layers, rows = [{"w": bf16()}, {"w": bf16()}], {"first": [bf16()]}
    for layer in layers:
        layer["w"] = f32
    for number, (_, row) in enumerate(rows.items()):
        row.append(row[number].astype(jnp.float32))
    reveal_type(layers[0]["w"])  # unknown: it may be the other
    reveal_type(rows["first"][0])  # unknown: it may be the other


def held():
    rows, (first, second) = [bf16()], ([bf16()], [bf16()])
    state = {"rows": rows}
    state["rows"].append(f32)
    for each in (first, second):
        each.append(f32)
    reveal_type(rows[0])  # unknown: it may be the other
    reveal_type(second[0])  # unknown: it may be the other


def chosen(is_first):
    first, second, third = [bf16()], [bf16()], [bf16()]
    either = first if is_first else second
    either.append(f32)
    reveal_type(second[0])  # unknown: it may be the other
    reveal_type(third[0])


def enter(table, key, value):
    table[key] = value
    return table


def enter_all(table: dict[str, jax.Array], value: jax.Array) -> None:
    for key in table:
        enter(table, key, value)


def add(rows: list[jax.Array], *, times: int = 1) -> None:
    rows += [f32] * times


def given():
    table, named_table, rows, other = {"w": bf16()}, {"w": bf16()}, [bf16()], [bf16()]
    enter(table, "w", bf16())
    reveal_type(table["w"])
    enter(table, "w", f32)
    reveal_type(table["w"])  # unknown: it may be the other
    enter_all(value=f32, table=named_table)
    reveal_type(named_table["w"])  # unknown: it may be the other
    add(rows)
    reveal_type(rows[1])  # unknown: it may be the other
    partial(enter, value=f32)(other, 0)
    reveal_type(other[0])  # unknown: it may be the other


def item():
    tables = {"first": [bf16()], "second": [bf16()]}
    add(tables["first"])
    reveal_type(tables["first"][1])  # unknown: it may be the other


def captured():
    table, rows, kept = {"w": bf16()}, [bf16()], [bf16()]

    def change():
        table["w"] = f32
        found = rows
        found.append(f32)
        kept.append(bf16())

    reveal_type(table["w"])
    change()
    reveal_type(table["w"])  # unknown: it may be the other
    reveal_type(rows[1])  # unknown: it may be the other
    reveal_type(kept[1])


class Log:
    def __init__(self):
        self.losses = [bf16()]

    def add(self, loss):
        losses = self.losses
        losses.append(loss)
        return self


class Kept:
    def __init__(self):
        self.rows = [bf16()]


def of_two_objects():
    first, second = Kept().rows, Kept().rows
    first.insert(0, f32)
    reveal_type(first[0])  # unknown: it may be the other
    reveal_type(second[0])


of_two_objects()
named()
looped()
held()
chosen(True)
given()
item()
captured()
reveal_type(Log().add(f32).losses[0])  # unknown: it may be the other
