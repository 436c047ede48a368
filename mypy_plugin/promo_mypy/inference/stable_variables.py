"""Which global variables are assigned once, so that they always have one type."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import Expression, FuncItem, MypyFile, RefExpr, Var
from mypy.server.subexpr import get_subexpressions

from promo_mypy.by_module import ByModule
from promo_mypy.inference.dictionaries import Assignments
from promo_typing.core.program_files import is_program_file


class StableVariables:
    """Finds stable variables: global ones that are assigned once, from other stable ones."""

    def __init__(self) -> None:
        """Start without a module."""
        self._assignments = ByModule(Assignments)
        self._again = ByModule(self._assigned_again)
        self._stable: dict[Var, bool] = {}

    def are_stable(
        self,
        expression: Expression | FuncItem,
        modules: Mapping[str, MypyFile],
        inside: MypyFile | None = None,
    ) -> bool:
        """Whether all global variables that an expression or a function uses are stable.

        The variables of ``inside`` do not count: the function is the body of that module.
        """
        names = (each.node for each in get_subexpressions(expression) if isinstance(each, RefExpr))
        used = {each for each in names if isinstance(each, Var)}
        if inside is not None:
            used -= {each.node for each in inside.names.values() if isinstance(each.node, Var)}
        return all(self._is_stable(each, modules) for each in used)

    def assigned_again(self, module: MypyFile) -> frozenset[Var]:
        """Return the variables of a module that it assigns more than once."""
        return self._again.of(module)

    def are_known(self, expression: Expression) -> bool:
        """Whether mypy knows the types of all global variables in an expression."""
        names = (each.node for each in get_subexpressions(expression) if isinstance(each, RefExpr))
        return all(each.type is not None for each in names if isinstance(each, Var))

    def _assigned_again(self, module: MypyFile) -> frozenset[Var]:
        values = self._assignments.of(module).values
        several = (variable for variable, given in values.items() if len(given) > 1)
        # A local variable has no full name.
        return frozenset(each for each in several if each.is_inferred and "." in each.fullname)

    def _is_stable(self, variable: Var, modules: Mapping[str, MypyFile]) -> bool:
        module = modules.get(variable.fullname.rpartition(".")[0])
        if module is None or not is_program_file(module.path) or not variable.is_inferred:
            return True
        if variable not in self._stable:
            self._stable[variable] = True  # Ends a recursion: its value may use the variable.
            match self._assignments.of(module).values.get(variable, ()):
                case [each] if each is not None:
                    self._stable[variable] = self.are_stable(each.expression, modules)
                case []:  # A library that mypy does not follow is Any, everywhere.
                    self._stable[variable] = variable.is_suppressed_import
                case _:
                    self._stable[variable] = False
        return self._stable[variable]
