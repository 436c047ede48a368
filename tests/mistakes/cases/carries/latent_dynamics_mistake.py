import jax
import jax.numpy as jnp

COMPUTE = jnp.float16


def cast(tree):
    return jax.tree.map(lambda x: x.astype(COMPUTE), tree)


class RSSM:
    def __init__(self, deter=8, stoch=4, embed=6):
        self.deter, self.stoch, self.embed = deter, stoch, embed

    def init(self, key):
        shapes = {
            "gru_x": (self.stoch + 2, 3 * self.deter),
            "gru_h": (self.deter, 3 * self.deter),
            "prior": (self.deter, self.stoch),
            "post": (self.deter + self.embed, self.stoch),
        }
        keys = jax.random.split(key, len(shapes))
        return {
            name: jax.random.normal(k, shape) / shape[0] ** 0.5
            for k, (name, shape) in zip(keys, shapes.items(), strict=False)
        }

    def initial(self, batch):
        return {"deter": jnp.zeros((batch, self.deter)), "stoch": jnp.zeros((batch, self.stoch))}

    def gru(self, params, h, x):
        parts = x @ params["gru_x"] + h @ params["gru_h"]
        reset, cand, update = jnp.split(parts, 3, axis=-1)
        cand = jnp.tanh(jax.nn.sigmoid(reset) * cand)
        update = jax.nn.sigmoid(update - 1)
        return update * cand + (1 - update) * h

    def observe_step(self, params, state, embed, action, first):
        keep = (1 - first)[:, None]
        state = jax.tree.map(lambda x: cast(x) * keep, state)
        x = jnp.concatenate([state["stoch"], action], axis=-1)
        deter = self.gru(params, state["deter"], x)
        post = jnp.concatenate([deter, embed], axis=-1) @ params["post"]
        return {"deter": deter, "stoch": jnp.tanh(post)}

    def observe(self, params, embeds, actions, firsts):
        def step(state, inputs):
            state = self.observe_step(params, state, *inputs)
            return state, state

        start = self.initial(embeds.shape[1])
        _, states = jax.lax.scan(step, start, (embeds, actions, firsts))  # mistake
        return states


def main() -> jax.Array:
    rssm = RSSM()
    params = cast(rssm.init(jax.random.key(0)))
    data = jnp.ones((5, 2, 6)), jnp.ones((5, 2, 2)), jnp.zeros((5, 2))
    states = rssm.observe(params, *cast(data))
    return states["deter"]
