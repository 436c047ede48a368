"""Dictionaries with a type for each key that may have more keys than those.

The program may put further entries into such a dictionary, of any types. Each known key keeps its
type; only what all values have in common is unknown.
"""

from __future__ import annotations

from typing import Final

from mypy.types import Type, TypedDictType

from promo_mypy.types.aliases import unfolded
from promo_mypy.types.pytrees import is_container, is_plain_dictionary, is_plain_tuple

_MORE: Final = "..."
"""Marks an open dictionary among its read-only keys: it is the name of no key."""


def is_open(dictionary: TypedDictType) -> bool:
    """Whether a dictionary may have more keys than the known ones."""
    return _MORE in dictionary.readonly_keys


def opened(tree: Type) -> Type:
    """Return a type with all dictionaries in it marked as open."""
    proper = unfolded(tree)
    if is_plain_dictionary(proper):
        values = [opened(each) for each in proper.items.values()]
        found = proper.copy_modified(item_types=values)
        found.readonly_keys = {*found.readonly_keys, _MORE}
        return found
    if is_plain_tuple(proper):
        return proper.copy_modified(items=[opened(each) for each in proper.items])
    if is_container(proper):
        *keys, value = proper.args
        return proper.copy_modified(args=[*keys, opened(value)])
    return tree
