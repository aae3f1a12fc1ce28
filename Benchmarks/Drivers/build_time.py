#!/usr/bin/env python3
"""Measures a cold build by module: the CPU time of all its processes.

    Benchmarks/build-time                               what `make demo` builds
    Benchmarks/build-time --tests                       the package with its tests
    Benchmarks/build-time --package Benchmarks -c release --product BenchClient
    Benchmarks/build-time --to Documentation            also draws the plot

The build has a folder of its own, which is removed. Packages are fetched before it. A library that is loaded into all processes of the build
writes down the CPU time of each as it ends.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

import chart

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DEMO_PACKAGE, DEMO = ROOT / "HOWTO", ["HelloWorld", "AccessManager"]
KINDS = ["this package", "dependencies", "other work"]


def build(package, targets, configuration, folder):
    """Builds into an empty folder; returns the lines of the library, and the seconds. Each target is a list of options."""
    library, lines = folder / "process_times.so", folder / "lines"
    swift = ["--package-path", package, "--scratch-path", folder / "build"]
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "process_times.c"], check=True)
    subprocess.run(["swift", "package", *swift, "resolve"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begin = time.monotonic()
    for target in targets:
        subprocess.run(
            ["swift", "build", *swift, "-c", configuration, *target],
            check=True, stdout=subprocess.DEVNULL, env={**os.environ, "LD_PRELOAD": str(library), "PROCESS_TIMES": str(lines)},
        )
    return lines.read_text(errors="replace").splitlines(), time.monotonic() - begin


def part(command, own):
    """What a process did, and whose work that was."""
    module = re.search(r"-module-name (\S+)", command)
    # A manifest is a module of that name.
    if module and module[1] != "main":
        # The package manager makes two modules that run the tests.
        is_own = module[1] in own or module[1].endswith(("PackageTests", "PackageDiscoveredTests"))
        return module[1], KINDS[0 if is_own else 1]
    tool = pathlib.Path(command.split(" ", 1)[0]).name
    if tool.startswith("clang") and " -c " in f"{command} ":
        return "C files", KINDS[2]
    if tool.startswith(("clang", "ld", "lld", "swift-autolink", "collect2", "ar", "llvm-ar")):
        return "links", KINDS[2]
    return "package manager", KINDS[2]


def own_modules(package):
    """The targets of this repository that the package can use."""
    found = set()
    for folder in {ROOT, package.resolve()}:
        described = subprocess.run(
            ["swift", "package", "--package-path", folder, "dump-package"], check=True, capture_output=True, text=True)
        found |= {target["name"] for target in json.loads(described.stdout)["targets"]}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", help="folder of the package (that of the demo, or the root with --tests or --product)")
    parser.add_argument("--product", dest="products", action="append", help="product to build; may be repeated (those of the demo)")
    parser.add_argument("--tests", action="store_true", help="all products and tests instead of a product")
    parser.add_argument("-c", dest="configuration", default="debug", help="debug or release (debug)")
    parser.add_argument("--rows", type=int, default=14, help="modules in the table and the plot (14)")
    parser.add_argument("--to", dest="plots", type=pathlib.Path, help="folder for the plot (SVG)")
    options = parser.parse_args()
    is_demo = not (options.tests or options.products)
    package = pathlib.Path(options.package or (DEMO_PACKAGE if is_demo else ROOT))
    products = ["all products and tests"] if options.tests else options.products or DEMO
    targets = [["--build-tests"]] if options.tests else [["--product", product] for product in products]
    folder = ROOT / ".build-time"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        lines, seconds = build(package, targets, options.configuration, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    own = own_modules(package)
    times = collections.Counter()
    for line in lines:
        cpu, _, command = line.split(" ", 2)
        times[part(command, own)] += float(cpu)
    total = sum(times.values())
    title = f"{', '.join(products)} ({options.configuration}): {total:,.0f} s of CPU time, {seconds:,.0f} s"
    print(f"{title}; load averages {os.getloadavg()}")
    for (name, kind), cpu in times.most_common():
        print(f"{cpu:8.1f} s  {cpu / total:6.1%}  {kind:14}{name}")
    if options.plots:
        shown = times.most_common(options.rows)
        rows = [(name, cpu, KINDS.index(kind)) for (name, kind), cpu in shown]
        rest = total - sum(cpu for _, cpu in shown)
        if rest > 0:
            rows.append((f"{len(times) - len(shown)} others", rest, KINDS.index("other work")))
        path = options.plots / "build-time.svg"
        chart.bars(path, f"Cold build of {title}", "seconds of CPU time", rows, "s", KINDS)
        print(f"drew {path}")


if __name__ == "__main__":
    main()
