"""Clients that publish, come, leave, go silent and poll while a check does something to the servers, with a ledger of what must be true afterwards."""

import http.client
import itertools
import json
import threading
import time

from running import eventually

# Guests that go silent have a lease of 3 s.
LIMITS = ("--limit", "heartbeatRange=3-300")
# The time between two requests of a client, so that the load leaves processor time to the servers.
PACE = 0.01
# The time between two guests. A subscriber that waits for a server that is stopped must not be 100 presence events behind then: a server without
# a data file has no others.
PAUSE = 0.25
ERRORS = (OSError, http.client.HTTPException, ValueError, TypeError, KeyError, IndexError)
GUESTS = "guests"


class Exchange:
    """Requests of one thread, each on the connection that it has to the server."""

    def __init__(self, patience):
        self.patience, self.connections = patience, {}

    def get(self, host, target):
        """The status and the parsed body of the response."""
        connection = self.connections.setdefault(host, http.client.HTTPConnection(host, timeout=self.patience))
        try:
            connection.request("GET", target)
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null")
        except ERRORS:
            del self.connections[host]
            connection.close()
            raise


class Subscriber:
    """A client that polls all channels of the load. If `rotates`, it polls another server each time; otherwise it stays until one fails."""

    def __init__(self, load, name, rotates):
        self.load, self.name, self.rotates = load, name, rotates
        self.received, self.wrong, self.moments = [], [], []
        self.isEnding = False
        self.channels = ",".join([*load.channels, f"{GUESTS}-pnpres"])
        self.exchange = Exchange(load.poll_patience)
        self.timetoken = self._poll(load.hosts()[0], 0)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _poll(self, host, timetoken):
        status, page = self.exchange.get(
            host, f"/v2/subscribe/demo/{self.channels}/0?tt={timetoken}&uuid={self.name}&heartbeat=300")
        if status != 200:
            raise ValueError(f"a poll has the status {status}")
        self.received += [(message["c"], int(message["p"]["t"]), message["d"]) for message in page["m"]]
        self.moments.append(time.monotonic())
        return int(page["t"]["t"])

    def _read(self):
        turn = 0
        while not self.isEnding:
            host = self.load.host(turn)
            try:
                timetoken = self._poll(host, self.timetoken)
            except ERRORS as error:
                if not self.isEnding:
                    self.load.failed(f"{self.name} at {host}", error)
                turn += 1
                continue
            if timetoken < self.timetoken:
                self.wrong.append(f"a page goes back from {self.timetoken} to {timetoken}")
            self.timetoken = timetoken
            turn += self.rotates

    def pause(self, start):
        """The longest time between two pages after a moment, in seconds."""
        return longest(start, list(self.moments))

    def messages(self, channel):
        """What it received of a channel: timetokens and contents."""
        return [(timetoken, content) for name, timetoken, content in list(self.received) if name == channel]


class Load:
    """Publishers, guests and subscribers of the servers whose addresses `hosts` returns; servers that fail may be among them.

    Each publisher has a channel of its own and sends one message after the other, so the order of a channel is that of its numbers.
    """

    def __init__(self, hosts, publishers=3, patience=3, poll_patience=3):
        self.hosts, self.patience, self.poll_patience = hosts, patience, poll_patience
        self.channels = [f"load{index}" for index in range(publishers)]
        self.lock = threading.Lock()
        self.ending = threading.Event()
        self.acknowledged = {channel: {} for channel in self.channels}
        self.unknown = {channel: set() for channel in self.channels}
        # What is known of each guest: "yes", "maybe" or nothing.
        self.joined, self.left, self.silent = {}, {}, set()
        # When messages were acknowledged, and which requests failed.
        self.moments, self.errors = [], []
        self.subscribers = [Subscriber(self, "wanderer", True), Subscriber(self, "resident", False)]
        work = [lambda index=index: self._publish(index) for index in range(publishers)] + [self._invite]
        self.threads = [threading.Thread(target=function, daemon=True) for function in work]
        for thread in self.threads:
            thread.start()

    def host(self, turn):
        """The address of one of the servers."""
        while True:
            hosts = self.hosts()
            if hosts:
                return hosts[turn % len(hosts)]
            time.sleep(PACE)

    def failed(self, what, error):
        """Notes a request without a good response."""
        with self.lock:
            self.errors.append(f"{what}: {error!r}")

    def _publish(self, index):
        channel, exchange, turn = self.channels[index], Exchange(self.patience), index
        for number in itertools.count(1):
            if self.ending.wait(PACE):
                return
            host = self.host(turn)
            try:
                status, body = exchange.get(host, f"/publish/demo/demo/0/{channel}/0/{number}?uuid=publisher{index}")
                if status != 200:
                    raise ValueError(f"a publish has the status {status}")
                timetoken = int(body[2])
            except ERRORS as error:
                with self.lock:
                    self.unknown[channel].add(number)
                self.failed(f"publisher {index} at {host}", error)
                turn += 1
                continue
            with self.lock:
                self.acknowledged[channel][number] = timetoken
                self.moments.append(time.monotonic())
            # One of the publishers uses another server for each message.
            turn += index == 0

    def _invite(self):
        """Every third guest goes silent; the others leave, through another server."""
        exchange = Exchange(self.patience)
        base = f"/v2/presence/sub-key/demo/channel/{GUESTS}"
        for number in itertools.count():
            if self.ending.wait(PAUSE):
                return
            guest, isSilent = f"guest{number}", number % 3 == 2
            lease = 3 if isSilent else 300
            self.joined[guest] = self._tried(exchange, number, f"{base}/heartbeat?uuid={guest}&heartbeat={lease}")
            if isSilent:
                self.silent.add(guest)
            elif self.joined[guest] == "yes":
                self.left[guest] = self._tried(exchange, number + 1, f"{base}/leave?uuid={guest}")

    def _tried(self, exchange, turn, target):
        host = self.host(turn)
        try:
            status, _ = exchange.get(host, target)
            if status != 200:
                raise ValueError(f"the status {status}")
        except ERRORS as error:
            self.failed(f"a guest at {host}", error)
            return "maybe"
        return "yes"

    def count(self):
        """How many messages were acknowledged."""
        with self.lock:
            return len(self.moments)

    def goes_on(self, more=30, patience=30):
        """Waits until some more messages were acknowledged."""
        before = self.count()
        eventually(lambda: self.count() >= before + more, "the load goes on", patience)

    def gets_on(self, more, seconds):
        """Whether some more messages are acknowledged within a time."""
        try:
            self.goes_on(more, seconds)
        except AssertionError:
            return False
        return True

    def newest(self):
        """The highest timetoken that was acknowledged."""
        with self.lock:
            return max((max(numbers.values(), default=0) for numbers in self.acknowledged.values()), default=0)

    def pause(self, start):
        """The longest time between two acknowledgements after a moment, in seconds."""
        with self.lock:
            return longest(start, list(self.moments))

    def end(self):
        """Ends the publishers and the guests."""
        self.ending.set()
        for thread in self.threads:
            thread.join()

    def finish(self, nodes):
        """Ends the load and checks the ledger with every subscriber, and the history of all nodes."""
        self.end()
        reader = self.subscribers[0]
        try:
            for subscriber in self.subscribers:
                self._wait(subscriber)
            for channel in self.channels:
                for node in nodes:
                    self._compare(node, channel, reader)
        finally:
            for subscriber in self.subscribers:
                subscriber.isEnding = True
        for subscriber in self.subscribers:
            self._check(subscriber)

    def _wait(self, subscriber):
        try:
            eventually(lambda: not self._missing(subscriber), "everything", 30)
        except AssertionError:
            missing = self._missing(subscriber)
            raise AssertionError(f"the {subscriber.name} did not receive {len(missing)}: {missing[:9]}") from None

    def _compare(self, node, channel, reader):
        """Checks that a node has what a subscriber received."""
        def is_same():
            # Messages that were not acknowledged may still arrive.
            return history(node, channel) == reader.messages(channel)

        try:
            eventually(is_same, "the same messages", 20)
        except AssertionError:
            stored, received = history(node, channel), reader.messages(channel)
            raise AssertionError(
                f"{channel} of node {node.number} has {len(stored)} messages, of which the {reader.name} received "
                f"{len(set(stored) & set(received))}; not received: {sorted(set(stored) - set(received))[:5]}, "
                f"not stored: {sorted(set(received) - set(stored))[:5]}") from None

    def _missing(self, subscriber):
        """What a subscriber has to receive and has not received."""
        missing = []
        for channel in self.channels:
            received = {timetoken for timetoken, _ in subscriber.messages(channel)}
            missing += [(channel, number, timetoken) for number, timetoken in self.acknowledged[channel].items()
                        if timetoken not in received]
        events = {(content["action"], content["uuid"]) for _, content in subscriber.messages(f"{GUESTS}-pnpres")}
        return missing + [event for event, known in self._expected().items() if known == "yes" and event not in events]

    def _expected(self):
        expected = {("join", guest): known for guest, known in self.joined.items()}
        expected |= {("leave", guest): known for guest, known in self.left.items()}
        return expected | {("timeout", guest): self.joined[guest] for guest in self.silent}

    def _check(self, subscriber):
        who = f"the {subscriber.name}"
        assert not subscriber.wrong, (who, subscriber.wrong)
        places = [(channel, timetoken) for channel, timetoken, _ in subscriber.received]
        assert len(set(places)) == len(places), f"{who} received something twice"
        for channel in [*self.channels, f"{GUESTS}-pnpres"]:
            timetokens = [timetoken for timetoken, _ in subscriber.messages(channel)]
            assert timetokens == sorted(timetokens), f"{who} received {channel} out of order"
        for channel in self.channels:
            received = subscriber.messages(channel)
            numbers = [number for _, number in received]
            assert len(set(numbers)) == len(numbers), f"{who} received a message of {channel} twice"
            acknowledged = self.acknowledged[channel]
            foreign = set(numbers) - set(acknowledged) - self.unknown[channel]
            assert not foreign, f"{who} received what was never published: {sorted(foreign)[:9]}"
            found = [(number, timetoken) for timetoken, number in received if number in acknowledged]
            # The publisher sent each after the acknowledgement of the one before.
            assert found == sorted(acknowledged.items()), f"{channel}: {who} did not receive what was acknowledged"
        events = [(content["action"], content["uuid"])
                  for _, content in subscriber.messages(f"{GUESTS}-pnpres")]
        doubled = sorted({event for event in events if events.count(event) > 1})
        assert not doubled, f"{who} received presence events twice: {doubled}"
        expected = self._expected()
        foreign = [event for event in events if event not in expected]
        assert not foreign, f"{who} received presence events of nothing: {foreign}"


def longest(start, moments):
    """The longest time between two moments after a start, in seconds."""
    after = [start, *(moment for moment in moments if moment > start)]
    return max((later - earlier for earlier, later in zip(after, after[1:])), default=0)


def history(node, channel):
    """All messages of a channel on one node: timetokens and contents, oldest first."""
    found, start = [], 0
    while True:
        page = node.get(f"/v2/history/sub-key/demo/channel/{channel}?count=100&reverse=true&include_token=true"
                        f"&start={start}")[0]
        found += [(int(entry["timetoken"]), entry["message"]) for entry in page]
        if len(page) < 100:
            return found
        start = found[-1][0]
