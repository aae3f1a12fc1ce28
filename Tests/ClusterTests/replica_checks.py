"""Three origins on three NATS servers that replicate: any process may die."""

import shutil
import urllib.request

import pytest
from cluster import Cluster, Ledger, Nats, Reader, wait_ready
from running import PATIENCE, ReservedPort, eventually

pytestmark = pytest.mark.long


def test_killed_one_by_one():
    """each of three NATS servers is killed in turn while clients publish: nothing is lost, doubled or out of order"""
    with Cluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        for index in range(3):
            cluster.nats.kill(index)
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 100, "the load runs without one NATS server", 60)
            cluster.nats.start(index)
            for node in cluster.nodes:
                wait_ready(node)
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 100, "the load runs", 60)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))


def test_killed_all():
    """all NATS servers and an origin are killed at the same time: acknowledged messages are there afterwards"""
    with Cluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 200, "the load runs")
        for index in range(3):
            cluster.nats.kill(index)
        cluster.nodes[1].kill()
        for index in range(3):
            cluster.nats.start(index)
        cluster.nodes[1].start()
        cluster.nodes[1].wait()
        for node in cluster.nodes:
            wait_ready(node)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 100, "the load runs", 60)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))


class MonitoredCluster(Cluster):
    """A cluster whose last NATS server has a port for its health, as `http` of nats.conf."""

    class Servers(Nats):
        def __init__(self, folder, count):
            port = ReservedPort()
            port.close()
            self.monitor = f"http://127.0.0.1:{port.number}"
            super().__init__(folder, count)

        def launch(self, index, arguments, **options):
            more = ["--http_port", self.monitor.rsplit(":", 1)[1]] if index == len(self.clients) - 1 else []
            return super().launch(index, [*arguments, *more], **options)

        def is_healthy(self):
            """Whether the last server has all records of its streams."""
            try:
                with urllib.request.urlopen(self.monitor + "/healthz", timeout=PATIENCE) as response:
                    return response.status == 200
            except OSError:
                return False

    def make_nats(self, count):
        return self.Servers(self.folder.name, count)


def test_replaced():
    """a NATS machine is replaced by an empty one with its name while clients publish, and then another one dies: nothing is lost"""
    with MonitoredCluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        cluster.nats.kill(2)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 100, "the load runs without the machine", 60)
        shutil.rmtree(cluster.nats.folder / "nats2")
        cluster.nats.start(2)
        eventually(cluster.nats.is_healthy, "the new machine has all records", 120)
        # From now on every record needs the new machine: the two that are left are just a majority.
        cluster.nats.kill(1)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 100, "the load runs without the second machine", 120)
        cluster.nats.start(1)
        for node in cluster.nodes:
            wait_ready(node)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))
