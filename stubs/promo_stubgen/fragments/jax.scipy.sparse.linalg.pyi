from typing import Any, TypeVar, overload

from jax._src.basearray import Array
from jax._src.tree_util import _NotTraced, _PartlyTraced, _UnknownTree, _WeakArray

_C = TypeVar("_C")

# The result for a weak right-hand side is strong if the operator is.
@overload
def bicgstab(
    A: Any,
    b: _UnknownTree,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> Any: ...
@overload
def bicgstab(
    A: Any,
    b: _WeakArray,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[Array, None]: ...
@overload
def bicgstab(
    A: Any,
    b: _NotTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[Array, None]: ...
@overload
def bicgstab(
    A: Any,
    b: _PartlyTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> Any: ...
@overload
def bicgstab(
    A: Any,
    b: _C,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[_C, None]: ...
@overload
def cg(
    A: Any,
    b: _UnknownTree,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> Any: ...
@overload
def cg(
    A: Any,
    b: _WeakArray,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[Array, None]: ...
@overload
def cg(
    A: Any,
    b: _NotTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[Array, None]: ...
@overload
def cg(
    A: Any,
    b: _PartlyTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> Any: ...
@overload
def cg(
    A: Any,
    b: _C,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
) -> tuple[_C, None]: ...
@overload
def gmres(
    A: Any,
    b: _UnknownTree,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: Any = 20,
    maxiter: Any = None,
    M: Any = None,
    solve_method: Any = "batched",
) -> Any: ...
@overload
def gmres(
    A: Any,
    b: _WeakArray,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: Any = 20,
    maxiter: Any = None,
    M: Any = None,
    solve_method: Any = "batched",
) -> tuple[Array, Any]: ...
@overload
def gmres(
    A: Any,
    b: _NotTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: Any = 20,
    maxiter: Any = None,
    M: Any = None,
    solve_method: Any = "batched",
) -> tuple[Array, Any]: ...
@overload
def gmres(
    A: Any,
    b: _PartlyTraced,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: Any = 20,
    maxiter: Any = None,
    M: Any = None,
    solve_method: Any = "batched",
) -> Any: ...
@overload
def gmres(
    A: Any,
    b: _C,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: Any = 20,
    maxiter: Any = None,
    M: Any = None,
    solve_method: Any = "batched",
) -> tuple[_C, Any]: ...
