"""Names that do not resolve (WireProtocol.md, "Losing the network")."""

import pathlib
import time

import names
from network import FAR, Network
from running import BINARY, KEYS, Origin, Process, equal, pubnub
from talk import Subscriber, far_origin, publish, within

NAME = "origin.faults"
PROGRAM = str(pathlib.Path(BINARY).with_name("test-process"))


class Clients(Process):
    """A running `test-process names`: a client of an origin by its name, and one by its address."""

    def __init__(self, origin):
        port = origin.address.rsplit(":", 1)[1]
        super().__init__("names", f"{NAME}:{port}", f"127.0.0.1:{port}", binary=PROGRAM, input=True)
        self.events = []

    def event(self, text, patience=60):
        """Waits for a line that starts with the text, and returns the rest of it; stores the lines before it."""
        end = time.monotonic() + patience
        while True:
            try:
                line = self.line(max(end - time.monotonic(), 0.001))
            except AssertionError as late:
                raise AssertionError(f"{late}; the lines before: {self.events[-10:]}") from None
            assert line is not None, f"the process ended after {self.events[-10:]}"
            assert not line.startswith("not published"), line
            if line.startswith(text):
                return line[len(text):].strip()
            self.events.append(line)

    def publish(self, count):
        """Publishes with the client of the address; returns the milliseconds of the slowest one."""
        slowest = 0
        for _ in range(count):
            self.write("")
            slowest = max(slowest, int(self.event("published", patience=15)))
        return slowest

    def named(self):
        """The events of the client of the name so far, without the ones that a check waited for."""
        return [event for event in self.events if event.startswith("named")]


def test_name_that_does_not_resolve_is_error_102():
    """a name that does not resolve is error 102; the client connects once it does"""
    with Network() as network, far_origin(network) as origin:
        names.know({})
        address = f"http://{NAME}:{origin.address.rsplit(':', 1)[1]}"
        failed = pubnub("publish", "c", "1", "--origin", address, *KEYS, "--json", "--timeout", "5")
        equal(failed.error["code"], 102)
        with Subscriber(address) as client:
            client.log_has("nameNotResolved", 2)
            names.know({NAME: FAR})
            client.status("subscribed", patience=60)
            publish(origin, range(0, 5), prefix=network.far.prefix)
            client.expect(range(0, 5))


def test_client_that_starts_while_its_name_does_not_resolve():
    """a client that starts while its name does not resolve reports no error, and its calls are made once it does"""
    names.know({})
    with Origin() as origin, Clients(origin) as clients:
        clients.event("named waiting")
        clients.event("ready")
        # Attempts after 1, 2, 4 and 8 s, give or take a quarter.
        end = time.monotonic() + 12
        while time.monotonic() < end:
            clients.publish(10)
        names.know({NAME: "127.0.0.1"})
        clients.event("named connected")
        clients.event("named subscribed")
        equal(clients.event("named received"), "hello")
        equal(clients.named(), [])


def test_name_server_that_does_not_respond_delays_only_its_clients():
    """a name server that does not respond delays only the clients that need it"""
    with Origin() as origin, names.silent_server(), Clients(origin) as clients:
        clients.event("ready")
        start, slowest = time.monotonic(), 0
        # The attempt to connect ends after 10 s, and the system's resolver after 30 s.
        while time.monotonic() < start + 15:
            slowest = max(slowest, clients.publish(10))
        within(slowest / 1000, 5, "the slowest publish beside it")
        assert "named waiting" in clients.events, clients.events
        names.know({NAME: "127.0.0.1"})
        clients.event("named connected", patience=120)
        clients.event("named subscribed")


def test_name_that_stops_resolving_does_not_end_connection():
    """a name that stops resolving does not end a connection"""
    with Network() as network, far_origin(network) as origin:
        names.know({NAME: FAR})
        with Subscriber(f"http://{NAME}:{origin.address.rsplit(':', 1)[1]}") as client:
            client.status("subscribed")
            names.know({})
            publish(origin, range(0, 3), prefix=network.far.prefix)
            client.expect(range(0, 3), quiet=True)
            # A new address: the client checks the connection, and its long poll moves.
            network.change_address()
            publish(origin, range(3, 6), prefix=network.far.prefix)
            client.expect(range(3, 6), quiet=True)
