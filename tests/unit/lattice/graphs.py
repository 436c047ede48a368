"""Random promotion graphs, and their properties computed from the definitions."""

from __future__ import annotations

from hypothesis import strategies as st

from promo_typing.lattice import Edges


@st.composite
def acyclic_graphs(draw: st.DrawFn, most: int = 8) -> Edges:
    """The edges of an acyclic graph, with its nodes and the nodes above each in random order."""
    names = draw(st.permutations("abcdefgh"[: draw(st.integers(1, most))]))
    edges = {
        name: tuple(draw(st.permutations([n for n in names[place + 1 :] if draw(st.booleans())])))
        for place, name in enumerate(names)
    }
    order = draw(st.permutations(names))
    return {name: edges[name] for name in order}


@st.composite
def graphs(draw: st.DrawFn) -> Edges:
    """The edges of any graph, cycles included."""
    names = "abcdef"[: draw(st.integers(1, 6))]
    some = st.lists(st.sampled_from(names), max_size=2, unique=True)
    return {name: tuple(draw(some)) for name in names}


def above(edges: Edges, node: str) -> set[str]:
    """The nodes that can be reached from a node, itself included."""
    found = {node}
    while new := {upper for each in found for upper in edges[each]} - found:
        found |= new
    return found


def bounds(edges: Edges, left: str, right: str) -> set[str]:
    return above(edges, left) & above(edges, right)


def minimal(edges: Edges, some: set[str]) -> set[str]:
    """The given nodes that are above no other one of them."""
    return {
        each for each in some if not any(each in above(edges, other) for other in some - {each})
    }


def turned(edges: Edges) -> Edges:
    """The same graph upside down."""
    return {node: tuple(n for n, ups in edges.items() if node in ups) for node in edges}


def join(edges: Edges, left: str | None, right: str | None) -> str | None:
    """The least upper bound; None if it or an operand is undefined."""
    if left is None or right is None:
        return None
    found = bounds(edges, left, right)
    return next((each for each in found if found <= above(edges, each)), None)
