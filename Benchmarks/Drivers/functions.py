"""Which functions have the instructions of a message, and whose they are: reads what callgrind writes."""
import collections
import pathlib
import re
import subprocess

NAME = re.compile(r"^(?:c?(ob|fn|fi|fe|fl))=(?:\((\d+)\))?\s?(.*)$")
MODULE = re.compile(r"^\$s(\d+)")
LIBRARIES = [
    ("libcurl", "libcurl"),
    ("libcrypto", "OpenSSL"),
    ("libswiftCore", "Swift runtime and standard library"),
    ("libswift", "Swift runtime and standard library"),
    ("libFoundation", "Foundation"),
    ("lib_Foundation", "Foundation"),
    ("libdispatch", "Dispatch"),
    ("libc.so", "C library"),
    ("libc-", "C library"),
    ("ld-linux", "C library"),
    ("libz", "zlib"),
]


class Counts:
    """Instructions by function, and by pair of caller and function called; a function is a library and a name."""

    def __init__(self):
        self.own = collections.Counter()
        self.called = collections.Counter()
        self.calls = collections.Counter()

    def minus(self, other, messages):
        """The difference of two runs, per message."""
        result = Counts()
        for name in ("own", "called", "calls"):
            mine, theirs = getattr(self, name), getattr(other, name)
            getattr(result, name).update({key: (mine[key] - theirs[key]) / messages for key in mine.keys() | theirs.keys()})
        return result


def read(path):
    """The counts in a file of callgrind."""
    counts = Counts()
    names = {"ob": {}, "fn": {}}
    library, function = "", ""
    called_library, called, times = None, "", 0
    is_call = False
    for line in open(path, errors="replace"):
        line = line.rstrip("\n")
        if not line:
            continue
        if line[0].isdigit() or line[0] in "+-*":
            cost = line.split()
            amount = int(cost[1]) if len(cost) > 1 else 0
            if is_call:
                target = (called_library if called_library is not None else library, called)
                counts.called[((library, function), target)] += amount
                counts.calls[((library, function), target)] += times
                is_call, called_library = False, None
            else:
                counts.own[(library, function)] += amount
            continue
        if line.startswith("calls="):
            is_call, times = True, int(line[6:].split()[0])
            continue
        match = NAME.match(line)
        if not match or match[1] not in ("ob", "fn"):
            continue
        if match[2] is not None and match[3]:
            names[match[1]][match[2]] = match[3]
        name = match[3] if match[3] else names[match[1]].get(match[2], "")
        if line.startswith("cob="):
            called_library = pathlib.Path(name).name
        elif line.startswith("cfn="):
            called = plain(name)
        elif match[1] == "ob":
            library = pathlib.Path(name).name
        else:
            function = plain(name)
    return counts


def plain(name):
    """The name of a function without the mark of a recursive one; libraries do not name functions of their own."""
    return "functions without names" if name.startswith("0x") else re.sub(r"'\d+$", "", name)


def owner(library, function):
    """Whose a function is."""
    for beginning, name in LIBRARIES:
        if library.startswith(beginning):
            return name
    if not library.startswith("Bench"):
        return library or "unknown"
    match = MODULE.match(function)
    if not match:
        # Generic code of the standard library that the compiler wrote for a type of the client is here as well.
        return "client, and standard library compiled into it" if function.startswith("$s") else "C and compiler's helpers in the program"
    module = function[match.end():match.end() + int(match[1])]
    return "benchmark" if module.startswith("Bench") else "client"


def demangled(names):
    """What the names stand for."""
    names = list(names)
    text = "\n".join(names)
    finished = subprocess.run(["swift", "demangle", "--simplified"], input=text, capture_output=True, text=True)
    lines = finished.stdout.splitlines()
    return dict(zip(names, lines if len(lines) == len(names) else names))


def table(counts, rows):
    """Lines of text: instructions by owner, the functions with most, and what each part has called in others."""
    whole = sum(counts.own.values())
    by_owner = collections.Counter()
    for key, amount in counts.own.items():
        by_owner[owner(*key)] += amount
    crossing, times = collections.Counter(), collections.Counter()
    for (caller, target), amount in counts.called.items():
        # Calls that happen once in a run are no part of a message.
        if abs(counts.calls[(caller, target)]) < 0.005:
            continue
        if owner(*caller) != owner(*target):
            crossing[(owner(*caller), target[1])] += amount
            times[(owner(*caller), target[1])] += counts.calls[(caller, target)]
    top = counts.own.most_common(rows)
    names = demangled([function for (_, function), _ in top] + [function for (_, function), _ in crossing.most_common(rows)])
    yield f"{whole:12,.0f}  all"
    for name, amount in by_owner.most_common():
        if amount >= whole / 500:
            yield f"{amount:12,.0f}  {amount / whole:6.1%}  {name}"
    yield "functions, without what they call:"
    for (library, function), amount in top:
        yield f"{amount:12,.0f}  {amount / whole:6.1%}  {owner(library, function)}: {names[function][:150]}"
    yield "calls between parts, with all that they call:"
    for (caller, function), amount in crossing.most_common(rows):
        yield f"{amount:12,.0f}  {times[(caller, function)]:8.2f} x  {caller} -> {names[function][:150]}"
