#!/usr/bin/env python3
"""Checks that no public declaration of a module names a type of the 3.x interface.

Scripts/async_names.py FILE       fails if a declaration in a symbol graph has a type whose name begins with PN
Scripts/async_names.py self-test  fails unless the check finds such a declaration, and nothing else
"""

import json
import re
import sys

LEGACY = re.compile(r"k?PN[A-Z]")


def legacy_names(graph):
    """(symbol, name) of each type of the 3.x interface in a declaration."""
    for symbol in graph["symbols"]:
        for part in symbol.get("declarationFragments", []):
            if part["kind"] == "typeIdentifier" and LEGACY.match(part["spelling"]):
                yield ".".join(symbol["pathComponents"]), part["spelling"]


def self_test():
    def symbol(name, kind, spelling):
        return {"pathComponents": [name], "declarationFragments": [{"kind": kind, "spelling": spelling}]}

    graph = {"symbols": [
        symbol("proxy", "typeIdentifier", "PNProxy"), symbol("outbox", "typeIdentifier", "OutboxSettings"),
        symbol("word", "text", "PNProxy"), symbol("ping", "typeIdentifier", "PNg"),
    ]}
    assert list(legacy_names(graph)) == [("proxy", "PNProxy")], list(legacy_names(graph))


def main(arguments):
    match arguments:
        case ["self-test"]:
            self_test()
        case [file]:
            with open(file) as opened:
                found = sorted(set(legacy_names(json.load(opened))))
            for name, legacy in found:
                print(f"async names: {name} names {legacy} of the 3.x interface")
            return 1 if found else 0
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
