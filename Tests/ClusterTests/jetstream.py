"""Calls of JetStream for the checks: who leads a stream, and another leader."""

import json
import re
import socket
import subprocess

from cluster import NATS_SERVER

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


def request(place, subject, body="", **user):
    """The response of a NATS server to a request, parsed. `user` has the name and the password of a user, `user` and `pass`."""
    host, port = place.split(":")
    with socket.create_connection((host, int(port)), timeout=2) as connection, connection.makefile("rwb") as stream:
        stream.readline()
        data = body.encode()
        options = {"verbose": False, "pedantic": False, **user}
        stream.write(f"CONNECT {json.dumps(options)}\r\nSUB _INBOX.reply 1\r\n".encode())
        stream.write(f"PUB {subject} _INBOX.reply {len(data)}\r\n".encode() + data + b"\r\n")
        stream.flush()
        while True:
            words = stream.readline().split()
            assert words, "the NATS server closed the connection"
            if words[0] == b"MSG":
                return json.loads(stream.read(int(words[-1])))
            if words[0] == b"PING":
                stream.write(b"PONG\r\n")
                stream.flush()


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


def step_down(nats):
    """Asks the leader of the log to let another server lead."""
    return request(nats.clients[leader(nats)], f"$JS.API.STREAM.LEADER.STEPDOWN.{STREAM}")
