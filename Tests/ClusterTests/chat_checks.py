"""Chat, the sample with a local store and a send queue, behind HAProxy while the origins are killed one after the other."""

import contextlib
import pathlib
import sqlite3
import subprocess
import tempfile
import threading

from balancer import BalancedCluster
from cluster import wait_ready
from load import LIMITS
from running import BINARY, PATIENCE, clean_environment, equal, eventually

CHAT = str(pathlib.Path(BINARY).with_name("Chat"))
PEOPLE = ("ann", "bob", "cay")


class Person:
    """A user without a terminal: each line that is written is sent, and each message is a line of the output."""

    def __init__(self, name, host, folder):
        self.name, self.store = name, f"{folder}/{name}.sqlite"
        self.sent, self.lines = 0, []
        self.errors = open(f"{folder}/{name}.errors", "w+")
        self.process = subprocess.Popen(
            [CHAT, "--user", name, "--store", self.store, "--origin", f"http://{host}", "--publish-key", "demo",
             "--subscribe-key", "demo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, bufsize=1,
            env=clean_environment({"HOME": folder, "XDG_DATA_HOME": folder, "TZ": "UTC", "LANG": "C.UTF-8"}))
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def say(self, count):
        for _ in range(count):
            self.sent += 1
            self.process.stdin.write(f"{self.sent}\n")

    def leave(self):
        """Ends the program, which sends what waits before."""
        self.process.stdin.close()
        equal(self.process.wait(PATIENCE), 0)
        self.thread.join()

    def stored(self, table):
        """How many rows a table of the local store has."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as database:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def heard(self, other):
        """The numbers of the messages of another user, in the order of arrival."""
        return [int(line.removeprefix(f"{other}: ")) for line in list(self.lines) if line.startswith(f"{other}: ")]


def test_killed_origins():
    """Chat behind HAProxy while the origins are killed in turn: each message that a user sends reaches all others once and in order"""
    with tempfile.TemporaryDirectory() as folder, BalancedCluster(arguments=LIMITS) as cluster:
        people = [Person(name, cluster.host, folder) for name in PEOPLE]

        def all_heard():
            return all(person.heard(other.name) == list(range(1, other.sent + 1)) for person in people for other in people)

        try:
            for person in people:
                person.say(1)
            eventually(all_heard, "all know each other", 60)
            for node in cluster.nodes:
                for person in people:
                    person.say(10)
                node.kill()
                for person in people:
                    person.say(10)
                node.start()
                node.wait()
                wait_ready(node)
            eventually(all_heard, "all messages reach all users", 60)
            for person in people:
                person.leave()
                # All messages, nothing that waits to be sent, and no place where messages may be missing.
                equal([person.stored(table) for table in ("message", "outbox", "copyHole")],
                      [sum(other.sent for other in people), 0, 0])
        except AssertionError:
            for person in people:
                person.errors.seek(0)
                print(person.name, person.errors.read(), {other.name: person.heard(other.name) for other in people})
            raise
        finally:
            for person in people:
                person.close()
