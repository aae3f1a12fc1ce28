#!/usr/bin/env python3
"""Measures `pubnub origin` beside a small server in C, in turn, and prints a table.

    Benchmarks/server                         all rows
    Benchmarks/server --rounds 1 requests     only requests a second and latencies
    Benchmarks/server cluster                 three servers on three of NATS: CPU time of a message, polls, restarts (needs nats-server)
    Benchmarks/server instructions            instructions of a publish call (needs valgrind)
    Benchmarks/server soak --minutes 5        memory and descriptors under the load of a day in so many minutes

Server and load share one CPU, so that other work on the machine affects both servers alike. The rows with polls, and those
that say so, use all CPUs.
"""
import argparse
import os
import pathlib
import platform
import sqlite3
import statistics
import sys
import tempfile
import time

import chart
import cluster
import server_instructions
import soak
from programs import Programs

# A name of the limits of `pubnub origin` for 8,000 connections and more.
LIMITS = ["connections=20000"]


class Results:
    """The figures of all rounds, by server and name."""

    def __init__(self):
        self.values = {}

    def add(self, server, name, value):
        self.values.setdefault((server, name), []).append(value)
        print(f"  {server:8} {name}: {value:,.1f}", flush=True)

    def median(self, server, name):
        values = self.values.get((server, name))
        return statistics.median_high(values) if values else None


def sqlite_commit(folder, count=300):
    """The median time of one SQLite commit with fsync, in microseconds: one row of 200 bytes."""
    path = pathlib.Path(folder) / "commit.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, content BLOB)")
    times = []
    for _ in range(count):
        start = time.perf_counter()
        connection.execute("INSERT INTO row (content) VALUES (?)", (b"x" * 200,))
        times.append((time.perf_counter() - start) * 1e6)
    connection.close()
    for file in pathlib.Path(folder).glob("commit.sqlite*"):
        file.unlink()
    return statistics.median_high(times)


def each_server(programs, data, measure, is_pinned=True):
    """Measures the C server and this one, in memory and with a data file, one after the other."""
    with programs.c_server(is_pinned=is_pinned) as server:
        measure("C", server)
    with programs.origin(is_pinned=is_pinned, limits=LIMITS) as server:
        measure("memory", server)
    with programs.origin(data, is_pinned=is_pinned, limits=LIMITS) as server:
        measure("durable", server)


def requests(programs, options, results, folder):
    """Requests a second with 64 in flight, and the latency of a publish call."""

    def measure(name, server):
        results.add(name, "publish/s", programs.wrk(server, 64, options.seconds, publishes=True))
        if name != "durable":
            results.add(name, "time/s", programs.wrk(server, 64, options.seconds, publishes=False))
        figures = programs.load(server, "latency", 3000)
        results.add(name, "latency", figures["publish-us-median"])

    for number in range(options.rounds):
        print(f"requests, round {number + 1} of {options.rounds}")
        each_server(programs, folder / f"requests-{number}.sqlite", measure)
        results.add("disk", "commit", sqlite_commit(folder))


def all_cpus(programs, options, results, folder):
    """Requests a second with 64 in flight if server and load may use all CPUs."""

    def measure(name, server):
        results.add(name, "all-publish/s", programs.wrk(server, 64, options.seconds, publishes=True, is_pinned=False))
        if name != "durable":
            results.add(name, "all-time/s", programs.wrk(server, 64, options.seconds, publishes=False, is_pinned=False))

    for number in range(options.rounds):
        print(f"requests with all CPUs, round {number + 1} of {options.rounds}")
        each_server(programs, folder / f"all-{number}.sqlite", measure, is_pinned=False)


def curve(programs, options, results, folder):
    """Requests a second by the number in flight, for the plot."""
    print("publishes a second by the number in flight")
    for in_flight in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        def measure(name, server):
            results.add(name, f"curve-{in_flight}", programs.wrk(server, in_flight, 2, publishes=True))

        each_server(programs, folder / f"curve-{in_flight}.sqlite", measure)


def polls(programs, options, results, folder):
    """Many polls that wait: their memory, the CPU time they need, and one message that answers all of them."""

    def measure(name, server):
        before = server.memory

        def wait():
            time.sleep(2)
            results.add(name, "KiB/poll", (server.memory - before) / options.polls / 1024)
            start = server.cpu_seconds
            time.sleep(options.idle)
            results.add(name, "idle-ms/s", (server.cpu_seconds - start) / options.idle * 1000)

        figures = programs.load(server, "held", options.polls, 20, is_pinned=False, when_ready=wait)
        for figure, value in figures.items():
            if figure.startswith(("answered", "all-answered")):
                results.add(name, figure, value / 1000)

    for number in range(options.rounds):
        print(f"polls, round {number + 1} of {options.rounds}")
        with programs.c_server(is_pinned=False) as server:
            measure("C", server)
        with programs.origin(is_pinned=False, limits=LIMITS) as server:
            measure("memory", server)


def fan_out(programs, options, results, folder):
    """Messages delivered to 1,000 subscribers of one channel, which poll again after each response."""
    for number in range(options.rounds):
        print(f"fan-out, round {number + 1} of {options.rounds}")
        with programs.c_server(is_pinned=False) as server:
            figures = programs.load(server, "fan-out", 1000, options.seconds, is_pinned=False)
            results.add("C", "deliveries/s", figures["deliveries-per-second"])
        with programs.origin(is_pinned=False, limits=LIMITS) as server:
            figures = programs.load(server, "fan-out", 1000, options.seconds, is_pinned=False)
            results.add("memory", "deliveries/s", figures["deliveries-per-second"])


def restart(programs, options, results, folder):
    """The time from the start of the process to its first response, with a data file of this size."""
    print(f"restart with {options.messages:,} messages and {options.objects:,} users")
    data = folder / "restart.sqlite"
    with programs.origin(data, is_pinned=False, limits=LIMITS) as server:
        start = time.monotonic()
        programs.load(server, "fill-messages", options.messages, is_pinned=False)
        results.add("durable", "filled/s", options.messages / (time.monotonic() - start))
        programs.load(server, "fill-users", options.objects, is_pinned=False)
    for _ in range(3):
        with programs.origin(data, is_pinned=False, limits=LIMITS) as server:
            results.add("durable", "restart", server.start_seconds)


def ratio(here, other):
    return here / other if here is not None and other else None


def rows(results, options):
    """The rows of the table: what, goal, the C program's figure or the one to compare with, this server's, ratio, reached."""
    median = results.median

    def line(what, goal, unit, here, other=None, at_least=None, at_most=None, limit=None):
        factor = ratio(here, other)
        verdicts = []
        if here is not None:
            if at_least is not None and factor is not None:
                verdicts.append(factor >= at_least)
            if at_most is not None and factor is not None:
                verdicts.append(factor <= at_most)
            if limit is not None:
                verdicts.append(limit(here))
        show = lambda value: "-" if value is None else f"{value:,.0f} {unit}" if value >= 100 else f"{value:,.2f} {unit}"
        reached = "yes" if verdicts and all(verdicts) else "no" if verdicts else "-"
        return [what, goal, show(other), show(here), "-" if factor is None else f"{factor:.2f}", reached]

    def publishes_at_cluster(in_flight):
        name = cluster.rate_name(in_flight)
        # The goal is what a cluster can take in: with few requests in flight their latency is the limit.
        has_goal = in_flight == max(cluster.IN_FLIGHT)
        return line(f"cluster: publishes acknowledged, {in_flight:,} in flight; beside one durable server",
                    "at least 20,000/s" if has_goal else "", "/s", median("cluster", name), median("alone", name),
                    limit=(lambda value: value >= 20_000) if has_goal else None)

    count = f"{options.polls:,}"
    return [
        line("publishes acknowledged, 64 in flight, in memory", "at least 0.6 x C", "/s",
             median("memory", "publish/s"), median("C", "publish/s"), at_least=0.6),
        line("the same, durable", "at least 0.35 x C", "/s",
             median("durable", "publish/s"), median("C", "publish/s"), at_least=0.35),
        line("/time requests", "at least 0.7 x C", "/s", median("memory", "time/s"), median("C", "time/s"), at_least=0.7),
        line("all CPUs: publishes acknowledged, 64 in flight, in memory", "at least 0.6 x C", "/s",
             median("memory", "all-publish/s"), median("C", "all-publish/s"), at_least=0.6),
        line("the same, durable", "at least 0.35 x C", "/s",
             median("durable", "all-publish/s"), median("C", "all-publish/s"), at_least=0.35),
        line("all CPUs: /time requests", "at least 0.7 x C", "/s",
             median("memory", "all-time/s"), median("C", "all-time/s"), at_least=0.7),
        line("publish latency, one in flight, in memory: median", "at most 2 x C", "us",
             median("memory", "latency"), median("C", "latency"), at_most=2),
        line("the same, durable; beside one SQLite commit", "at most 1.2 x commit", "us",
             median("durable", "latency"), median("disk", "commit"), at_most=1.2),
        line(f"{count} held polls: memory of each", "at most 6 KiB", "KiB",
             median("memory", "KiB/poll"), median("C", "KiB/poll"), limit=lambda value: value <= 6),
        line(f"{count} held polls: CPU time while idle", "none", "ms/s",
             median("memory", "idle-ms/s"), median("C", "idle-ms/s"), limit=lambda value: value <= 1),
        line(f"one message to {count} polls: p99 of the responses", "at most 100 ms", "ms",
             median("memory", "answered-us-p99"), median("C", "answered-us-p99"), limit=lambda value: value <= 100),
        line("deliveries, one channel, 1,000 subscribers", "at least 100,000/s", "/s",
             median("memory", "deliveries/s"), median("C", "deliveries/s"), limit=lambda value: value >= 100_000),
        *[publishes_at_cluster(in_flight) for in_flight in cluster.IN_FLIGHT],
        line("cluster: publish latency, one in flight: median", "at most 1.5 ms", "us",
             median("cluster", "latency"), median("alone", "latency"), limit=lambda value: value <= 1500),
        line(f"cluster: one message to {options.polls:,} polls of three servers: p99; beside the C server", "at most 100 ms", "ms",
             median("cluster", "answered-us-p99"), median("C", "answered-us-p99 beside the cluster"),
             limit=lambda value: value <= 100),
        line(f"cluster: a server restarts with {options.messages:,} messages, {options.objects:,} users", "at most 10 s", "s",
             median("cluster", "restart"), limit=lambda value: value <= 10),
        line("cluster: the same with a snapshot of another server", "", "s", median("cluster", "snapshot")),
        line(f"restart with {options.messages:,} messages, {options.objects:,} users", "at most 5 s", "s",
             median("durable", "restart"), limit=lambda value: value <= 5),
    ]


def table(lines):
    lines = [["what", "reach", "C or base", "here", "ratio", "reached"]] + [line for line in lines if line[3] != "-"]
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)) for line in lines)


NAMES = {"C": "BenchServer (C)", "memory": "in memory", "durable": "durable (--data)"}


def write_charts(results, options):
    """The charts of the throughput and of the polls."""
    curve, quantiles = {}, {}
    for (server, figure), values in results.values.items():
        value = statistics.median_high(values)
        if figure.startswith("curve-"):
            curve.setdefault(NAMES[server], []).append((int(figure.removeprefix("curve-")), value))
        if figure.startswith("answered-us-q"):
            quantiles.setdefault(NAMES[server], []).append((value, int(figure.removeprefix("answered-us-q"))))
    chart.lines(
        options.plots / "server-throughput.svg", "Publishes acknowledged, server and wrk on one CPU",
        "requests in flight", "publishes per second", {name: sorted(line) for name, line in curve.items()}, True,
    )
    chart.lines(
        options.plots / "server-polls.svg", f"One message to {options.polls:,} held polls",
        "milliseconds after the publish call", "per cent of the polls answered",
        {name: sorted(line) for name, line in quantiles.items()},
    )


PARTS = {
    "requests": requests,
    "all-cpus": all_cpus,
    "polls": polls,
    "fan-out": fan_out,
    "restart": restart,
    "curve": curve,
    "cluster": cluster.run,
    "instructions": server_instructions.run,
}
# Parts that are measured only if they are named.
OTHERS = ("curve", "cluster", "instructions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "soak", []], help="what to measure (default: all but soak, curve, cluster and instructions)")
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--pubnub", required=True, help="the command to measure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3, help="for each load")
    parser.add_argument("--polls", type=int, default=8000)
    parser.add_argument("--idle", type=int, default=10, help="seconds for which polls wait")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--objects", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=3, help="of the soak")
    parser.add_argument("--plots", type=pathlib.Path, help="folder for plots (SVG); measures the curve as well")
    options = parser.parse_args()
    programs = Programs(options.programs, options.pubnub, max(os.sched_getaffinity(0)))
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, load averages {os.getloadavg()}")
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if options.parts == ["soak"]:
            sys.exit(soak.run(programs, options, folder))
        chosen = options.parts or [part for part in PARTS if part not in OTHERS or part == "curve" and options.plots]
        for part in chosen:
            PARTS[part](programs, options, results, folder)
    print(f"load averages {os.getloadavg()}\n")
    lines = rows(results, options)
    if any(line[3] != "-" for line in lines):
        print(table(lines))
    if options.plots:
        options.plots.mkdir(parents=True, exist_ok=True)
        write_charts(results, options)


if __name__ == "__main__":
    main()
