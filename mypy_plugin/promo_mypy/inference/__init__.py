"""Inference: what functions return whose annotations leave it open, by checking their bodies.

mypy never infers that. Here the body of such a function is checked with the types that it is called
with, by a checker of our own, whose types and errors mypy never sees:

    program      the files whose functions have bodies, and the runs of mypy that keep them
    modules      where functions stand, which methods are replaced, what lambdas are called
    values       functions as values: partial, transformed and decorated ones
    bodies       what the text of a function says: what it returns, and what it takes from outside
    closures     the types of what it takes from outside
    signatures   its type as it is written, and what a method is called on
    arguments    what it is called with, and the parameter that gets each
    parameters   the types of the parameters for a call
    checkers     a checker for a body; all private parts of mypy that this needs
    limits       how many bodies may be checked, and which calls were given up for that
    overridden   which definitions a method may have in classes below
    results      what of the returned type may take the place of what mypy says
    findings     what the plugin finds in a body, reported with the call that it is true of
    fields       the dtypes of fields that are declared without one, from what sets them, by way of
                 places (where expressions stand), mentions (of classes and attributes, by name),
                 reach (what sets a field without naming it), strings
                 (what a string may be), families (classes and those below),
                 constructions (the values of a field), callers (what parameters get), rebuilds
                 (jax.tree.map), source_types (types at other places), neighbours (other files)
    collected    how pytest and absl call tests, by way of parametrized (marks), fixtures and
                 conftests (which fixture a parameter is), fixture_types, given_values (types)
    inference    all of these in turn, each body once for each choice of types
"""
