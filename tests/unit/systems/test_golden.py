"""The systems agree with the tables of JEP 9407 and with measured ones, cell by cell."""

from __future__ import annotations

import json

import pytest

from promo_typing.lattice.semantics import Semantics
from promo_typing.systems import SYSTEMS, Operand, System, Undefined, system
from promo_typing.systems.jax import Jax, Lax
from promo_typing.systems.jep9407 import OPTIONS, option_edges
from tests.unit.systems.golden import (
    GOLDEN,
    UNKNOWN,
    cells,
    differing,
    dtype_of,
    known,
    node_of,
    rows_of,
    table,
)

ALLOW = Semantics(explicit_x64="allow")
JAX_VERSIONS = ("jax-0.10.2", "jax-0.12.0.1")
OTHERS: dict[str, System] = {"allow": Jax("allow", ALLOW), "lax-allow": Lax("lax-allow", ALLOW)}

JEP_TABLES = {
    name: f"{name.replace('-', '_')}.csv"
    for name in (
        "jep9407-numpy",
        "jep9407-tensorflow",
        "jep9407-pytorch",
        "jep9407-jax-numpy",
        "jep9407-jax-lax",
    )
}

LIVE_TABLES = [
    ("numpy", "numpy-2.5.5.csv"),
    ("torch", "torch-2.13.0.result_type.csv"),
    ("torch", "torch-2.13.0.add.csv"),
    ("tensorflow", "tensorflow-2.21.0.default.tf_add.csv"),
    ("tensorflow-safe", "tensorflow-2.21.0.safe.result_type.csv"),
    ("tensorflow-all", "tensorflow-2.21.0.all.result_type.csv"),
    ("array-api", "array-api-strict-2.6.1.result_type.csv"),
    ("oneflow", "oneflow-25c8978.promote_types.csv"),
    ("jax", "jax-0.12.0.1.x64-off.result_type.csv"),
    ("jax-x64", "jax-0.12.0.1.x64-on.result_type.csv"),
    ("jax-strict", "jax-0.12.0.1.x64-off.strict.result_type.csv"),
    ("jax-strict-x64", "jax-0.12.0.1.x64-on.strict.result_type.csv"),
    ("allow", "jax-0.12.0.1.x64-off-explicit-allow.result_type.csv"),
    *(
        (name, f"{jax}.x64-{x64}.{table}")
        for jax in JAX_VERSIONS
        for name, x64, table in (
            ("jax", "off", "jnp_add.csv"),
            ("jax-x64", "on", "jnp_add.csv"),
            ("jax-strict", "off", "strict.jnp_add.csv"),
            ("jax-strict-x64", "on", "strict.jnp_add.csv"),
            ("jax-lax", "off", "lax_add.csv"),
            ("jax-lax-x64", "on", "lax_add.csv"),
            ("allow", "off-explicit-allow", "jnp_add.csv"),
            ("lax-allow", "off-explicit-allow", "lax_add.csv"),
        )
    ),
]


@pytest.mark.parametrize("name", JEP_TABLES)
def test_a_table_of_the_jep_is_reproduced_byte_for_byte(name: str) -> None:
    promotions = system(name)
    lines = [["lhs", *promotions.nodes]]
    for left in promotions.nodes:
        lines.append([left, *(promotions.cell(left, right) or "-" for right in promotions.nodes)])
    text = "".join(f"{','.join(line)}\n" for line in lines)
    assert text == (GOLDEN / JEP_TABLES[name]).read_text()


@pytest.mark.parametrize(("name", "file"), LIVE_TABLES)
def test_a_table_of_a_library_is_reproduced(name: str, file: str) -> None:
    promotions = OTHERS.get(name) or system(name)
    expected = known(file)
    told = {node for pair in expected for node in pair}
    header = map(node_of, rows_of(file)[0])
    assert promotions.nodes == tuple(node for node in header if node in promotions.nodes)
    assert told <= set(promotions.nodes)
    assert len(expected) > len(promotions.nodes)
    assert differing(expected, cells(promotions, expected)) == {}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_cell_has_an_answer(name: str) -> None:
    promotions = system(name)
    for left in promotions.nodes:
        for right in promotions.nodes:
            result = promotions.result_type(left, right)
            assert not isinstance(result, Undefined) or result.reason
            assert promotions.cell(left, right) in {None, *promotions.nodes}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_knows_whether_it_is_symmetric(name: str) -> None:
    promotions = system(name)
    pairs = [(a, b) for a in promotions.nodes for b in promotions.nodes]
    symmetric = all(promotions.cell(a, b) == promotions.cell(b, a) for a, b in pairs)
    assert promotions.symmetric == symmetric
    assert promotions.name == name
    assert promotions.source.startswith("https://")
    assert promotions.python_scalars


def test_the_tables_of_the_safe_and_all_modes_are_those_of_additions_but_for_kernels() -> None:
    for mode in ("safe", "all"):
        added = known(f"tensorflow-2.21.0.{mode}.tf_add.csv")
        promotions = system(f"tensorflow-{mode}")
        answers = {
            pair: promotions.operation("arithmetic", *pair)
            for pair in added
            if set(pair) <= set(promotions.nodes)
        }
        assert {p: added[p].removesuffix("*") for p in answers} == {
            p: dtype_of(answer) for p, answer in answers.items()
        }


def test_tensors_without_dimensions_in_torch() -> None:
    torch = system("torch")
    expected = table("torch-2.13.0.result_type.zerodim_row.dim_col.csv")
    found = {
        (left, right): dtype_of(torch.result_type(Operand(left, zero_dimensional=True), right))
        for left, right in expected
    }
    mirrored = {
        (left, right): dtype_of(torch.result_type(right, Operand(left, zero_dimensional=True)))
        for left, right in expected
    }
    told = {pair: value for pair, value in expected.items() if value not in UNKNOWN}
    assert len(told) > 1000
    assert differing(told, found) == {}
    assert mirrored == found


def test_python_scalars_in_torch() -> None:
    expected = known("torch-2.13.0.result_type.pyscalar_row.dim_col.csv")
    assert differing(expected, cells(system("torch"), expected)) == {}


def test_the_options_of_the_jep_are_its_graphs() -> None:
    graphs = json.loads((GOLDEN / "lattices.json").read_text())
    names = ("jep9407_signed_unsigned", *(f"jep9407_option{number}" for number in (1, 2, 3)))
    for number, name in zip(OPTIONS, names, strict=True):
        ours = {node: set(above) for node, above in option_edges(number).items()}
        assert ours == {node: set(above) for node, above in graphs[name]["adjacency"].items()}
