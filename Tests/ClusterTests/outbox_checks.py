"""A client with a stored outbox behind HAProxy, whose process and servers are killed."""

import pathlib
import tempfile

from balancer import BalancedCluster
from cluster import wait_ready
from load import LIMITS
from running import BINARY, Process, equal, eventually

PROGRAM = str(pathlib.Path(BINARY).with_name("test-process"))


class Lines:
    """A running `test-process outbox`, and the lines that it has printed."""

    def __init__(self, *arguments):
        self.arguments, self.all = arguments, []
        self.start()

    def start(self):
        self.process = Process("outbox", *self.arguments, binary=PROGRAM, input=True)

    def read(self):
        while not self.process.lines.empty():
            line = self.process.lines.get()
            if line is not None:
                self.all.append(line)
        return self.all

    def kill(self):
        self.read()
        self.process.__exit__()

    def of(self, kind):
        """The numbers in the lines of one kind."""
        return [int(line.split()[1]) for line in self.read() if line.split()[0] == kind]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.__exit__()


def test_killed_origins():
    """a client with an outbox behind HAProxy, killed with the origins in turn: a subscriber receives each message once and in order, and no gap"""
    with tempfile.TemporaryDirectory() as folder, BalancedCluster(arguments=LIMITS) as cluster, \
            Lines("receive", cluster.host, "outbox") as receiver, \
            Lines("send", cluster.host, "outbox", f"{folder}/outbox") as sender:
        eventually(lambda: "subscribed" in receiver.read(), "the subscription")
        number = 0

        def send(count):
            nonlocal number
            for _ in range(count):
                number += 1
                sender.process.write(str(number))

        def accepted(last):
            # One that was killed may have stored a message without having reported it.
            return lambda: max(sender.of("sent"), default=0) >= last

        for node in cluster.nodes:
            send(10)
            eventually(accepted(number), "the first messages are sent", 60)
            send(20)
            node.kill()
            eventually(accepted(number), "messages are sent while an origin is down", 60)
            send(20)
            # With what waits in its file.
            eventually(accepted(number - 15), "some of the messages are sent", 60)
            sender.kill()
            sender.start()
            node.start()
            node.wait()
            wait_ready(node)
        send(1)
        eventually(lambda: number in receiver.of("received"), "the last message", 60)
        received = receiver.of("received")
        equal(received, sorted(set(received)))
        sent = set(sender.of("sent"))
        assert sent <= set(received), sorted(sent - set(received))
        equal([line for line in receiver.read() if line.startswith(("gap", "failed"))], [])
