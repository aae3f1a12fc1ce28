#!/usr/bin/env python3
"""Prints a short summary of the failures of a run, for logs of which only the end is stored.

    Scripts/failures.py LOG...    looks through the output of `swift test`, `make check` or of a single step
"""
import pathlib
import re
import sys

ROOT = f"{pathlib.Path(__file__).resolve().parent.parent}/"
MOST_LINES, WIDTH, FRAMES, CLOSING_LINES = 20, 240, 3, 12

# Patterns of lines that report a failure, in any step.
TOLD = [
    re.compile(pattern)
    for pattern in (
        # "An unknown test" is one whose task had ended.
        r"✘ (Test .*|An unknown test) recorded an issue",
        r"✘ (Test|Suite) .* failed after",
        r"(Fatal error|Assertion failed|Precondition failed|error: Exited with)",
        r"^\S+\.swift:\d+:\d+: (error|warning)",
        r"^(error|lint|docs|deps|howto|man|porting|coverage): ",
        # The summary and the first line of an error of pytest.
        r"^(FAILED|ERROR) ",
        r"^E   [A-Za-z_.]+(Error|Exception|Exit|Expired|Failed)\b",
        r"^SECRET",
        r"^simulate(-\w+)?: (FAILED|run it again)",
        r"^fuzz: FAILED",
        r"^\S+: broken property",
        r"^  (input|replay): ",
        r"^\s*not named: ",
        r"==\d+==\s?ERROR: |^SUMMARY: AddressSanitizer",
    )
]
PASSED_OVER = re.compile(r"^(deps: (all|installed)|docs: (built|to read)|howto: \d+ ran|porting: \d+ |man: .* is up to date|coverage: \d)")
DETAIL = re.compile(r"^\s*(↳|\|)|^E    ")
FRAME = re.compile(r"^\s+#\d+ (.*)$")


def short(text):
    text = text.rstrip().replace(ROOT, "")
    return text if len(text) <= WIDTH else text[:WIDTH] + "…"


def frame(text):
    """Function, file and line, without the module and the address."""
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
    """The lines that report failures, each with the line that explains it."""
    found, is_told = [], False
    for line in lines:
        if any(pattern.search(line) for pattern in TOLD) and not PASSED_OVER.search(line):
            found.append(short(line))
            is_told = True
        elif is_told and DETAIL.match(line):
            found.append(short(line))
        else:
            is_told = False
    return list(dict.fromkeys(found))


def unfinished(lines):
    """The tests that had started and not ended, if the run of the suites has no end."""
    running = {}
    for line in lines:
        # The end of a test may follow the arguments of a case in one line.
        if re.match(r"[✔✘] Test run with ", line):
            running.clear()
        elif started := re.match(r"◇ Test (?!run|case)(.*) started\.$", line.rstrip()):
            running[started[1]] = True
        elif ended := re.search(r"[✔✘] Test (?!run|case)(.*?)(?: with \d+ test cases?)? (passed|failed) after [0-9.]+ seconds", line):
            running.pop(ended[1], None)
    return [f"not ended: test {short(name)}" for name in running]


def closing(lines):
    """The end of an output without a line that reports a failure, such as that of a program that was killed."""
    return [short(line) for line in lines if line.strip()][-CLOSING_LINES:]


def main():
    lines = []
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        if path.exists():
            lines += path.read_text(errors="replace").splitlines()
    reports, told = thread_reports(lines), failures(lines) + unfinished(lines)
    if not reports and not told:
        told = closing(lines)
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
