#!/usr/bin/env python3
"""Compares the public interface of the libraries with the one in Documentation/API, which has a file for each library.

    Scripts/api.py            fails if they differ
    Scripts/api.py --record   writes the present interface to Documentation/API
    Scripts/api.py --self-test

A file has a line for each public declaration, and for each protocol to which a type conforms. A line that is gone or different can break
an app, so the newest section of CHANGELOG.md has to name the declaration; otherwise both commands fail. Reads the symbol graphs that
`Scripts/docs.sh` makes.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Documentation" / "API"
# PubNubTime and PubNubWire are no libraries of their own: `PubNubAsync` and `PubNubChat` export what is public in them.
LIBRARIES = [
    "PubNub", "PubNubAsync", "PubNubChat", "PubNubCore", "PubNubOrigin", "PubNubOriginServer", "PubNubTesting", "PubNubTime", "PubNubWire",
]
# Every type has them unless it says otherwise.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype"}


def interface(graph):
    """The lines of a symbol graph, sorted."""
    lines = set()
    paths = {}
    for symbol in graph["symbols"]:
        path = ".".join(symbol["pathComponents"])
        paths[symbol["identifier"]["precise"]] = path
        if any(entry.get("isUnconditionallyUnavailable") for entry in symbol.get("availability", [])):
            continue
        declaration = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
        lines.add(f"{path}: {' '.join(declaration.split())}")
    for relation in graph.get("relationships", []):
        if relation["kind"] != "conformsTo" or relation["source"] not in paths:
            continue
        protocol = paths.get(relation["target"]) or relation.get("targetFallback", "").split(".", 1)[-1]
        if protocol and protocol not in IMPLICIT:
            lines.add(f"{paths[relation['source']]}: conforms to {protocol}")
    return sorted(lines)


def newest_section(changelog):
    """The text of the first section with changes."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)
    return sections[1] if len(sections) > 1 else ""


def name(line):
    """The last part of the path of a line, without its argument labels: what a changelog calls it."""
    path = line.split(": ", 1)[0]
    return re.split(r"[.(]", re.sub(r"\(.*", "", path))[-1]


def breaks(before, after, changes):
    """The lines that are gone and whose declarations the changelog does not name."""
    words = set(re.findall(r"[A-Za-z_0-9]+", " ".join(re.findall(r"`([^`]+)`", changes))))
    # The former name of a type is no type of its own.
    present = {line.split(": ", 1)[0] for line in after if ": typealias " not in line}

    def is_named(line):
        path = line.split(": ", 1)[0]
        if name(line) in words:
            return True
        # With a type that is gone, its members are.
        types = path.split("(", 1)[0].split(".")[:-1]
        return any(types[index] in words and ".".join(types[:index + 1]) not in present for index in range(len(types)))

    return [line for line in before if line not in after and not is_named(line)]


def check(record):
    graphs = next(iter(sorted((ROOT / ".build").glob("*/symbolgraph"))), None)
    if graphs is None:
        print("api: there are no symbol graphs; run Scripts/docs.sh first", file=sys.stderr)
        return 1
    changes = newest_section((ROOT / "CHANGELOG.md").read_text())
    broken, different, count = 0, [], 0
    for library in LIBRARIES:
        graph = json.loads((graphs / f"{library}.symbols.json").read_text())
        # What a module adds to types of other modules, of this package or not, is in graphs of their own.
        added = [interface(json.loads(path.read_text())) for path in graphs.glob(f"{library}@*.symbols.json")]
        after = sorted(set(interface(graph)).union(*added))
        count += len(after)
        file = FOLDER / f"{library}.txt"
        before = [line for line in file.read_text().splitlines() if line] if file.exists() else []
        for line in breaks(before, set(after), changes):
            broken += 1
            print(f"api: {library} has no longer: {line}", file=sys.stderr)
        if before != after:
            different.append(library)
        if record and not broken:
            FOLDER.mkdir(exist_ok=True)
            file.write_text("\n".join(after) + "\n")
    if broken:
        print(f"api: {broken} declarations are gone or different, and the newest section of CHANGELOG.md does not name them", file=sys.stderr)
        return 1
    if different and not record:
        print(f"api: the interface of {', '.join(different)} is not that of Documentation/API; run Scripts/api.py --record", file=sys.stderr)
        return 1
    print(f"api: {count} public declarations of {len(LIBRARIES)} libraries {'recorded' if record else 'are as recorded'}")
    return 0


def self_test():
    def symbol(path, declaration, **more):
        return {"identifier": {"precise": path}, "pathComponents": path.split("."),
                "declarationFragments": [{"spelling": declaration}], **more}

    graph = {
        "symbols": [
            symbol("Room", "struct Room"), symbol("Room.name", "let name: String"),
            symbol("Room.open(_:)", "func open(_ door: Int)"),
            symbol("old()", "func old()", availability=[{"isUnconditionallyUnavailable": True}]),
        ],
        "relationships": [
            {"kind": "conformsTo", "source": "Room", "target": "x", "targetFallback": "Swift.Hashable"},
            {"kind": "conformsTo", "source": "Room", "target": "y", "targetFallback": "Swift.Copyable"},
        ],
    }
    lines = interface(graph)
    assert lines == ["Room.name: let name: String", "Room.open(_:): func open(_ door: Int)", "Room: conforms to Hashable",
                     "Room: struct Room"], lines
    assert breaks(lines, set(lines), "") == []
    # A declaration that is removed, one whose type changes and a conformance that is lost.
    for index in range(4):
        after = set(lines) - {lines[index]}
        assert breaks(lines, after, "no word of it, or open without code") == [lines[index]]
        assert breaks(lines, after, f"- `Room.{name(lines[index])}(…)` → `other`") == []
    # The members of a type that is gone go with it, but a member of one that stays is named by itself.
    assert breaks(lines, set(), "- `Room` → `Hall`") == []
    assert breaks(lines, {"Room: struct Room", "Room: conforms to Hashable", lines[0]}, "- `Room`") == [lines[1]]
    assert breaks(lines, {"Room: typealias Room = Hall"}, "- `Room` → `Hall`") == []
    assert newest_section("# C\n\n## 2\n\n- `a`\n\n## 1\n\n- `b`\n").strip() == "2\n\n- `a`"
    print("api: the self-test passed")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        sys.exit(check(record=sys.argv[1:] == ["--record"]))
