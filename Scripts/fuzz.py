#!/usr/bin/env python3
"""Builds the executable `Fuzz` and runs its targets; each starts from Tests/FuzzTests/Corpus and what runs before found.

    Scripts/fuzz.py build             build it, with AddressSanitizer, into .build-asan
    Scripts/fuzz.py run               fuzz: TIME seconds over all targets (60), or over the one in TARGET; with SEED, the same inputs each time
    Scripts/fuzz.py replay TARGET F   show what an input does
    Scripts/fuzz.py tests SUITES      build the tests the same way, and run the suites whose names match
    Scripts/fuzz.py keep              take over into the corpus what reaches new code, and leave out what no longer does
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "Tests" / "FuzzTests"
SCRATCH = ROOT / ".build-asan"
PROGRAM = SCRATCH / "debug" / "Fuzz"
FOUND = SCRATCH / "found"
# Those of the packages in folders, so that all share the modules.
TRAITS = ["--traits", "NATS"]
# One input may take this long, in seconds, and this much memory, in MiB.
LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-malloc_limit_mb=256"]
PULSE = re.compile(r"#(\d+)\s+(\w+).*?cov: (\d+) ft: (\d+) corp: (\d+).*?exec/s: (\d+)")


def environment(target=None):
    """The manifest builds Fuzz only if a variable names the runtime to link; another variable names the target for Fuzz."""
    swift = pathlib.Path(shutil.which("swift") or sys.exit("fuzz: no swift on the PATH")).resolve()
    machine = os.uname().machine
    found = sorted(swift.parent.parent.glob(f"lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-{machine}.a"))
    if not found:
        sys.exit(f"fuzz: the toolchain of {swift} has no libclang_rt.fuzzer_no_main-{machine}.a")
    # The sanitizer reports crashes; the runtime would add a second backtrace.
    return os.environ | {"PUBNUB_FUZZER": str(found[-1]), "SWIFT_BACKTRACE": "enable=no", "FUZZ_TARGET": target or ""}


def build(what=("--product", "Fuzz"), package=None):
    """Builds the package, or the one in a folder of it."""
    # Line tables suffice for reports with functions, files and lines, and need less time and memory to build.
    lines = ["-Xswiftc", "-gline-tables-only", "-Xcc", "-gline-tables-only"]
    swift = [ROOT / "Scripts" / "package.sh", package, "build"] if package else ["swift", "build", *TRAITS]
    command = [*swift, *what, "--sanitize=address", "--scratch-path", str(SCRATCH), *lines]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True) as process:
        for line in process.stdout:
            # The linker prints a line for each symbol of the sanitizer that a library cannot export.
            if "Cannot export local symbol" not in line:
                print(line, end="", flush=True)
    if process.returncode:
        sys.exit(process.returncode)


def tests(suites):
    # XCTest leaks objects of its own, even without tests.
    arguments = ["--skip-build", "--disable-xctest", "--sanitize=address", "--scratch-path", SCRATCH, "--filter", suites]
    # Tasks that wait for a clock of the tests retain objects until the end; these are not leaks. The memory that the sanitizer keeps
    # after it was freed, 256 MiB by default, must not exceed the bounds of the tests of resident memory.
    options = f"detect_leaks=0:quarantine_size_mb=64:suppressions={ROOT}/Scripts/asan-suppressions.txt"
    sanitizer = {"ASAN_OPTIONS": options}
    for package in (None, "Simulator"):
        build(("--build-tests",), package)
        which = ["--package", package] if package else TRAITS
        command = [ROOT / "Scripts" / "swift-test.sh", *which, *arguments]
        if status := subprocess.run(command, cwd=ROOT, env=environment() | sanitizer, check=False).returncode:
            sys.exit(status)


def targets():
    listed = subprocess.run([PROGRAM, "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
    known = [line.split("\t") for line in listed]
    wanted = os.environ.get("TARGET")
    if wanted and wanted not in [name for name, _, _ in known]:
        sys.exit(f"fuzz: no target {wanted}; there are {', '.join(name for name, _, _ in known)}")
    return [target for target in known if not wanted or target[0] == wanted]


def call(name, *arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], env=environment(name), cwd=ROOT, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options)


class Run:
    """The run of one target."""

    def __init__(self, target, seconds, show):
        self.name, self.dictionary, self.longest = target
        self.seconds, self.show = seconds, show
        self.executions = self.rate = self.edges = self.corpus = 0
        self.crashes, self.problem, self.last = [], None, 0.0

    def arguments(self, scratch):
        found, kept = FOUND / self.name, TESTS / "Corpus" / self.name
        found.mkdir(parents=True, exist_ok=True)
        kept.mkdir(parents=True, exist_ok=True)
        words = [] if self.dictionary == "-" else [f"-dict={TESTS}/Dictionaries/{self.dictionary}.dict"]
        return [f"-max_total_time={self.seconds}", f"-max_len={self.longest}", f"-artifact_prefix={scratch}/",
                "-print_final_stats=1", "-report_slow_units=5", f"-seed={os.environ.get('SEED') or 0}", *LIMITS, *words, found,
                kept]

    def go(self):
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            command = [PROGRAM, *map(str, self.arguments(scratch))]
            output = []
            with subprocess.Popen(command, env=environment(self.name), cwd=ROOT, text=True, errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
                for line in process.stdout:
                    output.append(line)
                    self.read(line)
            if process.returncode:
                self.problem = explain(output)
                inputs = sorted(scratch.glob("*-*"))
                for input_file in inputs:
                    self.keep(input_file, scratch)
                if not inputs:
                    self.crashes.append(None)
                    print("".join(output[-40:]), flush=True)
        self.show(self, done=True)

    def read(self, line):
        if pulse := PULSE.match(line):
            self.executions, self.edges, self.corpus = (int(pulse[1]), int(pulse[3]), int(pulse[5]))
            self.rate = int(pulse[6])
        elif stat := re.match(r"stat::(number_of_executed_units|average_exec_per_sec):\s+(\d+)", line):
            if stat[1] == "average_exec_per_sec":
                self.rate = int(stat[2]) or self.rate
            else:
                self.executions = int(stat[2])
        if time.monotonic() - self.last > 1:
            self.last = time.monotonic()
            self.show(self)

    def keep(self, input_file, scratch):
        """Minimizes the input and stores it where the tests replay it."""
        kind = input_file.name.split("-")[0]
        smallest = scratch / "smallest"
        if kind in ("crash", "oom"):
            call(self.name, "-minimize_crash=1", "-max_total_time=15", f"-exact_artifact_path={smallest}", *LIMITS,
                 input_file)
        data = (smallest if smallest.exists() and smallest.stat().st_size else input_file).read_bytes()
        folder = TESTS / "Crashes" / self.name
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{kind}-{hashlib.sha256(data).hexdigest()[:16]}"
        path.write_bytes(data)
        self.crashes.append(path)


def explain(output):
    """The line that describes the failure."""
    for pattern in (r"broken property: .*", r".*(?:Fatal error|Assertion failed|Precondition failed).*", r"SUMMARY: .*",
                    r"==\d+==\s?ERROR.*"):
        for line in output:
            if found := re.search(pattern, line):
                return found[0].strip()
    return output[-1].strip() if output else "no output"


class Screen:
    """A line per target: redrawn on a terminal, otherwise printed at the end of the target's run."""

    def __init__(self):
        self.lock, self.is_live = threading.Lock(), sys.stdout.isatty()

    def show(self, run, done=False):
        line = (f"{run.name:<26}{run.executions:>10} executions {run.rate:>7}/s {run.edges:>6} edges "
                f"{run.corpus:>5} inputs {len(run.crashes):>3} crashes")
        with self.lock:
            if done:
                print(("\r\033[K" if self.is_live else "") + line, flush=True)
            elif self.is_live:
                print("\r\033[K" + line, end="", flush=True)


def fuzz():
    chosen = targets()
    total = int(os.environ.get("TIME") or 60)
    workers = min(len(chosen), os.cpu_count() or 1, 4)
    seconds = max(1, total * workers // len(chosen))
    print(f"fuzz: {len(chosen)} targets, {seconds} s each, {workers} at a time", flush=True)
    screen, queue, runs, lock = Screen(), list(chosen), [], threading.Lock()

    def work():
        while True:
            with lock:
                if not queue:
                    return
                run = Run(queue.pop(0), seconds, screen.show)
                runs.append(run)
            run.go()

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(report(runs))


def report(runs):
    failed = [run for run in runs if run.problem]
    print(f"\n{'target':<26}{'executions':>12}{'exec/s':>9}{'edges':>8}{'inputs':>8}{'crashes':>9}")
    for run in sorted(runs, key=lambda run: run.name):
        print(f"{run.name:<26}{run.executions:>12}{run.rate:>9}{run.edges:>8}{run.corpus:>8}{len(run.crashes):>9}")
    for run in failed:
        print(f"\n{run.name}: {run.problem}")
        for path in filter(None, run.crashes):
            print(f"  input:  {path.relative_to(ROOT)}\n  bytes:  {path.read_bytes()[:400]!r}")
            print(f"  replay: Scripts/fuzz.py replay {run.name} {path.relative_to(ROOT)}")
    executions = sum(run.executions for run in runs)
    if failed:
        print(f"\nfuzz: FAILED: {len(failed)} of {len(runs)} targets, {executions} inputs. Replay an input as above, "
              "mend the cause, and commit the input with the fix: the tests replay it from then on.")
        return 1
    print(f"\nfuzz: every property of {len(runs)} targets held for {executions} inputs. "
          "`make fuzz TIME=600` looks longer; `Scripts/fuzz.py keep` takes over inputs that reach new code.")
    return 0


def replay(name, path):
    done = call(name, *LIMITS, path)
    print(done.stdout, end="")
    print(f"fuzz: {'every property held' if done.returncode == 0 else explain(done.stdout.splitlines())}")
    sys.exit(done.returncode)


def keep():
    """Lets libFuzzer choose few small inputs with the same coverage as all inputs."""
    size = 0
    for name, _, _ in targets():
        kept, found = TESTS / "Corpus" / name, FOUND / name
        with tempfile.TemporaryDirectory() as folder:
            sources = [source for source in (kept, found) if source.is_dir()]
            done = call(name, "-set_cover_merge=1", "-use_counters=0", *LIMITS, folder, *sources)
            if done.returncode or not any(pathlib.Path(folder).iterdir()):
                sys.exit(f"{done.stdout[-2000:]}\nfuzz: {name}: no inputs were chosen; the corpus is as it was")
            shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True)
            for source in sorted(pathlib.Path(folder).iterdir()):
                shutil.copyfile(source, kept / source.name[:16])
        bytes_kept = sum(file.stat().st_size for file in kept.iterdir())
        size += bytes_kept
        print(f"{name:<26}{len(list(kept.iterdir())):>6} inputs {bytes_kept:>8} bytes", flush=True)
    print(f"fuzz: the corpus has {size} bytes; look at `git status` and commit what is new")


def main():
    match sys.argv[1:]:
        case ["build"]: build()
        case ["tests", suites]: tests(suites)
        case ["run"]: fuzz()
        case ["replay", name, path]: replay(name, path)
        case ["keep"]: keep()
        case _: sys.exit(__doc__)


main()
