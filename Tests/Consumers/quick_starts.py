"""The quick starts of README.md, as a reader tries them: copied as printed, built next to a clone, and run.

  quick_starts.py extract FOLDER        writes FOLDER/MODULE.swift for each block, by the module that it imports
  quick_starts.py certificates FOLDER   makes the certificates of a server with the name that the programs connect to
  quick_starts.py run FOLDER PUBNUB     runs FOLDER/MODULE, for each, and checks what it prints; PUBNUB is the command

The programs connect to the service by its names, HOSTS. `run` serves these names on port 443 itself, so it needs a network namespace of its own with a private
/etc/hosts and a private list of certificate authorities: Scripts/consumers.sh makes it.
"""

import contextlib
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTS = ("ps.pndsn.com", "pubsub.pubnub.com")
# Seconds that only a hang reaches.
LIMIT = 120
# The line that each program has to print, and whether it ends by itself.
EXPECTED = {
    "PubNub": ("received: hello from Linux", False),
    "PubNubAsync": ('"hello from Linux"', True),
    "PubNubChat": ('["tea is ready"]', False),
    "PubNubOrigin": (None, True),
}


def blocks():
    """The Swift blocks of README.md that are programs, by the module that they import."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = {}
    for block in re.findall(r"^```swift\n(.*?)^```$", text, re.M | re.S):
        module = re.search(r"^import (PubNub\w*)$", block, re.M)
        if module:
            assert module[1] not in found, f"README.md has two programs that import {module[1]}"
            found[module[1]] = block
    assert found.keys() == EXPECTED.keys(), f"README.md has programs for {', '.join(found)}, not for {', '.join(EXPECTED)}"
    return found


def extract(folder):
    for module, program in blocks().items():
        (folder / f"{module}.swift").write_text(program, encoding="utf-8")
        print(module)


def make_certificates(folder):
    """Makes an authority, and the certificate of the host that it signs."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=LIMIT, cwd=folder)

    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-subj", "/CN=authority of the quick starts", "-keyout", "ca.key", "-out", "ca.pem")
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    openssl("req", "-x509", *curve, "-CA", "ca.pem", "-CAkey", "ca.key", "-subj", f"/CN={HOSTS[0]}", "-addext", f"subjectAltName={names}",
            "-addext", "basicConstraints=critical,CA:false", "-keyout", "host.key", "-out", "host.pem")


@contextlib.contextmanager
def server(folder, pubnub):
    command = [pubnub, "origin", "--port", "443", "--cert", str(folder / "host.pem"), "--key", str(folder / "host.key")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    try:
        # The first line says where it listens.
        assert process.stdout.readline(), f"{' '.join(command)} did not start"
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(LIMIT)


def publish_to_chat():
    """Publishes a message of a chat, as another client does."""
    message = {"id": "m1", "type": "text", "text": "tea is ready", "createdAt": "2026-01-02T03:04:05Z"}
    request = urllib.request.Request(f"https://{HOSTS[0]}/publish/demo/demo/0/kitchen/0?uuid=bob", json.dumps(message).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=LIMIT, context=ssl.create_default_context()) as response:
        assert response.status == 200, response.read()


def output(program, expected, ends, environment):
    """Runs a program in a terminal, because a program that writes to a pipe keeps its lines. Returns what is wrong; None if it prints the line.

    A program that prints an empty list shows a chat that it has subscribed to. Then a message is published.
    """
    terminal, end = pty.openpty()
    process = subprocess.Popen([program], stdin=end, stdout=end, stderr=subprocess.STDOUT, env=environment, start_new_session=True)
    os.close(end)
    limit, text, is_published = time.monotonic() + LIMIT, "", False
    try:
        while expected is None or expected not in text.splitlines():
            if not select.select([terminal], [], [], max(0, limit - time.monotonic()))[0]:
                return f"did not print {expected!r} in {LIMIT} s, but:\n{text}"
            try:
                text += os.read(terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
            except OSError:
                # The program has ended.
                break
            if not is_published and "[]" in text.splitlines():
                publish_to_chat()
                is_published = True
        if expected is not None and expected not in text.splitlines():
            return f"ended without printing {expected!r}, but printed:\n{text}"
        if ends and (status := process.wait(LIMIT)) != 0:
            return f"ended with the status {status}, and printed:\n{text}"
        return None
    except subprocess.TimeoutExpired:
        return f"printed {expected!r}, but did not end in {LIMIT} s"
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def run(folder, pubnub):
    for host in HOSTS:
        assert socket.gethostbyname(host).startswith("127."), f"{host} is not this machine"
    faults = 0
    with server(folder, pubnub):
        for module in blocks():
            environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
            expected, ends = EXPECTED[module]
            fault = output(folder / module, expected, ends, environment)
            faults += fault is not None
            print(f"consumers: the program of README.md for {module} {fault or 'runs as printed'}")
    return 1 if faults else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["extract", folder]:
            extract(pathlib.Path(folder))
        case ["certificates", folder]:
            make_certificates(pathlib.Path(folder))
        case ["run", folder, pubnub]:
            sys.exit(run(pathlib.Path(folder), pubnub))
        case _:
            sys.exit(__doc__)
