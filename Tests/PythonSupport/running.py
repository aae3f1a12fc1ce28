"""Shared code of the Python checks: the built command, an origin, and reading lines with a time limit."""

import json
import os
import pathlib
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time

from leaks import search, secrets_in

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PUBNUB_BINARY") or str(ROOT / ".build" / "debug" / "pubnub")
# Seconds after which a wait fails: far more than a busy machine needs.
PATIENCE = float(os.environ.get("PUBNUB_PATIENCE", "300"))
# Commands that make no request, or whose time limit is their running time.
WITHOUT_REQUEST = {"cluster", "context", "decrypt", "encrypt", "help", "origin", "port", "push-payload", "subscribe"}
KEYS = ["--publish-key", "demo-pub", "--subscribe-key", "demo-sub"]

# A shell without job control starts background jobs with SIGINT ignored, and what is started here would inherit that:
# a process that SIGINT should end would never end.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# The developer's own contexts must not affect the command, nor those of one check another one, which another process runs at the same time.
CONFIGURATION = tempfile.TemporaryDirectory(prefix="pubnub-checks-")


def clean_environment(extra=None):
    """The environment without any PUBNUB_ variable, plus `extra`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PUBNUB_")}
    return {**kept, "XDG_CONFIG_HOME": CONFIGURATION.name, **(extra or {})}


class Process:
    """A running `pubnub` whose lines of standard output are read as they come; `prefix` is a command that runs it.

    It has no input, unless `input` says that it gets lines with `write`.
    """

    def __init__(self, *arguments, environment=None, errors=None, prefix=(), binary=BINARY, input=False):
        self.secrets = secrets_in(arguments, environment)
        self.command = arguments[0] if arguments else ""
        self.process = subprocess.Popen(
            [*prefix, binary, *arguments], stdin=subprocess.PIPE if input else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=errors or subprocess.PIPE, text=True, env=clean_environment(environment))
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        if not errors:
            threading.Thread(target=self._search_errors, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            search(line, self.secrets, self.command)
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def _search_errors(self):
        with self.process.stderr as errors:
            for line in errors:
                search(line, self.secrets, self.command)

    def line(self, patience=PATIENCE):
        """The next line, or None at the end of the output."""
        try:
            return self.lines.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(f"no line within {patience} s from {self.process.args}") from None

    def write(self, line):
        """Writes a line to its input."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def object(self):
        """The next line as JSON."""
        line = self.line()
        assert line is not None, f"ended early: {self.process.args}"
        return json.loads(line)

    def until(self, wanted):
        """The first object for which `wanted` holds; earlier ones are skipped, within one time limit."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.object()
            if wanted(found):
                return found
        raise AssertionError("the awaited event did not come")

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self):
        """The exit status."""
        return self.process.wait(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdin:
            self.process.stdin.close()
        self.process.stdout.close()


class Origin(Process):
    """`pubnub origin --json` on a free port, with the keyset of `KEYS`; `address` and `admin` are known once it is ready."""

    def __init__(self, *arguments, keys=KEYS, environment=None, prefix=()):
        super().__init__(
            "origin", "--port", "0", "--json", *keys, *arguments, environment=environment, prefix=prefix)
        found = self.object()["result"]
        self.address, self.admin = found["origin"], found["admin"]
        self.host = self.address.removeprefix("http://")

    def stop(self):
        """Ends it with SIGTERM, as a service manager would; returns the exit status."""
        self.signal(signal.SIGTERM)
        return self.wait()


class ReservedPort:
    """A port that no other program gets. Connections to it are refused, except while an origin serves there."""

    def __init__(self):
        self.socket = socket.socket()
        # The origin sets the same option, so that it may bind the port as well.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", 0))
        self.number = str(self.socket.getsockname()[1])

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Outcome:
    """The result of a finished `pubnub`."""

    def __init__(self, finished):
        self.status = finished.returncode
        self.bytes = finished.stdout
        self.output = finished.stdout.decode(errors="replace")
        self.errors = finished.stderr.decode(errors="replace")
        self.lines = self.output.splitlines()

    @property
    def objects(self):
        return [json.loads(line) for line in self.lines]

    @property
    def result(self):
        """The one result, checked to be the only line, with status 0."""
        assert self.status == 0, f"status {self.status}: {self.output}{self.errors}"
        assert len(self.lines) == 1, f"one line expected: {self.output}"
        return self.objects[0]["result"]

    @property
    def error(self):
        """The one error, checked to be the only line, complete, with status 1."""
        assert self.status == 1, f"status {self.status}: {self.output}{self.errors}"
        assert len(self.lines) == 1, f"one line expected: {self.output}"
        error = self.objects[0]["error"]
        assert sorted(error) == ["associated", "code", "description", "domain", "reason", "suggestion"], error
        return error


def with_time_limit(arguments, environment=None):
    """Adds the time limit of a check to a request: the default limit may be too short for a busy machine."""
    if "--timeout" in arguments or not arguments or arguments[0] in WITHOUT_REQUEST:
        return arguments
    limit = ("--timeout", f"{PATIENCE:.0f}")
    for flag in ("--origin", "--local"):
        if flag in arguments:
            place = arguments.index(flag)
            return (*arguments[:place], *limit, *arguments[place:])
    if "PUBNUB_ORIGIN" in (environment or {}) and "--" not in arguments:
        return (*arguments, *limit)
    return arguments


def measured(*arguments):
    """Runs `pubnub` to its end; returns its status, its output and the most memory that it had, in MiB."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([BINARY, *with_time_limit(arguments)], stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.DEVNULL, env=clean_environment())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return process.returncode, output.read().decode(), usage.ru_maxrss / 1024


def pubnub(*arguments, environment=None, input="", cwd=None):
    """Runs `pubnub` to its end, with a string or bytes as input."""
    arguments = with_time_limit(arguments, environment)
    outcome = Outcome(subprocess.run(
        [BINARY, *arguments], input=input if isinstance(input, bytes) else (input or "").encode(), capture_output=True,
        timeout=PATIENCE, env=clean_environment(environment), cwd=cwd))
    secrets = secrets_in(arguments, environment)
    # The address of a file contains the right to read it, as the command says.
    if tuple(arguments[:2]) != ("files", "url"):
        search(outcome.output, secrets, arguments[0] if arguments else "")
    search(outcome.errors, secrets, arguments[0] if arguments else "")
    return outcome


def equal(found, expected):
    __tracebackhide__ = True  # pytest then shows the line of the check
    assert found == expected, f"found {found!r}\n  expected {expected!r}"


def eventually(condition, what, patience=PATIENCE):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"within {patience} s: {what}")
