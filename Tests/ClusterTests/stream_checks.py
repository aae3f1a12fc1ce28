"""`pubnub cluster stream` on one NATS server: what it prints about the log and the files, and the rights that it needs."""

import tempfile

import jetstream
from account_checks import CLUSTER, PASSWORD, RestrictedNats
from cluster import Nats, Node
from file_checks import FILES
from running import equal, pubnub


def test_printed():
    """status names both streams; without a stream of files it says so, and the log alone decides; delete leaves the files"""
    with tempfile.TemporaryDirectory() as folder, Nats(folder) as nats:
        with Node(0, nats, folder) as node:
            node.wait()
        arguments = ("--nats", nats.urls, "--cluster", "test")
        found = pubnub("cluster", "stream", "status", *arguments, "--json").result
        members = ["bytes", "first", "last", "peers", "replicas", "stream", "well"]
        equal(sorted(found), sorted([*members, "files"]))
        equal(sorted(found["files"]), members)
        equal((found["stream"], found["replicas"], found["well"]), (jetstream.STREAM, 1, True))
        # The key of signatures is the first record of the files.
        equal((found["files"]["stream"], found["files"]["replicas"], found["files"]["last"]), (FILES, 1, 1))
        text = pubnub("cluster", "stream", "status", *arguments).output
        assert f"stream {jetstream.STREAM}: 1 replica" in text and f"stream {FILES}: 1 replica" in text, text
        assert jetstream.request(nats.clients[0], f"$JS.API.STREAM.DELETE.{FILES}")["success"]
        found = pubnub("cluster", "stream", "status", *arguments, "--json").result
        equal((found["files"], found["well"]), (None, True))
        assert "no stream of files" in pubnub("cluster", "stream", "status", *arguments).output
        changed = pubnub("cluster", "stream", "replicas", "1", *arguments, "--json").result
        equal((changed["stream"], changed["replicas"], changed["files"]), (jetstream.STREAM, 1, None))
        with Node(0, nats, folder) as node:
            node.wait()
        deleted = pubnub("cluster", "stream", "delete", "--yes", *arguments, "--json").result
        equal(deleted, {"deleted": jetstream.STREAM})
        equal(jetstream.request(nats.clients[0], "$JS.API.STREAM.NAMES")["streams"], [FILES])


def test_rights():
    """the NATS user of Deployment/cluster has the rights to change the replicas of both streams, and to remove a server from them"""
    with tempfile.TemporaryDirectory() as folder, RestrictedNats(folder) as nats:
        with Node(0, nats, folder, "--cluster", CLUSTER) as node:
            node.wait()
        found = pubnub("cluster", "stream", "replicas", "1", "--nats", nats.urls, "--cluster", CLUSTER, "--json").result
        equal((found["stream"], found["files"]["stream"]), (f"PUBNUB_{CLUSTER}", f"PUBNUBFILES_{CLUSTER}"))
        for stream in (f"PUBNUB_{CLUSTER}", f"PUBNUBFILES_{CLUSTER}"):
            # One server by itself refuses to remove a server. Without the right nothing would respond.
            refused = jetstream.request(nats.clients[0], f"$JS.API.STREAM.PEER.REMOVE.{stream}", **{"user": "origin", "pass": PASSWORD})
            assert "error" in refused, refused
