"""The breaks of the core's conditions, and an import of the core that holds each of them behind a switch."""

import ast
import builtins
import copy
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import attrs

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "haulage"
LAYERS_ABOVE = {"ports", "services", "use_cases"}
"""What the tests of the core are not about."""

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

SWITCH = "__is_broken__"
"""A name that no module has, so that it is looked up among the builtins."""


@attrs.frozen
class Break:
    """One condition, and what it becomes."""

    number: int
    file: Path
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"

    @property
    def capability(self) -> str:
        return self.file.parts[0]


class Switches(ast.NodeTransformer):
    """Makes each condition ask whether one of its breaks is switched on, and lists those breaks."""

    def __init__(self, file: Path, first_number: int) -> None:
        self.file = file
        self.first_number = first_number
        self.breaks: list[Break] = []

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self._switched(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self._switched(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return self._switched(node)

    def _switched(self, node: ast.expr) -> ast.expr:
        before = ast.unparse(node)
        forms = [(self._number(node, before, form), form) for form in broken_forms(copy.deepcopy(node))]
        self.generic_visit(node)
        result = node
        for number, form in forms:
            is_broken = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(number)], [])
            result = ast.copy_location(ast.IfExp(is_broken, form, result), node)
        return result

    def _number(self, node: ast.expr, before: str, form: ast.expr) -> int:
        number = self.first_number + len(self.breaks)
        self.breaks.append(Break(number, self.file, node.lineno, before, ast.unparse(form)))
        return number


def broken_forms(node: ast.expr) -> Iterator[ast.expr]:
    """A comparison turned or moved by its bound, ``and`` for ``or``, and a ``not`` left out."""
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                ops = [*node.ops[:number], OPPOSITE[type(operator)](), *node.ops[number + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand


class BreakableCore(MetaPathFinder):
    """Imports the core from its source with the switches built in."""

    def __init__(self) -> None:
        self.breaks: list[Break] = []
        self._trees: dict[Path, ast.AST] = {}
        for file in sorted(CORE.rglob("*.py")):
            place = file.relative_to(CORE)
            if len(place.parts) > 1 and place.parts[0] not in LAYERS_ABOVE:
                switches = Switches(place, len(self.breaks))
                self._trees[file] = ast.fix_missing_locations(switches.visit(ast.parse(file.read_bytes())))
                self.breaks += switches.breaks

    def install(self) -> None:
        if any(name.partition(".")[0] == "haulage" for name in sys.modules):
            raise RuntimeError("The core was imported before its breaks were built in")
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "haulage":
            return None
        found = PathFinder.find_spec(fullname, [str(CORE.parent)] if path is None else path, target)
        if found is not None and found.origin is not None and Path(found.origin) in self._trees:
            found.loader = _TreeLoader(fullname, found.origin, self._trees[Path(found.origin)])
        return found


class _TreeLoader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, tree: ast.AST) -> None:
        super().__init__(fullname, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        # A cached compilation knows of no switches.
        return compile(self._tree, self.path, "exec")  # type: ignore[arg-type]


def switch_on(is_broken: Callable[[int], object]) -> None:
    """From now on *is_broken* says of each break that is come to whether it takes effect."""
    setattr(builtins, SWITCH, is_broken)
