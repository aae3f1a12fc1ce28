#!/usr/bin/env python3
"""Checks the layers of folders by the compiler's index of a debug build: no folder uses what a higher folder of its target declares.

Scripts/layers.py            fails if a folder uses a declaration of a higher folder
Scripts/layers.py counts     prints the uses between folders of each target, and how many of them go up
Scripts/layers.py self-test  compiles two small sources with a use of each kind, and fails unless the check finds exactly the wrong one
--root FOLDER                does so for another checkout

Documentation/Architecture.md orders the folders, the lowest first. In contrast to Scripts/architecture.py, which compares names, this check
sees members of extensions, overloads and inferred types. It needs a finished `swift build`, so it is a step after the build.
Scripts/architecture-known.txt lists the exceptions.
"""

import collections
import ctypes
import pathlib
import shutil
import subprocess
import sys
import tempfile

import architecture

DECLARATION, DEFINITION, REFERENCE, IMPLICIT = 1, 2, 4, 256
RECORD = 2  # The kind of a dependency of a unit: the record of one file.

Use = collections.namedtuple("Use", "target here there file line name")


class Text(ctypes.Structure):
    """A string of the library, not terminated."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Index:
    """The index store of a build, read with the library of the toolchain."""

    # C functions: name -> (type of the result, types of the arguments). A pointer stands for each object of the library.
    POINTER = ctypes.c_void_p
    ON_TEXT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
    ON_OBJECT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    FUNCTIONS = {
        "store_create": (POINTER, [ctypes.c_char_p, POINTER]),
        "store_units_apply_f": (ctypes.c_bool, [POINTER, ctypes.c_uint, POINTER, ON_TEXT]),
        "unit_reader_create": (POINTER, [POINTER, ctypes.c_char_p, POINTER]),
        "unit_reader_dispose": (None, [POINTER]),
        "unit_reader_get_main_file": (Text, [POINTER]),
        "unit_reader_dependencies_apply_f": (ctypes.c_bool, [POINTER, POINTER, ON_OBJECT]),
        "unit_dependency_get_kind": (ctypes.c_int, [POINTER]),
        "unit_dependency_get_name": (Text, [POINTER]),
        "unit_dependency_get_filepath": (Text, [POINTER]),
        "record_reader_create": (POINTER, [POINTER, ctypes.c_char_p, POINTER]),
        "record_reader_dispose": (None, [POINTER]),
        "record_reader_occurrences_apply_f": (ctypes.c_bool, [POINTER, POINTER, ON_OBJECT]),
        "occurrence_get_symbol": (POINTER, [POINTER]),
        "occurrence_get_roles": (ctypes.c_uint64, [POINTER]),
        "occurrence_get_line_col": (None, [POINTER, ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint)]),
        "symbol_get_usr": (Text, [POINTER]),
        "symbol_get_name": (Text, [POINTER]),
    }

    def __init__(self, store):
        self.units = next(store.glob("v*/units"), None)
        compiler = pathlib.Path(shutil.which("swiftc")).resolve()
        self.library = ctypes.CDLL(str(compiler.parent.parent / "lib" / "libIndexStore.so"))
        for name, (result, arguments) in self.FUNCTIONS.items():
            function = getattr(self.library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
        self.store = self.call("store_create", str(store).encode(), None)
        if not self.store:
            sys.exit(f"layers: {store} is no index of a build")

    def call(self, name, *arguments):
        return getattr(self.library, f"indexstore_{name}")(*arguments)

    def records(self, is_wanted):
        """File -> the name of its record, for the files that `is_wanted` accepts.

        The store keeps what earlier builds wrote: files that no longer exist are left out, and of several units of one file the newest counts.
        """
        names = []

        @self.ON_TEXT
        def on_unit(_, name):
            names.append(str(name))
            return True

        self.call("store_units_apply_f", self.store, 0, None, on_unit)
        newest, found = {}, {}
        for name in names:
            reader = self.call("unit_reader_create", self.store, name.encode(), None)
            if not reader:
                continue
            file = pathlib.Path(str(self.call("unit_reader_get_main_file", reader)))
            if is_wanted(file):
                written = (self.units / name).stat().st_mtime_ns
                record = self.record(reader, file)
                if record and written > newest.get(file, 0):
                    newest[file], found[file] = written, record
            self.call("unit_reader_dispose", reader)
        return found

    def record(self, reader, file):
        found = []

        @self.ON_OBJECT
        def on_dependency(_, dependency):
            is_record = self.call("unit_dependency_get_kind", dependency) == RECORD
            if is_record and str(self.call("unit_dependency_get_filepath", dependency)) == str(file):
                found.append(str(self.call("unit_dependency_get_name", dependency)))
            return True

        self.call("unit_reader_dependencies_apply_f", reader, None, on_dependency)
        return found[0] if found else None

    def occurrences(self, record):
        """(roles, identifier, name, line) of each symbol that a file declares or uses."""
        reader = self.call("record_reader_create", self.store, record.encode(), None)
        if not reader:
            return []
        found, line, column = [], ctypes.c_uint(), ctypes.c_uint()

        @self.ON_OBJECT
        def on_occurrence(_, occurrence):
            symbol = self.call("occurrence_get_symbol", occurrence)
            self.call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column))
            found.append((
                self.call("occurrence_get_roles", occurrence), str(self.call("symbol_get_usr", symbol)),
                str(self.call("symbol_get_name", symbol)), line.value))
            return True

        self.call("record_reader_occurrences_apply_f", reader, None, on_occurrence)
        self.call("record_reader_dispose", reader)
        return found


def uses(store, bases):
    """Each use between folders of one target. `bases` has the folder of each target."""
    bases = {name: base.resolve() for name, base in bases.items()}

    def owner(file):
        return next((name for name, base in bases.items() if file.is_relative_to(base)), None)

    index = Index(store)
    declared, used = {}, []
    for file, record in index.records(lambda file: owner(file) and file.exists()).items():
        for roles, identifier, name, line in index.occurrences(record):
            if roles & DEFINITION or (roles & DECLARATION and identifier not in declared):
                if not roles & IMPLICIT:
                    declared[identifier] = file
            elif roles & REFERENCE:
                used.append((file, line, identifier, name))
    for file, line, identifier, name in used:
        there = declared.get(identifier)
        target = owner(file)
        if there is None or owner(there) != target:
            continue
        folders = [architecture.folder(path, bases[target]) for path in (file, there)]
        if folders[0] != folders[1]:
            yield Use(target, *folders, file, line, name)


def known_arrows(root):
    """(target, folder, higher folder) of the exceptions."""
    lines = (line.split() for line in architecture.known_lines(root))
    return {(words[0].rstrip(":"), words[1], words[3]) for words in lines}


def upward(found, order):
    for use in found:
        folders = order[use.target]
        if use.here in folders and use.there in folders and folders.index(use.here) < folders.index(use.there):
            yield use


def check(store, bases, order, known):
    """A sentence for each use of a higher folder and each exception that no longer holds, and the arrows: (all, upward, exceptions)."""
    found = list(uses(store, bases))
    arrows = collections.defaultdict(list)
    for use in upward(found, order):
        arrows[use.target, use.here, use.there].append(use)
    wrong = []
    for arrow, members in arrows.items():
        if arrow not in known:
            wrong += sorted({f"{use.target}/{use.here} uses {use.name} of the higher folder {use.there}: {use.file}:{use.line}" for use in members})
    wrong += [f"{architecture.KNOWN} lists what no longer is: {target}: {here} -> {there}" for target, here, there in sorted(known - set(arrows))]
    return wrong, {(use.target, use.here, use.there) for use in found}, set(arrows)


def of_package(root):
    page = (root / architecture.PAGE).read_text()
    order = architecture.orders(page)
    store = root / ".build/debug/index/store"
    if not store.exists():
        sys.exit("layers: there is no index: run `swift build` first")
    return store, {name: root / "Sources" / name for name in order}, order


def self_test():
    sources = {
        "Down/A.swift": "struct Base {}\nlet height = Base().storeys\n",
        "Up/B.swift": "extension Base { var storeys: Int { 2 } }\nlet base = Base()\n",
    }
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory).resolve()
        for name, text in sources.items():
            (root / "Low" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "Low" / name).write_text(text)
        subprocess.run(
            ["swiftc", "-module-name", "Low", "-parse-as-library", "-index-store-path", "store", "-c", *(f"{root}/Low/{name}" for name in sources)],
            cwd=root, check=True)
        bases, order = {"Low": root / "Low"}, {"Low": ["Down/", "Up/"]}
        arrow = ("Low", "Down/", "Up/")
        wrong, arrows, _ = check(root / "store", bases, order, set())
        allowed, _, _ = check(root / "store", bases, order, {arrow})
        stale, _, _ = check(root / "store", bases, {"Low": ["Up/", "Down/"]}, {arrow})
        assert len(arrows) == 2, arrows
        assert wrong and all("Down/ uses storeys of the higher folder Up/" in line or "getter:storeys" in line for line in wrong), wrong
        assert allowed == [], allowed
        assert any("lists what no longer is" in line for line in stale), stale
    print("layers: the check finds a use of a member that a higher folder declares, and nothing else")


def main(arguments):
    root = architecture.HERE
    if "--root" in arguments:
        position = arguments.index("--root")
        root = pathlib.Path(arguments[position + 1]).resolve()
        del arguments[position:position + 2]
    match arguments:
        case []:
            wrong, arrows, up = check(*of_package(root), known_arrows(root))
            for line in wrong:
                print(f"layers: {line}".replace(f"{root}/", ""))
            if not wrong:
                print(f"layers: {len(arrows)} uses between folders, {len(up)} of a higher folder, each of them a listed exception")
            return 1 if wrong else 0
        case ["counts"]:
            store, bases, order = of_package(root)
            _, arrows, up = check(store, bases, order, set())
            for name in bases:
                own = [arrow for arrow in arrows if arrow[0] == name]
                print(f"{name}: {len(own)} uses between folders, {sum(arrow in up for arrow in own)} upward")
                for _, here, there in sorted(arrow for arrow in up if arrow[0] == name):
                    print(f"    {here} -> {there}")
            print(f"total: {len(arrows)}, {len(up)} upward")
        case ["self-test"]:
            self_test()
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
