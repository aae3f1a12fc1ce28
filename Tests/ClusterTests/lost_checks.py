"""A stream that lost records, or was replaced by another one of its name, while origins have applied what was in it."""

import json
import re
import shutil
import signal
import threading

import jetstream
from cluster import Cluster, wait_ready
from relaying import Relay
from running import equal, eventually, pubnub

OTHERS = ("--publish-key", "demo", "--subscribe-key", "demo", "--cluster", "test")
STREAM = jetstream.STREAM
# It begins as a batch of a server does.
BATCH = b"\xf0PN\x01batch"


def call(cluster, name):
    """The response of NATS to a call about the stream."""
    return jetstream.request(cluster.nats.clients[0], f"$JS.API.STREAM.{name}.{STREAM}")


def restore(node, *arguments):
    """Starts a node with --restore, and with these arguments."""
    usual = node.arguments
    node.arguments = (*usual, *arguments, "--restore")
    node.start()
    node.arguments = usual
    return node.wait()


def all_have(cluster, messages):
    """Waits until all nodes are ready with the same messages."""
    for node in cluster.nodes:
        wait_ready(node)
        eventually(lambda: node.history("room") == messages, f"node {node.number} has all messages")


def test_lost_tail():
    """NATS comes back without its newest records: no origin serves what the others lack, and restoring brings back all that was acknowledged"""
    with Cluster(stored=(True, True, True)) as cluster:
        first = cluster.nodes[0]
        first.publish("room", 1)
        cluster.nats.kill(0)
        store = cluster.nats.folder / "nats0"
        shutil.copytree(store, store.with_name("former"))
        cluster.nats.start(0)
        for node in cluster.nodes:
            wait_ready(node)
        for number in range(2, 32):
            first.publish("room", number)
        for node in cluster.nodes:
            eventually(lambda: len(node.history("room")) == 31, "the messages")
        # As after a power failure, with the disk of the time before.
        cluster.nats.kill(0)
        shutil.rmtree(store)
        store.with_name("former").rename(store)
        cluster.nats.start(0)
        for node in cluster.nodes:
            eventually(lambda: "log lost" in node.admin("/ready")[1], f"node {node.number} notices the loss", 60)
            assert "restore the cluster" in node.log.read_text(), node.log.read_text()
            equal(node.request("/publish/demo/demo/0/room/0/99")[0], 503)
            equal(node.history("room"), list(range(1, 32)))
        for node in cluster.nodes:
            node.process.signal(signal.SIGTERM)
            equal(node.process.wait(), 0)
        refused = pubnub("origin", "--port", "0", "--nats", cluster.nats.urls, "--data", str(first.data), *OTHERS)
        assert refused.status == 1 and "or lost records" in refused.errors, refused.errors
        assert call(cluster, "DELETE")["success"]
        restore(first)
        for node in cluster.nodes[1:]:
            node.wipe()
            node.start()
            node.wait()
        cluster.nodes[2].publish("room", 32)
        all_have(cluster, list(range(1, 33)))


def test_deleted():
    """a stream that is deleted: no origin begins it again, and those that run while one restores it do not follow the new one"""
    with Cluster(stored=(True, True, False)) as cluster:
        first, second, third = cluster.nodes
        for number in range(1, 11):
            second.publish("room", number)
        all_have(cluster, list(range(1, 11)))
        assert call(cluster, "DELETE")["success"]
        for node in cluster.nodes:
            eventually(lambda: "no quorum" in node.admin("/ready")[1], f"node {node.number} is unready", 60)
            equal(node.request("/publish/demo/demo/0/room/0/99")[0], 503)
            eventually(lambda: f"records of the stream {STREAM}: stream not found" in node.log.read_text(), "its log says so")
        first.kill()
        refused = pubnub("origin", "--port", "0", "--nats", cluster.nats.urls, "--data", str(first.data), *OTHERS)
        assert refused.status == 1 and f"The stream {STREAM} does not exist" in refused.errors, refused.errors
        assert "--restore" in refused.errors, refused.errors
        assert call(cluster, "INFO")["error"]["code"] == 404
        restore(first)
        first.publish("room", 11)
        for node in (second, third):
            eventually(lambda: "log lost" in node.admin("/ready")[1], f"node {node.number} notices the other stream", 60)
            equal(node.history("room"), list(range(1, 11)))
            node.kill()
            if node.data:
                node.wipe()
            node.start()
            node.wait()
        third.publish("room", 12)
        all_have(cluster, list(range(1, 13)))


def store_when_created(cluster, subject, record, stored):
    """Stores a record in the stream as soon as it exists, if it is the first one. Appends to `stored` whether it was."""
    headers = b"NATS/1.0\r\nNats-Expected-Last-Sequence: 0\r\n\r\n"
    with jetstream.Client(cluster.nats.clients[0], headers=True) as client:
        while "error" in client.request(f"$JS.API.STREAM.INFO.{STREAM}"):
            pass
        client.send(f"HPUB {subject} _INBOX.reply {len(headers)} {len(headers) + len(record)}\r\n", headers, record, "\r\n")
        stored.append("error" not in json.loads(client.next()))


def test_overtaken():
    """an origin that still runs repeats its last batch in the stream that another one creates to restore the cluster: it is created again"""
    with Cluster(stored=(True,)) as cluster:
        node = cluster.nodes[0]
        subject = call(cluster, "INFO")["config"]["subjects"][0]
        stored = []
        for number in range(1, 21):
            node.publish("room", number)
            # Its data file has everything when it ends.
            node.process.signal(signal.SIGTERM)
            node.process.wait()
            assert call(cluster, "DELETE")["success"]
            thread = threading.Thread(target=store_when_created, args=(cluster, subject, BATCH, stored))
            thread.start()
            restore(node)
            thread.join()
            all_have(cluster, list(range(1, number + 1)))
            if any(stored):
                return
        raise AssertionError("no record came before that of the origin")


class LostCreation:
    """Passes on what an origin sends to NATS, except its first call that creates the stream. NATS gets that one from here, and a record after it,
    so the origin does not learn that it created the stream."""

    CALL = re.compile(rb"PUB \$JS\.API\.STREAM\.CREATE\.\S+ \S+ (\d+)\r\n")

    def __init__(self, cluster, subject, record):
        self.cluster, self.subject, self.record, self.is_lost = cluster, subject, record, False

    def __call__(self, sent):
        call = self.CALL.search(sent)
        if self.is_lost or not call:
            return sent
        self.is_lost = True
        end = call.end() + int(call[1])
        with jetstream.Client(self.cluster.nats.clients[0]) as client:
            created = client.request(f"$JS.API.STREAM.CREATE.{STREAM}", sent[call.end():end])
            assert "error" not in created, created
            assert "error" not in client.request(self.subject, self.record)
        return sent[:call.start()] + sent[end + 2:]


def test_unanswered():
    """restoring does not learn that it created the stream, in which an origin that still runs repeats its last batch: it is created again"""
    with Cluster(stored=(True,)) as cluster:
        node = cluster.nodes[0]
        subject = call(cluster, "INFO")["config"]["subjects"][0]
        node.publish("room", 1)
        node.process.signal(signal.SIGTERM)
        node.process.wait()
        assert call(cluster, "DELETE")["success"]
        lost = LostCreation(cluster, subject, BATCH)
        with Relay(cluster.nats.clients[0], changed=lost) as relay:
            restore(node, "--nats", relay.address.replace("http:", "nats:"))
            assert lost.is_lost
            node.publish("room", 2)
            all_have(cluster, [1, 2])
            node.kill()


def test_deleted_data_file():
    """a data file that is deleted while its origin runs: it says so and is unready, loses nothing, and is as the others after a restart"""
    with Cluster(stored=(True, True, False)) as cluster:
        first, second, third = cluster.nodes
        first.publish("room", 1)
        all_have(cluster, [1])
        first.wipe()
        second.publish("room", 2)
        eventually(lambda: "storage failing" in first.admin("/ready")[1], "the node is unready")
        assert "was removed or replaced" in first.log.read_text(), first.log.read_text()
        third.publish("room", 3)
        first.kill()
        first.start()
        first.wait()
        first.publish("room", 4)
        all_have(cluster, [1, 2, 3, 4])
