"""`pubnub origin --data` that is killed at random instants, with a ledger of what it acknowledged and delivered."""

import http.client
import json
import os
import pathlib
import random
import signal
import tempfile
import threading
import time

from running import PATIENCE, Origin, ReservedPort, equal

KILLS = int(os.environ.get("PUBNUB_KILLS", "6"))
CHANNELS = [f"c{number}" for number in range(4)]


class Client:
    """A client over one connection, which is made anew after the server was killed."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def get(self, target):
        """The JSON of a response; None if the server did not respond."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            self.connection.request("GET", target)
            answer = self.connection.getresponse()
            body = answer.read()
            assert answer.status == 200, (answer.status, body)
            return json.loads(body)
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Ledger:
    """What publishers were told, and what a subscriber received."""

    def __init__(self, port):
        self.port = port
        self.published = {channel: {} for channel in CHANNELS}
        self.received = {channel: [] for channel in CHANNELS}
        self.start, self.problems, self.is_done = None, [], False

    @property
    def count(self):
        return sum(map(len, self.published.values()))

    def run(self, work, *arguments):
        def guarded():
            try:
                work(*arguments)
            except Exception as error:
                self.problems.append(repr(error))
        thread = threading.Thread(target=guarded)
        thread.start()
        return thread

    def publish(self, channel):
        """Publishes one number after the other; the number of a publish without a response is not used again."""
        client, number = Client(self.port), 0
        while not self.is_done:
            # Subscribers fall behind the 100 messages that a server has in memory for each channel, but not for ever.
            if len(self.published[channel]) - len(self.received[channel]) > 500:
                time.sleep(0.001)
                continue
            number += 1
            # Reads give out timetokens that no message may have after a restart, while messages keep theirs.
            if number % 4 == 0:
                client.get("/time/0")
            answer = client.get(f"/publish/demo-pub/demo-sub/0/{channel}/0/{number}")
            if answer is None:
                time.sleep(0.005)
                continue
            self.published[channel][number] = answer[2]
        client.close()

    def subscribe(self):
        """Continues from the last timetoken until everything that was acknowledged has arrived."""
        client, timetoken = Client(self.port), self.start
        while not self.is_done or not self.is_complete:
            page = client.get(f"/v2/subscribe/demo-sub/{','.join(CHANNELS)}/0?tt={timetoken}")
            if page is None:
                time.sleep(0.005)
                continue
            timetoken = page["t"]["t"]
            for message in page["m"]:
                self.received[message["c"]].append((message["d"], message["p"]["t"]))
        client.close()

    @property
    def is_complete(self):
        return all(set(numbers) <= {number for number, _ in self.received[channel]}
                   for channel, numbers in self.published.items())


def history(client, channel):
    """All stored messages of a channel with their timetokens."""
    found, start = [], ""
    while True:
        page = client.get(f"/v2/history/sub-key/demo-sub/channel/{channel}?include_token=true&count=100{start}")[0]
        found = [(item["message"], str(item["timetoken"])) for item in page] + found
        if len(page) < 100:
            return found
        start = f"&start={page[0]['timetoken']}"


def test_kill_9_at_random_instants():
    """kill -9 at random instants: what was acknowledged is stored and delivered, once, in order, with its timetoken"""
    seed = random.randrange(1 << 32)
    instants = random.Random(seed)
    print(f"      kill -9: {KILLS} kills, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ReservedPort() as port:
        data = ["--data", str(pathlib.Path(folder) / "origin.sqlite"), "--port", port.number]
        ledger = Ledger(int(port.number))
        threads = []
        try:
            for round in range(KILLS + 1):
                with Origin(*data) as origin:
                    if round == 0:
                        ledger.start = Client(ledger.port).get("/time/0")[0]
                        threads = [ledger.run(ledger.publish, channel) for channel in CHANNELS]
                        threads.append(ledger.run(ledger.subscribe))
                    goal, end = ledger.count + instants.randrange(1, 250), time.monotonic() + PATIENCE
                    while ledger.count < goal and not ledger.problems:
                        assert time.monotonic() < end
                        time.sleep(0.0005)
                    if round < KILLS:
                        origin.signal(signal.SIGKILL)
                        equal(origin.wait(), -signal.SIGKILL)
                        continue
                    ledger.is_done = True
                    for thread in threads:
                        thread.join(timeout=PATIENCE)
                    equal(ledger.problems, [])
                    verify(ledger)
        finally:
            ledger.is_done = True


def verify(ledger):
    client = Client(ledger.port)
    for channel in CHANNELS:
        stored = history(client, channel)
        numbers = [number for number, _ in stored]
        equal(numbers, sorted(set(numbers)))
        kept = dict(stored)
        for number, timetoken in ledger.published[channel].items():
            equal((channel, number, kept.get(number)), (channel, number, timetoken))
        received = ledger.received[channel]
        equal([number for number, _ in received], sorted({number for number, _ in received}))
        for number, timetoken in received:
            equal((channel, number, timetoken), (channel, number, kept.get(number)))
    client.close()
