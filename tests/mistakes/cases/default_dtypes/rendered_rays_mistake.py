import jax
import jax.numpy as jnp


def volume_render(rgb, sigma, z_vals, white_background=True):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    last = jnp.broadcast_to(jnp.array([1e10]), dists[..., :1].shape)  # mistake
    dists = jnp.concatenate([dists, last], axis=-1)  # mistake
    alpha = 1.0 - jnp.exp(-jax.nn.relu(sigma) * dists)
    trans = jnp.cumprod(1.0 - alpha + 1e-3, axis=-1)
    weights = alpha * trans
    rgb_map = (weights[..., None] * rgb).sum(axis=-2)
    if white_background:
        rgb_map = rgb_map + (1.0 - weights.sum(-1, keepdims=True))
    return rgb_map, weights


def render_rays(params, rays):
    z = jnp.linspace(2.0, 6.0, 16, dtype=jnp.bfloat16)
    pts = rays["origin"][:, None] + rays["dir"][:, None] * z[None, :, None]
    h = jax.nn.relu(pts @ params["w"])
    out = h @ params["out"]
    rgb, sigma = jax.nn.sigmoid(out[..., :3]), out[..., 3]
    return volume_render(rgb, sigma, jnp.broadcast_to(z, out.shape[:-1]))


def main():
    params = {"w": jnp.ones((3, 8), jnp.bfloat16), "out": jnp.ones((8, 4), jnp.bfloat16)}
    rays = {"origin": jnp.zeros((2, 3), jnp.bfloat16), "dir": jnp.ones((2, 3), jnp.bfloat16)}
    return render_rays(params, rays)[0]
