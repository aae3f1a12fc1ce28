#!/usr/bin/env python3
"""Lists delegate methods, notification names and observer kinds that no test names, and those that no test of
Tests/IntegrationTests/Delivery receives from a real origin. Fails if there are any."""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def text_below(folder):
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).rglob("*.swift")))


def flat(text):
    """Declarations on one line each, so that one expression finds their labels."""
    return re.sub(r"\s+", " ", text)


def full_name(base, parameters):
    """`pubnubClient(_:didReceive:)`, and the type of the last parameter, which distinguishes overloads."""
    depth, current, parts = 0, "", []
    for character in parameters:
        depth += character in "([<"
        depth -= character in ")]"
        if character == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += character
    parts = [part.strip() for part in parts + [current] if part.strip()]
    labels = "".join(part.split(":")[0].split()[0] + ":" for part in parts)
    kind = parts[-1].split(":", 1)[1].split("=")[0].strip(" ?!") if parts else ""
    return f"{base}({labels})", kind


def functions(text, names):
    """Every declared function whose base name matches, with its full name."""
    pattern = re.compile(r"func (" + names + r")\s*\(")
    for match in pattern.finditer(text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield full_name(match.group(1), text[match.end():end - 1])


def unnamed(title, wanted, is_named, where="a test"):
    missing = sorted(item for item in wanted if not is_named(item))
    print(f"{title}: {len(wanted) - len(missing)} of {len(wanted)} are named by {where}")
    for item in missing:
        print(f"  not named: {item}")
    return len(missing)


def unnamed_in_rows(events):
    """The names that no row of the table of operations contains. The table lists impossible ones with the reason."""
    folder = ROOT / "Tests/IntegrationTests/Delivery"
    rows = "\n".join(path.read_text() for path in sorted(folder.glob("*.swift")))
    excused = dict(re.findall(r'^\s*"([^"]+)":\s*"([^"]+)"', (folder / "Support/NeverDelivered.swift").read_text(), re.M))
    for name, reason in sorted(excused.items()):
        print(f"  never delivered: {name}: {reason}")

    declared = set(functions(flat((ROOT / "Sources/PubNub/Client/PNDelegate.swift").read_text()), r"\w+"))
    overloads = collections.Counter(name for name, _ in declared)
    notifications = set(re.findall(r"\blet (kPNClient\w+Notification)\b", events))
    observers = {name for name, _ in functions(flat(text_below("Sources/PubNub/Client")), r"add[A-Z]\w*")}
    where = "an operation against an origin"
    missing = unnamed("delegate methods", overloads, lambda name: name in excused or
                      rows.count(f'"{name}"') >= overloads[name], where)
    missing += unnamed("notifications", notifications, lambda name: re.search(rf"\b{name}\b", rows), where)
    missing += unnamed("observers", observers, lambda name: re.search(rf'"{name.split("(")[0]}["(]', rows), where)
    if not (declared and rows):
        print("coverage: the table of operations was not found")
        return 1
    return missing


def main():
    events = text_below("Sources/PubNub/Client")
    tests = text_below("Tests")
    declared_in_tests = {name for name, _ in functions(flat(tests), r"pubnubClient|should\w+")}
    delegate = {name for name, _ in functions(flat(events), r"pubnubClient|shouldK\w+|shouldRe\w+|shouldRun\w+")}
    notifications = set(re.findall(r"\blet (kPNClient\w+Notification)\b", events))
    observers = {name for name, _ in functions(flat(events), r"add\w*Observer\w*|addChannels\w*|addMessage\w*")}

    missing = unnamed("delegate methods", delegate, lambda name: name in tests or name in declared_in_tests)
    # The table of events spells the middle of the name: "DidReceiveMessage".
    missing += unnamed("notifications", notifications, lambda name: name in tests or
                       '"' + name.removeprefix("kPNClient").removesuffix("Notification") + '"' in tests)
    missing += unnamed("observers", observers, lambda name: name in tests or name.split("(")[0] + "(" in tests)
    if not (delegate and notifications and observers):
        print("coverage: the declarations were not found")
        return 1
    missing += unnamed_in_rows(events)
    return 1 if missing else 0


sys.exit(main())
