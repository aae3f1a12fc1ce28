#!/usr/bin/env python3
"""Prints the slowest tests of the last run of the Swift suites, with their seconds.

    Scripts/slowest.py [COUNT] [LOG...]    the COUNT (20) slowest of the logs (those of `make swift-tests`)

The seconds of a test include its waits for processors that other tests use.
"""

import pathlib
import re
import sys

LOGS = pathlib.Path(__file__).resolve().parents[1] / ".build" / "test-logs"
ENDED = re.compile(r"[✔✘] Test (?!run |case )(.*?)(?: with \d+ test cases?)? (?:passed|failed) after ([0-9.]+) seconds")


def main(count=20, *logs):
    # Sanitizers have logs of their own, in small letters.
    logs = logs or [*LOGS.glob("swift.log"), *LOGS.glob("swift-[A-Z]*.log")]
    found = [(float(match[2]), match[1]) for log in logs for match in ENDED.finditer(pathlib.Path(log).read_text(errors="replace"))]
    for seconds, name in sorted(found, reverse=True)[:int(count)]:
        print(f"{seconds:8.1f}  {name}")
    return 0 if found else 1


sys.exit(main(*sys.argv[1:]))
