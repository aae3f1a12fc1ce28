"""Counts the instructions of a publish call at the server with callgrind.

The figures hardly depend on the machine and its other load. Two servers get different numbers of calls: the difference is the cost of the
additional calls, without start, connections and end.
"""
import pathlib
import re
import shutil

from instructions import without_debug_information

FEW, MANY = 1_000, 5_000


def run(programs, options, results, folder):
    if not shutil.which("valgrind"):
        raise SystemExit("server: valgrind is missing; install it with: apt-get install valgrind")
    print("instructions of a publish call")
    program = without_debug_information(pathlib.Path(programs.pubnub), folder)
    for name in ("memory", "durable"):
        few, many = (count(programs, program, name, calls, folder) for calls in (FEW, MANY))
        results.add(name, "instructions/publish", (many - few) / (MANY - FEW))


def count(programs, program, name, calls, folder):
    """All instructions of a server that gets so many publish calls."""
    output = folder / f"callgrind-{name}-{calls}"
    data = folder / f"instructions-{calls}.sqlite" if name == "durable" else None
    callgrind = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={output}"]
    with programs.origin(data, program=program, under=callgrind) as server:
        programs.load(server, "fill-messages", calls)
    totals = re.search(r"^totals: (\d+)", output.read_text(errors="replace"), re.MULTILINE)
    if not totals:
        raise RuntimeError(f"callgrind wrote no total of the server {name}")
    return int(totals.group(1))
