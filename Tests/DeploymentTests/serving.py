"""Servers, proxies and requests for the checks of the recipes."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

from running import BINARY, PATIENCE, ROOT, clean_environment, eventually

RECIPES = ROOT / "Deployment"


def fetch(address, patience=PATIENCE):
    """Status and body of a GET request."""
    try:
        with urllib.request.urlopen(address, timeout=patience) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def reached(condition, what):
    """Waits until the condition holds; one that fails because nobody listens yet does not hold."""
    def holds():
        with contextlib.suppress(OSError, http.client.HTTPException):
            return condition()
        return False

    eventually(holds, what)


class Program:
    """A program that runs until the end of a check; if the check fails, what the program wrote is shown."""

    def __init__(self, *arguments, cwd=None):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=self.errors, env=clean_environment(), cwd=cwd)

    def written(self):
        """The lines that the program has written to standard error."""
        self.errors.flush()
        return os.pread(self.errors.fileno(), 1 << 20, 0).decode().splitlines()

    def stop(self, number=signal.SIGTERM):
        """Asks the program to end; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if kind:
            self.errors.seek(0)
            print(f"{self.process.args[0]} wrote: {self.errors.read()[-2000:]}", flush=True)
        self.errors.close()


class Server(Program):
    """A server on a port, with its admin listener on the next one."""

    def __init__(self, port, *arguments):
        super().__init__(BINARY, "origin", "--port", str(port), "--admin-port", str(port + 1), *arguments)
        self.address, self.admin = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}"
        reached(lambda: fetch(self.admin + "/ready")[0] == 200, "the server being ready")


def publish(address, channel, text):
    """Publishes a string; returns the status."""
    return fetch(f"{address}/publish/demo/demo/0/{channel}/0/%22{text}%22")[0]


def poll(address, channel, timetoken):
    """The messages after a timetoken, and the next timetoken."""
    status, body = fetch(f"{address}/v2/subscribe/demo/{channel}/0?tt={timetoken}")
    assert status == 200, (status, body)
    page = json.loads(body)
    return [message["d"] for message in page["m"]], page["t"]["t"]
