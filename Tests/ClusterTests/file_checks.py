"""Files of a cluster: any origin stores, lists, sends and removes them, and backups have them."""

import os
import shutil
import urllib.parse

import jetstream
from cluster import Cluster, wait_ready
from file_calls import Files, call
from running import equal, eventually, pubnub

FILES = "PUBNUBFILES_test"


def files(node, channel="room"):
    """The files of a channel at a node."""
    return Files(node.addresses["origin"], channel, "demo")


def elsewhere(form, node):
    """The same form, to be sent to another node."""
    request = form["file_upload_request"]
    path = urllib.parse.urlsplit(request["url"]).path
    return {**form, "file_upload_request": {**request, "url": node.addresses["origin"] + path}}


def parts(cluster):
    """How many messages the stream of files has that are not records."""
    return jetstream.request(cluster.nats.clients[0], f"$JS.API.STREAM.INFO.{FILES}")["state"]["messages"]


def test_shared():
    """a file that was uploaded at one origin is listed, read and removed at others, also after the first one was killed"""
    with Cluster(stored=(True, True, False)) as cluster:
        first, second, third = cluster.nodes
        content = os.urandom(1_000_003)
        form = files(second).form("plan.bin")
        identifier = form["data"]["id"]
        # The form is of another origin than the one that gets the upload, and holds once.
        equal(files(first).upload(elsewhere(form, first), content), 204)
        equal(files(third).upload(elsewhere(form, third), b"other"), 403)
        for node in cluster.nodes:
            equal(files(node).list(), {identifier: ("plan.bin", len(content))})
            equal(files(node).content(identifier, "plan.bin"), content)
        status, headers, part = call("GET", f"{files(third).root}/files/{identifier}/plan.bin",
                                     headers={"Range": "bytes=131070-131075"})
        equal((status, part), (206, content[131070:131076]))
        assert headers["Content-Range"] == f"bytes 131070-131075/{len(content)}", headers
        first.kill()
        empty = files(third).store("empty.txt", b"")
        for node in (second, third):
            equal(files(node).content(identifier, "plan.bin"), content)
            equal(files(node).content(empty, "empty.txt"), b"")
        files(second).remove(identifier, "plan.bin")
        for node in (second, third):
            equal(files(node).list(), {empty: ("empty.txt", 0)})
            equal(files(node).content(identifier, "plan.bin"), None)
        first.start()
        first.wait()
        equal(files(first).list(), {empty: ("empty.txt", 0)})
        # The key, a file, and that another one was removed: its parts are gone.
        equal(parts(cluster), 3)
        for node in cluster.nodes:
            assert "serves no files" not in node.log.read_text(), node.log.read_text()


def test_restarted():
    """a file outlasts the restart of all NATS servers and origins"""
    with Cluster(stored=(True, True, True)) as cluster:
        content = os.urandom(300_000)
        identifier = files(cluster.nodes[0]).store("a.bin", content)
        for node in cluster.nodes:
            node.kill()
        cluster.nats.kill(0)
        cluster.nats.start(0)
        for node in cluster.nodes:
            node.start()
        for node in cluster.nodes:
            node.wait()
            wait_ready(node)
            eventually(lambda: files(node).list() == {identifier: ("a.bin", len(content))}, "the list")
            equal(files(node).content(identifier, "a.bin"), content)


def test_restored():
    """a backup has the files of the cluster, and restoring brings them back after both streams are lost"""
    with Cluster(stored=(True, True, False)) as cluster:
        first, second, third = cluster.nodes
        content = os.urandom(400_000)
        identifier = files(third).store("a.bin", content)
        gone = files(third).store("gone.bin", b"gone")
        first.publish("room", 1)
        eventually(lambda: first.history("room") == [1], "the message")
        copy = f"{cluster.folder.name}/copy.sqlite"
        arguments = ("--data", str(first.data), "--nats", cluster.nats.urls, "--cluster", "test")
        made = pubnub("origin", "backup", *arguments, "--to", copy)
        assert made.status == 0, made.errors
        verified = pubnub("origin", "backup", "--verify", copy)
        assert verified.status == 0 and "2 files" in verified.output, (verified.output, verified.errors)
        for node in cluster.nodes:
            node.kill()
        for stream in (jetstream.STREAM, FILES):
            assert jetstream.request(cluster.nats.clients[0], f"$JS.API.STREAM.DELETE.{stream}")["success"], stream
        first.wipe()
        shutil.move(copy, first.data)
        shutil.move(copy + ".files", f"{first.data}.files")
        usual = first.arguments
        first.arguments = (*usual, "--restore")
        first.start()
        first.arguments = usual
        first.wait()
        assert "2 of the 2 files of the backup were stored" in first.log.read_text(), first.log.read_text()
        second.wipe()
        for node in (second, third):
            node.start()
            node.wait()
        for node in cluster.nodes:
            wait_ready(node)
            equal(files(node).list(), {identifier: ("a.bin", len(content)), gone: ("gone.bin", 4)})
            equal(files(node).content(identifier, "a.bin"), content)
            equal(node.history("room"), [1])
        files(second).remove(gone, "gone.bin")
        equal(files(third).list(), {identifier: ("a.bin", len(content))})
