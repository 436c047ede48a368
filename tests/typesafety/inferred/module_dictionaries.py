"""Dictionaries of arrays at the top of a module, which functions copy and change."""

from typing import reveal_type

import jax.numpy as jnp

M1STATE = {"m1count": jnp.zeros((), jnp.int32), "m1mean": jnp.zeros(3, jnp.bfloat16)}
m1wide = jnp.full(3, 0.5, jnp.float32)


def m1read(m1x):
    return M1STATE["m1mean"] + m1x


def m1copied(m1x):
    m1state = dict(M1STATE)
    m1state["m1mean"] = m1state["m1mean"] + m1x
    m1state["m1count"] = m1state["m1count"] + 1
    m1between = m1state["m1mean"]
    m1state["m1mean"] = m1state["m1mean"].astype(jnp.float16)
    m1state["m1sum"] = m1state["m1mean"].sum()
    return m1state, m1between


def m1looped(m1x):
    for _ in range(3):
        m1again = M1STATE.copy()
        m1early = m1again["m1mean"]
        m1again["m1mean"] = m1again["m1mean"] + m1x
    return m1early, m1again["m1mean"]


def m1given(m1any, m1x):
    m1new = {**m1any}
    m1new["m1mean"] = m1new["m1mean"] + m1x
    return m1new


reveal_type(m1read(m1wide))
reveal_type(m1copied(m1wide)[0]["m1mean"])
reveal_type(m1copied(m1wide)[0]["m1sum"])
reveal_type(m1copied(m1wide)[0]["m1count"])
reveal_type(m1copied(m1wide)[1])
reveal_type(m1looped(m1wide)[0])
reveal_type(m1looped(m1wide)[1])
reveal_type(m1given(M1STATE, m1wide)["m1mean"])
reveal_type(m1given(m1given(M1STATE, m1wide), jnp.int8(1))["m1mean"])
reveal_type(M1STATE["m1mean"])

M2STATE = {"m2mean": jnp.zeros(3, jnp.bfloat16), "m2other": jnp.zeros(3, jnp.float16)}


def m2later(m2x):
    m2state = {**M2STATE}

    def m2read():
        return m2state["m2mean"]

    m2state["m2mean"] = m2state["m2mean"] + m2x
    return m2read(), m2state["m2other"]


reveal_type(m2later(m1wide)[0])  # unknown: a function that is called later reads the entry
reveal_type(m2later(m1wide)[1])
