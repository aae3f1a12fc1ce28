#!/usr/bin/env python3
"""Runs the steps of a gate, two at a time, and prints the time of each.

    Scripts/gate.py test        the suites, and the checks of the built programs
    Scripts/gate.py check       the gate of every change
    Scripts/gate.py check-all   `check`, then sanitizers, fuzzing, long simulations and real faults
    Scripts/gate.py GATE --continue
                                without the steps that passed in this folder since the commit, which must be unchanged
    Scripts/gate.py STEP...     single steps, with their whole output
    Scripts/gate.py list        the steps of each gate
    Scripts/gate.py documented  fails unless CONTRIBUTING.md has a row for each step, and for no other

A gate stores the output of each step in .build/logs/STEP.log and prints its closing line. The first failure ends the gate. With CI in the
environment the other steps of its phase still run, so that one run tells about all of them; so do the long steps that only `check-all` has.
The last line has the result in the form `N passed, N failed`, counted in steps.
"""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build" / "logs"
# The steps that passed, and the commit whose files they checked.
PASSED = LOGS / "passed.json"
# The lines with which test runners and scripts end.
CLOSING = re.compile(r"Test run with \d+ tests|\d+ passed, \d+ failed|every invariant held|^Build complete|^(?!warning)[a-z-]+: ")
SHOWN_OF_FAILURE = 60


@dataclasses.dataclass(frozen=True)
class Step:
    """One step of a gate: a shell command, run in the root folder.

    A step that `waits` waits for processes and timers most of its time. It runs while another one uses the processors. It must not call `swift`,
    because SwiftPM locks its build folder.
    """

    name: str
    title: str
    command: str
    waits: bool = False


def python(folder, arguments=""):
    return f"Scripts/python.sh -m pytest Tests/{folder} {arguments}".rstrip()


def make(target):
    return f"make --no-print-directory {target}"


def simulation(target, count):
    return make(f"{target} SEEDS={count} FIRST=1 SEED=")


LINT = Step("lint", "formatting, generated files, layers, and links, versions and lines of documents", make("lint"))
BUILD = Step("build", "everything; a warning is an error", make("build"))
LAYERS = Step("layers", "uses of higher folders, by the compiler's index", "Scripts/layers.py self-test && Scripts/layers.py")
NAMES = Step("target-names", "an app with targets of common names loads the package", "Scripts/target-names.sh")
SUITES = Step("swift", "the Swift suites", "Scripts/packages.sh test")
BLOCKS = Step("blocks", "the code blocks of the documents", python("DocumentationTests"))
PROGRAMS = [
    Step("command", "the command line", python("CommandTests"), waits=True),
    Step("interop", "interoperability with the Python client", python("InteropTests"), waits=True),
    Step("samples", "the chat sample in terminals", python("SampleTests"), waits=True),
    Step("porting", "stories of ported apps, hints of the compiler, pubnub port", python("PortingTests"), waits=True),
]
COVERAGE = Step("coverage", "delegate methods, notifications and observers that tests name", "Scripts/coverage.py")
DOCUMENTS = Step(
    "documents", "documentation, recorded interface, names of the porting guide, manual page",
    "Scripts/docs.sh && Scripts/api.py --self-test && Scripts/api.py && Scripts/porting.py --check && Scripts/man.sh --check")
SIMULATIONS = [
    Step("simulate", "5,000 seeds of the client's machines", simulation("simulate", 5000)),
    Step("simulate-cluster", "5,000 seeds of three servers on one log", simulation("simulate-cluster", 5000)),
    Step("simulate-chat", "5,000 seeds of chat data", simulation("simulate-chat", 5000)),
]
SERVERS = [
    Step("howtos", "every HOWTO, once", "Scripts/run-howto.sh", waits=True),
    Step("cluster", "servers on NATS that are killed and restarted", python("ClusterTests", "-m 'not long'"), waits=True),
    Step("console", "the console in a browser", python("ConsoleTests"), waits=True),
    Step("deployment", "the recipes of Deployment/", python("DeploymentTests"), waits=True),
]
REST = [
    Step("faults", "faults of a real network", "Scripts/faults.sh", waits=True),
    Step("cluster-long", "the long run of a cluster", python("ClusterTests"), waits=True),
    Step("consumers", "a package outside the repository for each library", "Scripts/consumers.sh"),
    Step("simulate-long", "20,000 seeds of the client's machines", simulation("simulate", 20000)),
    Step("simulate-cluster-long", "20,000 seeds of three servers on one log", simulation("simulate-cluster", 20000)),
    Step("simulate-chat-long", "20,000 seeds of chat data", simulation("simulate-chat", 20000)),
    Step("web-chat", "the samples on Hummingbird", make("web-chat")),
    Step("tsan", "the concurrent suites under ThreadSanitizer", make("tsan")),
    Step("asan", "the suites under AddressSanitizer", make("asan")),
    Step("fuzz", "every reader of untrusted bytes for ten minutes", make("fuzz TIME=600 SEED=1")),
    Step("instructions", "instructions of a publish and of a received message", make("instructions")),
]

# A phase begins when the one before it has passed.
TEST = [[BUILD], [LAYERS, SUITES, BLOCKS, *PROGRAMS]]
AFTER_BUILD = [LAYERS, SUITES, BLOCKS, COVERAGE, NAMES, DOCUMENTS, *PROGRAMS, *SERVERS]
CHECK = [[LINT], [BUILD], [*AFTER_BUILD, *SIMULATIONS]]
# Without the 5,000 seeds, which are the first of the 20,000.
CHECK_ALL = [[LINT], [BUILD], AFTER_BUILD, REST]
GATES = {"test": TEST, "check": CHECK, "check-all": CHECK_ALL}
STEPS = {step.name: step for phases in GATES.values() for phase in phases for step in phase}


def duration(seconds):
    return f"{int(seconds) // 60} min {int(seconds) % 60:02d} s" if seconds >= 60 else f"{seconds:.0f} s"


def commit_of_files():
    """The commit that the files of the folder are; None if a file differs from it."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)

    head, changes = git("rev-parse", "HEAD"), git("status", "--porcelain")
    is_known = head.returncode == 0 and changes.returncode == 0 and not changes.stdout
    return head.stdout.strip() if is_known else None


class PassedSteps:
    """The steps that passed with the files of one commit, so that a gate of hours can be continued after an interruption.

    A step counts only if the files were those of the commit before and after it.
    """

    def __init__(self, continues):
        self.commit = commit_of_files()
        self.steps = {}
        if continues and self.commit and PASSED.exists():
            stored = json.loads(PASSED.read_text())
            self.steps = stored["steps"] if stored["commit"] == self.commit else {}

    def result(self, step):
        """The seconds and the closing line of a step that need not run again; None otherwise. The others need what the build made."""
        return self.steps.get(step.name) if step is not BUILD else None

    def add(self, run):
        if self.commit and commit_of_files() == self.commit:
            self.steps[run.step.name] = {"seconds": run.seconds, "closing": run.closing}
            # A gate that is killed while it writes leaves the former file whole.
            written = PASSED.with_suffix(".new")
            written.write_text(json.dumps({"commit": self.commit, "steps": self.steps}, indent=2))
            written.replace(PASSED)


class Run:
    """A step while and after it runs."""

    def __init__(self, step):
        self.step, self.log = step, LOGS / f"{step.name}.log"
        self.status, self.process = None, None
        self.start = self.end = 0.0
        # The result of an earlier gate that this one continues.
        self.earlier = None

    @property
    def seconds(self):
        if self.earlier:
            return self.earlier["seconds"]
        return (self.end or time.monotonic()) - self.start

    @property
    def closing(self):
        """The last line of the output that has a result."""
        if self.earlier:
            return self.earlier["closing"]
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return next((line.strip() for line in reversed(lines) if CLOSING.search(line)), "")


class Gate:
    """Runs phases; in each, the steps that compute one after another, and those that wait one after another."""

    def __init__(self, name, phases, continues=False):
        self.name, self.phases = name, phases
        self.passed = PassedSteps(continues)
        self.runs = []
        # Guards `runs`, `failures` and the output.
        self.lock = threading.Lock()
        self.failures = []
        self.ends_at_failure = True
        self.is_terminal = sys.stdout.isatty()

    def run(self):
        LOGS.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        try:
            for phase in self.phases:
                if not self.failures:
                    self.run_phase(phase)
        except KeyboardInterrupt:
            with self.lock:
                self.failures.append(next((run for run in self.runs if run.status is None), self.runs[-1]))
                self.ends_at_failure = True
                self.end_others()
        self.report(time.monotonic() - start)
        return 1 if self.failures else 0

    def run_phase(self, phase):
        # Who waits for a gate wants the first failure at once; who reads its log later wants all of them.
        self.ends_at_failure = phase is not REST and not os.environ.get("CI")
        lanes = [[step for step in phase if step.waits == waits] for waits in (False, True)]
        threads = [threading.Thread(target=self.run_lane, args=(lane,)) for lane in lanes if lane]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            if self.is_terminal:
                self.show_progress()
            threads[-1 if threads[-1].is_alive() else 0].join(1)

    def run_lane(self, lane):
        for step in lane:
            run = Run(step)
            with self.lock:
                if self.failures and self.ends_at_failure:
                    return
                run.earlier = self.passed.result(step)
                if run.earlier:
                    run.status = 0
                    self.runs.append(run)
                    self.print(f"<== {step.name}: passed before: {run.closing}  [{duration(run.seconds)}]")
                    continue
                self.print(f"==> {step.name}: {step.title}  [{time.strftime('%T')}]")
                run.start = time.monotonic()
                with run.log.open("wb") as log:
                    # A session of its own, so that everything that it starts can be ended with it.
                    run.process = subprocess.Popen(
                        ["bash", "-c", step.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                        stderr=subprocess.STDOUT, start_new_session=True)
                self.runs.append(run)
            status = run.process.wait()
            with self.lock:
                run.status, run.end = status, time.monotonic()
                self.ended(run)

    def ended(self, run):
        """Prints the result of a step; its failure may end the others."""
        if run.status == 0:
            self.passed.add(run)
            self.print(f"<== {run.step.name}: {run.closing}  [{duration(run.seconds)}]")
            return
        if self.failures and self.ends_at_failure:
            return
        self.failures.append(run)
        lines = run.log.read_text(errors="replace").splitlines()
        self.print("\n".join(lines[-SHOWN_OF_FAILURE:]))
        self.print(f"<== {run.step.name}: FAILED with status {run.status}; the whole output is in {run.log.relative_to(ROOT)}")
        if self.ends_at_failure:
            self.end_others()

    def end_others(self):
        for run in self.runs:
            if run.status is None:
                # It may have ended by itself.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(run.process.pid, signal.SIGTERM)

    def print(self, text):
        print(("\r\x1b[K" if self.is_terminal else "") + text, flush=True)

    def show_progress(self):
        with self.lock:
            running = ", ".join(f"{run.step.name} {duration(run.seconds)}" for run in self.runs if run.status is None)
            print(f"\r\x1b[K    running: {running}", end="", flush=True)

    def report(self, seconds):
        self.print(f"\n==> steps of {self.name}")
        for run in self.runs:
            result = run.closing if run.status == 0 else "FAILED" if run in self.failures else "ended early"
            if run.earlier:
                result = f"passed before: {result}"
            self.print(f"{run.step.name:<22} {duration(run.seconds):>12}  {result}")
        if self.failures:
            subprocess.run([ROOT / "Scripts" / "failures.py", *(run.log for run in self.failures)], check=False)
            names = ", ".join(run.step.name for run in self.failures)
            self.print(f"{self.name}: FAILED: {names}, after {duration(seconds)}")
        else:
            self.print(f"{self.name}: all passed in {duration(seconds)}")
        passed = sum(run.status == 0 for run in self.runs)
        self.print(f"{passed} passed, {len(self.failures)} failed")


def list_gates():
    for name, phases in GATES.items():
        print(f"{name}:")
        for step in (step for phase in phases for step in phase):
            print(f"  {step.name:<22} {'waits' if step.waits else 'computes':<9} {step.title}")


def undocumented():
    """A sentence for each step without a row in CONTRIBUTING.md, and for each row without a step."""
    rows = set(re.findall(r"^\| `([a-z-]+)` \|.*\| (?:computes|waits) \|", (ROOT / "CONTRIBUTING.md").read_text(), re.M))
    yield from (f"CONTRIBUTING.md has no row for the step {name}" for name in sorted(set(STEPS) - rows))
    yield from (f"CONTRIBUTING.md has a row for {name}, which is no step" for name in sorted(rows - set(STEPS)))


def main(names):
    if names == ["list"]:
        list_gates()
        return 0
    if names == ["documented"]:
        wrong = list(undocumented())
        print("\n".join(f"gate: {line}" for line in wrong) or f"gate: CONTRIBUTING.md lists the {len(STEPS)} steps")
        return 1 if wrong else 0
    if names[:1] and names[0] in GATES and names[1:] in ([], ["--continue"]):
        return Gate(names[0], GATES[names[0]], continues="--continue" in names).run()
    if not names or any(name not in STEPS for name in names):
        print(__doc__, file=sys.stderr)
        return 64
    for name in names:
        step = STEPS[name]
        print(f"\n==> {step.title}  [{time.strftime('%T')}]", flush=True)
        status = subprocess.run(["bash", "-c", step.command], cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    # Ends the steps, which have sessions of their own, and reports how far they are.
    signal.signal(signal.SIGTERM, interrupt)
    sys.exit(main(sys.argv[1:]))
