"""What the Python checks share: the built command, an origin of its own, lines read with a bound, and the totals."""

import json
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
# Seconds after which a wait for something that has to happen counts as a failure: far more than a busy machine needs.
PATIENCE = 300.0
KEYS = ["--publish-key", "demo-pub", "--subscribe-key", "demo-sub"]


# The contexts of whoever runs the checks must not change what the command does.
CONFIGURATION = tempfile.TemporaryDirectory(prefix="pubnub-checks-")

SECRET_FLAGS = {"--secret-key", "--cipher-key", "--auth-key"}
SECRET_VARIABLES = {"PUBNUB_SECRET_KEY", "PUBNUB_CIPHER_KEY", "PUBNUB_AUTH_KEY"}
SHORTEST_SECRET = 6
SEARCHED = {"outputs": 0, "secrets": 0}
LEAKS = []


def secrets_in(arguments, environment=None):
    """The secrets that a command is given; those too short to tell from any word are left out."""
    arguments = [str(argument) for argument in arguments]
    found = [value for name, value in zip(arguments, arguments[1:]) if name in SECRET_FLAGS]
    found += [argument.split("=", 1)[1] for argument in arguments if argument.split("=", 1)[0] in SECRET_FLAGS
              and "=" in argument]
    found += [value for name, value in (environment or {}).items() if name in SECRET_VARIABLES]
    if arguments[:1] == ["push"]:
        found += [argument for argument in arguments[2:] if re.fullmatch("[0-9a-fA-F]{16,}", argument)]
    return {secret for secret in found if len(secret) >= SHORTEST_SECRET}


def leak(text, secrets):
    """The first line of the text that shows a secret, as it is or as in an address, all masked; None when none does."""
    forms = {form for secret in secrets for form in (secret, urllib.parse.quote(secret, safe=""))}
    if not forms:
        return None
    # The longest first, so that none is left in part.
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
        """Gives it a line of input."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def object(self):
        """The next line as JSON."""
        line = self.line()
        assert line is not None, f"ended early: {self.process.args}"
        return json.loads(line)

    def until(self, wanted):
        """The first object for which `wanted` holds; what comes before it is passed over, within one bound of time."""
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
    """`pubnub origin --json` on a free port, with the keyset of `KEYS`; `address` is known once it is ready."""

    def __init__(self, *arguments, keys=KEYS, environment=None, prefix=()):
        super().__init__(
            "origin", "--port", "0", "--json", *keys, *arguments, environment=environment, prefix=prefix)
        self.address = self.object()["result"]["origin"]
        self.host = self.address.removeprefix("http://")

    def stop(self):
        """Asks it to end, as a service manager would; returns the exit status."""
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
    """How a finished `pubnub` ended."""

    def __init__(self, finished):
        self.status = finished.returncode
        self.output = finished.stdout
        self.errors = finished.stderr
        self.lines = finished.stdout.splitlines()

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


def pubnub(*arguments, environment=None, input=None):
    """Runs `pubnub` to its end."""
    outcome = Outcome(subprocess.run(
        [BINARY, *arguments], input=input or "", capture_output=True, text=True, timeout=PATIENCE,
        env=clean_environment(environment)))
    secrets = secrets_in(arguments, environment)
    search(outcome.output, secrets, arguments[0] if arguments else "")
    search(outcome.errors, secrets, arguments[0] if arguments else "")
    return outcome


def equal(found, expected):
    assert found == expected, f"\n  found    {found!r}\n  expected {expected!r}"


CHECKS = []


def check(title):
    """Registers a function as one check; the title says what it proves."""
    def register(function):
        CHECKS.append((title, function))
        return function
    return register


class Totals:
    """Runs checks, prints one line for each, and counts them; only those with `only` in their title, when given."""

    def __init__(self, only=None):
        self.only, self.passed, self.failed = only, 0, 0

    def run(self, title, function):
        if self.only and self.only not in title:
            return
        before = len(LEAKS)
        try:
            function()
            assert len(LEAKS) == before, "\n".join(LEAKS[before:])
            self.passed += 1
            print(f"ok    {title}", flush=True)
        except Exception:
            self.failed += 1
            print(f"FAIL  {title}\n{traceback.format_exc()}", flush=True)

    def close(self):
        """Prints the totals; returns the exit status."""
        for found in LEAKS:
            print(f"SECRET {found}", flush=True)
        print(f"searched {SEARCHED['outputs']} outputs, {SEARCHED['secrets']} times for a secret that was given",
              flush=True)
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or LEAKS or not self.passed else 0


def run_all(only=None):
    """Runs the registered checks in order and prints the totals; returns the exit status."""
    totals = Totals(only)
    for title, function in CHECKS:
        totals.run(title, function)
    return totals.close()
