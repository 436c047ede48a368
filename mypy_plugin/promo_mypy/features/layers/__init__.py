"""The dtypes that layers of neural-network libraries return.

``catalogue`` lists the layers with the rule that each follows; ``rules`` has the rules. At the call
of a layer, ``origins`` finds the constructor calls that it may come from, and ``choices`` reads the
dtypes in their arguments. ``calls`` puts these together, and ``application`` answers
``module.apply`` of flax.
"""
