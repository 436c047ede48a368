"""What random programs do with functions as values.

A template's last line is its value; the lines before it are statements. In it stand

    $x, $y        arrays, and $whole an array of shape (2, 2)
    $f, $g        functions of one array, and $both one of two arrays
    $class        a class of the program, which is made of a function
    $new, $other  new names
    $scalar, $dtype, $condition
"""

from __future__ import annotations

from typing import Final

PLAIN_FUNCTIONS: Final = (
    *("doubled", "widened", "best", "positive", "jnp.exp", "jnp.square", "jax.nn.relu"),
    "(lambda a: a * $scalar)",
    "(lambda a: a + $x)",
    "(lambda a: a.astype(jnp.$dtype))",
    "(lambda a: jnp.where(a > 0, 2, 3))",
    "scaler($scalar)",
    "scaler($x)",
    "functools.partial(jnp.add, $x)",
    "functools.partial(cast, dtype=jnp.$dtype)",
    "functools.partial(added, $x)",
    "Scale($x)",
    "casting(jnp.$dtype)(doubled)",
)

MADE_FUNCTIONS: Final = (
    "compose($f, $g)",
    "chain($f, $g)",
    "chain($f)",
    "(lambda a: $f(a) * $scalar)",
    "functools.partial(applied, $f)",
    "jax.jit($f)",
    "jax.checkpoint($f)",
    "halved($f)",
    "logged($f)",
    "after($f)($g)",
    "rebound($f, $x)",
    "def $new(a, act=None):\n    act = act or jax.nn.relu\n    return $f(act(a))\n$new",
    "def $new(a):\n    act = jnp.tanh\n    return act($f(a))\n$new",
    "$class($f)",
    "$class($f).run",
    "$class($f).scanned",
    "def $new(a):\n    made = $f(a)\n    return made * $scalar\n$new",
    "@casting(jnp.$dtype)\ndef $new(a):\n    return $f(a)\n$new",
    "@after($f)\ndef $new(a):\n    return a + $x\n$new",
    "@functools.partial(compose, $f)\ndef $new(a):\n    return a * $scalar\n$new",
)

FUNCTIONS_OF_TWO: Final = (
    *("operator.add", "jnp.maximum", "jnp.add", "added"),
    "(lambda a, b: a * b)",
    "(lambda a, b: $f(a) + b)",
    "functools.partial(applied, added)",
)

USES: Final = (
    # Passed on, kept in a variable or a container.
    "applied($f, $x)",
    "applied($f, $x) + applied($f, $y)",
    "$new = $f\n$new($x) + applied($new, $y)",
    "applied_to_all(($f, $g), $x)[1]",
    "applied_to_all([$f], $x)[0]",
    "($f, $g)[1]($x)",
    "$new = ($f, $g)\n$new[0]($x)",
    "$new = [$f, $g]\n$new[1]($x)",
    '$new = {"a": $f, "b": $g}\n$new["b"]($x)',
    '$new = {"a": $f}\n$new["a"] = $g\n$new["a"]($x)',
    "$new = [$f]\n$new.append($g)\n$new[-1]($x)",
    "$new, $other = $f, $g\n$other($x)",
    # One of several.
    "for $new in ($f, $g):\n    $other = $new($x)\n$other",
    "for _, $new in enumerate([$f, $g]):\n    $other = $new($x)\n$other",
    '$new = {"a": $f, "b": $g}\nfor $other in $new:\n    made = $new[$other]($x)\nmade',
    "[each($x) for each in ($f, $g)][0]",
    "[each(a) for each, a in zip(($f, $g), ($x, $x))][1]",
    "($f if $condition else $g)($x)",
    "$new = $f if $condition else $g\n$new($x)",
    "if $condition:\n    $new = $f\nelse:\n    $new = $g\n$new($x)",
    "$new = $f\nif $condition:\n    $new = $g\n$new($x)",
    # Variables that get other values later.
    "$new = $x\ndef $other(a):\n    return $f(a) * $new\nmade = $other($y)\n"
    "$new = $y\n$other($x) + made",
    "$new = $f\ndef $other(a):\n    return $new(a)\nmade = $other($x)\n"
    "$new = $g\n$other($x) + made",
    # Called repeatedly.
    "list(map($f, [$x, $y]))[1]",
    "sum(map($f, ($x, $y)))",
    "sum($f(each) for each in ($x, $y))",
    "functools.reduce($both, [$x, $y])",
    "functools.reduce($both, map($f, [$x, $x]))",
    "functools.reduce(lambda a, each: each(a), ($f, $g), $x)",
    "list(itertools.accumulate(($x, $y), $both))[1]",
    # Defaults.
    "with_default($x)",
    "with_default($x, $f)",
    "with_none($x) + with_none($y, function=$f)",
    "with_or($x) + with_or($y, $f)",
    "with_choice($x) + with_choice($y, $f)",
    "def $new(a, function=$f):\n    return function(a)\n$new($x)",
    "def $new(a, function=$f):\n    return function(a)\n$new($x, $g)",
    # JAX.
    "jax.jit($f)($x)",
    "jax.vmap($f)($whole)[0]",
    "jax.checkpoint($f)($x)",
    "jax.grad(lambda a: jnp.sum($f(a)).astype(jnp.float32))($x.astype(jnp.float16))",
    "jax.vjp($f, $x.astype(jnp.bfloat16))[0]",
    "lax.cond(jnp.sum($x) > 0, $f, $f, $x)",
    "lax.switch(0, ($f, $f), $x)",
    "lax.map($f, jnp.stack([$x, $x]))[0]",
    "lax.fori_loop(0, 2, lambda _, carry: kept($f)(carry), $whole)",
    '$new = {"a": kept($f)}\nlax.while_loop(lambda a: jnp.sum(a) < 0, $new["a"], $whole)',
    "lax.scan(functools.partial(stepped, $f), $whole, jnp.stack([$x, $x]))[1][0]",
    "lax.scan(Stepper($f).step, $whole, jnp.stack([$x, $x]))[1][0]",
    '$new = {"a": functools.partial(stepped, $f)}\n'
    'lax.scan($new["a"], $whole, jnp.stack([$x, $x]))[1][0]',
    'jax.tree.map($f, {"a": $x})["a"]',
    "jax.tree.map($both, ($x, $y), ($y, $x))[0]",
    # Objects.
    "$class($f)($x)",
    "$new, $other = $class($f), $class($g)\n$other($x) + $new.run($y)",
    "$new = [$class($f), $class($g)]\n$new[1]($x)",
    "for $new in ($class($f), $class($g)):\n    $other = $new.run($x)\n$other",
    "$new = $class($f) if $condition else $class($g)\n$new($x)",
)
