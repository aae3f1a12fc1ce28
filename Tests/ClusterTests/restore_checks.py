"""Restoring a cluster from a backup with files by a NATS user who may not create the stream of files."""

import os
import shutil
import tempfile

import jetstream
from cluster import Nats, Node, wait_ready
from file_checks import FILES, files
from running import equal, eventually, pubnub
from start_checks import KEYS, refusal

PASSWORD = "pass-of-the-users-of-restore"
RIGHT = f"$JS.API.STREAM.CREATE.{FILES}"
CONFIGURATION = f"""
jetstream: enabled
authorization {{
    users: [
        {{user: whole, password: {PASSWORD}}}
        {{user: limited, password: {PASSWORD}, permissions: {{publish: {{deny: ["{RIGHT}"]}}}}}}
    ]
}}
"""


class UsersNats(Nats):
    """A NATS server with a user who may do everything, and one who may not create the stream of files."""

    def __init__(self, folder):
        self.file = f"{folder}/nats.conf"
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)
        super().__init__(folder)
        self.urls, self.limited = (f"nats://{user}:{PASSWORD}@{self.clients[0]}" for user in ("whole", "limited"))

    def launch(self, index, arguments, **options):
        return super().launch(index, [*arguments, "-c", self.file], **options)

    def call(self, name):
        """The response of JetStream to the user who may do everything."""
        return jetstream.request(self.clients[0], f"$JS.API.{name}", **{"user": "whole", "pass": PASSWORD})


def test_without_right():
    """without the right to create the stream of files, restoring a backup with files fails before there is a log; with the right it succeeds"""
    with tempfile.TemporaryDirectory() as folder, UsersNats(folder) as nats, Node(0, nats, folder) as node:
        node.wait()
        content = os.urandom(300_000)
        identifier = files(node).store("a.bin", content)
        node.publish("room", 1)
        eventually(lambda: node.history("room") == [1], "the message")
        copy = f"{folder}/copy.sqlite"
        made = pubnub("origin", "backup", "--data", str(node.data), "--nats", nats.urls, "--cluster", "test", "--to", copy)
        equal(made.status, 0)
        node.kill()
        for stream in (jetstream.STREAM, FILES):
            assert nats.call(f"STREAM.DELETE.{stream}")["success"], stream
        node.wipe()
        shutil.move(copy, node.data)
        shutil.move(copy + ".files", f"{node.data}.files")
        refused = refusal("--nats", nats.limited, "--cluster", "test", "--restore", "--data", str(node.data), *KEYS)
        assert f"The files of the backup cannot be stored in the stream {FILES}" in refused and RIGHT in refused, refused
        assert PASSWORD not in refused and "serves no files" not in refused, refused
        assert not nats.call("STREAM.NAMES")["streams"]
        node.arguments = ("--restore",)
        node.start()
        node.wait()
        wait_ready(node)
        assert "1 of the 1 files of the backup were stored" in node.log.read_text(), node.log.read_text()
        equal(node.history("room"), [1])
        equal(files(node).list(), {identifier: ("a.bin", len(content))})
        equal(files(node).content(identifier, "a.bin"), content)
