"""For any program mypy with the plugin reports errors of the program, never an internal error."""

from __future__ import annotations

from pathlib import Path

import pytest

from .mypy_runs import mypy, write

pytestmark = pytest.mark.slow

HEAD = """\
from __future__ import annotations
import functools
from typing import *
import jax.numpy as jnp
import numpy as np
from jax import Array

T = TypeVar("T")
P = ParamSpec("P")
A = TypeVar("A", bound=Array[Any])
U = TypeVar("U", bound="Array[jnp.float32] | Array[jnp.int8]")
Tree = Union[Array[jnp.float32], List["Tree"], Dict[str, "Tree"]]
bf16: Array[jnp.bfloat16]
unknown: Any
thing: object
many: tuple[Array[jnp.int8], ...]
"""

PROGRAMS = {
    "wrong_numbers_of_arguments": """
jnp.zeros(); jnp.zeros(dtype=jnp.float32); jnp.zeros(3, 4, 5, 6, 7, 8); jnp.zeros(*thing)
jnp.zeros(3, *[jnp.float32]); jnp.zeros(3, **{"dtype": jnp.float32}); jnp.zeros(3, shape=3)
jnp.add(); jnp.add(1); jnp.add(1, 2, 3, 4, 5); jnp.add(*many); jnp.power(1); jnp.power(bf16)
jnp.where(); jnp.where(1, 2); jnp.concatenate(); jnp.concatenate([]); jnp.stack(*many)
jnp.float32(); jnp.float32(1, 2); jnp.float32(x=1); bf16.astype(); bf16.sum(1, 2, 3, 4, 5, 6, 7, 8)
bf16.at[0].set(); bf16.at[...].add(1, 2, 3, 4, 5, 6, 7, 8, 9); divmod(bf16); divmod(bf16, 1, 2)
abs(); abs(*many); pow(bf16); pow(bf16, 2, 3); bf16.__add__(); bf16.__add__(1, 2)
""",
    "bodies_without_annotations": """
import jax
from jax import lax
x = jnp.ones(3); b = jnp.ones((), jnp.bfloat16)
def rec(c, a):
    r, _ = lax.scan(rec, c, x)
    return r, a
lax.scan(rec, b, x)
def m1(c, a):
    return lax.scan(m2, c, x)[0], a
def m2(c, a):
    return lax.scan(m1, c, x)[0], a
lax.scan(m1, b, x)
def star(*args):
    return args
lax.scan(star, b, x)
def gen(c, a):
    yield c
lax.scan(gen, b, x)
def cls(c, a):
    class K:
        def f(self): return c
    global G
    G = c
    return c + a, K
lax.scan(cls, b, x)
def dflt(c, a, k=2, *, z=3):
    y = [c * k for _ in range(3)]
    u = {"p": y}
    for i in y:
        c = c + i
    while True:
        c = c * 2
        break
    with open("f") as fh:
        pass
    try:
        w = c
    except Exception as e:
        w = c + 1
    lam = lambda q: q + c
    return lam(w), a
lax.scan(dflt, b, x)
def part(c, a: Array[jnp.float32]):
    t: Array[jnp.float32] = a
    return c + t, None
lax.scan(part, b, x)
def n1(c, a):
    def n2(c2, a2):
        def n3(c3, a3):
            def n4(c4, a4):
                def n5(c5, a5):
                    return c5 * a5, a5
                return lax.scan(n5, c4, x)[0], a4
            return lax.scan(n4, c3, x)[0], a3
        return lax.scan(n3, c2, x)[0], a2
    return lax.scan(n2, c, x)[0], a
lax.scan(n1, 0, x)
lax.scan(n1, b, x)
class C:
    def body(self, c, a):
        self.q = c
        return c, a
    def go(self):
        def inner(c, a):
            return c + a, self.body(c, a)
        return lax.scan(inner, b, x)
    def go2(self):
        return lax.scan(self.body, b, x)
def early(c, a):
    if a is None:
        return None
    for k in range(3):
        return c, a
lax.scan(early, b, x)
jax.grad(rec)(x)
jax.grad(early)(x, x)
jax.grad(lambda p: jax.grad(lambda q: q * p)(2.0))(3.0)
jax.grad(jax.grad(lambda p: p * p))(2)
@jax.grad
def deco(z): return z
deco(2)
jnp.array([]); jnp.array([[], [1]]); x[()]; x[...]; jnp.array(x, dtype=None)
""",
    "wrong_types_of_arguments": """
jnp.zeros(3, thing); jnp.zeros(3, T); jnp.zeros(3, jnp.zeros); jnp.zeros(3, []); jnp.zeros("a", "b")
jnp.array({"a": 1}); jnp.array(thing); jnp.array(jnp.float32); jnp.array([T]); jnp.array(lambda: 1)
jnp.array([jnp.array([[]]), *many, (1, [2, many])]); jnp.concatenate(x for x in many)
jnp.exp("a"); jnp.exp(None); jnp.add(None, []); bf16 + None; bf16 + "a"; [] + bf16; bf16 @ thing
bf16.astype(None); bf16.astype(bf16); bf16[jnp]; bf16["a"]; -jnp; ~jnp.add; bf16 in bf16; not bf16
""",
    "odd_dtypes": """
class Mine(jnp.float32): ...
def f(a: Array[Never], b: Array[int], c: Array[Mine], d: Array[jnp.float32, int],
      e: Array[nothing], g: Array["jnp.int8"], h: Array[Array[jnp.int8]], i: Array[T],
      j: Array[None], k: Array[type[jnp.int8]], l: Array[Literal[3]]) -> None:
    for x in (a, b, c, d, e, g, h, i, j, k, l):
        -x; x + x; x + 1; bf16 + x; x.sum(); x.T; jnp.exp(x); jnp.add(x, bf16)
        jnp.zeros(3, x.dtype)
    a + a; b + b; c + c; d + d; e + e; g + g; h + h; i + i; j + j; k + k; l + l
    a + bf16; 1 + b; c * 2.0; np.float32(1) - d; ~e; abs(g); divmod(h, 1); i.sum(); j.T; k.real
""",
    "odd_values": """
class Sub(Array[jnp.bfloat16]):
    def __add__(self, other: object) -> str: ...
class Scalar(float):
    def __mul__(self, other: object) -> str: ...
class Quacks(Protocol):
    dtype: Any
    def __add__(self, other: Any) -> Any: ...
def f(a: A, u: U, s: Sub, q: Quacks, n: Never, lit: Literal[3], c: Scalar, z: None) -> None:
    a + 1; 1 + a; u + u; u + bf16; bf16 + u; s + 1; s * 2; 1 + s; q + bf16; bf16 + q; n + bf16
    lit + bf16; bf16 + lit; c * bf16; bf16 * c; z + bf16; bf16 == z; a.sum(); u.T; s.at[0].set(1)
    super().foo; type(bf16)(1); Array.__add__(bf16, 3); del bf16.T; bf16.T = 3; bf16.real += 1
""",
    "large_numbers": """
F, G = 10**400, 10**5000
def f(x: Array[jnp.float16], y: Array[jnp.float32], u: Array[jnp.uint8]) -> None:
    x * F; x + G; x * 10**400; x ** F; x ** 10**5000; u + F; u << G; u * -G; y // F; 1e308 * 10 * y
    jnp.where(x > 0, x, F); jnp.full(3, F, jnp.float16); jnp.full(3, G, jnp.bfloat16)
    jnp.full_like(y, -F); jnp.array([F, 1], jnp.float32); jnp.array([G, 1.5]); jnp.float32(F)
    jnp.asarray(G, jnp.int8); x.at[0].set(F); x.at[0].multiply(G); jnp.clip(x, -F, G); u.at[F].get()
    jnp.maximum(y, F); x + float("nan"); x * (1 << 10**9); x + 2.0**-10**400; jnp.zeros(F); x[G]
""",
    "higher_order": """
def deco(f: Callable[P, T]) -> Callable[P, T]: return f
@overload
def ov(x: Array[jnp.float32]) -> Array[jnp.float32]: ...
@overload
def ov(x: int) -> int: ...
def ov(x: Any) -> Any: return x + 1
@deco
def g(x: Array[jnp.float32], *a: Array[jnp.int8], **k: Array[jnp.int8]) -> Array[jnp.float32]:
    for v in a: x = x + v
    return functools.reduce(lambda p, q: p + q, a, x)
def tree(t: Tree) -> Tree:
    if isinstance(t, list): return [tree(x) for x in t]
    if isinstance(t, dict): return {k: tree(v) for k, v in t.items()}
    return t + 1
f = jnp.add; f(bf16, 1); z = jnp.zeros; z(3, jnp.int8); (jnp.add if f else jnp.multiply)(bf16, 1)
functools.partial(jnp.zeros, dtype=jnp.int8)(3); map(jnp.add, [1], [2]); list(map(abs, [bf16]))
g(ov(g(bf16)), *many); sum([bf16, bf16]); max(bf16, bf16); sorted(many); getattr(jnp, "add")(1, 2)
[a + a for a in many]; {k + k: 1 for k in many}; (y := bf16 * 3) + y; lambda x: x + bf16
""",
    "definitions_that_wait_for_one_another": """
class C:
    x: Array[jnp.float32]
    y = jnp.zeros(3)
    def __init__(self) -> None: self.z = self.y + self.w
    @property
    def w(self) -> Array[jnp.int8]: return self.q() * 2
    def q(self): return jnp.ones(3, jnp.int8) + self.z
early = late + 1
late = jnp.zeros(3, DTYPE) + early
DTYPE: Final = jnp.int8
def rec(x): return rec(x) + jnp.zeros(3)
loop = jnp.zeros(3)
while loop: loop = loop * bf16 + jnp.add(loop, loop)
""",
    "names_of_jaxtyping": """
import jaxtyping as jt
from jaxtyping import *
from jaxtyping import Float as F, Key, PRNGKeyArray
from nowhere import Int as Lost
w: Float; x: Float[Array]; y: Float[Array, 3, 4, "x"]; z: Float["nothing", "x"]; v: Float[()]
aa: F[3, "x"]; bb: F[F, "x"]; cc: PRNGKeyArray[3]; dd: Key["x"]; ee: F[...]; ff: Lost[Array, ""]
gg: F[[Array], "x"]; hh: F[Tree, "x"]; ii: jt.Nothing[Array, ""]; jj: F[Array, "a"][Array, "b"]
Loop = Union[Array, list["Loop"]]; kk: F[Loop, ""]; Self_ = F["Self_", ""]; ll: Self_
Alias = F[Array, "a"]; mm: Alias[int]; Late = F["Later", ""]; Later = Array; nn: F[Late, ""]
def f(*a: F, **k: F[Array]) -> F[Array[Mine], ""]: return F[Array, "x"](3)
class Mine(F[Array, "x"]): x: F[Array, "x"] = F; y: Key = 3
cast(F, 3); isinstance(bf16, F[Array, "x"]); TypeVar("Q", bound=F[Array, ""]); F[Array]; F()
""",
    "trees_without_end": """
import dataclasses, jax
from jax import lax
Nested = Union[Array, Iterable["Nested"], Mapping[Any, "Nested"]]
Pairs = tuple[Array, Union["Pairs", None]]
Lists = list["Lists"]
@dataclasses.dataclass
class Node:
    value: Array
    below: list["Node"]
    other: "Node | None" = None
class Chain(NamedTuple):
    value: Array[jnp.float32]
    rest: "Chain | None"
class Table(TypedDict):
    value: Array[jnp.float32]
    rest: "Table"
Generic_ = Union[T, list["Generic_[T]"]]
def look(t, u=None): return t, u
def keep(t: Nested, n: Node) -> Nested: return look(t)[0]
Any_ = Generic_[Array]
def use(t: Tree, n: Nested, p: Pairs, l: Lists, d: Node, c: Chain, b: Table, g: Any_) -> None:
    for x in (t, n, p, l, d, c, b, g):
        jax.tree.map(lambda leaf: leaf * 2, x); jax.tree.map(look, x, x); jax.tree.leaves(x)
    jax.tree.map(jnp.sin, t); jax.tree.map(jnp.sin, n); jax.tree.map(jnp.sin, d)
    jax.tree.map(look, c, c)
    jax.tree.map(jnp.add, p, p); jax.tree.map(lambda a, b: a + b, l, l); jax.tree.map(jnp.sin, b)
    look(t); look(n, p); look(l, d); look(c, b); look([t, n], {"a": p, "b": l})
    look(look, look(t))
    look(g)[0] + 1; look(Node(bf16, []))[0].value + 1; keep(n, d); keep(t, None); bf16 + t; n * bf16
    jnp.array(t); jnp.stack(l); jnp.concatenate(n); jnp.asarray(p); jnp.sin(t)
    jnp.where(bf16, t, n)
    lax.scan(lambda c, a: (c, a), t, n); lax.scan(look, p, l); lax.cond(True, look, look, t, n)
    lax.while_loop(lambda c: True, lambda c: c, n); lax.fori_loop(0, 3, lambda i, c: c, d)
    lax.switch(0, [look, look], t, p); lax.map(look, n); lax.associative_scan(look, t)
    jax.grad(lambda q: q)(t); jax.grad(look)(n); jax.value_and_grad(look, has_aux=True)(t, n)
    jax.jit(look)(t, n); jax.vmap(look)(p); jax.checkpoint(keep)(n, d)
    functools.partial(look, t)(n)
    jax.jvp(look, (t,), (t,)); jax.vjp(look, n); jax.eval_shape(look, l); jax.linearize(look, p)
    def inner(z):
        def other(y): return inner(y), t
        return other(z)[0], n, d
    inner(t); jax.jit(inner)(n); lax.scan(inner, c, b); 1 + inner
""",
    "abstract_dtypes": """
from jax import lax
Classes = Union[np.generic, np.number, np.inexact, np.integer, np.signedinteger, np.unsignedinteger,
    np.floating, np.complexfloating, np.flexible, np.character]
D = TypeVar("D", bound=np.complexfloating)
def f(a: np.generic, b: np.number[Any], c: np.inexact[Any], d: np.integer[Any], h: np.character,
      e: np.signedinteger[Any], g: np.unsignedinteger[Any], i: np.floating[Any],
      j: np.complexfloating[Any, Any], k: np.clongdouble, l: np.longdouble, m: Classes,
      n: np.ndarray[Any, np.dtype[np.complexfloating[Any, Any]]], o: Array[jnp.complexfloating],
      p: Array[jnp.floating], q: Array[D], r: Array[jnp.number], s: Array[jnp.generic]) -> None:
    for x in (a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s):
        bf16 * x; x * bf16; bf16 < x; x @ bf16; -x; x + x; x[bf16]; bf16[x]; bf16.at[0].set(x)
    bf16 * a; bf16 * b; bf16 * c; bf16 * d; bf16 * e; bf16 * g; bf16 * h; bf16 * i; bf16 * j
    bf16 * k; bf16 * l; bf16 * m; bf16 * n; bf16 * o; bf16 * p; bf16 * q; bf16 * r; bf16 * s
    j * bf16; n * bf16; n * o; o * q; bf16[j]; bf16[o]; bf16.astype(j.dtype); jnp.zeros(3, n.dtype)
    jnp.multiply(bf16, j); jnp.where(True, o, j); jnp.stack([o, q]); jnp.array([j, j]); np.add(n, o)
    lax.scan(lambda t, u: (t * u, u), j, o); lax.cond(True, lambda: j, lambda: o)
    lax.fori_loop(0, 3, lambda t, u: u + j, j); lax.scan(lambda t, u: (t * u, u), o, q)
""",
    "a_syntax_error": "jnp.zeros(3 +\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("robustness")


@pytest.mark.parametrize("settings", ["", "[promo-typing]\ninfer = true\n"], ids=["", "infer"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_ends_with_errors_about_the_program(folder: Path, name: str, settings: str) -> None:
    write(folder, HEAD + PROGRAMS[name], settings)
    run = mypy(folder, "--show-traceback", "--check-untyped-defs")
    assert "INTERNAL ERROR" not in run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr
    assert run.status == (2 if name == "a_syntax_error" else 1)
    assert run.messages


def test_long_and_deep_expressions(folder: Path) -> None:
    deep = "bf16" + " * 2.0 + bf16" * 250
    nested = "jnp.add(" * 40 + "bf16" + ", 1)" * 40
    write(folder, HEAD + f"reveal_type({deep})\nreveal_type({nested})\n" + "bf16 + 1\n" * 2000)
    run = mypy(folder)
    revealed = '"jax._src.basearray.Array[jax._src.numpy.scalar_types.bfloat16]"'
    assert [line.partition("Revealed type is ")[2] for line in run.messages] == [revealed] * 2


def test_large_unions_are_fast_enough_to_finish(folder: Path) -> None:
    """An operator on a union is distributed over its members once, not again by the next one."""
    dtypes = [
        "int8",
        "int16",
        "int32",
        "uint8",
        "uint16",
        "float16",
        "bfloat16",
        "float32",
        "complex64",
        "bool_",
    ]
    union = " | ".join([*(f"Array[jnp.{dtype}]" for dtype in dtypes), "int", "float", "complex"])
    body = "x = a * b + c * a + a / b + (a + b) * (c + a)\n    y = (x + a) * (x + b) * x * x * x"
    write(folder, HEAD + f"Any_ = {union}\ndef f(a: Any_, b: Any_, c: Any_) -> None:\n    {body}\n")
    run = mypy(folder)
    assert (run.status, run.messages) == (0, [])


FAILING = """\
from promo_mypy.plugin import PromoPlugin

class Failing(PromoPlugin):
    def get_function_hook(self, fullname):
        return fail if fullname == "main.fail" else super().get_function_hook(fullname)

def fail(ctx):
    assert "float32" not in str(ctx.arg_types), "this is the failure"
    return ctx.default_return_type

def plugin(version):
    return Failing
"""
FAILS_IN_A_CALL = """\
import jax.numpy as jnp

def fail(x): return x

def inferred(x):
    1 + "a"
    fail(x)
    return x

reveal_type(inferred(jnp.ones(3)))
reveal_type(inferred(jnp.ones(3, jnp.int8)))
"""


@pytest.mark.parametrize("show", [False, True], ids=["", "show_traceback"])
def test_a_failure_in_an_inferred_body_is_an_unknown_dtype(tmp_path: Path, show: bool) -> None:
    settings = f"show_traceback = {show}\n[promo-typing]\ninfer = true\n"
    write(tmp_path, FAILS_IN_A_CALL, "disallow_untyped_defs = false\n" + settings)
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(configuration.read_text().replace("= promo_mypy", "= failing.py", 1))
    (tmp_path / "failing.py").write_text(FAILING)
    run = mypy(tmp_path, "--allow-untyped-calls")
    if show:
        assert "AssertionError: this is the failure" in run.stdout
    else:
        assert run.stderr == ""
        assert [line.partition(": ")[2] for line in run.messages] == [
            'note: Revealed type is "Any"',
            'note: Revealed type is "jax._src.basearray.Array[jax._src.numpy.scalar_types.int8]"',
            'error: Unsupported operand types for + ("int" and "str")  [operator]',
        ]


OWN_FAILURE = """\
import promo_mypy.failures
from promo_mypy.features import functions
from promo_mypy.plugin import plugin

promo_mypy.failures.RAISES = False

def fail(*given):
    raise IndexError("this is the failure")

functions._call = fail
"""
FAILS_ITSELF = """\
import jax.numpy as jnp

for each in range(3):
    y = jnp.sin(jnp.ones(3)), jnp.cos(1.0)
z = jnp.ones(3) @ jnp.ones(3)
1 + "a"
"""


@pytest.mark.parametrize("show", [False, True], ids=["", "show_traceback"])
def test_a_failure_of_the_plugin_is_told_and_mypy_goes_on(tmp_path: Path, show: bool) -> None:
    write(tmp_path, FAILS_ITSELF, f"show_traceback = {show}\n")
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(configuration.read_text().replace("= promo_mypy", "= failing.py", 1))
    (tmp_path / "failing.py").write_text(OWN_FAILURE)
    run = mypy(tmp_path)
    if show:
        assert "IndexError: this is the failure" in run.stderr + run.stdout
        assert "INTERNAL ERROR" in run.stderr + run.stdout
        return
    told = [line for line in run.stderr.splitlines() if "IndexError: this is the failure" in line]
    assert [line.split(": ")[1] for line in told] == ["main.py:4", "main.py:5"]
    assert "main.py:6: error: Unsupported operand types" in run.stdout
