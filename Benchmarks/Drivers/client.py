#!/usr/bin/env python3
"""Draws the plots of the client beside a C program on the same libcurl, and compares other clients with both.

    Benchmarks/plots                          all plots and the comparison
    Benchmarks/plots --rounds 1 latency       one of them

The clients take turns against the same server in C and share one CPU with it.
"""
import argparse
import os
import pathlib
import platform
import statistics

import chart
from programs import Programs

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parent.parent / "Scripts" / "python.sh"


class Bench:
    """Both sides of a comparison: the C program and the client of this package."""

    def __init__(self, programs, options):
        self.programs = programs
        self.options = options
        self.sides = {
            "C program on libcurl": [programs.folder / "BenchFloor"],
            "this client": [programs.folder / "BenchClient"],
        }

    def median(self, server, command, scenario, amount, figure):
        rounds = range(self.options.rounds)
        return statistics.median_high(self.programs.client(command, server, scenario, amount)[figure] for _ in rounds)

    def curve(self, server, figure, points):
        """The median of a figure for each side, at the points; a point is its place on the axis, a scenario and an amount."""
        lines = {name: [] for name in self.sides}
        for place, scenario, amount in points:
            for name, command in self.sides.items():
                value = self.median(server, command, scenario, amount, figure)
                lines[name].append((place, value))
                print(f"  {scenario} {amount}, {name}: {figure} {value:,.1f}", flush=True)
        return lines

    def draw(self, name, *texts, **options):
        self.options.plots.mkdir(parents=True, exist_ok=True)
        path = self.options.plots / f"{name}.svg"
        chart.lines(path, *texts, **options)
        print(f"  drew {path}", flush=True)


def latency(bench, server):
    """How long a publish call takes: each percentile."""
    lines = {}
    for name, command in bench.sides.items():
        figures = bench.programs.client(command, server, "publish-percentiles", 20_000)
        lines[name] = [(figures[f"p{percent}-us"], percent) for percent in range(1, 100)]
        print(f"  {name}: median {figures['p50-us']:,.1f} us, 99th percentile {figures['p99-us']:,.1f} us", flush=True)
    bench.draw(
        "client-latency", "Publish 100 bytes, one in flight: time to the closure", "microseconds",
        "per cent of the calls", lines,
    )


def throughput(bench, server):
    """Messages published per second, by the number in flight."""
    points = [(count, f"publish-{count}", 20_000) for count in (1, 2, 4, 8, 16, 32, 64)]
    lines = bench.curve(server, "per-second", points)
    bench.draw(
        "client-throughput", "Messages published, client and server on one CPU", "messages in flight",
        "messages per second", lines, logarithmic=True,
    )


def channels(bench, server):
    """CPU time of a received message, by the number of channels."""
    points = [(count, f"ingest-{count}-channels", 100_000) for count in (1, 10, 100, 1000)]
    lines = bench.curve(server, "cpu-us", points)
    bench.draw(
        "client-channels", "CPU time of a received message of 100 bytes, pages of 100", "channels subscribed to",
        "microseconds", lines, logarithmic=True,
    )


def memory(bench, server):
    """Memory of the process, by the number of its clients, each with its own long poll."""
    counts = (1, 100, 300, 1000, 2000)
    lines = bench.curve(server, "kib-per-client", [(count, "memory", count) for count in counts])
    totals = {name: [(count, count * kib / 1024) for count, kib in line] for name, line in lines.items()}
    bench.draw(
        "client-memory", "Memory of additional clients in one process", "clients that wait in a long poll", "MiB", totals,
    )


def peers(bench, server):
    """Other clients, beside this one: publish, one in flight."""
    everyone = {
        **bench.sides,
        "Foundation's URLSession": [bench.programs.folder / "BenchURLSession"],
        "PubNub's Python client": [PYTHON, HERE / "python_client.py"],
    }
    print(f"  {'publish 100 bytes, one in flight':34} {'median':>10} {'CPU time':>10}")
    for name, command in everyone.items():
        figures = bench.programs.client(command, server, "publish-1", 3000)
        print(f"  {name:34} {figures['median-us']:7,.0f} us {figures['cpu-us']:7,.0f} us", flush=True)


PARTS = {"latency": latency, "throughput": throughput, "channels": channels, "memory": memory, "peers": peers}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to draw (default: everything)")
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--to", dest="plots", type=pathlib.Path, required=True, help="folder for the plots (SVG)")
    options = parser.parse_args()
    programs = Programs(options.programs, None, max(os.sched_getaffinity(0)))
    bench = Bench(programs, options)
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, load averages {os.getloadavg()}")
    for part in options.parts or PARTS:
        print(PARTS[part].__doc__)
        with programs.c_server() as server:
            PARTS[part](bench, server)
    print(f"load averages {os.getloadavg()}; the plots are in {options.plots}")


if __name__ == "__main__":
    main()
