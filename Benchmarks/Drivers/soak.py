"""A soak test: the load of a day in some minutes, with memory and descriptors that must stay flat."""
import http.client
import json
import socket
import statistics
import threading
import time

import chart

# More than the page cache of SQLite holds (16 MiB), so that it is full before memory is measured.
FILLED_MESSAGES = 400_000

# Clients that request pages of 750 KB and read none of them. They have their own address, so that the budget for responses of an address does not
# apply to the load.
UNREAD_ADDRESS = "127.0.0.2"
UNREAD_CONNECTIONS = 40
UNREAD_REQUESTS = 8
UNREAD_SECONDS = 20
UNREAD_MESSAGES = 25
UNREAD_MESSAGE_BYTES = 30_000


class UnreadResponses(threading.Thread):
    """Connections that request history and read no response. Each is replaced after some seconds, as a client that gives up does."""

    def __init__(self, port):
        super().__init__()
        self.port = port
        self.ended = threading.Event()
        self.count = 0
        self.failure = None

    def publish(self):
        """Stores the messages of the pages."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        message = json.dumps("x" * UNREAD_MESSAGE_BYTES)
        for _ in range(UNREAD_MESSAGES):
            connection.request("POST", "/publish/demo/demo/0/unread/0", body=message)
            response = connection.getresponse()
            assert response.status == 200, response.read()
            response.read()
        connection.close()

    def run(self):
        connections = []
        try:
            while not self.ended.is_set():
                connections.append(self.connected())
                if len(connections) > UNREAD_CONNECTIONS:
                    connections.pop(0).close()
                self.ended.wait(UNREAD_SECONDS / UNREAD_CONNECTIONS)
        except OSError as error:
            self.failure = error
        for connection in connections:
            connection.close()

    def connected(self):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((UNREAD_ADDRESS, 0))
        connection.settimeout(60)
        connection.connect(("127.0.0.1", self.port))
        # Every second one has its responses compressed, whose bodies wait for that.
        coding = "Accept-Encoding: gzip\r\n" if self.count % 2 else ""
        request = f"GET /v3/history/sub-key/demo/channel/unread?max={UNREAD_MESSAGES} HTTP/1.1\r\nHost: localhost\r\n{coding}\r\n"
        connection.sendall(request.encode() * UNREAD_REQUESTS)
        self.count += 1
        return connection


def run(programs, options, folder):
    """Prints samples and the growth. Returns the exit status: 1 if memory or descriptors grow."""
    samples = []
    data = folder / "soak.sqlite"
    log = folder / "soak.sqlite-wal"
    with programs.origin(data, is_pinned=False, has_admin=True) as server:
        programs.load(server, "fill-messages", FILLED_MESSAGES, is_pinned=False)
        print(f"filled with {FILLED_MESSAGES:,} messages: {server.memory / 2**20:,.1f} MiB")
        seconds = max(30, int(options.minutes * 60))
        ended = threading.Event()
        start = time.monotonic()

        def sample():
            while not ended.wait(1):
                kinds = server.memory_kinds
                samples.append((
                    time.monotonic() - start, server.memory / 2**20, server.descriptors, kinds["RssAnon"] / 2**20,
                    kinds["RssFile"] / 2**20, kinds["RssShmem"] / 2**20, log.stat().st_size / 2**20,
                    data.stat().st_size / 2**20, server.metric("pubnub_log_lag_changes "),
                ))

        unread = UnreadResponses(server.port)
        unread.publish()
        sampler = threading.Thread(target=sample)
        sampler.start()
        unread.start()
        try:
            figures = programs.load(server, "soak", seconds, is_pinned=False)
        finally:
            ended.set()
            unread.ended.set()
            sampler.join()
            unread.join()
        requested = UNREAD_REQUESTS * UNREAD_MESSAGES * UNREAD_MESSAGE_BYTES / 2**20
        if unread.failure:
            print(f"A connection that reads no response failed: {unread.failure}")
            return 1
        print(f"connections that read no response: {unread.count:,}, each with requests for {requested:,.0f} MiB")
    for name, value in figures.items():
        print(f"{name}: {value:,.0f}")
    # In the first third clients come and buffers fill.
    third = len(samples) // 3
    middle, end = samples[third : 2 * third], samples[2 * third :]
    is_flat = True
    for name, column, slack in (("memory in MiB", 1, 0.10), ("descriptors", 2, 0.05)):
        before, after = median(middle, column), median(end, column)
        growth = after / before - 1
        is_flat = is_flat and growth <= slack
        print(f"{name}: {before:,.1f} in the second third, {after:,.1f} in the last ({growth:+.1%}, at most {slack:.0%})")
    kinds = ("anonymous memory", "memory of files", "shared memory", "SQLite's log", "data file", "changes behind the log")
    for column, name in enumerate(kinds, start=3):
        values = [f"{median(part, column):,.1f}" for part in (samples[:third], middle, end)]
        print(f"  {name}, by thirds: {', '.join(values)}" + ("" if name.startswith("changes") else " MiB"))
    if options.plots:
        chart.lines(
            options.plots / "server-soak.svg",
            title="Memory under the load of a day in minutes",
            x="seconds", y="MiB",
            series={"pubnub origin --data": [(sample[0], sample[1]) for sample in samples]},
        )
    print("flat" if is_flat else "NOT FLAT")
    return 0 if is_flat else 1


def median(samples, column):
    return statistics.median_high(sample[column] for sample in samples)
