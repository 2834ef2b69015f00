"""Small faults that a tired programmer might make, found in the syntax tree of a module.

A fault replaces one stretch of the source by another: an operator, a comparison, a constant, a condition, a statement
that is left out, two arguments the wrong way round. Annotations, decorators, default texts and f-strings are left alone: they
are no rules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from difflib import unified_diff

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
OTHER_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TASTE = {"choose", "attack"}  # what a random player prefers is no rule: any of its choices is legal
ORDER_MATTERS_NOT = {"isinstance", "getattr", "hasattr", "cast", "zip", "replace", "min", "max"}


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of one file: characters `start` to `end` of its text become `new`."""

    file: str  # from the top of the tree, with slashes
    line: int
    kind: str
    start: int
    end: int
    new: str

    def plant(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def is_one(self, text: str) -> bool:
        """The changed text is a program, and another one."""
        try:
            return ast.dump(ast.parse(self.plant(text))) != ast.dump(ast.parse(text))
        except SyntaxError:
            return False

    def diff(self, text: str) -> str:
        """The lines that change, with - and +."""
        rows = unified_diff(text.splitlines(), self.plant(text).splitlines(), lineterm="", n=0)
        return "\n".join(row for row in rows if not row.startswith(("---", "+++", "@@")))


def find_faults(file: str, text: str) -> list[Fault]:
    """Every fault that can be planted in a module, in the order of its lines."""
    tree = ast.parse(text)
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    rows = text.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        """Characters before this place; the tree counts columns in bytes."""
        return starts[line - 1] + len(rows[line - 1].encode()[:column].decode())

    found = set()
    for node in _rules(tree):
        for part, kind, new in _changes(node):
            start, end = offset(part.lineno, part.col_offset), offset(part.end_lineno, part.end_col_offset)
            found.add(Fault(file, part.lineno, kind, start, end, new))
    return sorted(found, key=lambda fault: (fault.start, fault.end, fault.kind, fault.new))


def _rules(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of annotations, decorators, f-strings, imports and the taste of random players."""
    if isinstance(node, ast.FunctionDef) and node.name in TASTE:
        return
    for name, value in ast.iter_fields(node):
        left_alone = isinstance(node, (ast.JoinedStr, ast.Import, ast.ImportFrom))
        if left_alone or name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                if hasattr(child, "lineno"):
                    yield child
                yield from _rules(child)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:  # noqa: C901  a case for each kind of fault
    """(part, kind, text in its place) for each fault of this node."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                if type(op) in COMPARISONS:
                    new = deepcopy(node)
                    new.ops[index] = COMPARISONS[type(op)]()
                    yield node, "comparison", f"({ast.unparse(new)})"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, "and/or", f"({ast.unparse(ast.BoolOp(other, values))})"
            for index in range(len(values)):
                kept = values[:index] + values[index + 1 :]
                rest = kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
                yield node, "condition left out", f"({ast.unparse(rest)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, "not left out", f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield node, "operator", f"({ast.unparse(ast.BinOp(left, OPERATORS[type(op)](), right))})"
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in OPERATORS:
            yield node, "operator", ast.unparse(ast.AugAssign(target, OPERATORS[type(op)](), value))
        case ast.Constant(value=bool(value)):
            yield node, "constant", str(not value)
        case ast.Constant(value=int(value)):
            yield node, "constant", str(value + 1)
            if value:
                yield node, "constant", str(value - 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, "condition turned round", f"(not ({ast.unparse(test)}))"
        case ast.Return(value=ast.AST() as value) if not _is_none(value):
            yield node, "return", "return None"
        case ast.Raise() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield node, "statement left out", "pass"
        case ast.Call(func=func, args=args):
            name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
            if name in OTHER_FUNCTIONS and isinstance(func, ast.Name):
                yield func, "function", OTHER_FUNCTIONS[name]
            plain = not any(isinstance(arg, ast.Starred) for arg in args)
            if plain and len(args) >= 2 and name not in ORDER_MATTERS_NOT:
                swapped = ast.Call(func, [args[1], args[0], *args[2:]], node.keywords)
                yield node, "arguments swapped", ast.unparse(swapped)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for index, part in enumerate(node.generators):
                if part.ifs:
                    new = deepcopy(node)
                    new.generators[index].ifs.clear()
                    yield node, "condition left out", ast.unparse(new)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
