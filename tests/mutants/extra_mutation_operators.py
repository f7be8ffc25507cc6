"""Breaks that cosmic-ray does not make: a statement that is not there, another word."""

from collections.abc import Iterator
from typing import Any

from cosmic_ray.operators.operator import Operator
from parso.python.tree import Keyword, String
from parso.tree import NodeOrLeaf

Span = tuple[tuple[int, int], tuple[int, int]]
REMOVED = {"expr_stmt", "atom_expr", "return_stmt", "raise_stmt", "yield_expr", "power"}


class RemoveStatement(Operator):  # type: ignore[misc]
    """``beat(table)`` becomes ``pass``; only inside functions."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        parent = node.parent
        stands = node.type in REMOVED and parent and parent.type == "simple_stmt"
        if stands and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        first = node.get_first_leaf()  # type: ignore[no-untyped-call]
        return Keyword("pass", node.start_pos, prefix=first.prefix)

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        return ()


class OtherWord(Operator):  # type: ignore[misc]
    """``"loop"`` becomes ``"loop_"``; not what only people read."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        alone = node.parent and node.parent.type in ("simple_stmt", "strings")
        if isinstance(node, String) and not alone and "f" not in node.string_prefix.lower():
            yield node.start_pos, node.end_pos

    def mutate(self, node: String, index: int) -> NodeOrLeaf:
        quote = node.value[-1]
        return String(f"{node.value[:-1]}_{quote}", node.start_pos, prefix=node.prefix)

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        return ()
