#!/usr/bin/env python3
"""Prints what failed in a run, in few lines: the last thing to read in a log of which only the end is kept.

    Scripts/failures.py LOG...    looks through the output of `swift test`, `make check` or of a single step
"""
import pathlib
import re
import sys

ROOT = f"{pathlib.Path(__file__).resolve().parent.parent}/"
MOST_LINES, WIDTH, FRAMES = 20, 240, 3

# What a line looks like that tells of a failure, in any step.
TOLD = [
    re.compile(pattern)
    for pattern in (
        r"✘ Test .* recorded an issue",
        r"(Fatal error|Assertion failed|Precondition failed|error: Exited with)",
        r"^\S+\.swift:\d+:\d+: (error|warning)",
        r"^(error|lint|docs|deps|howto|man|porting|coverage): ",
        r"^FAIL ",
        r"^SECRET",
        r"^simulate: (FAILED|run it again)",
        r"^fuzz: FAILED",
        r"^\S+: broken property",
        r"^  (input|replay): ",
        r"^\s*not named: ",
        r"==\d+==\s?ERROR: |^SUMMARY: AddressSanitizer",
    )
]
PASSED_OVER = re.compile(r"^(deps: (all|installed)|docs: (built|to read)|howto: \d+ ran|porting: \d+ |man: .* is up to date|coverage: \d)")
DETAIL = re.compile(r"^\s*(↳|\|)")
FRAME = re.compile(r"^\s+#\d+ (.*)$")


def short(text):
    text = text.rstrip().replace(ROOT, "")
    return text if len(text) <= WIDTH else text[:WIDTH] + "…"


def frame(text):
    """Function, file and line; the module and the address in it say nothing more."""
    return re.sub(r" \([^()]*\+0x[^()]*\)( \(BuildId[^)]*\))?$", "", text).replace(" <null>", "")


def thread_reports(lines):
    """Each report of ThreadSanitizer once: its kind, then the heading and the first frames of each stack."""
    reports, report, frames = [], None, 0
    for line in lines:
        if kind := re.search(r"WARNING: (ThreadSanitizer: .*?)( \(pid=\d+\))?$", line.rstrip()):
            report, frames = [kind[1]], 0
        elif report is None:
            continue
        elif line.startswith("SUMMARY: ThreadSanitizer"):
            if report not in reports:
                reports.append(report)
            report = None
        elif found := FRAME.match(line):
            frames += 1
            if frames <= FRAMES:
                report.append("    " + short(frame(found[1])))
        elif line.strip() and not line.startswith("="):
            frames = 0
            report.append("  " + short(re.sub(r"0x[0-9a-f]{8,}", "…", line.strip())))
    return reports


def failures(lines):
    """The lines that tell of failures, each with the line that says more."""
    found, is_told, is_python = [], False, False
    for line in lines:
        if is_python and re.match(r"[A-Za-z_.]+(Error|Exception|Exit|Expired)\b", line):
            # What the traceback of a check in Python ends with.
            found.append("      " + short(line))
            is_python = False
        elif any(pattern.search(line) for pattern in TOLD) and not PASSED_OVER.search(line):
            found.append(short(line))
            is_told, is_python = True, line.startswith("FAIL ")
        elif is_told and DETAIL.match(line):
            found.append(short(line))
        else:
            is_told = False
    return list(dict.fromkeys(found))


def main():
    lines = []
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        if path.exists():
            lines += path.read_text(errors="replace").splitlines()
    reports, told = thread_reports(lines), failures(lines)
    if not reports and not told:
        return
    print("\nWhat failed:")
    room = MOST_LINES
    for number, report in enumerate(reports):
        if number and len(report) > room:
            print(f"… and {len(reports) - number} more reports of ThreadSanitizer")
            break
        print("\n".join(report[:MOST_LINES]))
        room -= len(report)
    room = max(room, 5)
    print("\n".join(told[:room]))
    if len(told) > room:
        print(f"… and {len(told) - room} more lines")


if len(sys.argv) < 2:
    sys.exit(__doc__)
main()
