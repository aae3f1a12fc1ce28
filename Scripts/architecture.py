#!/usr/bin/env python3
"""Checks Documentation/Architecture.md against the package, and the code against the layers that the page describes.

Scripts/architecture.py            fails if the diagram of targets differs from Package.swift, if a target has a forbidden dependency,
                                   if a folder names a type of a higher folder, if the drawing shows other folders, if two modules
                                   declare a type of one name, or if a type in Sources is `@unchecked Sendable` without a comment
                                   that proves it
Scripts/architecture.py write      writes the diagram and the table of targets of the page anew
Scripts/architecture.py self-test  plants a violation of each kind in a small package, and fails unless the check finds it
Scripts/architecture.py draw FILE  draws the folders of the libraries as SVG, upward mentions in red
Scripts/architecture.py known      prints the upward mentions of today, for Scripts/architecture-known.txt
Scripts/architecture.py suggest T  prints the order of the folders of target T with the fewest upward mentions
Scripts/architecture.py sizes      prints files, lines and the median file of each target
--root FOLDER                      does so for another checkout, by the order of folders in this one's page

The tables of folders in the page give the order, the lowest folder first. Folders of one module need no imports, so the check goes by
names: it finds the types that the files of a folder declare at the top level, and the other folders whose code names them. It does not see
calls of members that an extension in a higher folder declares.
"""

import collections
import functools
import html
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
PAGE = "Documentation/Architecture.md"
KNOWN = "Scripts/architecture-known.txt"
DRAWING = "Documentation/architecture.svg"
TOP = "./"  # The files of a target that are in no folder.
BEGIN, END = "<!-- Begin of the part that Scripts/architecture.py writes. -->", "<!-- End of that part. -->"

# Forbidden direct and indirect dependencies of a target: names of targets and of packages.
FORBIDDEN = {
    "PubNub": ["PubNubOrigin", "PubNubChat", "GRDB.swift", "swift-nio"],
    "PubNubAsync": ["PubNub", "PubNubOrigin", "GRDB.swift", "swift-nio"],
    "PubNubChat": ["PubNubOrigin", "swift-nio"],
    "PubNubCore": ["PubNub", "PubNubOrigin", "GRDB.swift", "swift-nio"],
    "PubNubMachines": ["CPubNubCurl", "CPubNubLinux", "CPubNubOpenSSL", "CPubNubZlib", "swift-log"],
    "PubNubOrigin": ["PubNub", "PubNubCore", "PubNubOriginServer", "CPubNubCurl", "CPubNubNATS", "GRDB.swift", "swift-nio-ssl", "swift-nio-http2"],
    "PubNubOriginServer": ["PubNub", "PubNubCore", "CPubNubCurl"],
    "PubNubTesting": ["PubNubOriginServer", "GRDB.swift", "swift-nio-ssl", "swift-nio-http2"],
    "HelloWorld": ["PubNubOriginServer", "GRDB.swift", "swift-nio-ssl", "swift-nio-http2"],
    "AccessManager": ["PubNubOriginServer", "GRDB.swift", "swift-nio-ssl", "swift-nio-http2"],
}

# The packages in folders of the repository whose targets the page shows. They use the products of the package.
NESTED = ("HOWTO", "Samples", "Simulator")

# The beginnings of the names of targets that applications load together with their own.
OWN_NAMES = ("PubNub", "CPubNub")

# The only modules that the sources of a target import.
IMPORTS = {"PubNubMachines": {"PubNubWire"}, "PubNubWire": set(), "PubNubSimulator": {"PubNubMachines", "PubNubWire"}}

# The types that two modules of Sources may declare at the top level, with the reason.
SHARED_NAMES = {
    "Timetoken": "PubNubTime exports an integer to applications; the struct of PubNubWire keeps timetokens and seconds apart",
}

# The most types in Sources of which the compiler does not check that they are Sendable. Each needs a comment above it that begins so.
MOST_UNCHECKED = 12
PROOF = "// Unchecked because "

Target = collections.namedtuple("Target", "name kind path targets packages")


# The package

def dumped(root):
    """The description of a package, as SwiftPM writes it."""
    # With other environment variables, Package.swift describes another package.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PUBNUB_")}
    described = subprocess.run(["swift", "package", "--package-path", str(root), "dump-package"],
                               capture_output=True, text=True, check=True, env=plain).stdout
    return json.loads(described)


def description_of(root):
    """The description of a package with the targets of the packages in its folders, which depend on targets instead of products of the package."""
    description = dumped(root)
    products = {product["name"]: product["targets"] for product in description["products"]}
    for folder in NESTED:
        if not (root / folder / "Package.swift").exists():
            continue
        for target in dumped(root / folder)["targets"]:
            others = []
            for dependency in target["dependencies"]:
                product, package = dependency.get("product", [None, None])[:2]
                others += [{"byName": [name, None]} for name in products[product]] if package == "pubnub" else [dependency]
            default = f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"
            description["targets"].append(target | {"dependencies": others, "path": f"{folder}/{target.get('path') or default}"})
    return description


def package(root):
    """The targets of a package by name, as its description has them."""
    return targets(description_of(root))


def targets(description):
    found = {}
    for target in description["targets"]:
        own, packages = [], []
        for dependency in target["dependencies"]:
            (kind, values), = ((key, value) for key, value in dependency.items() if isinstance(value, list))
            (packages if kind == "product" else own).append(values[1] if kind == "product" else values[0])
        folder = "Tests" if target["type"] == "test" else "Sources"
        path = target.get("path") or f"{folder}/{target['name']}"
        found[target["name"]] = Target(target["name"], target["type"], path, sorted(own), sorted(set(packages)))
    return found


def reached(name, found):
    """All direct and indirect dependencies of a target, with a path to each."""
    ways, waiting = {}, [(name, [name])]
    while waiting:
        target, way = waiting.pop()
        for other in found[target].targets + found[target].packages if target in found else []:
            if other not in ways:
                ways[other] = way + [other]
                waiting.append((other, way + [other]))
    return ways


def colliding_names(description, found):
    """Targets below a product that an application may have too: SwiftPM allows no two reachable targets of one name."""
    for product in description.get("products", []):
        for target in product["targets"]:
            for name in [target, *(other for other in reached(target, found) if other in found)]:
                if not name.startswith(OWN_NAMES):
                    yield f"the product {product['name']} contains the target {name}; its name must begin with {' or '.join(OWN_NAMES)}"


def unknown_names(found):
    """Rules about targets and packages that do not exist would never fail."""
    exist = set(found) | {name for target in found.values() for name in target.packages}
    for name, others in FORBIDDEN.items():
        yield from (f"a rule names {item}, which is neither a target nor a package" for item in [name, *others] if item not in exist)


def unshared_names(root, found):
    """Exceptions for types that no two modules declare any more."""
    return [f"a rule allows two types {name}, which no two modules declare" for name in sorted(set(SHARED_NAMES) - set(repeated_names(root, found)))]


def forbidden_dependencies(found):
    for name, others in FORBIDDEN.items():
        ways = reached(name, found) if name in found else {}
        for other in others:
            if other in ways:
                yield f"{name} must not depend on {other}: {' -> '.join(ways[other])}"
    for name, target in found.items():
        if not target.path.startswith("Sources/"):
            continue
        for other in target.targets:
            if other in found and not found[other].path.startswith("Sources/"):
                yield f"{name} is in Sources and depends on {other}, which is not"


def swift_files(base):
    """The sources of a target. The code of a tutorial belongs to its documentation."""
    return [path for path in sorted(base.rglob("*.swift")) if not any(parent.suffix == ".docc" for parent in path.parents)]


def forbidden_imports(root, found):
    for name, allowed in IMPORTS.items():
        if name not in found:
            continue
        for path in swift_files(root / found[name].path):
            for module in re.findall(r"^(?:@\w+ )*(?:\w+ )?import (?:struct |class |enum |func )?(\w+)", path.read_text(), re.M):
                if module not in allowed:
                    yield f"{path.relative_to(root)} imports {module}; {name} imports {', '.join(sorted(allowed)) or 'nothing'}"


def unchecked(root):
    """Claims of Sendable without a proof, and too many claims."""
    count = 0
    for path in swift_files(root / "Sources") if (root / "Sources").exists() else []:
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if not re.match(r"[^/\"]*@unchecked Sendable", line):
                continue
            count += 1
            above = itertools.takewhile(lambda text: not text or text.startswith("//"), (text.strip() for text in reversed(lines[:number])))
            if not any(text.startswith(PROOF) for text in above):
                yield f"{path.relative_to(root)}:{number + 1} is @unchecked Sendable without a comment '{PROOF}…'"
    if count > MOST_UNCHECKED:
        yield f"{count} types are @unchecked Sendable; {MOST_UNCHECKED} at most may be"


# The page

def node(name):
    """A name in the form that Mermaid accepts."""
    return re.sub(r"\W", "_", name)


def diagram(found):
    """The libraries and the command, each with its declared dependencies."""
    shown = [target for target in found.values() if target.path.startswith("Sources/")]
    packages = sorted({package for target in shown for package in target.packages})
    lines = ["```mermaid", "flowchart TD"]
    for target in shown:
        label = f"[({target.name})]" if target.kind == "system" else f"[[{target.name}]]" if target.kind == "executable" else f"[{target.name}]"
        lines.append(f"    {target.name}{label}")
    lines += [f"    {node(package)}(({package}))" for package in packages]
    for target in shown:
        lines += [f"    {node(target.name)} --> {node(other)}" for other in target.targets + target.packages]
    return lines + ["```"]


def table(found):
    """All other targets."""
    rows = ["| Target | Folder | Depends on |", "|---|---|---|"]
    for target in sorted(found.values(), key=lambda target: target.path):
        if not target.path.startswith("Sources/"):
            rows.append(f"| `{target.name}` | `{target.path}` | {', '.join(target.targets + target.packages)} |")
    return rows


def generated(found):
    return "\n".join([
        BEGIN, "",
        "Rectangles are libraries, double frames executables, cylinders modules of C libraries of the system, circles packages.", "",
        *diagram(found), "", "Targets outside `Sources/`:", "", *table(found), "", END,
    ])


def part(page):
    """The generated part of the page; empty if it has none."""
    begin, end = page.find(BEGIN), page.find(END)
    return page[begin:end + len(END)] if 0 <= begin < end else ""


def orders(page):
    """The folders of each target that has a table on the page, the lowest first."""
    found, target = {}, None
    for line in page.splitlines():
        if line.startswith("#"):
            heading = re.fullmatch(r"### `(\w+)`", line)
            target = heading[1] if heading else None
        row = re.match(r"\| `([^`]+/)` \|", line)
        if target and row:
            found.setdefault(target, []).append(row[1])
    return found


# The code

WORD = re.compile(r"[A-Za-z_]\w*")
DECLARATION = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"
                         r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)", re.M)
INNER = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|case)\s+(\w+)")


def code(text):
    """Swift without comments and without the text of strings; the code that strings interpolate stays."""
    out, place, ends = [], 0, []  # `ends`: for each open string and each interpolation in it, what ends it.
    while place < len(text):
        if ends and ends[-1][0] == "string":
            delimiter, escape = ends[-1][1:]
            if text.startswith(delimiter, place):
                ends.pop()
                place += len(delimiter)
            elif text.startswith(escape + "(", place):
                ends.append(["code", 1])
                place += len(escape) + 1
                out.append(" ")
            else:
                # An escaped character may be a quotation mark.
                place += 1 + (text.startswith(escape, place) and len(escape))
            continue
        opening = re.compile(r'(#*)("""|")').match(text, place)
        if opening:
            hashes, quotes = opening.groups()
            ends.append(["string", quotes + hashes, "\\" + hashes])
            place = opening.end()
            out.append(" ")
        elif text.startswith("//", place):
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif text.startswith("/*", place):
            depth, place = 1, place + 2
            while depth and place < len(text):
                depth += text.startswith("/*", place) - text.startswith("*/", place)
                place += 2 if text[place:place + 2] in ("/*", "*/") else 1
        else:
            if ends:
                ends[-1][1] += (text[place] == "(") - (text[place] == ")")
                if not ends[-1][1]:
                    ends.pop()
                    place += 1
                    continue
            out.append(text[place])
            place += 1
    return "".join(out)


@functools.cache
def code_of(path):
    return code(path.read_text())


def folder(path, base):
    parts = path.relative_to(base).parts
    return parts[0] + "/" if len(parts) > 1 else TOP


def mentions(base):
    """(folder, other folder) -> {type: files that name it}, for the types that files of the other folder declare at top level."""
    sources = {path: code_of(path) for path in swift_files(base)}
    owners = collections.defaultdict(set)
    for path, text in sources.items():
        for name in DECLARATION.findall(text):
            owners[name].add(folder(path, base))
    owner = {name: next(iter(folders)) for name, folders in owners.items() if len(folders) == 1}
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for path, text in sources.items():
        here = folder(path, base)
        own = set(INNER.findall(text))
        for match in WORD.finditer(text):
            name = match[0]
            there = owner.get(name)
            # A name after a dot is a member or a nested type; a name that the file declares is its own.
            if there and there != here and name not in own and text[match.start() - 1:match.start()] != ".":
                found[here, there][name].add(path)
    return found


def repeated_names(root, found):
    """The types that more than one module of Sources declares at the top level, with the modules: a file that imports both cannot name them."""
    owners = collections.defaultdict(set)
    for name, target in found.items():
        if target.path.startswith("Sources/"):
            for path in swift_files(root / target.path):
                for type_name in DECLARATION.findall(code_of(path)):
                    owners[type_name].add(name)
    return {type_name: sorted(modules) for type_name, modules in sorted(owners.items()) if len(modules) > 1}


def upward(root, found, order):
    """(target, folder, higher folder, type, files) for each type of a higher folder that a folder names."""
    for name, folders in order.items():
        if name not in found:
            continue
        rank = {folder: place for place, folder in enumerate(folders)}
        for (here, there), names in sorted(mentions(root / found[name].path).items()):
            if rank.get(here, -1) < rank.get(there, -1):
                for type_name, files in sorted(names.items()):
                    yield name, here, there, type_name, sorted(path.name for path in files)


def unordered(root, found, order):
    """Folders that are missing on the page or do not exist, and libraries with folders but without a table."""
    for name, target in found.items():
        if not target.path.startswith("Sources/") or target.kind == "system":
            continue
        base = root / target.path
        actual = {folder(path, base) for path in swift_files(base)}
        if name not in order and len(actual) > 1:
            yield f"{PAGE} does not order the folders of {name}: {', '.join(sorted(actual))}"
        if name in order:
            yield from (f"{PAGE} does not place {name}/{item}" for item in sorted(actual - set(order[name])))
            yield from (f"{PAGE} places {name}/{item}, which has no code" for item in sorted(set(order[name]) - actual))
    yield from (f"{PAGE} orders the folders of {name}, which is no target" for name in order if name not in found)


def drawn(drawing):
    """The folders of each target in a drawing, the lowest first."""
    found, folders = {}, []
    for text, title in re.findall(r'<text [^>]*?(?:>([^< ]*/) \d+|class="title">(\w+))</text>', drawing):
        if title:
            found[title], folders = folders, []
        else:
            folders.append(text)
    return found


def outdated(root, found, order):
    """Differences between the page's folders and the drawing."""
    path = root / DRAWING
    shown = drawn(path.read_text()) if path.exists() else {}
    for name, folders in order.items():
        if name in found and shown.get(name) != folders:
            yield f"{DRAWING} does not show the folders of {name}: run Scripts/architecture.py draw {DRAWING}"


# The commands

def check(root, description, page, known):
    """All violations, one sentence each."""
    order = orders(page)
    found = targets(description)
    wrong = list(colliding_names(description, found))
    if part(page) != generated(found):
        wrong.append(f"{PAGE} does not show the targets of Package.swift: run Scripts/architecture.py write")
    wrong += forbidden_dependencies(found)
    wrong += forbidden_imports(root, found)
    wrong += unordered(root, found, order)
    wrong += unchecked(root)
    wrong += outdated(root, found, order)
    wrong += [f"{' and '.join(modules)} declare a type {type_name}: name each by its owner"
              for type_name, modules in repeated_names(root, found).items() if type_name not in SHARED_NAMES]
    seen = set()
    for name, here, there, type_name, files in upward(root, found, order):
        line = f"{name}: {here} -> {there} {type_name}"
        seen.add(line)
        if line not in known:
            wrong.append(f"{name}/{here} names {type_name} of the higher folder {there}: {', '.join(files)}")
    wrong += [f"{KNOWN} lists what no longer is: {line}" for line in sorted(known - seen)]
    return wrong


def known_lines(root):
    path = root / KNOWN
    return {line for line in path.read_text().splitlines() if line and not line.startswith("#")} if path.exists() else set()


def write(root):
    page = (root / PAGE).read_text()
    if not part(page):
        sys.exit(f"{PAGE} has no part that begins with {BEGIN}")
    (root / PAGE).write_text(page.replace(part(page), generated(package(root))))


def suggest(base):
    """The order of folders with the fewest upward mentions, computed for every possible set of lowest folders."""
    found = mentions(base)
    folders = sorted({item for pair in found for item in pair})
    cost = [[sum(len(files) for files in found.get((here, there), {}).values()) for there in folders] for here in folders]
    best = {0: (0, [])}
    for below in range(1 << len(folders)):
        total, order = best[below]
        for place in range(len(folders)):
            if below >> place & 1:
                continue
            upward = sum(cost[lower][place] for lower in range(len(folders)) if below >> lower & 1)
            more = below | 1 << place
            if more not in best or best[more][0] > total + upward:
                best[more] = (total + upward, order + [place])
    total, order = best[(1 << len(folders)) - 1]
    return total, [folders[place] for place in order]


def sizes(root):
    print(f"{'target':<20} {'files':>5} {'lines':>6} {'median':>6}")
    for target in package(root).values():
        counts = [len(path.read_text().splitlines()) for path in swift_files(root / target.path)]
        if counts and target.kind != "test":
            print(f"{target.name:<20} {len(counts):>5} {sum(counts):>6} {round(statistics.median(counts)):>6}")


def draw(root, order, file):
    """One column for each library: its folders as boxes on top of each other, as high as they have code, the lowest at the bottom."""
    found = package(root)
    columns = [name for name in order if name in found]
    width, gap, scale, top = 260, 110, 0.045, 60
    heights, drawing = {}, []
    for name in columns:
        base = root / found[name].path
        lines = collections.Counter()
        for path in swift_files(base):
            lines[folder(path, base)] += len(path.read_text().splitlines())
        folders = [item for item in order[name] if lines[item]] + sorted(set(lines) - set(order[name]))
        heights[name] = [(item, lines[item], max(20, lines[item] * scale)) for item in folders]
    bottom = top + max(sum(height + 7 for _, _, height in rows) for rows in heights.values())
    for column, name in enumerate(columns):
        left, place, boxes = 20 + column * (width + gap), bottom, {}
        for item, count, height in heights[name]:
            place -= height + 7
            boxes[item] = (place, height)
            drawing.append(f'<rect x="{left}" y="{place:.0f}" width="{width - 90}" height="{height:.0f}" rx="3" class="folder"/>')
            drawing.append(f'<text x="{left + 8}" y="{place + height / 2 + 4:.0f}">{html.escape(item)} {count}</text>')
        drawing.append(f'<text x="{left}" y="{top - 30}" class="title">{name}</text>')
        total = sum(count for _, count, _ in heights[name])
        drawing.append(f'<text x="{left}" y="{top - 12}">{total} lines, lowest folder at the bottom</text>')
        ranks = {item: place for place, (item, _, _) in enumerate(heights[name])}
        right = left + width - 90
        ties = mentions(root / found[name].path)
        ups = {pair for pair in ties if ranks[pair[0]] < ranks[pair[1]]}
        # Upward lines are drawn last, above the others.
        for here, there in sorted(ties, key=lambda pair: (pair in ups, pair)):
            names, up = ties[here, there], (here, there) in ups
            (start, start_height), (end, end_height) = boxes[here], boxes[there]
            y1, y2 = start + start_height * (0.35 if up else 0.65), end + end_height * (0.65 if up else 0.35)
            bend = right + min(140, 14 + abs(y2 - y1) * 0.22)
            drawing.append(f'<path d="M{right},{y1:.0f} C{bend:.0f},{y1:.0f} {bend:.0f},{y2:.0f} {right},{y2:.0f}" '
                           f'class="{"up" if up else "down"}" stroke-width="{min(6, 0.6 + len(names) / 5):.1f}"/>')
        drawing.append(f'<text x="{left}" y="{bottom + 22:.0f}">{len(ups)} of {len(ties)} dependencies are on higher folders</text>')
    style = ("text{font:12px sans-serif;fill:#222}.title{font:bold 16px sans-serif}.folder{fill:#eef3f8;stroke:#456}"
             "path{fill:none}.down{stroke:#9ab;opacity:.7}.up{stroke:#c00;opacity:.85}")
    span = 20 + len(columns) * (width + gap)
    pathlib.Path(file).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{span}" height="{bottom + 40:.0f}">\n<style>{style}</style>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(drawing) + "\n</svg>\n")


# A drawing of the layers of the small packages.
DRAWN_LAYERS = '<text x="1">Down/ 1</text>\n<text x="1">Up/ 1</text>\n<text x="1" class="title">Low</text>\n'


def planted():
    """Small packages, most with one violation: (what the check has to say, description, page, sources, known mentions)."""
    def target(name, *others, package=None):
        dependencies = [{"byName": [other, None]} for other in others]
        dependencies += [{"product": ["P", package, None, None]}] if package else []
        return {"name": name, "type": "regular", "dependencies": dependencies}

    def described(*all_targets):
        return {"targets": list(all_targets)}

    def page(description, *folders):
        rows = "\n".join(f"| `{item}` | code |" for item in folders)
        return generated(targets(description)) + (f"\n### `Low`\n\n{rows}\n" if folders else "")

    sound = described(target("Low"), target("High", "Low"))
    layers = {"Sources/Low/Down/A.swift": "struct Base {}", "Sources/Low/Up/B.swift": "struct Roof { let base: Base }"}
    upwards = layers | {"Sources/Low/Down/C.swift": "let roof = Roof()"}
    in_string = layers | {"Sources/Low/Down/C.swift": 'let text = "a \\"quoted\\" \\(Roof()) one"'}
    harmless = layers | {"Sources/Low/Down/C.swift": '// Roof\n/* Roof /* nested */ Roof */ let text = "Roof \\" Roof" + #"\\(Roof)"# + value.Roof\n'}
    twice = {"Sources/Low/A.swift": "struct Same {}", "Sources/High/B.swift": "enum Same {}"}
    apart = {"Sources/Low/A.swift": "struct Same {}",
             "Sources/High/B.swift": "private enum Same {}\nenum Outer {\n    enum Same {}\n}\n// enum Same\nextension Same {}"}
    both = ("Down/", "Up/")
    claim = "\n/// A base.\nfinal class Base: @unchecked Sendable {}\n"
    proven = layers | {"Sources/Low/Down/A.swift": f"{PROOF}it is empty.\n{claim}"}
    unproven = layers | {"Sources/Low/Down/A.swift": claim}
    many = layers | {f"Sources/Low/Down/{number}.swift": f"{PROOF}it is empty.\nclass C{number}: @unchecked Sendable {{}}\n"
                     for number in range(MOST_UNCHECKED + 1)}
    drawing = '<text x="1">Down/ 1</text>\n<text x="1" y="1" class="title">Low</text>\n'
    machines = described(target("PubNubWire"), target("PubNubMachines", "PubNubWire"))
    curl = described(target("CPubNubCurl"), target("Low", "CPubNubCurl"), target("PubNubMachines", "Low"))
    secure = described(target("Secure", package="swift-nio-ssl"), target("PubNubOrigin", "Secure"))
    sample = described(target("Low"), target("PubNubTop", "Low")) | {"products": [{"name": "Top", "targets": ["PubNubTop"]}]}
    outside = described(target("Low", "High"), target("High") | {"path": "Tests/High"})
    return [
        (None, sound, page(sound), {}, set()),
        (None, sound, page(sound, *both), layers, set()),
        (None, sound, page(sound, *both), harmless, set()),
        (None, sound, page(sound, *both), upwards, {"Low: Down/ -> Up/ Roof"}),
        (None, sound, page(sound, *both), proven, set()),
        (None, sound, page(sound), apart, set()),
        ("High and Low declare a type Same", sound, page(sound), twice, set()),
        ("without a comment", sound, page(sound, *both), unproven, set()),
        ("13 types are @unchecked Sendable", sound, page(sound, *both), many, set()),
        ("does not show the folders of Low", sound, page(sound, *both), layers | {DRAWING: drawing}, set()),
        ("does not show the targets", sound, page(described(target("Low"), target("High"))), {}, set()),
        ("names Roof of the higher folder", sound, page(sound, *both), upwards, set()),
        ("names Roof of the higher folder", sound, page(sound, *both), in_string, set()),
        ("lists what no longer is", sound, page(sound, *both), layers, {"Low: Down/ -> Up/ Roof"}),
        ("does not place Low/Up/", sound, page(sound, "Down/"), layers, set()),
        ("does not order the folders of Low", sound, page(sound), layers, set()),
        ("which has no code", sound, page(sound, *both, "Gone/"), layers, set()),
        ("imports Foundation", machines, page(machines), {"Sources/PubNubMachines/A.swift": "package import Foundation\n"}, set()),
        ("must not depend on CPubNubCurl", curl, page(curl), {}, set()),
        ("must not depend on swift-nio-ssl", secure, page(secure), {}, set()),
        ("the product Top contains the target Low", sample, page(sample), {}, set()),
        ("is in Sources and depends on High", outside, page(outside), {}, set()),
    ]


def self_test():
    for expected, description, page, sources, known in planted():
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            pages = {DRAWING: DRAWN_LAYERS} | sources
            for name, text in pages.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            wrong = check(root, description, page, known)
        found = any(expected in line for line in wrong) if expected else not wrong
        if not found:
            sys.exit(f"architecture: the check does not find a planted violation ({expected or 'none'}); it says {wrong}")
    print(f"architecture: the check is right about {len(planted())} small packages")


def main(arguments):
    root = HERE
    if "--root" in arguments:
        place = arguments.index("--root")
        root = pathlib.Path(arguments[place + 1]).resolve()
        del arguments[place:place + 2]
    page = (HERE / PAGE).read_text()
    match arguments:
        case []:
            description = description_of(root)
            found = targets(description)
            wrong = check(root, description, page, known_lines(root))
            wrong += [*unknown_names(found), *unshared_names(root, found)]
            for line in wrong:
                print(f"architecture: {line}")
            if wrong:
                return 1
            print(f"architecture: {len(found)} targets, and the folders of {len(orders(page))} of them, are as {PAGE} describes them")
        case ["write"]:
            write(root)
        case ["self-test"]:
            self_test()
        case ["draw", file]:
            draw(root, orders(page), file)
        case ["known"]:
            for name, here, there, type_name, _ in upward(root, package(root), orders(page)):
                print(f"{name}: {here} -> {there} {type_name}")
        case ["suggest", name]:
            total, order = suggest(root / package(root)[name].path)
            print(f"{total} upward mentions with this order, the lowest first: {' '.join(order)}")
        case ["sizes"]:
            sizes(root)
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
