"""Inference: finds what a function returns, by checking its body, where annotations do not say it.

mypy does not infer return types. Here the body of such a function is checked for each call, with
the types of that call's arguments. This takes a type checker of our own; mypy itself sees neither
its types nor its errors.

    program      the folder of a project, and whether this run of mypy keeps function bodies
    modules      where functions are defined, which methods are overridden, names of lambdas
    values       functions as values: partial, transformed and decorated functions
    bodies       facts read from a function's body: its returns, the variables it captures
    captured     the types that captured variables have now
    exits        the types of these variables where a function ends
    closures     functions with the types of the variables that they capture
    moments      the variables of a module when its top calls a function
    signatures   the declared type of a function, and the receiver of a method
    arguments    binds the arguments of a call to parameters
    parameters   the types of the parameters for one call
    flags        the values of bools and strings that a call gives
    checkers     the type checker for a body; all private parts of mypy that inference needs
    limits       how many bodies may be checked, and which functions exceeded that
    overridden   the definitions that a method may have in subclasses
    results      which parts of an inferred type may replace what mypy says
    findings     the plugin's findings in a body, reported with the call for which they hold
    guarded      the parts of a body that run only for some dtypes
    inference    puts the above together; checks each body once for each choice of argument types

``fields`` infers the dtypes of fields that are declared without one, from all values that the
program gives to them. It needs:

    places         where expressions stand
    mentions       the uses of classes and attributes, by name
    reach          calls that can set a field without naming it, such as ``setattr``
    strings        what a string may be
    families       a class with its subclasses
    constructions  the values of a field
    callers        the types of parameters, from all calls
    rebuilds       ``jax.tree.map``, which makes new objects
    source_types   the types of expressions elsewhere in the program
    neighbours     files of the project that are not checked

``collected`` finds how pytest and absl call tests. It needs:

    parametrized   the values in marks and decorators
    fixtures       which fixture a parameter is
    conftests      the ``conftest.py`` files of a test
    fixture_types  the types of what fixtures make
    given_values   the types of values written in a test module
"""
