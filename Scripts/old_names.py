"""Names of Swift 1 and 2 and of Objective-C, which Scripts/class_forms.py writes to their files.

They follow from the selectors in Documentation/NameMap.md. Each becomes an unavailable declaration, with which the compiler
names the current one: methods, properties, cases of enumerations, initializers, and factories under their names in Objective-C.
Their parameters are `Any?`, except for closures, whose literals need the type; the results are those of the current methods.
The same names are the table of `pubnub port`.
"""
import collections
import re

import delegate_forms
from generating import HEADER, ROOT, SOURCES, methods, name_map, same_names, split_list

GENERATED = SOURCES / "API/Generated"
IGNORED_RULES = "// swift-format-ignore-file\n"
# Selectors of 3.4 to 3.6 that 3.7 does not have, and what to use.
REMOVED = {
    "subscribeOnChannel": ("subscribe(on:)", "subscribe(on:withCompletionHandling:)", "Subscription"),
    "subscribeOnChannels": ("subscribe(on:)", "subscribe(on:withCompletionHandling:)", "Subscription"),
    "unsubscribeFromChannel": ("unsubscribe(from:)", "unsubscribe(from:withCompletionHandling:)", "Unsubscription"),
    "unsubscribeFromChannels": ("unsubscribe(from:)", "unsubscribe(from:withCompletionHandling:)", "Unsubscription"),
}
# Types of which apps made an object without arguments, to replace it later, and what makes one.
PLACEHOLDERS = {
    "PNChannel": "PNChannel.channel(withName:)", "PNMessage": "client.sendMessage(_:to:)",
}


class Declared:
    """The public functions and initializers of Sources/PubNub, by their types and base names."""

    def __init__(self):
        self.found = collections.defaultdict(list)
        self.properties = {}
        for path in sorted(SOURCES.rglob("*.swift")):
            if not path.name.startswith("OldNames"):
                self.read(path.read_text(encoding="utf-8"))

    def read(self, text):
        for owner, body in re.findall(
                r"^(?:@\w+ |[a-z]+ )*(?:class|struct|enum|protocol|extension) (\w+)[^\n]*\{\n(.*?)^\}", text, re.M | re.S):
            for method in methods(body, r"    public (?:(?:static|class|final|convenience) )*(?:func )?`?(\w+)`?[?!]?\("):
                self.found[owner, method.name].append(method)
            for name, kind in re.findall(r"^    (?:public )?(?:final )?(?:var|let) (\w+): ([^={\n]+)", body, re.M):
                self.properties[owner, name] = kind.strip()

    def find(self, owner, name):
        """A declaration for a full name, of which parameters with a default can be left out; its parameters for the labels."""
        base, labels = name.partition("(")[0], re.findall(r"(\w+):", name)
        for method in self.found[owner, base]:
            rest = list(labels)
            chosen = []
            for parameter in method.parameters:
                if rest and parameter.label == rest[0]:
                    rest.pop(0)
                    chosen.append(parameter)
                elif " = " not in parameter.text:
                    break
            else:
                if not rest:
                    return method, chosen
        return None


def kind(parameter):
    """The type of a parameter in an unavailable declaration."""
    written = parameter.text.partition(": ")[2].partition(" = ")[0].replace("@escaping ", "").strip()
    is_closure = "->" in written or re.search(r"(Block|Handler)\??$", written)
    if not is_closure:
        return "Any?"
    if "->" in written:
        return written if written.endswith(")?") else "(%s)?" % written
    return written if written.endswith("?") else written + "?"


def parameter_list(old, found):
    labels = re.findall(r"(\w+):", old)
    kinds = [kind(p) for p in found] if found else ["Any?"] * len(labels)
    return ["%s %s: %s" % (label, "p%d" % number, text) if label != "p%d" % number else "%s: %s" % (label, text)
            for number, (label, text) in enumerate(zip(labels, kinds), 1)]


def hint(new):
    return '    @available(*, unavailable, renamed: "%s")' % new


def function(old, new, is_static, found, result):
    """The lines of an unavailable function."""
    result = result.replace("-> ", "")
    end = " -> %s { renamed() }" % result if result else " {}"
    static, base = "static " if is_static else "", old.partition("(")[0]
    return [hint(new), "    public %sfunc %s(%s)%s" % (static, base, ", ".join(parameter_list(old, found)), end)]


def hints(declared):
    """The unavailable declarations of each type, in the order of the name map."""
    found = collections.defaultdict(dict)
    for row in name_map():
        if row.owner == "PNDelegate" or not row.owner:
            continue
        if row.is_initializer:
            add_initializer(found[row.owner], row)
        elif row.swift2 == row.new:
            continue
        elif row.sign:
            match = declared.find(row.owner, row.new)
            assert match, "%s of %s is not declared" % (row.new, row.owner)
            for is_static in {"+": [True], "-": [False], "±": [False, True]}[row.sign]:
                found[row.owner][row.swift2, is_static] = function(
                    row.swift2, row.new, is_static, match[1], match[0].result)
        elif row.old.startswith("PN"):
            found[row.owner][row.swift2, True] = [
                hint(row.new), "    public static var %s: %s { renamed() }" % (row.swift2, row.owner)]
        else:
            is_read_only = row.new == "isChannelGroup"
            body = "{ renamed() }" if is_read_only else "{ get { renamed() } set {} }"
            found[row.owner][row.swift2, False] = [hint(row.new), "    public var %s: Bool %s" % (row.swift2, body)]
    for base, replacement in REMOVED.items():
        for is_static in (False, True):
            add_removed(found["PubNub"], base, *replacement, is_static)
    return found


def add_initializer(found, row):
    if row.sign == "+":
        old = "%s(_:%s)" % (row.old.split(":")[0], "".join(label + ":" for label in row.old.split(":")[1:-1]))
        found[old, True] = function(old, row.new, True, None, "-> " + row.owner)
    if row.swift2 != row.new:
        found[row.swift2, False] = [
            hint(row.new), "    public convenience init(%s) { renamed() }" % ", ".join(parameter_list(row.swift2, None))]


def add_removed(found, base, current, with_block, name, is_static):
    static = "static " if is_static else ""
    message = '    @available(*, unavailable, message: "Use %s. The service reports joins and leaves by itself.")'
    found[base + "(_:withPresenceEvent:)", is_static] = [
        message % current, "    public %sfunc %s(_ p1: Any?, withPresenceEvent p2: Any?) {}" % (static, base)]
    found[base + "(_:withPresenceEvent:andCompletionHandlingBlock:)", is_static] = [
        message % with_block,
        "    public %sfunc %s(_ p1: Any?, withPresenceEvent p2: Any?, andCompletionHandlingBlock p3: "
        "PNClientChannel%sHandlerBlock?) {}" % (static, base, name)]


def placeholders():
    lines = ["/// Objects without arguments, which apps made as placeholders."]
    text = ""
    for owner, factory in PLACEHOLDERS.items():
        text += """extension %s {
    @available(*, unavailable, message: "Declare the variable as %s! without a value, or use %s")
    public convenience init() { renamed() }
}

""" % (owner, owner, factory)
    return "\n".join(lines) + "\n" + text


def swift_file(name, owners, found, extra=""):
    text = IGNORED_RULES + HEADER % "Documentation/NameMap.md"
    body = ""
    for owner in owners:
        body += "/// Names of %s in Swift 1 and 2 and in Objective-C.\nextension %s {\n" % (owner, owner)
        body += "\n".join("\n".join(lines) for lines in found[owner].values()) + "\n}\n\n"
    body += extra
    imports = "public import Foundation\n\n" if re.search(r"\b(Data|Date|NSNumber|TimeInterval)\b", body) else ""
    return {GENERATED / name: text + imports + body.rstrip() + "\n"}


RENAMED = '''/// The body of declarations that only give the compiler a hint: it never runs.
private func renamed() -> Never {
    preconditionFailure("The name is not available.")
}
'''


# The table of `pubnub port`


def port_names(declared):
    """A row for each name: kind, type, name in Objective-C, in Swift 1 and 2, and now, type of the closure, type of the result."""
    rows = []
    for row in name_map():
        match = declared.find(row.owner, row.new) if row.sign and row.owner != "PNDelegate" else None
        block = kind(match[1][-1]) if match and match[1] else ""
        result = match[0].result.replace("-> ", "") if match else declared.properties.get((row.owner, row.new), "")
        sign = "d" if row.owner == "PNDelegate" else "i" if row.is_initializer else row.sign or (
            "c" if row.old.startswith("PN") else "p")
        if row.owner:
            rows.append([sign, row.owner, row.old, row.swift2, row.new, block, result])
    for base, (current, with_block, name) in REMOVED.items():
        block = "PNClientChannel%sHandlerBlock" % name
        rows.append(["±", "PubNub", base + ":withPresenceEvent:", base + "(_:withPresenceEvent:)", current, "", ""])
        rows.append(["±", "PubNub", base + ":withPresenceEvent:andCompletionHandlingBlock:",
                     base + "(_:withPresenceEvent:andCompletionHandlingBlock:)", with_block, block, ""])
    for name in same_names():
        owner, _, member = name.rpartition(".")
        if owner:
            rows.append(["p", owner, member, member, member, "", declared.properties.get((owner, member), "")])
        elif name.startswith("k"):
            rows.append(["k", "", name, name, name, "", ""])
    return ["|".join([*row[:5], re.sub(r"^Any|\W", "", row[5]), own_type(row[6])]) for row in rows]


def own_type(text):
    """A type of the library, without `?`; empty for any other type."""
    found = re.fullmatch(r"(?:any )?(PN\w+|PubNub)[?!]?", text.strip())
    return found.group(1) if found else ""


def port_blocks():
    """The types of the arguments of each type of closure."""
    text = (SOURCES / "Model/PNClientBlocks.swift").read_text(encoding="utf-8")
    for name, types in re.findall(r"public typealias (\w+) =\s+\((.*?)\) -> Void", text, re.S):
        yield "|".join([name, *split_list(types)])


def port_delegate():
    """The forms of the delegate's methods that the client calls: the name in Objective-C, the result, the types of the parameters.

    The first form of a method is that of `PNLegacyDelegate`, which `pubnub port --write` writes; that of `PNDelegate` follows.
    """
    legacy, current = map(delegate_forms.read, [delegate_forms.LEGACY_DELEGATE, delegate_forms.DELEGATE])
    for row in name_map():
        if row.owner == "PNDelegate":
            old = delegate_forms.pick([m for m in legacy if m.full_name == row.new], ["_"] + row.old.split(":")[1:-1])
            found = [m for m in current if m.full_name == row.new]
            if len(found) > 1:
                found = [m for m in found if port_types(m) == port_types(old)]
            assert len(found) == 1, row.new
            for method in [old, *found] if old else found:
                types = [p.text.partition(": ")[2] for p in method.parameters]
                yield "|".join([row.old, method.result.replace("-> ", ""), *types])


def port_types(method):
    """The types of a method's parameters, without `!` and the elements of lists."""
    types = [p.text.partition(": ")[2].rstrip("!?") for p in method.parameters]
    return ["list" if text.startswith("[") else text for text in types]


def port_differences():
    """The topics of the list of differences from 3.7.8, with their rows: the names they are about, what was, and what is here.

    A row is about the names that it has as code, and those of its comment; without such a name, about those of the comment below
    the title of its section, or below that of requests.
    """
    text = (ROOT / "Documentation/DifferencesFrom3x.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    of_sections = {title: commented(body.partition("|")[0]) for title, body in sections}
    known = {part for row in name_map() for part in (row.new.partition("(")[0], row.new)}
    known |= {name.rpartition(".")[2] for name in same_names()}
    for title, body in sections:
        lines = [line for line in body.split("\n") if line.startswith("|")]
        if not lines or not lines[0].startswith("| 3.7.8 |"):
            continue
        rows = []
        for line in lines[2:]:
            before, here = re.split(r" *(?<!\\)\| *", line.strip("|").strip())[:2]
            names = [pattern(name) for name in re.findall(r"`([^` ]+)`", before + here) if pattern(name) in known]
            names += map(pattern, commented(line))
            names = names or list(map(pattern, of_sections[title] or of_sections["Requests and errors"]))
            rows.append(" => ".join([" ".join(dict.fromkeys(names)), plain(before), plain(here)]))
        yield "\n".join([title, *rows])


def commented(text):
    """The names in the comments of a text."""
    return [name for found in re.findall(r"<!-- names: (.*?) -->", text) for name in found.split(", ")]


def pattern(name):
    """A name as the command compares it: without its labels, except for methods of the delegate."""
    name = re.sub(r"^(configuration|client)\.", "", name)
    return name if name.startswith("pubnubClient") else name.partition("(")[0]


def plain(text):
    """Text of a table without its marks."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text).replace("`", "").replace("**", "")
    return text.replace("\\|", "|").replace("\\", "\\\\").strip()


def port_tables(declared):
    def text(lines):
        return "\n".join("        " + line if line else "" for line in lines)
    differences = "\n\n".join(port_differences()).split("\n")
    return """// swift-format-ignore-file
%s/// The tables of `pubnub port`.
enum PortTables {
    static let names = \"""
%s
        \"""

    static let blocks = \"""
%s
        \"""

    static let delegate = \"""
%s
        \"""

    static let differences = \"""
%s
        \"""
}
""" % (HEADER % "the name map, the list of differences, PNClientBlocks.swift, PNLegacyDelegate.swift and PNDelegate.swift",
       text(port_names(declared)), text(port_blocks()), text(port_delegate()), text(differences))


def outputs():
    declared = Declared()
    found = hints(declared)
    others = [owner for owner in found if owner != "PubNub"]
    instance = {"PubNub": {key: lines for key, lines in found["PubNub"].items() if not key[1]}}
    static = {"PubNub": {key: lines for key, lines in found["PubNub"].items() if key[1]}}
    return {
        **swift_file("OldNames+Client.swift", ["PubNub"], instance, RENAMED),
        **swift_file("OldNames+ClientClass.swift", ["PubNub"], static, RENAMED),
        **swift_file("OldNames+Types.swift", others, found, placeholders() + RENAMED),
        ROOT / "Sources/PubNubCommand/Port/Generated/PortTables.swift": port_tables(declared),
    }
