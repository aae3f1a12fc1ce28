"""Calls of JetStream for the checks: who leads a stream, and another leader."""

import json
import re
import socket
import subprocess

from cluster import NATS_SERVER
from running import PATIENCE

STREAM = "PUBNUB_test"
# Before, a server that led without a majority may keep the records that it took in then, where the others have later ones: see "Limits" in
# Documentation/Cluster.md.
FIRST_THAT_AGREES = (2, 10, 27)
NOT_RUN = "not run: this version of NATS may store different records on its servers after such a fault"


def stores_the_same():
    """Whether the installed NATS servers store the same records after any fault."""
    text = subprocess.run([NATS_SERVER, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in re.search(r"v?(\d+)\.(\d+)\.(\d+)", text).groups())
    return version >= FIRST_THAT_AGREES


class Client:
    """A client of one NATS server. `user` has the name and the password of a user, `user` and `pass`."""

    def __init__(self, place, patience=PATIENCE, **user):
        host, port = place.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=patience)
        self.input = self.socket.makefile("rb")
        self.input.readline()
        options = json.dumps({"verbose": False, "pedantic": False, **user})
        self.send(f"CONNECT {options}\r\n", "SUB _INBOX.reply 1\r\n")

    def send(self, *parts):
        self.socket.sendall(b"".join(part if isinstance(part, bytes) else part.encode() for part in parts))

    def subscribe(self, subject):
        """Subscribes, until the server confirms it."""
        self.send(f"SUB {subject} 2\r\n", "PING\r\n")
        while self._line()[0] != b"PONG":
            pass

    def next(self):
        """The content of the next message."""
        while True:
            words = self._line()
            if words[0] == b"MSG":
                return self.input.read(int(words[-1]) + 2)[:-2]

    def request(self, subject, content=b""):
        """The response to a request, as JSON. A client that has subscribed to others receives these, too."""
        content = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send(f"PUB {subject} _INBOX.reply {len(content)}\r\n", content, "\r\n")
        return json.loads(self.next())

    def create(self, name, *subjects, **limits):
        """Creates a stream."""
        configuration = {"name": name, "subjects": subjects, "storage": "file", **limits}
        created = self.request(f"$JS.API.STREAM.CREATE.{name}", configuration)
        assert "error" not in created, created

    def _line(self):
        words = self.input.readline().split()
        assert words, "the NATS server closed the connection"
        if words[0] == b"PING":
            self.send("PONG\r\n")
        return words

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.input.close()
        self.socket.close()


def request(place, subject, **user):
    """The response of a NATS server to a request, parsed. `user` has the name and the password of a user, `user` and `pass`."""
    with Client(place, patience=2, **user) as client:
        return client.request(subject)


def leader(nats, asked=None):
    """The index of the server that leads the log; None without one. `asked` is the index of the server to ask."""
    for index, place in enumerate(nats.clients):
        if asked not in (None, index):
            continue
        try:
            name = request(place, f"$JS.API.STREAM.INFO.{STREAM}").get("cluster", {}).get("leader")
        except (OSError, ValueError, AssertionError):
            continue
        if name:
            return int(name.removeprefix("n"))
    return None


def has_leader(nats):
    """Whether the NATS servers can create a stream."""
    try:
        return "error" not in request(nats.clients[0], "$JS.API.INFO")
    except (OSError, ValueError, AssertionError):
        return False


def step_down(nats):
    """Asks the leader of the log to let another server lead."""
    return request(nats.clients[leader(nats)], f"$JS.API.STREAM.LEADER.STEPDOWN.{STREAM}")
