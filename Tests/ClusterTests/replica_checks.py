"""Three origins on three NATS servers that replicate: any process may die."""

import http.client
import json
import os
import shutil
import signal
import urllib.request

import jetstream
import pytest
from cluster import Cluster, Ledger, Nats, Reader, wait_ready
from file_checks import FILES, files
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


class SpareCluster(Cluster):
    """A cluster with one NATS server more than replicas."""

    def make_nats(self, count):
        return super().make_nats(count + 1)


def call_nats(cluster, subject, content=b""):
    """The response of the first NATS server that runs and responds; an empty object without one."""
    for index, place in enumerate(cluster.nats.clients):
        if cluster.nats.processes[index].poll() is not None:
            continue
        try:
            with jetstream.Client(place, patience=5) as client:
                return client.request(subject, content)
        except (OSError, ValueError, AssertionError):
            continue
    return {}


def stored(cluster, name):
    """The replicas of a stream, and the names of the NATS servers that have all of its records, as NATS reports them."""
    found = call_nats(cluster, f"$JS.API.STREAM.INFO.{name}")
    servers = found.get("cluster", {})
    current = {peer["name"] for peer in servers.get("replicas") or [] if peer.get("current") and not peer.get("offline")}
    return found.get("config", {}).get("num_replicas"), current | {servers["leader"]} if servers.get("leader") else set()


def set_replicas(cluster, name, count):
    """Changes the replicas of one stream without the command."""
    configuration = call_nats(cluster, f"$JS.API.STREAM.INFO.{name}")["config"]
    changed = call_nats(cluster, f"$JS.API.STREAM.UPDATE.{name}", {**configuration, "num_replicas": count})
    assert "error" not in changed and changed, changed


def state(cluster):
    """The exit status of `status`, whether the log is well by itself, and the result."""
    outcome = stream(cluster, "status")
    result = json.loads(outcome.output).get("result", {}) if outcome.output else {}
    log = [peer["online"] and peer["current"] for peer in result.get("peers", [])]
    return outcome.status, all(log) and len(log) == result.get("replicas"), result


def servers(cluster, name, count):
    """Waits until a stream has a number of replicas, all of them with all records; returns the names of their NATS servers."""
    def found():
        replicas, current = stored(cluster, name)
        return current if replicas == count == len(current) else None

    return eventually(found, f"{count} replicas of {name}", 120)


def test_files_are_replicated():
    """the replicas of files change with those of the log, status waits for both, and a lost machine is removed from both streams"""
    with SpareCluster(nats=3) as cluster:
        node = cluster.nodes[0]
        content = os.urandom(300_000)
        identifier = files(node).store("a.bin", content)
        log, both = jetstream.STREAM, (jetstream.STREAM, FILES)

        def has_file():
            try:
                return files(node).list() == {identifier: ("a.bin", len(content))} and files(node).content(identifier, "a.bin") == content
            except (AssertionError, OSError, ValueError, http.client.HTTPException):
                # NATS chooses a leader.
                return False

        for count in (1, 3):
            changed = stream(cluster, "replicas", str(count)).result
            equal((changed["stream"], changed["replicas"]), (log, count))
            equal((changed["files"]["stream"], changed["files"]["replicas"]), (FILES, count))
            for name in both:
                servers(cluster, name, count)
            eventually(lambda: state(cluster)[0] == 0, "the streams are well", 60)
            eventually(has_file, "the file", 60)

        # Fewer replicas of the files than of the log are reported: a machine that is stopped may be the only one with files.
        set_replicas(cluster, FILES, 1)
        servers(cluster, FILES, 1)

        def has_fewer():
            status, is_log_well, result = state(cluster)
            return status == 1 and is_log_well and not result["well"] and result["files"]["well"]

        eventually(has_fewer, "the missing replicas of the files are reported", 60)
        text = pubnub("cluster", "stream", "status", "--nats", cluster.nats.urls, "--cluster", "test").output
        assert FILES in text and "The files have fewer replicas than the log" in text, text
        node.kill()
        node.start()
        node.wait()
        wait_ready(node)
        assert f"The stream {FILES} has 1 replicas, not 3." in node.log.read_text(), node.log.read_text()
        eventually(has_file, "the file", 60)

        # Only the files lack a machine: the log has one replica, which runs.
        equal(stream(cluster, "replicas", "1").status, 0)
        set_replicas(cluster, FILES, 3)
        lost = min(servers(cluster, FILES, 3) - servers(cluster, log, 1))
        eventually(lambda: state(cluster)[0] == 0, "the streams are well", 60)
        cluster.nats.kill(int(lost.removeprefix("n")))

        def lacks_files():
            status, is_log_well, result = state(cluster)
            return status == 1 and is_log_well and not result["well"] and not result["files"]["well"]

        eventually(lacks_files, "the machine that the files lack is reported", 120)
        cluster.nats.start(int(lost.removeprefix("n")))
        eventually(lambda: stream(cluster, "replicas", "3").status == 0, "three replicas", 120)
        # With four machines, two streams of three replicas share at least two of them.
        lost = min(servers(cluster, FILES, 3) & servers(cluster, log, 3))
        eventually(lambda: state(cluster)[0] == 0, "the streams are well again", 60)

        cluster.nats.kill(int(lost.removeprefix("n")))

        def is_missed():
            # A removal before the other machines have chosen leaders may leave NATS 2.9 with a replica that never gets the records.
            return all(len(stored(cluster, name)[1]) == 2 for name in both)

        eventually(is_missed, "both streams lack the machine", 120)
        removed = eventually(lambda: (found := stream(cluster, "remove-peer", lost)).status == 0 and found.result, "the removal", 120)
        equal(removed["removed"], lost)
        # A command that was repeated names only the streams that it changed itself.
        assert removed["streams"] and set(removed["streams"]) <= set(both), removed
        for name in both:
            assert lost not in servers(cluster, name, 3), name
        eventually(lambda: state(cluster)[0] == 0, "the streams are well without the machine", 60)
        eventually(has_file, "the file", 60)


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
