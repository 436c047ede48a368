# optax does not say that it has types. These stubs name the functions that promo check infers from
# the installed optax (promo_typing.core.library_sources); everything else is Any.
from typing import Any

from optax import losses as losses
from optax._src.update import apply_updates as apply_updates
from optax._src.update import incremental_update as incremental_update
from optax._src.update import periodic_update as periodic_update
from optax.losses import convex_kl_divergence as convex_kl_divergence
from optax.losses import cosine_distance as cosine_distance
from optax.losses import cosine_similarity as cosine_similarity
from optax.losses import ctc_loss as ctc_loss
from optax.losses import ctc_loss_with_forward_probs as ctc_loss_with_forward_probs
from optax.losses import generalized_kl_divergence as generalized_kl_divergence
from optax.losses import hinge_loss as hinge_loss
from optax.losses import huber_loss as huber_loss
from optax.losses import kl_divergence as kl_divergence
from optax.losses import l2_loss as l2_loss
from optax.losses import log_cosh as log_cosh
from optax.losses import ntxent as ntxent
from optax.losses import safe_softmax_cross_entropy as safe_softmax_cross_entropy
from optax.losses import sigmoid_binary_cross_entropy as sigmoid_binary_cross_entropy
from optax.losses import sigmoid_focal_loss as sigmoid_focal_loss
from optax.losses import smooth_labels as smooth_labels
from optax.losses import softmax_cross_entropy as softmax_cross_entropy
from optax.losses import (
    softmax_cross_entropy_with_integer_labels as softmax_cross_entropy_with_integer_labels,
)
from optax.losses import squared_error as squared_error

def __getattr__(name: str) -> Any: ...
