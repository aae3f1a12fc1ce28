"""NATS servers and origins of one cluster on loopback, each in a process of its own that a check may kill."""

import http.client
import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse

from running import PATIENCE, Process, ReservedPort, eventually

# The token of admin listeners on other addresses than this machine's own.
TOKEN = "token-of-the-checks"
NATS_SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"


def ask_admin(host, path):
    """The status and the text of a response of an admin listener."""
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


class Nats:
    """NATS servers with JetStream. A server that was killed starts again with its data."""

    def __init__(self, folder, count=1):
        self.folder = pathlib.Path(folder)
        self.clients, self.routes = self.places(count)
        self.processes = [None] * count
        for index in range(count):
            self.start(index)
        self.urls = ",".join(f"nats://{place}" for place in self.clients)

    def places(self, count):
        """The addresses where the servers listen for clients, and for each other."""
        ports = [ReservedPort() for _ in range(2 * count)]
        # The server does not share a port, so it gets it for itself.
        for port in ports:
            port.close()
        places = [f"127.0.0.1:{port.number}" for port in ports]
        return places[:count], places[count:]

    def start(self, index):
        """Starts a server."""
        host, port = self.clients[index].split(":")
        arguments = [
            NATS_SERVER, "--addr", host, "--port", port, "--name", f"n{index}",
            "--jetstream", "--store_dir", str(self.folder / f"nats{index}"),
        ]
        if len(self.clients) > 1:
            routes = ",".join(f"nats://{place}" for place in self.routes)
            arguments += ["--cluster_name", "test", "--cluster", f"nats://{self.routes[index]}", "--routes", routes]
        with open(self.folder / f"nats{index}.log", "ab") as log:
            self.processes[index] = self.launch(index, arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def launch(self, index, arguments, **options):
        """Starts the process of a server."""
        return subprocess.Popen(arguments, **options)

    def kill(self, index):
        """Ends a server with SIGKILL."""
        self.processes[index].kill()
        self.processes[index].wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for index, process in enumerate(self.processes):
            if process.poll() is None:
                self.kill(index)


class Node:
    """An origin of the cluster. One that was killed starts again on a port of its own choice, with its data file.

    It serves the keyset of `keys`, or all of them without.
    """

    def __init__(self, number, nats, folder, *arguments, stored=True, ports=("0", "0"), prefix=(),
                 keys=("--publish-key", "demo", "--subscribe-key", "demo")):
        self.number, self.nats, self.arguments, self.ports, self.prefix = number, nats, arguments, ports, prefix
        self.keys = keys
        # Where the addresses of NATS are, if not in a flag.
        self.nats_arguments = None
        self.data = pathlib.Path(folder) / f"origin{number}.sqlite" if stored else None
        self.log = pathlib.Path(folder) / f"origin{number}.log"
        self.process = None
        self.start()

    def start(self):
        """Starts it without waiting until it serves."""
        data = ["--data", str(self.data)] if self.data else []
        with open(self.log, "ab") as log:
            self.process = Process(
                "origin", "--port", self.ports[0], "--admin-port", self.ports[1], "--json", *(self.nats_arguments or ["--nats", self.nats.urls]),
                "--cluster", "test", "--node", f"o{self.number}", *self.keys, *data,
                *self.arguments, errors=log, prefix=self.prefix)
        self.addresses = None

    def wait(self):
        """Waits until it serves."""
        try:
            started = self.process.object()
            assert "result" in started, f"did not start: {started}"
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.log.read_text()}") from None
        self.addresses = started["result"]
        return self

    @property
    def host(self):
        return urllib.parse.urlsplit(self.addresses["origin"]).netloc

    def request(self, target, method="GET", body=None, timeout=PATIENCE):
        """The status and the parsed body of the response."""
        connection = http.client.HTTPConnection(self.host, timeout=timeout)
        try:
            connection.request(method, target, body)
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null")
        finally:
            connection.close()

    def get(self, target):
        """The parsed body of a response with status 200."""
        status, body = self.request(target)
        assert status == 200, (status, body)
        return body

    def admin(self, path):
        """The status and the text of a response of the admin listener."""
        return ask_admin(urllib.parse.urlsplit(self.addresses["admin"]).netloc, path)

    def publish(self, channel, number, client="ann"):
        """The timetoken of a message that was acknowledged."""
        message = urllib.parse.quote(json.dumps(number), safe="")
        return int(self.get(f"/publish/demo/demo/0/{channel}/0/{message}?uuid={client}")[2])

    def poll(self, channels, timetoken, client):
        """The timetoken and the messages of a poll."""
        target = f"/v2/subscribe/demo/{channels}/0?tt={timetoken}&uuid={client}&heartbeat=60"
        page = self.get(target)
        return int(page["t"]["t"]), [(message["c"], message["d"], int(message["p"]["t"])) for message in page["m"]]

    def history(self, channel):
        """The newest messages that the node has of a channel."""
        return self.get(f"/v2/history/sub-key/demo/channel/{channel}?count=100")[0]

    def kill(self):
        """Ends it with SIGKILL."""
        self.process.signal(signal.SIGKILL)
        self.process.wait()

    def wipe(self):
        """Deletes its data file, with what SQLite has next to it."""
        for suffix in ("", "-wal", "-shm"):
            self.data.with_name(self.data.name + suffix).unlink(missing_ok=True)

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.process.__exit__(*arguments)


class Cluster:
    """NATS servers and three origins."""

    def __init__(self, nats=1, stored=(True, True, False), arguments=(), **options):
        self.folder = tempfile.TemporaryDirectory(prefix="pubnub-cluster-")
        self.nats = self.make_nats(nats)
        replicas = ["--replicas", str(nats)]
        self.nodes = [self.make_node(number, *replicas, *arguments, stored=is_stored, **options)
                      for number, is_stored in enumerate(stored)]
        for node in self.nodes:
            node.wait()

    def make_nats(self, count):
        """Starts the NATS servers."""
        return Nats(self.folder.name, count)

    def make_node(self, number, *arguments, stored, **options):
        """Starts an origin without waiting until it serves."""
        return Node(number, self.nats, self.folder.name, *arguments, stored=stored, **options)

    def __enter__(self):
        return self

    def __exit__(self, kind, *arguments):
        for node in self.nodes if kind else []:
            print(f"origin {node.number}: status {node.process.process.poll()}, {node.log.read_text()[-2000:]}")
        for node in self.nodes:
            node.__exit__(kind, *arguments)
        self.nats.__exit__(kind, *arguments)
        self.folder.cleanup()


class Ledger:
    """What was published, and what was acknowledged, on one channel. Publishers use any node that responds."""

    def __init__(self, cluster, channel, publishers=3):
        self.cluster, self.channel = cluster, channel
        self.lock = threading.Lock()
        self.acknowledged, self.unknown = {}, set()
        self.last, self.isEnding = 0, False
        self.threads = [threading.Thread(target=self._publish, args=(index,), daemon=True)
                        for index in range(publishers)]
        for thread in self.threads:
            thread.start()

    def _publish(self, index):
        while not self.isEnding:
            with self.lock:
                self.last += 1
                number = self.last
            node = self.cluster.nodes[(index + number) % len(self.cluster.nodes)]
            try:
                status, body = node.request(
                    f"/publish/demo/demo/0/{self.channel}/0/{number}?uuid=p{index}", timeout=30)
            except (OSError, http.client.HTTPException, ValueError, TypeError):
                status, body = 0, None
            with self.lock:
                if status == 200:
                    self.acknowledged[number] = int(body[2])
                else:
                    # It may be stored, and is not sent again.
                    self.unknown.add(number)

    def count(self):
        with self.lock:
            return len(self.acknowledged)

    def end(self):
        """Ends the publishers."""
        self.isEnding = True
        for thread in self.threads:
            thread.join()

    def check(self, received):
        """Checks the messages that a subscriber received: none lost, none twice, in order."""
        numbers = [number for _, number, _ in received]
        timetokens = [timetoken for _, _, timetoken in received]
        assert len(set(numbers)) == len(numbers), "a message was received twice"
        assert timetokens == sorted(timetokens) and len(set(timetokens)) == len(timetokens), "not in order"
        lost = sorted(set(self.acknowledged) - set(numbers))
        assert not lost, f"{len(lost)} acknowledged messages were not received: {lost[:10]}"
        foreign = set(numbers) - set(self.acknowledged) - self.unknown
        assert not foreign, f"received and never published: {sorted(foreign)[:10]}"
        found = {number: timetoken for _, number, timetoken in received}
        wrong = [number for number, timetoken in self.acknowledged.items() if found[number] != timetoken]
        assert not wrong, f"other timetokens than acknowledged: {wrong[:10]}"


class Reader:
    """A subscriber that polls another node every time, and any other if one does not respond."""

    def __init__(self, cluster, channel, client):
        self.cluster, self.channel, self.client = cluster, channel, client
        self.received, self.failures, self.isEnding = [], 0, False
        self.turn = 0
        self.timetoken = cluster.nodes[0].poll(channel, 0, client)[0]
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        while not self.isEnding:
            self.turn += 1
            node = self.cluster.nodes[self.turn % len(self.cluster.nodes)]
            try:
                self._poll(node)
            except (OSError, http.client.HTTPException, ValueError, AssertionError, TypeError):
                self.failures += 1

    def _poll(self, node):
        status, page = node.request(
            f"/v2/subscribe/demo/{self.channel}/0?tt={self.timetoken}&uuid={self.client}&heartbeat=60", timeout=10)
        assert status == 200, status
        self.timetoken = int(page["t"]["t"])
        self.received += [(message["c"], message["d"], int(message["p"]["t"])) for message in page["m"]]

    def until(self, numbers):
        """Waits until it has received some messages, and ends it."""
        eventually(lambda: set(numbers) <= {number for _, number, _ in list(self.received)},
                   "the subscriber receives all acknowledged messages", 60)
        self.isEnding = True
        return self.received


def wait_ready(node):
    """Waits until a node is ready."""
    eventually(lambda: node.admin("/ready")[0] == 200, "the node is ready", 60)


def measured(function):
    """How many seconds a call takes."""
    start = time.monotonic()
    function()
    return time.monotonic() - start
