#!/usr/bin/env python3
"""Counts the instructions of a publish call and of a received message, and compares them with the recorded figures.

    Benchmarks/instructions                   prints the table; warns of changes over 3 per cent
    Benchmarks/instructions --client          without the C program, as `make check` does
    Benchmarks/instructions --record          also records the figures
    Benchmarks/instructions --functions publish-8 crypto
                                              prints which functions have the instructions of these scenarios

Callgrind counts the instructions of the whole process, twice, with different numbers of messages: the difference is the cost of the
additional messages, without start and end. Unlike times, the figures hardly depend on the machine and its other load.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile

import functions
from programs import Programs

RECORD = pathlib.Path(__file__).resolve().parent.parent / "instructions.json"
TOLERANCE = 0.03
SCENARIOS = {
    "publish-1": "publish 100 bytes, one in flight",
    "publish-1-unposted": "the same without notifications",
    "publish-8": "publish 100 bytes, eight in flight",
    "publish-to-receive": "publish and receive, two clients",
    "ingest-100": "a received message of 100 bytes, pages of 100",
    "ingest-100-unposted": "the same without notifications",
    "ingest-1k": "a received message of 1 KB, pages of 100",
    "ingest-1k-read": "the same, every field read by name",
    "crypto": "encrypt and decrypt 200 bytes",
    "async-publish-1": "publish through PubNubAsync",
    "async-ingest-100": "a received message through PubNubAsync",
}
WITHOUT_FLOOR = ["publish-1-unposted", "ingest-100-unposted", "ingest-1k-read", "async-publish-1", "async-ingest-100"]
# What `make check` counts: it takes about ten seconds each.
CHECKED = ["publish-1", "publish-to-receive", "ingest-100", "crypto"]


def amounts(scenario):
    """The numbers of messages of the two runs."""
    return (5_000, 25_000) if "ingest" in scenario or scenario == "crypto" else (500, 2_500)


def warm_up(scenario):
    """What a run does in addition, as a share of its messages."""
    return 0 if scenario == "crypto" else 0.1


def without_debug_information(program, folder):
    """A copy of the program that valgrind can read: it does not know the newest form of debug information."""
    copy = folder / program.name
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def count(programs, program, server, scenario, amount, output="/dev/null"):
    """All instructions of one run."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}"]
    command += [str(program), scenario, str(server.port), str(amount)]
    finished = subprocess.run(
        programs.pinned(command, True), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=600
    )
    collected = re.search(r"Collected : (\d+)", finished.stderr)
    if finished.returncode != 0 or not collected:
        raise RuntimeError(f"{program.name} {scenario} under callgrind ended with {finished.returncode}: {finished.stderr[-500:]}")
    return int(collected.group(1))


def per_message(programs, program, scenario):
    """The instructions of one message. Warming up counts as well."""
    few, many = amounts(scenario)
    with programs.c_server() as server:
        total = [count(programs, program, server, scenario, amount) for amount in (few, many)]
    return (total[1] - total[0]) / ((many - few) * (1 + warm_up(scenario)))


def by_function(programs, program, scenario, folder):
    """The instructions of one message, by function."""
    few, many = amounts(scenario)
    counts = []
    with programs.c_server() as server:
        for amount in (few, many):
            output = folder / f"{program.name}-{scenario}-{amount}"
            count(programs, program, server, scenario, amount, output)
            counts.append(functions.read(output))
    return counts[1].minus(counts[0], (many - few) * (1 + warm_up(scenario)))


class Row:
    """The figures of one scenario."""

    def __init__(self, title, here, floor, recorded):
        self.title, self.here, self.floor, self.recorded = title, here, floor, recorded

    @property
    def change(self):
        return self.here / self.recorded - 1 if self.recorded else 0.0

    def __str__(self):
        cells = [
            f"{self.floor:,.0f}" if self.floor else "-",
            f"{self.here:,}",
            f"{self.here / self.floor:.2f}" if self.floor else "-",
            f"{self.recorded:,}" if self.recorded else "-",
            f"{self.change:+.1%}" if self.recorded else "-",
        ]
        return f"{self.title:46}" + "".join(f"{cell:>12}" for cell in cells)


def measure(programs, scenarios, has_floor):
    """Yields a row for each scenario and its name."""
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        client, c_program = (
            without_debug_information(programs.folder / name, pathlib.Path(folder)) for name in ("BenchClient", "BenchFloor")
        )
        for scenario in scenarios:
            here = round(per_message(programs, client, scenario))
            floor = per_message(programs, c_program, scenario) if has_floor and scenario not in WITHOUT_FLOOR else None
            yield scenario, Row(SCENARIOS[scenario], here, floor, recorded.get(scenario))


def print_functions(programs, scenarios, rows):
    """Prints the tables of both programs."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for scenario in scenarios:
            has_floor = not scenario.endswith(("-read", "-walk", "-unposted"))
            names = ["BenchFloor", "BenchClient"] if has_floor else ["BenchClient"]
            for name in names:
                program = without_debug_information(programs.folder / name, folder)
                print(f"\n{scenario}, {name}: instructions of a message", flush=True)
                for line in functions.table(by_function(programs, program, scenario, folder), rows):
                    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--client", action="store_true", help="count a few scenarios of the client only")
    parser.add_argument("--record", action="store_true", help="write the figures to instructions.json")
    parser.add_argument("--functions", nargs="+", metavar="SCENARIO", help="print which functions have the instructions")
    parser.add_argument("--rows", type=int, default=25, help="functions in a table (25)")
    options = parser.parse_args()
    if options.functions:
        return print_functions(Programs(options.programs, None, max(os.sched_getaffinity(0))), options.functions, options.rows)
    titles = ["C program", "client", "ratio", "recorded", "change"]
    print(f"{'instructions of':46}" + "".join(f"{title:>12}" for title in titles))
    rows = {}
    programs = Programs(options.programs, None, max(os.sched_getaffinity(0)))
    try:
        for scenario, row in measure(programs, CHECKED if options.client else SCENARIOS, not options.client):
            rows[scenario] = row
            print(row, flush=True)
    except (RuntimeError, subprocess.SubprocessError) as error:
        # The check warns. A machine on which valgrind does not work passes it.
        if not options.client:
            raise
        print(f"warning: the instructions were not counted: {error}")
    if options.record:
        recorded = json.loads(RECORD.read_text()) if options.client and RECORD.exists() else {}
        recorded |= {name: row.here for name, row in rows.items()}
        RECORD.write_text(json.dumps(recorded, indent=2) + "\n")
        print(f"instructions: recorded in {RECORD.name}")
        return
    changed = [row for row in rows.values() if abs(row.change) > TOLERANCE]
    for row in changed:
        print(f"warning: instructions of {row.title}: {row.recorded:,} recorded, {row.here:,} now ({row.change:+.1%})")
    if changed:
        print("instructions: if the change is intended, record it with: Benchmarks/instructions --record")
    else:
        print(f"instructions: {len(rows)} figures are within {TOLERANCE:.0%} of the recorded ones")


if __name__ == "__main__":
    main()
