"""The places of boxes and lines in a picture: nothing overlaps, nothing is missing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from hypothesis import given

from promo_cli.drawing.boxes import boxes, column_of, label
from promo_cli.drawing.layout import Layout, Line, Placed, layout
from promo_typing.core.dtypes import NODES
from promo_typing.lattice import Edges, PartialOrder, jax_lattice

from .graphs import acyclic_graphs

LATTICES = [jax_lattice(), jax_lattice(x64=True), jax_lattice(strict=True)]


def overlap(one: Placed, other: Placed) -> bool:
    beside = abs(one.x - other.x) >= (one.width + other.width) / 2
    above = abs(one.y - other.y) >= (one.height + other.height) / 2
    return not (beside or above)


def along(line: Line) -> Iterable[tuple[float, float]]:
    """Points along a line, whose bends must stay between the heights of its ends."""
    for (x, y), (to_x, to_y) in itertools.pairwise(line.points):
        yield from ((x + (to_x - x) * n / 50, y + (to_y - y) * n / 50) for n in range(1, 50))


def hits(picture: Layout) -> list[tuple[Placed, Line]]:
    return [
        (box, line)
        for line in picture.lines
        for box in picture.placed
        if any(
            abs(x - box.x) < box.width / 2 and abs(y - box.y) < box.height / 2 - 1e-6
            for x, y in along(line)
        )
    ]


def inside(picture: Layout) -> bool:
    return all(
        each.x - each.width / 2 >= 0
        and each.x + each.width / 2 <= picture.width
        and each.y - each.height / 2 >= 0
        and each.y + each.height / 2 <= picture.height
        for each in picture.placed
    )


@given(acyclic_graphs())
def test_nothing_overlaps(edges: Edges) -> None:
    picture = layout(PartialOrder(edges))
    assert not any(overlap(*pair) for pair in itertools.combinations(picture.placed, 2))
    assert inside(picture)
    assert hits(picture) == []


@given(acyclic_graphs())
def test_each_edge_goes_up_from_its_lower_to_its_upper_end(edges: Edges) -> None:
    order = PartialOrder(edges)
    picture = layout(order)
    box = {placed.box.names[0]: placed for placed in picture.placed}
    found = [(line.points[0], line.points[-1]) for line in picture.lines]
    expected = [(n, up) for n in box for up in order.edges[n]]
    assert len(found) == len(expected)
    for (start, end), (lower, upper) in zip(found, expected, strict=True):
        assert abs(start[0] - box[lower].x) <= box[lower].width / 2
        assert abs(end[0] - box[upper].x) <= box[upper].width / 2
        assert start[1] < end[1]
    assert sum(line.redundant for line in picture.lines) == len(order.redundant_edges())


def test_the_pictures_of_jax_overlap_nowhere() -> None:
    for lattice in LATTICES:
        picture = layout(lattice)
        assert not any(overlap(*pair) for pair in itertools.combinations(picture.placed, 2))
        assert inside(picture)
        assert hits(picture) == []


def test_each_node_is_in_one_box_of_its_kind() -> None:
    for lattice in LATTICES:
        found = boxes(lattice)
        assert sorted(name for box in found for name in box.names) == sorted(NODES)
        for box in found:
            kinds = {NODES[name].kind.replace("bool", "signed") for name in box.names}
            assert kinds == {box.column}
            assert {NODES[name].weak for name in box.names} == {box.weak}


def test_a_page_is_wide_enough_for_jax() -> None:
    assert all(layout(lattice).width < 8 for lattice in LATTICES)


def test_labels_are_unique() -> None:
    assert len({label(name) for name in NODES}) == len(NODES)
    assert label("int8*") == "int8*"
    assert label("weak_int") == label("i*") == "i*"
    assert label("float") == "float"


def test_dtypes_that_jax_lacks_stand_in_the_column_of_their_kind() -> None:
    names = ("complex32", "uint3", "int8*", "float64*", "u*", "A")
    columns = ("complex", "unsigned", "signed", "float", "other", "other")
    assert tuple(map(column_of, names)) == columns
