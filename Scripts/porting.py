#!/usr/bin/env python3
"""Keeps the tables of names in Documentation/NameMap.md.

Scripts/porting.py INVENTORY   writes them anew from an inventory of 3.7.8: tab-separated, with the columns area, type,
                               kind, objc, swift_name, swift_signature, deprecated and note
Scripts/porting.py --check     fails when a Swift name in Documentation/NameMap.md, PORTING.md, Reliability.md or Limits.md is not
                               declared in Sources/PubNub

Both take --guide FILE for another file than Documentation/NameMap.md.
"""

import argparse
import collections
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Documents whose sentences use names of the library.
PROSE = [ROOT / "PORTING.md", *(ROOT / "Documentation" / f"{name}.md" for name in ("Reliability", "Limits"))]
BEGIN, END = "<!-- names: begin -->", "<!-- names: end -->"
# Names of Swift that these documents use.
OTHERS = {"RunLoop.main.run()", "dispatchMain()"}
# Names that are the same in both languages are listed without a table.
PLAIN = {"type", "notification", "constant", "typealias-block"}
TITLES = {
    "client": "Client", "configuration": "Configuration", "channels": "Channels and groups",
    "subscription": "Subscription", "presence": "Presence", "state": "State of clients", "history": "History",
    "messaging": "Messages", "channel-registry": "Channel registry", "pam": "Access manager",
    "apns": "Push notifications", "time": "Time", "cipher": "Encryption", "observation-center": "Observers",
    "delegate": "Delegate", "notifications": "Notifications", "logger": "Logging", "errors": "Errors",
    "types": "Other types and functions",
}

Declaration = collections.namedtuple("Declaration", "is_static parameters")
Parameter = collections.namedtuple("Parameter", "label has_default")


def without_comments(text):
    """The text with comments and the contents of strings left out, so that only declarations look like declarations."""
    text = re.sub(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/', '""', text)
    return text


def split(text, separator=","):
    parts, depth, current = [], 0, ""
    for index, character in enumerate(text):
        is_arrow = character == ">" and text[index - 1:index] == "-"
        depth += character in "([{<"
        depth -= character in ")]}" or (character == ">" and not is_arrow)
        if character == separator and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [part.strip() for part in parts + [current] if part.strip()]


def closing(text, start):
    """The index of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text)


def parameters(text):
    result = []
    for part in split(text):
        head, _, kind = part.partition(":")
        result.append(Parameter(head.replace("`", "").split()[0], "=" in kind))
    return result


class Declarations:
    """The public declarations of Sources/PubNub. It relies on the formatter: types begin a line, members are indented by four spaces."""

    def __init__(self, folder):
        self.members = collections.defaultdict(list)
        self.parents = collections.defaultdict(set)
        self.types = set()
        for path in sorted(folder.rglob("*.swift")):
            self.read(without_comments(path.read_text()))

    def read(self, text):
        owner, position, is_protocol = None, 0, False
        for line in text.split("\n"):
            if is_protocol or re.search(r"\b(public|open|case)\b", line):
                self.read_line(line, text, position, owner)
            kind = re.match(r"(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+ )*?(class|struct|enum|protocol|extension) (\w+)(.*)", line)
            if kind:
                owner, is_protocol = kind.group(2), kind.group(1) == "protocol"
                if kind.group(1) != "extension" and " public " in f" {line}":
                    self.types.add(owner)
                above = kind.group(3).partition("{")[0].partition(":")[2].partition(" where ")[0]
                self.parents[owner] |= {re.sub(r"@\w+ ", "", part) for part in split(above)}
            elif line.startswith("}"):
                owner, is_protocol = None, False
            position += len(line) + 1

    def read_line(self, line, text, position, owner):
        depth = len(line) - len(line.lstrip(" "))
        if depth != (4 if owner else 0):
            return
        is_static = bool(re.search(r"\b(static|class)\s+(func|var|let)\b", line))
        call = re.search(r"\b(?:func\s+([\w`]+)|(init)\??)\s*(?:<[^>]*>)?\(", line)
        value = re.search(r"\b(?:var|let|typealias)\s+`?(\w+)", line)
        case = re.match(r"\s*(?:indirect )?case ([^=:]+)", line)
        if call:
            start = position + call.end() - 1
            takes = parameters(re.sub(r"\s+", " ", text[start + 1:closing(text, start)]))
            name = (call.group(1) or call.group(2)).strip("`")
            self.members[owner, name].append(Declaration(is_static or name == "init", takes))
            if owner:
                self.members["*", name].append(Declaration(is_static, takes))
        elif value:
            self.members[owner, value.group(1)].append(Declaration(is_static, None))
            if not owner and "typealias" in line:
                self.types.add(value.group(1))
        elif case:
            for name in split(case.group(1)):
                self.members[owner, re.match(r"\w+", name).group()].append(Declaration(True, None))

    def line_of(self, owner):
        found, waiting = [], [owner]
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found.append(name)
                waiting += sorted(self.parents.get(name, ()))
        return found

    def has(self, owner, name, is_static=None):
        """Whether `name`, with its labels when it is a call, is declared in `owner` (None: globally, "*": anywhere)."""
        base, is_call, labels = name.partition("(")
        labels = [label for label in labels.rstrip(")").split(":") if label]
        for place in self.line_of(owner) if owner not in (None, "*") else [owner]:
            for found in self.members[place, base]:
                if is_static is not None and base != "init" and found.is_static != is_static:
                    continue
                if (found.parameters is None) == (not is_call) and (not is_call or fits(found.parameters, labels)):
                    return True
        return False


def fits(takes, labels):
    """Whether `labels` remain when parameters with a default are left out."""
    rest = list(labels)
    for parameter in takes:
        if rest and parameter.label == rest[0]:
            rest.pop(0)
        elif not parameter.has_default:
            return False
    return not rest


# The table


def declared(row, declarations):
    owner = None if row["type"] == "-" else row["type"]
    if row["kind"] in ("type", "typealias-block"):
        return row["swift_name"] in declarations.types
    is_static = {"class-method": True, "enum-case": True, "instance-method": False}.get(row["kind"])
    return declarations.has(owner, row["swift_name"], is_static)


def swift(row):
    name, owner = row["swift_name"], row["type"]
    if owner == "-" or row["kind"] == "type":
        return name
    if row["kind"] == "init":
        return owner + name.removeprefix("init")
    return f"{owner}.{name}"


def objective_c(row, sign):
    if row["type"] == "-":
        return row["objc"]
    if row["objc"][0] in "+-":
        return f"{sign}[{row['type']} {row['objc'][1:]}]"
    return f"{row['type']}.{row['objc']}" if row["kind"] == "property" else row["objc"]


def state(row, methods):
    if not row["deprecated"].startswith("yes"):
        return "current"
    found = re.search(r"replaced by ([+-][\w:]+)", row["note"])
    successor = found and (methods.get("-" + found.group(1)[1:]) or methods.get(found.group(1)))
    if not successor:
        return "deprecated"
    if successor["swift_name"] != row["swift_name"]:
        return f"deprecated: `{successor['swift_name']}`"
    takes_list = re.search(r"\(\w+ \w+: \[Any\]", successor["swift_signature"])
    return "deprecated: the same with a list" if takes_list else "deprecated: the same"


def table(rows, methods):
    """The rows of an area; a method that the client and its class both have makes one row."""
    signs = collections.defaultdict(dict)
    for row in rows:
        if row["objc"][0] in "+-":
            signs[row["type"], row["objc"][1:], row["deprecated"]][row["objc"][0]] = row
    for row in rows:
        both = signs.get((row["type"], row["objc"][1:], row["deprecated"]), {})
        if len(both) == 2 and row["objc"][0] == "+":
            continue
        sign = "±" if len(both) == 2 else row["objc"][0]
        yield f"| `{objective_c(row, sign)}` | `{swift(row)}` | {state(row, methods)} |"


def chapters(rows, declarations):
    methods = {row["objc"]: row for row in rows if row["type"] in ("PubNub", "PNDelegate")}
    absent = [row for row in rows if not declared(row, declarations)]
    rows = [row for row in rows if row not in absent]
    for area in dict.fromkeys(row["area"] for row in rows):
        inside = [row for row in rows if row["area"] == area]
        same = [row for row in inside if row["kind"] in PLAIN or
                (row["kind"] == "property" and row["objc"] == row["swift_name"])]
        changed = [row for row in inside if row not in same]
        yield f"### {TITLES.get(area, area)}\n"
        if changed:
            yield "| Objective-C | Swift | state |\n|---|---|---|"
            yield "\n".join(table(changed, methods)) + "\n"
        if same:
            yield "The same name in both: " + ", ".join(f"`{swift(row)}`" for row in same) + ".\n"
    if absent:
        yield "### Not taken over\n"
        yield "Private helpers of the old library, and names that are not symbols: " + ", ".join(
            objective_c(row, row["objc"][0]) for row in absent) + ".\n"


def write(inventory, guide, declarations):
    with open(inventory, encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))
    before, rest = guide.read_text().split(BEGIN)
    after = rest.split(END)[1]
    guide.write_text(f"{before}{BEGIN}\n\n" + "\n".join(chapters(rows, declarations)) + f"\n{END}{after}")
    print(f"porting: {len(rows)} names written to {guide.name}")
    return 0


# The check


def is_declared(declarations, name, sign=None):
    if name in declarations.types or declarations.has(None, name):
        return True
    base = name.partition("(")[0]
    is_static = {"+": True, "-": False}.get(sign)
    if "." in base:
        owner, _, member = name.partition(".")
        owner = {"client": "PubNub", "configuration": "PNConfiguration"}.get(owner, owner)
        wanted = [True, False] if sign == "±" else [is_static]
        return owner in declarations.types and all(declarations.has(owner, member, static) for static in wanted)
    if base in declarations.types:
        return declarations.has(base, "init" + name.removeprefix(base))
    return declarations.has("*", name)


def checked_names(text):
    """Every Swift name of the guide, with the sign of the Objective-C method in the same row."""
    before, rest = text.split(BEGIN)
    inside, after = rest.split(END)
    for line in inside.split("\n"):
        row = re.match(r"\| `(.)[^|]*` \| `([^`]+)` \|(.*)", line)
        if row:
            yield row.group(2), row.group(1)
            yield from ((name, None) for name in re.findall(r"`([^`]+)`", row.group(3)))
        elif line.startswith("The same name in both:"):
            yield from ((name, None) for name in re.findall(r"`([^`]+)`", line))
    yield from prose_names(before + after)


def prose_names(text):
    """The Swift names in the sentences of a document, without those in its blocks of code."""
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for code in re.findall(r"`([^`]+)`", prose):
        is_call = re.fullmatch(r"[A-Za-z_.]+\((?:[A-Za-z_]+:)*\)", code)
        if code in OTHERS:
            continue
        if is_call or re.fullmatch(r"(?:k?PN|client\.|configuration\.)\w+(?:\.\w+)*", code):
            yield code, None


def check(guide, declarations):
    names = list(checked_names(guide.read_text()))
    names += [name for page in PROSE for name in prose_names(page.read_text())]
    missing = [name for name, sign in names if not is_declared(declarations, name, sign)]
    for name in missing:
        print(f"porting: the documents name {name}, which Sources/PubNub does not declare")
    if len(names) < 100:
        print(f"porting: only {len(names)} names were found in {guide.name}; its table is gone")
        return 1
    print(f"porting: {len(names) - len(missing)} of {len(names)} names in the documents are declared")
    return 1 if missing else 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("inventory", nargs="?", help="the inventory to write the tables from")
    arguments.add_argument("--check", action="store_true", help="check the names instead")
    arguments.add_argument("--guide", type=pathlib.Path, default=ROOT / "Documentation" / "NameMap.md")
    given = arguments.parse_args()
    if given.check == bool(given.inventory):
        arguments.error("give either an inventory or --check")
    declarations = Declarations(ROOT / "Sources/PubNub")
    return check(given.guide, declarations) if given.check else write(given.inventory, given.guide, declarations)


sys.exit(main())
