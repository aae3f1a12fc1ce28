"""Three origins on three NATS servers that replicate: any process may die."""

import json
import shutil
import signal
import urllib.request

import pytest
from cluster import Cluster, Ledger, Nats, Reader, wait_ready
from running import PATIENCE, ReservedPort, equal, eventually, pubnub

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


def stream(cluster, *arguments):
    """The result of `pubnub cluster stream`."""
    return pubnub("cluster", "stream", *arguments, "--nats", cluster.nats.urls, "--cluster", "test", "--json")


def peers(cluster):
    """The state of the NATS servers that store the stream, by name, and the exit status of the command."""
    outcome = stream(cluster, "status")
    found = json.loads(outcome.output).get("result", {}).get("peers", []) if outcome.output else []
    return {peer["name"]: peer["online"] and peer["current"] for peer in found}, outcome.status


def test_stream_is_changed():
    """an operator changes the replicas of a stream, replaces a machine by one with another name, and deletes the stream, without the program nats"""
    with Cluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        whole = {"n0": True, "n1": True, "n2": True}
        eventually(lambda: peers(cluster) == (whole, 0), "all replicas are current", 60)
        equal(stream(cluster, "replicas", "1").status, 0)
        eventually(lambda: len(peers(cluster)[0]) == 1 and peers(cluster)[1] == 0, "one replica", 60)
        equal(stream(cluster, "replicas", "3").status, 0)
        eventually(lambda: peers(cluster) == (whole, 0), "the new replicas have all records", 120)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 100, "the load runs with three replicas again", 60)
        cluster.nats.kill(2)
        # While NATS chooses leaders, calls are repeated; a server that never was a replica must not count as one that an attempt has removed.
        for _ in range(3):
            refused = stream(cluster, "remove-peer", "nobody")
            assert refused.status == 1 and "PUBNUB_test" in refused.errors + refused.output, refused.output
        eventually(lambda: peers(cluster)[1] == 1 and not peers(cluster)[0].get("n2", True), "the machine is reported", 60)
        equal(stream(cluster, "replicas", "2").status, 64)
        cluster.nats.start(2)
        eventually(lambda: peers(cluster) == (whole, 0), "the machine has all records again", 120)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))
        for node in cluster.nodes:
            node.kill()
        equal(stream(cluster, "delete").status, 64)
        deleted = stream(cluster, "delete", "--yes")
        assert deleted.status == 0, deleted
        gone = stream(cluster, "status")
        assert gone.status == 1 and "not found" in gone.errors + gone.output, gone
        assert "cannot join" not in gone.errors + gone.output, gone


def test_addresses_are_read_again():
    """after SIGHUP an origin uses the addresses of NATS that its settings have now, and changes in progress are stored"""
    with Cluster(nats=3) as cluster:
        node = cluster.nodes[2]
        node.kill()
        settings = cluster.nats.folder / "origin.json"

        def write(servers):
            settings.write_text(json.dumps({"nats": ",".join(f"nats://{server}" for server in servers)}), encoding="utf-8")
        write(cluster.nats.clients[:1])
        node.nats_arguments = ["--config", str(settings)]
        node.start()
        node.wait()
        wait_ready(node)
        write(["127.0.0.1:1"])
        node.process.signal(signal.SIGHUP)
        eventually(lambda: "the NATS servers did not change" in node.log.read_text(), "the refusal of the address", 60)
        node.publish("c", 1)
        write(cluster.nats.clients[1:2])
        node.process.signal(signal.SIGHUP)
        eventually(lambda: "settings were read again: the NATS servers changed" in node.log.read_text(), "the other address", 60)
        assert "nats://" not in node.log.read_text()
        wait_ready(node)
        node.publish("c", 2)
        for other in cluster.nodes:
            eventually(lambda other=other: other.history("c") == [1, 2], "both messages", 60)
        assert node.log.read_text().count("The connection to NATS is lost.") == 0, node.log.read_text()
