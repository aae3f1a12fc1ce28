"""Servers that start although the stream no longer has its first records: they get a snapshot of another server. Restoring a cluster."""

import json

import jetstream
import pytest
from cluster import Cluster, Ledger, Reader, wait_ready
from running import equal, eventually, pubnub

pytestmark = pytest.mark.long

ARGUMENTS = ("--stream-age", "2s")


def stream_start(nats):
    """The position of the first record that the stream has."""
    return jetstream.request(nats.clients[0], "$JS.API.STREAM.INFO.PUBNUB_test")["state"]["first_seq"]


def fill(node):
    """Makes changes of every kind other than those of the load."""
    node.get("/v1/channel-registration/sub-key/demo/channel-group/g?add=x,y")
    node.request("/v2/objects/demo/uuids/ann", "PATCH", json.dumps({"name": "Ann"}))
    timetoken = node.publish("x", 1)
    added = node.request(f"/v1/message-actions/demo/channel/x/message/{timetoken}?uuid=ann", "POST",
                         json.dumps({"type": "reaction", "value": "smile"}))
    equal(added[0], 200)
    for client in ("ann", "bob"):
        node.get(f"/v2/presence/sub-key/demo/channel/x/heartbeat?uuid={client}&heartbeat=300")
    node.get("/v2/presence/sub-key/demo/channel/x/uuid/bob/data?state=%7B%22mood%22:%22good%22%7D")


def content(node):
    """What clients can see of the changes of `fill`."""
    targets = (
        "/v1/channel-registration/sub-key/demo/channel-group/g", "/v2/objects/demo/uuids/ann",
        "/v2/history/sub-key/demo/channel/x", "/v1/message-actions/demo/channel/x",
        "/v2/presence/sub-key/demo/channel/x?state=1",
    )
    return [node.get(target) for target in targets]


def test_wiped():
    """a node without its data file, and one that never had one, start with a snapshot while clients publish, and have what the others have"""
    with Cluster(arguments=ARGUMENTS) as cluster:
        reader = Reader(cluster, "load", "reader")
        fill(cluster.nodes[0])
        ledger = Ledger(cluster, "load")
        eventually(lambda: stream_start(cluster.nats) > 100, "the first records are removed", 120)
        for number in (1, 2, 1):
            node = cluster.nodes[number]
            node.kill()
            if node.data:
                node.wipe()
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 50, "the others serve")
            node.start()
            node.wait()
            wait_ready(node)
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 50, "all serve")
            equal(content(node), content(cluster.nodes[0]))
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))
        newest = [number for _, number, _ in reader.received][-100:]
        for node in cluster.nodes:
            eventually(lambda: node.history("load") == newest, f"node {node.number} has the newest messages", 30)
            equal(content(node), content(cluster.nodes[0]))
        folder = cluster.nodes[1].data.parent
        left = [path.name for path in folder.iterdir() if "coming" in path.name or "outgoing" in path.name]
        equal(left, [])
        equal(oct(cluster.nodes[1].data.stat().st_mode & 0o777), "0o600")


def test_many_requests():
    """a node that received more requests for snapshots than may wait goes on serving snapshots"""
    with Cluster(stored=(True,), arguments=ARGUMENTS) as cluster:
        node = cluster.nodes[0]
        numbers = iter(range(1_000_000))

        def is_trimmed():
            for _ in range(100):
                node.publish("room", next(numbers))
            return stream_start(cluster.nats) > 1
        eventually(is_trimmed, "the first records are removed", 120)
        client = jetstream.Client(cluster.nats.clients[0])
        client.send("PUB pubnub.test.snapshot _INBOX.none 1\r\nx\r\n" * 1000, "PING\r\n")
        while client.input.readline() != b"PONG\r\n":
            pass
        with cluster.make_node(1, "--replicas", "1", *ARGUMENTS, stored=False) as other:
            other.wait()
            wait_ready(other)
            equal(other.history("room"), node.history("room"))


def test_alone():
    """a node that can get no snapshot from another says what to do"""
    with Cluster(stored=(True, False, False), arguments=ARGUMENTS) as cluster:
        ledger = Ledger(cluster, "load")
        eventually(lambda: stream_start(cluster.nats) > 100, "the first records are removed", 120)
        ledger.end()
        cluster.nodes[0].kill()
        found = pubnub("origin", "--port", "0", "--cluster", "test", "--nats", cluster.nats.urls,
                       "--publish-key", "demo", "--subscribe-key", "demo")
        assert found.status != 0, found.output
        text = found.errors + found.output
        assert "needs a snapshot of another server" in text and "backup" in text, text
        # With its data file the first one starts again, and then others do.
        cluster.nodes[0].start()
        cluster.nodes[0].wait()
        cluster.nodes[1].kill()
        cluster.nodes[1].start()
        cluster.nodes[1].wait()
        equal(cluster.nodes[1].history("load"), cluster.nodes[0].history("load"))


def test_restored():
    """a cluster whose stream is lost is restored from a backup: same content, later timetokens, higher epoch"""
    with Cluster(stored=(True, True, False)) as cluster:
        first = cluster.nodes[0]
        fill(first)
        before = content(first)
        latest = first.publish("room", 1)
        target = "/v2/subscribe/demo/room/0?tt=0"
        equal(first.get(target)["t"]["r"], 1)
        copy = first.data.with_name("copy.sqlite")
        found = pubnub("origin", "backup", "--data", str(first.data), "--to", str(copy))
        assert found.status == 0, found.errors
        first.publish("room", 2)
        for node in cluster.nodes:
            node.kill()
        others = ["--cluster", "test", "--nats", cluster.nats.urls, "--publish-key", "demo", "--subscribe-key", "demo"]
        refused = pubnub("origin", "--port", "0", "--restore", "--data", str(copy), *others)
        assert refused.status != 0 and "pubnub cluster stream delete --yes" in refused.errors + refused.output, refused
        assert jetstream.request(cluster.nats.clients[0], "$JS.API.STREAM.DELETE.PUBNUB_test")["success"]
        arguments = first.arguments
        first.data, first.arguments = copy, (*arguments, "--restore")
        first.start()
        first.wait()
        cluster.nodes[1].wipe()
        for node in cluster.nodes[1:]:
            node.start()
            node.wait()
        later = cluster.nodes[2].publish("room", 3)
        assert later > latest, (later, latest)
        # A second restore would begin another log. It starts again without the flag.
        first.kill()
        refused = pubnub("origin", "--port", "0", "--restore", "--data", str(copy), *others)
        assert refused.status == 1 and "The stream PUBNUB_test exists" in refused.errors, refused.errors
        first.arguments = arguments
        first.start()
        first.wait()
        for node in cluster.nodes:
            wait_ready(node)
            equal(content(node), before)
            equal(node.history("room"), [1, 3])
            assert node.get(target)["t"]["r"] > 1
