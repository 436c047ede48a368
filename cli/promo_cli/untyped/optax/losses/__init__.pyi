from typing import Any

from optax.losses._classification import convex_kl_divergence as convex_kl_divergence
from optax.losses._classification import ctc_loss as ctc_loss
from optax.losses._classification import ctc_loss_with_forward_probs as ctc_loss_with_forward_probs
from optax.losses._classification import generalized_kl_divergence as generalized_kl_divergence
from optax.losses._classification import hinge_loss as hinge_loss
from optax.losses._classification import kl_divergence as kl_divergence
from optax.losses._classification import (
    kl_divergence_with_log_targets as kl_divergence_with_log_targets,
)
from optax.losses._classification import multiclass_hinge_loss as multiclass_hinge_loss
from optax.losses._classification import multiclass_perceptron_loss as multiclass_perceptron_loss
from optax.losses._classification import multiclass_sparsemax_loss as multiclass_sparsemax_loss
from optax.losses._classification import perceptron_loss as perceptron_loss
from optax.losses._classification import poly_loss_cross_entropy as poly_loss_cross_entropy
from optax.losses._classification import safe_softmax_cross_entropy as safe_softmax_cross_entropy
from optax.losses._classification import (
    sigmoid_binary_cross_entropy as sigmoid_binary_cross_entropy,
)
from optax.losses._classification import sigmoid_focal_loss as sigmoid_focal_loss
from optax.losses._classification import softmax_cross_entropy as softmax_cross_entropy
from optax.losses._classification import (
    softmax_cross_entropy_with_integer_labels as softmax_cross_entropy_with_integer_labels,
)
from optax.losses._classification import sparsemax_loss as sparsemax_loss
from optax.losses._regression import cosine_distance as cosine_distance
from optax.losses._regression import cosine_similarity as cosine_similarity
from optax.losses._regression import huber_loss as huber_loss
from optax.losses._regression import l2_loss as l2_loss
from optax.losses._regression import log_cosh as log_cosh
from optax.losses._regression import squared_error as squared_error
from optax.losses._self_supervised import ntxent as ntxent
from optax.losses._self_supervised import triplet_margin_loss as triplet_margin_loss
from optax.losses._smoothing import smooth_labels as smooth_labels

def __getattr__(name: str) -> Any: ...
