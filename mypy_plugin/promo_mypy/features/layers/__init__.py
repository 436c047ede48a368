"""The dtypes that layers of neural-network libraries return.

``catalogue`` says of each layer which rule it follows, ``rules`` what the rules are. Where a layer
is called, ``origins`` finds the constructors that it may come from, and ``choices`` reads what
these were given. ``calls`` puts them together; ``application`` answers ``module.apply`` of flax.
"""
