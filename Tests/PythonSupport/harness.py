"""Shared code of the Python checks: the built command, an origin, reading lines with a time limit, and the totals."""

import concurrent.futures
import contextlib
import io
import json
import multiprocessing
import os
import pathlib
import queue
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import traceback
import urllib.parse

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


# The developer's own contexts must not affect the command, nor those of one check another one that runs at the same time.
CONFIGURATION = tempfile.TemporaryDirectory(prefix="pubnub-checks-")

SECRET_FLAGS = {"--secret-key", "--cipher-key", "--auth-key"}
SECRET_VARIABLES = {"PUBNUB_SECRET_KEY", "PUBNUB_CIPHER_KEY", "PUBNUB_AUTH_KEY"}
SHORTEST_SECRET = 6
SEARCHED = {"outputs": 0, "secrets": 0}
LEAKS = []


def secrets_in(arguments, environment=None):
    """The secrets that a command is given; those that are too short to be distinctive are left out."""
    arguments = [str(argument) for argument in arguments]
    found = [value for name, value in zip(arguments, arguments[1:]) if name in SECRET_FLAGS]
    found += [argument.split("=", 1)[1] for argument in arguments if argument.split("=", 1)[0] in SECRET_FLAGS
              and "=" in argument]
    found += [value for name, value in (environment or {}).items() if name in SECRET_VARIABLES]
    if arguments[:1] == ["push"]:
        found += [argument for argument in arguments[2:] if re.fullmatch("[0-9a-fA-F]{16,}", argument)]
    if arguments[:1] == ["token"]:
        found += [argument for argument in arguments[2:] if re.fullmatch("[qp][0-9A-Za-z_-]{40,}=*", argument)]
    return {secret for secret in found if len(secret) >= SHORTEST_SECRET}


def leak(text, secrets):
    """The first line of the text with a secret, plain or escaped, with all secrets masked; None if there is none."""
    forms = {form for secret in secrets for form in (secret, urllib.parse.quote(secret, safe=""))}
    if not forms:
        return None
    # The longest first, so that no part of one is left.
    pattern = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    for line in text.splitlines():
        masked = re.sub(pattern, "<<here>>", line, flags=re.IGNORECASE)
        if masked != line:
            return masked
    return None


def search(text, secrets, command):
    """Searches an output; a secret in it fails the check that runs, and the run."""
    SEARCHED["outputs"] += 1
    SEARCHED["secrets"] += len(secrets)
    found = leak(text, secrets)
    if found is not None:
        LEAKS.append(f"pubnub {command} shows a secret: {found}")


def clean_environment(extra=None):
    """The environment without any PUBNUB_ variable, plus `extra`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PUBNUB_")}
    return {**kept, "XDG_CONFIG_HOME": str(pathlib.Path(CONFIGURATION.name) / str(os.getpid())), **(extra or {})}


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
    assert found == expected, f"\n  found    {found!r}\n  expected {expected!r}"


def eventually(condition, what, patience=PATIENCE):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"within {patience} s: {what}")


CHECKS = []


def check(title):
    """Registers a function as one check; the title says what it proves."""
    def register(function):
        CHECKS.append((title, function))
        return function
    return register


class Result:
    """What a check printed, and whether it passed."""

    def __init__(self, title, output, passed):
        self.title, self.output, self.passed = title, output, passed
        self.searched, self.leaks = dict(SEARCHED), list(LEAKS)


def outcome(title, function):
    """Runs a check and returns its result. A secret in an output that was read after the end of its check fails the next one."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            function()
            assert not LEAKS, "\n".join(LEAKS)
            print(f"ok    {title}")
            passed = True
        except Exception:
            print(f"FAIL  {title}\n{traceback.format_exc()}")
            passed = False
    result = Result(title, output.getvalue(), passed)
    SEARCHED.update(outputs=0, secrets=0)
    LEAKS.clear()
    return result


class Totals:
    """Prints the results of checks and counts them."""

    def __init__(self):
        self.passed, self.failed, self.outputs, self.secrets, self.leaks = 0, 0, 0, 0, []

    def add(self, result):
        print(result.output, end="", flush=True)
        self.passed += result.passed
        self.failed += not result.passed
        self.outputs += result.searched["outputs"]
        self.secrets += result.searched["secrets"]
        self.leaks += result.leaks

    def close(self):
        """Prints the totals; returns the exit status."""
        for found in self.leaks:
            print(f"SECRET {found}", flush=True)
        print(f"searched {self.outputs} outputs, {self.secrets} times for a secret that was given", flush=True)
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or self.leaks or not self.passed else 0


# A check that waits for a process or a timer leaves its CPU to another one.
JOBS = 2 * (os.cpu_count() or 1)
_WORK = []


def in_processes(function, arguments, jobs=JOBS):
    """Calls the function with each argument, several at a time, in children of this process; yields the results in order."""
    _WORK[:] = [function]  # children inherit it, so it can be any function; only arguments and results are copied
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as executor:
        yield from executor.map(_work, arguments)


def _work(argument):
    return _WORK[0](argument)


def run_all(only=None, jobs=JOBS):
    """Runs the registered checks, several at a time, and prints their results in order; returns the exit status.

    `only` selects the checks with that text in their titles.
    """
    chosen = [number for number, (title, _) in enumerate(CHECKS) if only is None or only in title]
    totals = Totals()
    for result in in_processes(lambda number: outcome(*CHECKS[number]), chosen, jobs):
        totals.add(result)
    return totals.close()
