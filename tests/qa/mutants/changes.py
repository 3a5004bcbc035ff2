"""The changes that make mutants: one small change of one function each."""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from tests.qa.long_runs.version import ROOT

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
UNCHANGED_CALLS = {"step", "fact", "cast"}
"""Counting steps bounds the work and changes no ruling; a fact's names are checked when it is rendered."""
Function = ast.FunctionDef


class Mutant(NamedTuple):
    """A change, and where it is. Its name stays the same while its function does."""

    name: str
    path: Path
    function: str
    """A digest of the function's source: a result is about this text."""
    number: int
    """Of the function in its module."""
    place: int
    """Of the node in the function's body."""
    kind: str

    def change(self) -> "Change":
        return _make(self)


class Change(NamedTuple):
    """The source before and after, and the function's code before and after."""

    line: int
    before: str
    after: str
    old: CodeType
    new: CodeType


def targets(game: str) -> list[Path]:
    """The modules that are changed: rules, steps, inference and odds."""
    package = ROOT / "service/games" / game.replace("-", "_")
    wanted = ("rules/*.py", "steps.py", "inference*.py", "odds*.py")
    return sorted(path for pattern in wanted for path in package.glob(pattern))


def mutants_of(game: str) -> list[Mutant]:
    """All mutants of a game, in an order that is drawn by their names."""
    found = [mutant for path in targets(game) for mutant in _of_module(path)]
    return sorted(found, key=lambda mutant: hashlib.sha256(mutant.name.encode()).digest())


def _of_module(path: Path) -> Iterator[Mutant]:
    relative = path.relative_to(ROOT / "service/games").as_posix()
    for number, function in enumerate(_functions(_parsed(path))):
        digest = hashlib.sha256(ast.unparse(function).encode()).hexdigest()[:8]
        places = [(place, kind) for place, node in enumerate(_in_body(function)) for kind in _kinds(node)]
        for at, (place, kind) in enumerate(places):
            yield Mutant(f"{relative}:{function.name}:{at} {kind}", path, digest, number, place, kind)


def _make(mutant: Mutant) -> Change:
    tree = _parsed(mutant.path)
    whole = compile(tree, str(mutant.path), "exec")
    function = _functions(tree)[mutant.number]
    node = list(_in_body(function))[mutant.place]
    before = ast.unparse(node)
    after = ast.unparse(_change(function, node, mutant.kind))
    changed = compile(ast.fix_missing_locations(tree), str(mutant.path), "exec")
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    old, new = (
        next(code for code in codes_of(one) if (code.co_name, code.co_firstlineno) == (function.name, first))
        for one in (whole, changed)
    )
    return Change(node.lineno, before, after, old, new)


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _functions(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """A code and all codes within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def _in_body(function: Function) -> Iterator[ast.AST]:
    """Everything that a call of the function executes, in a fixed order; no types and no texts."""
    todo: list[ast.AST] = list(reversed(function.body))
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr, Function, ast.ClassDef)):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNCHANGED_CALLS:
            continue
        yield node
        children = [child for name, child in _fields(node) if name != "annotation"]
        todo.extend(reversed(children))


def _fields(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name, child


def _kinds(node: ast.AST) -> tuple[str, ...]:
    """How a node can be changed."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in FLIPPED:
            return ("flip",)
        case ast.Constant(value=bool()):
            return ("other-truth",)
        case ast.Constant(value=int()):
            return ("plus-one", "minus-one")
        case ast.UnaryOp(op=ast.Not()):
            return ("without-not",)
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=right) if not isinstance(right, (ast.List, ast.Tuple)):
            return ("other-sign",)
        case ast.Call(args=[first, second, *_]) if ast.Starred not in (type(first), type(second)):
            return ("swapped",)
    return KINDS.get(type(node), ()) if not _is_text(node) else ()


KINDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.BoolOp: ("and-or",),
    ast.If: ("always", "never"),
    ast.IfExp: ("always", "never"),
    ast.Expr: ("removed",),
}


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _change(function: Function, node: ast.AST, kind: str) -> ast.AST:
    """Change the node in place; the node as it is afterwards."""
    match node, kind:
        case ast.Compare(), _:
            node.ops = [FLIPPED[type(node.ops[0])]()]
        case ast.BoolOp(), _:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.Constant(value=value), "other-truth":
            node.value = not value
        case ast.Constant(value=int(value)), _:
            node.value = value + (1 if kind == "plus-one" else -1)
        case ast.BinOp(), _:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ((ast.If() | ast.IfExp()), _):
            node.test = ast.copy_location(ast.Constant(kind == "always"), node.test)
        case ast.Call(), _:
            node.args[:2] = reversed(node.args[:2])
        case ast.UnaryOp(), _:
            return _replace(function, node, node.operand)
        case ast.Expr(), _:
            return _replace(function, node, ast.copy_location(ast.Pass(), node))
    return node


def _replace(function: Function, node: ast.AST, other: ast.AST) -> ast.AST:
    for parent in ast.walk(function):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, other)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = other
    return other
