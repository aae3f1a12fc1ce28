"""Processes that stop and go on, all NATS servers at once, a lost data file and a full disk, while clients publish and poll."""

import contextlib
import pathlib
import signal
import subprocess
import time

import isolation
import jetstream
import pytest
from cluster import Cluster, Nats, wait_ready
from load import LIMITS, Load
from running import equal, eventually

# Longer than all time limits of the servers: 3 s until a server is unready, 5 s for a change.
STOP = 9


@contextlib.contextmanager
def stopped(process, start):
    """A process does nothing during the block and until some seconds after its start have passed."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
        time.sleep(max(0, start + STOP - time.monotonic()))
    finally:
        process.send_signal(signal.SIGCONT)


def hosts(cluster):
    """The addresses of the origins that were started."""
    return lambda: [node.host for node in cluster.nodes if node.addresses]


def ready_and_current(node, load):
    """Whether a node is ready. One that says so has everything that was acknowledged some seconds before."""
    before = load.newest() - 50_000_000
    if node.admin("/ready")[0] != 200:
        return False
    latest = node.poll("other", 0, "watcher")[0]
    assert latest >= before, f"node {node.number} is ready, and {(before - latest) / 1e7 + 5} s behind"
    return True


def test_stopped_origin():
    """an origin that is stopped for 9 s and goes on is ready when it has what it missed, and has the history of the others"""
    with Cluster(arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        for node in cluster.nodes[1:]:
            with stopped(node.process.process, time.monotonic()):
                load.goes_on()
            eventually(lambda: ready_and_current(node, load), "the node is ready again", 60)
            load.goes_on()
        load.finish(cluster.nodes)


@pytest.mark.long
def test_stopped_leader():
    """the NATS server that leads is stopped for 9 s and goes on: the others lead, and nothing is lost"""
    if not jetstream.stores_the_same():
        return print(jetstream.NOT_RUN)
    with Cluster(nats=3, arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        first = jetstream.leader(cluster.nats)
        with stopped(cluster.nats.processes[first], time.monotonic()):
            others = [index for index in range(3) if index != first]
            eventually(lambda: jetstream.leader(cluster.nats, others[0]) in others, "another server leads", 30)
            load.goes_on()
        for node in cluster.nodes:
            wait_ready(node)
        load.goes_on()
        load.finish(cluster.nodes)


@pytest.mark.long
def test_killed_nats_servers():
    """all NATS servers are killed and started again: the origins are unready in the meantime, and nothing is lost"""
    with Cluster(nats=3, arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        # The one that leads is not the last one: see `jetstream.stores_the_same`.
        first = jetstream.leader(cluster.nats)
        for index in (first, (first + 1) % 3, (first + 2) % 3):
            cluster.nats.kill(index)
        for node in cluster.nodes:
            eventually(lambda: "no quorum" in node.admin("/ready")[1], f"node {node.number} is unready", 15)
            assert node.request("/publish/demo/demo/0/other/0/1")[0] >= 500
        for index in range(3):
            cluster.nats.start(index)
        for node in cluster.nodes:
            wait_ready(node)
        load.goes_on()
        load.finish(cluster.nodes)


def test_wiped_origin():
    """an origin whose data file is deleted rejoins while clients publish, and is ready when it has everything"""
    with Cluster(arguments=LIMITS) as cluster:
        load = Load(hosts(cluster), publishers=4)
        load.goes_on(300)
        node = cluster.nodes[0]
        node.kill()
        node.wipe()
        load.goes_on(100)
        node.start()
        node.wait()
        eventually(lambda: ready_and_current(node, load), "the node is ready again", 30)
        # It is as good as the others: it serves, also alone.
        load.goes_on()
        for other in cluster.nodes[1:]:
            other.addresses = None
        load.goes_on(100)
        for other in cluster.nodes[1:]:
            other.kill()
            other.start()
            other.wait()
        load.goes_on()
        load.finish(cluster.nodes)


class Disk:
    """A small file system in memory, which only the checks see."""

    SIZE = 24 * 1024 * 1024

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.SIZE}", "tmpfs", str(self.folder)], check=True)
        self.filler = self.folder / "filler"

    def fill(self):
        """Takes all space that is left."""
        with open(self.filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def empty(self):
        """Gives the space back."""
        self.filler.unlink()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


class CrampedNats(Nats):
    """NATS servers of which the first one stores records on a small disk."""

    def __init__(self, folder, count):
        self.disk = Disk(f"{folder}/nats0")
        super().__init__(folder, count)

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        self.disk.__exit__()


class CrampedNatsCluster(Cluster):
    """A cluster with such NATS servers."""

    def make_nats(self, count):
        return CrampedNats(self.folder.name, count)


def test_full_nats():
    """the disk of NATS is full: changes are refused, the origins are unready, and nothing that was acknowledged is lost when there is space"""
    if not isolation.is_possible():
        return print("not run: this machine allows no mount namespaces")
    with CrampedNatsCluster(arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        cluster.nats.disk.fill()
        for node in cluster.nodes:
            eventually(lambda: "no quorum" in node.admin("/ready")[1], f"node {node.number} is unready", 60)
            assert node.request("/publish/demo/demo/0/other/0/1")[0] >= 500
        cluster.nats.disk.empty()
        # NATS stops JetStream when it cannot store, until it is started again.
        cluster.nats.kill(0)
        cluster.nats.start(0)
        for node in cluster.nodes:
            wait_ready(node)
        load.goes_on()
        load.finish(cluster.nodes)
        for node in cluster.nodes:
            equal(node.history("other"), [])


@pytest.mark.long
def test_full_replica():
    """the disk of one of three NATS servers is full: the others go on, at the latest when that server is stopped, and it has what they have when there is space"""
    if not isolation.is_possible():
        return print("not run: this machine allows no mount namespaces")
    with CrampedNatsCluster(nats=3, arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        cluster.nats.disk.fill()
        if not load.gets_on(300, 30):
            # NATS 2.9 may lead a stream, or deliver its records, although it can no longer store (Documentation/Cluster.md).
            print("the NATS server with the full disk keeps the others waiting, and is stopped")
            cluster.nats.kill(0)
            load.goes_on(300, 120)
        cluster.nats.disk.empty()
        cluster.nats.kill(0)
        cluster.nats.start(0)
        for node in cluster.nodes:
            wait_ready(node)
        load.goes_on(100)
        load.finish(cluster.nodes)


class CrampedCluster(Cluster):
    """A cluster whose first origin has a data file on a small disk."""

    disk = None

    def make_node(self, number, *arguments, stored):
        if number:
            return super().make_node(number, *arguments, stored=stored)
        self.disk = Disk(f"{self.folder.name}/disk")
        # The last of two equal flags counts.
        return super().make_node(number, *arguments, "--data", str(self.disk.folder / "origin.sqlite"), stored=False)

    def __exit__(self, *arguments):
        for node in self.nodes:
            node.__exit__(*arguments)
        self.disk.__exit__()
        super().__exit__(*arguments)


def test_full_disk():
    """an origin whose disk is full says so in /ready and in its log while the others go on, and catches up when there is space"""
    if not isolation.is_possible():
        return print("not run: this machine allows no mount namespaces")
    with CrampedCluster(arguments=LIMITS) as cluster:
        load = Load(hosts(cluster))
        load.goes_on()
        node = cluster.nodes[0]
        cluster.disk.fill()
        eventually(lambda: "storage" in node.admin("/ready")[1], "the node with the full disk is unready", 30)
        equal(node.admin("/ready")[0], 503)
        eventually(lambda: "cannot be written to the data file" in node.log.read_text(), "its log says so")
        for other in cluster.nodes[1:]:
            equal(other.admin("/ready")[0], 200)
        load.goes_on()
        cluster.disk.empty()
        eventually(lambda: ready_and_current(node, load), "the node is ready again", 30)
        assert "The data file can be written again" in node.log.read_text(), node.log.read_text()
        load.goes_on()
        load.finish(cluster.nodes)
