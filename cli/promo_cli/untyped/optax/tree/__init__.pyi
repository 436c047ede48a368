from typing import Any

from optax.tree_utils import _casting, _tree_math

cast = _casting.tree_cast
cast_like = _casting.tree_cast_like
add = _tree_math.tree_add
add_scale = _tree_math.tree_add_scale
bias_correction = _tree_math.tree_bias_correction
clip = _tree_math.tree_clip
conj = _tree_math.tree_conj
div = _tree_math.tree_div
full_like = _tree_math.tree_full_like
max = _tree_math.tree_max
min = _tree_math.tree_min
mul = _tree_math.tree_mul
norm = _tree_math.tree_norm
ones_like = _tree_math.tree_ones_like
real = _tree_math.tree_real
scale = _tree_math.tree_scale
sub = _tree_math.tree_sub
sum = _tree_math.tree_sum
update_infinity_moment = _tree_math.tree_update_infinity_moment
update_moment = _tree_math.tree_update_moment
update_moment_per_elem_norm = _tree_math.tree_update_moment_per_elem_norm
vdot = _tree_math.tree_vdot
where = _tree_math.tree_where
zeros_like = _tree_math.tree_zeros_like

def __getattr__(name: str) -> Any: ...
