"""What the pure rooms may not do: touch file, clock, network or chance, use floats, iterate over unsorted sets."""

import ast
from collections.abc import Iterator

IMPURE = """
    asyncio calendar concurrent ctypes datetime fcntl fileinput ftplib getpass glob http imaplib io locale logging
    mailbox mmap multiprocessing os pathlib pickle platform poplib queue random sched secrets select shutil signal
    smtplib socket socketserver sqlite3 ssl statistics subprocess sys syslog tempfile threading time urllib uuid weakref
    zoneinfo
"""
IMPURE_MODULES = frozenset(IMPURE.split())
# `hash` depends on the process's hash seed, `id` on the memory.
IMPURE_CALLS = frozenset({"open", "input", "print", "eval", "exec", "hash", "id", "__import__", "breakpoint"})
SET_TYPES = frozenset({"set", "frozenset", "Set", "AbstractSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
# The result of these does not depend on the order in which they see the items.
UNORDERED = frozenset({"sorted", "len", "set", "frozenset", "any", "all", "sum", "min", "max", "Counter"})
ORDERED = frozenset({"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "fromkeys", "join",
                     "chain", "deque", "reduce", "extend", "pairwise", "islice"})  # fmt: skip

Found = Iterator[tuple[int, str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def impurities(tree: ast.Module) -> Found:
    """Yield line and fault of everything that a pure room may not do."""
    yield from impure_names(tree)
    yield from SetUse(tree).faults()


def impure_names(tree: ast.Module) -> Found:
    """Yield impure imports, calls and floats."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                for alias in names:
                    if alias.name.split(".")[0] in IMPURE_MODULES:
                        yield node.lineno, f"imports {alias.name}"
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in IMPURE_MODULES:
                yield node.lineno, f"imports {module}"
            case ast.Call(ast.Name(name)) if name in IMPURE_CALLS:
                yield node.lineno, f"calls {name}"
            case ast.Constant(float() | complex()):
                yield node.lineno, "has a float literal"
            case ast.Name("float"):
                yield node.lineno, "names float"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno, "divides into a float"


def called(node: ast.AST) -> str:
    """Return the last name of what a call calls, or nothing."""
    match node:
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(attr=name)):
            return name
    return ""


def is_set_type(annotation: ast.expr | None) -> bool:
    """Return whether an annotation is a set, such as `frozenset[str]`."""
    match annotation:
        case ast.Subscript(value=value):
            return is_set_type(value)
        case ast.Name(name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Constant(str(text)):
            return text.split("[")[0] in SET_TYPES
        case ast.BinOp(left, ast.BitOr(), right):
            return is_set_type(left) or is_set_type(right)
    return False


class SetUse:
    """Finds sets that are iterated over in an order that nobody fixed. A best effort: it follows names, not types."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.functions = {n.name for n in ast.walk(tree) if isinstance(n, Function) and is_set_type(n.returns)}
        self.fields: set[str] = set()
        self.names: set[tuple[ast.AST, str]] = set()
        # Twice, for a name that is bound from another one below it.
        for _ in range(2):
            for node in ast.walk(tree):
                self.learn(node)

    def learn(self, node: ast.AST) -> None:
        """Remember which names and fields hold sets."""
        match node:
            case ast.arg(name, annotation) if is_set_type(annotation):
                self.names.add((self.scope(node), name))
            case ast.AnnAssign(ast.Name(name), annotation) if is_set_type(annotation):
                self.names.add((self.scope(node), name))
                if isinstance(self.parents[node], ast.ClassDef):
                    self.fields.add(name)
            case ast.AnnAssign(ast.Attribute(attr=name), annotation) if is_set_type(annotation):
                self.fields.add(name)
            case ast.Assign(targets, value) if self.is_set(value):
                for target in targets:
                    match target:
                        case ast.Name(name):
                            self.names.add((self.scope(node), name))
                        case ast.Attribute(attr=name):
                            self.fields.add(name)
            case ast.NamedExpr(ast.Name(name), value) if self.is_set(value):
                self.names.add((self.scope(node), name))

    def scope(self, node: ast.AST) -> ast.AST:
        """Return the function (or module) around a node."""
        while node is not self.tree and not isinstance(node, Function | ast.Lambda):
            node = self.parents[node]
        return node

    def is_set(self, node: ast.expr) -> bool:
        """Return whether an expression is a set, as far as can be told."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(ast.Attribute(value, attr)) if attr in SET_METHODS:
                return self.is_set(value) or called(value) in SET_TYPES
            case ast.Call():
                return called(node) in ("set", "frozenset") or called(node) in self.functions
            case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right):
                return any(self.is_set(side) or called(side) == "keys" for side in (left, right))
            case ast.IfExp(_, body, orelse):
                return self.is_set(body) or self.is_set(orelse)
            case ast.Attribute(attr=name):
                return name in self.fields
            case ast.Name(name):
                scope = self.scope(node)
                while (scope, name) not in self.names and scope is not self.tree:
                    scope = self.scope(self.parents[scope])
                return (scope, name) in self.names
        return False

    def unordered(self, node: ast.AST) -> bool:
        """Return whether what a node yields goes straight into something that does not care for its order."""
        parent = self.parents[node]
        if isinstance(node, ast.SetComp) or isinstance(parent, ast.Set):
            return True
        if isinstance(parent, ast.Tuple | ast.List | ast.Starred):
            return self.unordered(parent)
        name = called(parent)
        # With a key, equals are told apart by who came first.
        keyed = isinstance(parent, ast.Call) and any(word.arg == "key" for word in parent.keywords)
        return name in UNORDERED and not (keyed and name in ("min", "max", "sorted"))

    def faults(self) -> Found:
        """Yield every place where the order of a set decides something."""
        for node in ast.walk(self.tree):
            match node:
                case ast.For(iter=source) if self.is_set(source):
                    yield node.lineno, "iterates over a set"
                case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
                    if any(self.is_set(part.iter) for part in node.generators) and not self.unordered(node):
                        yield node.lineno, "iterates over a set"
                case ast.Starred(value) if self.is_set(value) and not self.unordered(node):
                    yield node.lineno, "unpacks a set"
                case ast.Call(args=args) if called(node) in ORDERED and any(map(self.is_set, args)):
                    if not self.unordered(node):
                        yield node.lineno, f"gives a set to {called(node)}"
                case ast.Call(ast.Name("sorted" | "min" | "max"), args, [*_, ast.keyword("key")]):
                    if any(map(self.is_set, args)):
                        yield node.lineno, f"gives a set to {called(node)} with a key: ties are in no order"
                case ast.Call(ast.Attribute(value, "pop"), []) if self.is_set(value):
                    yield node.lineno, "pops from a set"
