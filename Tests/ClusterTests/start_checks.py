"""How a node begins and ends: what it says if NATS, the stream or its own settings do not fit, TLS, passwords, and a quiet end."""

import contextlib
import json
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

from cluster import NATS_SERVER, Cluster, Nats, Node, ask_admin, wait_ready
from jetstream import Client, has_leader
from running import PATIENCE, Process, ReservedPort, equal, eventually, pubnub

USER = "guest-of-nats"
PASSWORD = "pass-of-the-nats-user"
KEYS = ["--publish-key", "demo", "--subscribe-key", "demo"]
# How records of the log begin.
# A record of a server begins with a mark and its kind.
BATCH, SETTINGS = b"\xf0PN\x01", b"\xf0PN\x02"


class Single:
    """A NATS server with any arguments."""

    def __init__(self, folder, *arguments):
        self.log = pathlib.Path(folder) / "nats.log"
        with ReservedPort() as port:
            self.port = port.number
        self.place = f"127.0.0.1:{self.port}"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [NATS_SERVER, "--addr", "127.0.0.1", "--port", self.port, "--store_dir", f"{folder}/store", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        eventually(lambda: "Server is ready" in self.log.read_text(), "the NATS server is ready")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def refusal(*arguments, environment=None, status=1):
    """The text of a server that does not start. The status is 78 if its settings or their files are wrong."""
    found = pubnub("origin", "--port", "0", *arguments, environment=environment)
    equal((found.status, found.output), (status, ""))
    assert "cannot join the cluster: " in found.errors, found.errors
    return found.errors


def starts(*arguments, environment=None):
    """Starts a server, and ends it once it has stored a message; returns what it wrote to standard error."""
    with tempfile.TemporaryFile("w+") as errors:
        with Process("origin", "--port", "0", "--admin-port", "0", "--json", *KEYS, *arguments,
                     environment=environment, errors=errors) as process:
            addresses = process.object()["result"]
            published = pubnub("publish", "room", "1", "--origin", addresses["origin"], *KEYS)
            equal(published.status, 0)
            process.signal(signal.SIGTERM)
            equal(process.wait(), 0)
        errors.seek(0)
        return errors.read()


def test_end_during_reload():
    """SIGTERM ends a node while a reload waits for NATS servers that accept connections and never respond"""
    with tempfile.TemporaryDirectory() as folder, Single(folder, "--jetstream") as nats, socket.create_server(("", 0), backlog=512) as silent:
        silent.settimeout(PATIENCE)
        settings, log = pathlib.Path(folder) / "origin.json", pathlib.Path(folder) / "errors"
        settings.write_text(json.dumps({"nats": f"nats://{nats.place}"}), encoding="utf-8")
        with open(log, "w", encoding="utf-8") as errors, Process("origin", "--port", "0", "--json", *KEYS, "--config", str(settings),
                                                                 errors=errors) as process:
            assert "result" in process.object(), log.read_text(encoding="utf-8")
            # A node waits for 2 s for each address, which is longer than the patience of this check for all of them.
            places = (f"nats://127.0.0.{number}:{silent.getsockname()[1]}" for number in range(1, 251))
            settings.write_text(json.dumps({"nats": ",".join(places)}), encoding="utf-8")
            process.signal(signal.SIGHUP)
            connection, _ = silent.accept()
            with connection:
                process.signal(signal.SIGTERM)
                equal(process.wait(), 0)
        assert "did not change" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


def test_unreachable():
    """a start without any NATS server says once what it waits for, also in /ready, and ends after half a minute"""
    with ReservedPort() as port, ReservedPort() as admin, tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "errors"
        reason = f"No NATS server of nats://127.0.0.1:{port.number} can be reached"
        start = time.monotonic()
        with open(log, "w") as errors, Process("origin", "--port", "0", "--admin-port", admin.number, "--nats",
                                               f"nats://u:{PASSWORD}@127.0.0.1:{port.number}", errors=errors) as process:
            eventually(lambda: reason in log.read_text(), "what the start waits for")
            assert "tries again for 30 s" in log.read_text(), log.read_text()
            equal(ask_admin(f"127.0.0.1:{admin.number}", "/ready"),
                  (503, '{"ready":false,"reasons":["starting","log unreachable"]}\n'))
            equal(process.wait(), 1)
        assert 25 < time.monotonic() - start < 120
        text = log.read_text()
        # The first is followed by no other until the error with which it ends.
        equal(text.count(reason), 2)
        assert "cannot join the cluster: " in text and PASSWORD not in text, text


def test_settings():
    """a start with other settings, other replicas or another cluster's data file says what differs"""
    with tempfile.TemporaryDirectory() as folder, Nats(folder) as nats:
        with Node(0, nats, folder) as node:
            node.wait()
            others = ["--nats", nats.urls, *KEYS]
            refused = refusal("--cluster", "test", "--limit", "messageBuffer=7", *others)
            assert "limits.messageBuffer is 7 here and 100 there" in refused, refused
            refused = refusal("--cluster", "test", "--replicas", "3", *others)
            assert "has 1 replicas, not 3" in refused, refused
            refused = refusal("--cluster", "other", "--replicas", "3", *others)
            assert "cannot store 3 replicas" in refused, refused
            alone = f"{folder}/alone.sqlite"
            with_data = pubnub("origin", "backup", "--data", str(node.data), "--to", alone)
            equal(with_data.status, 0)
            refused = refusal("--cluster", "other", "--data", alone, *others)
            assert "another cluster" in refused, refused


def test_other_keysets():
    """a keyset that is added or removed is named by the reload and by the start that refuse it, with the steps; other keys and another order are taken"""
    section = 'Documentation/Cluster.md, "Change keysets, quotas or limits"'
    with tempfile.TemporaryDirectory() as folder, Nats(folder) as nats:
        file = pathlib.Path(folder) / "keysets.json"

        def write(*names, key="first"):
            keysets = [{"subscribeKey": name, "publishKey": key} for name in names]
            file.write_text(json.dumps({"keysets": keysets}), encoding="utf-8")
        write("a", "b")
        with Node(0, nats, folder, "--keyset", str(file), keys=()) as node:
            node.wait()

            def reload(expected):
                node.process.signal(signal.SIGHUP)
                eventually(lambda: expected in node.log.read_text(), expected)
            write("b", "a", key="second")
            reload("settings were read again: the keysets (2 changed)")
            equal(node.request("/publish/second/b/0/room/0/1")[0], 200)
            write("b", "a", "c", key="second")
            added = "the keyset c is in the settings of this server and not in those of the cluster"
            reload(added)
            assert "the keysets did not change" in node.log.read_text() and section in node.log.read_text(), node.log.read_text()
            others = ["--nats", nats.urls, "--cluster", "test", "--keyset", str(file)]
            refused = refusal(*others)
            assert added in refused and section in refused, refused
            write("b")
            refused = refusal(*others)
            assert "the keyset a is in the settings of the cluster and not in those of this server" in refused, refused
            assert section in refused, refused


class LateNats(Nats):
    """Three NATS servers, the last of which is not started with the others."""

    def launch(self, index, arguments, **options):
        """Starts the process of a server, or one that only waits in place of the last."""
        is_late = index == 2 and self.processes[index] is None
        return super().launch(index, ["sleep", "infinity"] if is_late else arguments, **options)


def lacks_servers(nats):
    """Whether NATS refuses a stream because it knows fewer servers than replicas."""
    stream = {"name": "PROBE", "subjects": ["probe"], "num_replicas": 3}
    try:
        with Client(nats.clients[0], patience=2) as client:
            return client.request("$JS.API.STREAM.CREATE.PROBE", stream).get("error", {}).get("err_code") == 10005
    except OSError:
        # JetStream has not started.
        return False


def test_late():
    """a start while one of three NATS servers is not there waits for it, and then serves"""
    with tempfile.TemporaryDirectory() as folder, LateNats(pathlib.Path(folder), 3) as nats:
        with Node(0, nats, folder, "--replicas", "3") as node:
            eventually(lambda: lacks_servers(nats), "the refusal")
            eventually(lambda: "The start tries again for 30 s" in node.log.read_text(), "what the start says")
            nats.kill(2)
            nats.start(2)
            node.wait()
            equal(node.request("/publish/demo/demo/0/room/0/1")[0], 200)


def test_jetstream():
    """a start on NATS without JetStream says how to enable it"""
    with tempfile.TemporaryDirectory() as folder, Single(folder) as nats:
        refused = refusal("--nats", f"nats://{nats.place}")
        assert "JetStream is off" in refused and "--jetstream" in refused, refused


def test_streams():
    """a stream that is not the log of a cluster, or has its subject, is not used and not changed"""
    with tempfile.TemporaryDirectory() as folder, Single(folder, "--jetstream") as nats, Client(nats.place) as client:
        client.create("PUBNUB_elsewhere", "orders")
        client.create("PUBNUB_records", "pubnub.records.log")
        client.create("OTHERS", "pubnub.taken.*")
        equal(client.request("pubnub.records.log", b"an order")["seq"], 1)
        url = f"nats://{nats.place}"
        refused = refusal("--nats", url, "--cluster", "elsewhere")
        assert "PUBNUB_elsewhere is not the log of a cluster" in refused, refused
        refused = refusal("--nats", url, "--cluster", "records")
        assert "first record" in refused and "Use another cluster name" in refused, refused
        refused = refusal("--nats", url, "--cluster", "taken")
        assert "Another stream has the subject pubnub.taken.log" in refused, refused
        for name, count in (("PUBNUB_elsewhere", 0), ("PUBNUB_records", 1), ("OTHERS", 0)):
            equal(client.request(f"$JS.API.STREAM.INFO.{name}", b"")["state"]["messages"], count)


def test_limits():
    """a stream with limits that remove records is not used, and the command that removes them is named; one that refuses new records is"""
    with tempfile.TemporaryDirectory() as folder, Single(folder, "--jetstream") as nats, Client(nats.place) as client:
        url = f"nats://{nats.place}"
        client.create("PUBNUB_aging", "pubnub.aging.log", max_age=3_600_000_000_000)
        client.create("PUBNUB_small", "pubnub.small.log", max_msgs=100_000, max_bytes=10_000_000)
        client.create("PUBNUB_full", "pubnub.full.log", max_msgs=100_000, discard="new")
        refused = refusal("--nats", url, "--cluster", "aging")
        assert "limits that remove records" in refused, refused
        assert "max_age" in refused and "nats stream edit PUBNUB_aging --max-age=0s'" in refused, refused
        refused = refusal("--nats", url, "--cluster", "small")
        assert "nats stream edit PUBNUB_small --max-msgs=-1 --max-bytes=-1'" in refused, refused
        equal(starts("--nats", url, "--cluster", "full"), "")


def test_unfit():
    """NATS that takes only messages smaller than a change, or is older than 2.9, is refused with what it needs"""
    with tempfile.TemporaryDirectory() as folder:
        configuration = pathlib.Path(folder) / "nats.conf"
        configuration.write_text("max_payload: 64KB\n")
        with Single(folder, "--jetstream", "-c", str(configuration)) as nats:
            refused = refusal("--nats", f"nats://{nats.place}")
            assert "records of at most 64512 bytes" in refused and "max_payload" in refused, refused
    with OldNats() as nats:
        refused = refusal("--nats", f"nats://127.0.0.1:{nats.port}")
        assert "too old for this server. It needs 2.9 or later" in refused, refused


def test_names():
    """names of clusters with other characters, or too many of them, are refused before anything is created"""
    with tempfile.TemporaryDirectory() as folder, Single(folder, "--jetstream") as nats, Client(nats.place) as client:
        url = f"nats://{nats.place}"
        for name in ("", "a.b", "a b", "*", ">", "größe", "a/b", "a\n", "x" * 65):
            found = pubnub("origin", "--port", "0", "--nats", url, "--cluster", name)
            assert found.status != 0 and "1 to 64 letters, digits, '-' and '_'" in found.errors, (name, found.errors)
        equal(client.request("$JS.API.STREAM.NAMES", b"")["total"], 0)
        for name in ("-", "A-b_9", "x" * 64):
            equal(starts("--nats", url, "--cluster", name), "")


def test_twins():
    """two nodes with the same --node name serve, and both are listed"""
    with tempfile.TemporaryDirectory() as folder, Nats(folder) as nats:
        with Node(0, nats, folder, "--node", "twin") as first, Node(1, nats, folder, "--node", "twin") as second:
            first.wait(), second.wait()
            timetoken = first.publish("room", 1)
            eventually(lambda: second.history("room") == [1], "the message")
            for node in (first, second):
                report = json.loads(node.admin("/api/cluster")[1])
                equal([entry["name"] for entry in report["nodes"]], ["twin", "twin"])
                equal(len({entry["url"] for entry in report["nodes"]}), 2)
            assert second.publish("room", 2) > timetoken


class OldNats:
    """Speaks the protocol of NATS 2.8 as far as a node that starts needs it."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.server.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        information = {"server_id": "old", "version": "2.8.4", "proto": 1, "headers": True, "max_payload": 1048576,
                       "jetstream": True}
        with contextlib.suppress(OSError, ValueError), connection, connection.makefile("rwb") as stream:
            stream.write(f"INFO {json.dumps(information)}\r\n".encode())
            stream.flush()
            inbox = None
            for line in stream:
                words = line.decode().split()
                if words[:1] == ["PING"]:
                    stream.write(b"PONG\r\n")
                elif words[:1] == ["SUB"]:
                    inbox = words[-1]
                elif words[:1] in (["PUB"], ["HPUB"]):
                    stream.read(int(words[-1]) + 2)
                    response = json.dumps(self._response(words[1])).encode()
                    stream.write(f"MSG {words[2]} {inbox} {len(response)}\r\n".encode() + response + b"\r\n")
                stream.flush()

    @staticmethod
    def _response(subject):
        if not subject.startswith("$JS.API.STREAM."):
            return {}
        return {"config": {"name": "PUBNUB_pubnub", "subjects": ["pubnub.pubnub.log"], "retention": "limits",
                           "num_replicas": 1}}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()


def test_impatient():
    """a node that waits for NATS ends on SIGTERM"""
    # A program that accepts connections and says nothing.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        port = silent.getsockname()[1]
        with Process("origin", "--port", "0", "--json", "--nats", f"nats://127.0.0.1:{port}") as process:
            silent.accept()[0].close()
            start = time.monotonic()
            process.signal(signal.SIGTERM)
            equal(process.wait(), 0)
            # Without the signal it tries for 30 s.
            assert time.monotonic() - start < 20


def authority(folder, name):
    """Makes an authority and a certificate of it for 127.0.0.1; returns the files of authority, certificate and key."""
    files = {kind: f"{folder}/{name}-{kind}" for kind in ("ca.pem", "ca.key", "server.pem", "server.key", "request")}
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    extension = pathlib.Path(folder) / "extension"
    extension.write_text("subjectAltName=IP:127.0.0.1\n")
    for arguments in (
        ["req", "-x509", *key, "-keyout", files["ca.key"], "-out", files["ca.pem"], "-days", "2", "-subj", f"/CN={name}"],
        ["req", *key, "-keyout", files["server.key"], "-out", files["request"], "-subj", "/CN=127.0.0.1"],
        ["x509", "-req", "-in", files["request"], "-CA", files["ca.pem"], "-CAkey", files["ca.key"], "-CAcreateserial",
         "-days", "2", "-out", files["server.pem"], "-extfile", str(extension)],
    ):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)
    return files["ca.pem"], files["server.pem"], files["server.key"]


def test_tls():
    """--nats-ca: a node connects with TLS to servers of that authority, and not to others"""
    with tempfile.TemporaryDirectory() as folder:
        right, certificate, key = authority(folder, "right")
        wrong, _, _ = authority(folder, "wrong")
        with Single(folder, "--jetstream", "--tls", "--tlscert", certificate, "--tlskey", key) as nats:
            equal(starts("--nats", f"tls://{nats.place}", "--nats-ca", right), "")
            start = time.monotonic()
            for arguments in (["--nats", f"tls://{nats.place}", "--nats-ca", wrong],
                              ["--nats", f"tls://{nats.place}"], ["--nats", f"nats://{nats.place}"]):
                refused = refusal(*arguments)
                assert f"no TLS connection to the NATS servers {arguments[1]}" in refused, refused
            # No time makes a certificate valid.
            assert time.monotonic() - start < 25


def test_passwords():
    """a NATS server with a password: the right one is accepted, the wrong one named as the reason, and neither printed"""
    with tempfile.TemporaryDirectory() as folder, Single(folder, "--jetstream", "--user", USER,
                                                         "--pass", PASSWORD) as nats:
        url = f"nats://{USER}:{PASSWORD}@{nats.place}"
        equal(starts(environment={"PUBNUB_ORIGIN_NATS": url}), "")
        flagged = starts("--nats", url)
        equal(flagged.splitlines(), ["warning: --nats can be seen by other users of this machine; the environment or a"
                                     " file is safer"])
        for wrong in (f"nats://{USER}:{PASSWORD}x@{nats.place}", f"nats://{PASSWORD}:{USER}@{nats.place}",
                      f"nats://{nats.place}"):
            refused = refusal(environment={"PUBNUB_ORIGIN_NATS": wrong})
            assert f"The NATS servers nats://{nats.place} refuse the connection" in refused, refused
            assert PASSWORD not in refused and USER not in refused, refused


class GuardedNats(Nats):
    """NATS servers that accept one user, whose password may change between their starts."""

    password = PASSWORD

    def __init__(self, folder):
        super().__init__(folder)
        self.urls = self.urls.replace("nats://", f"nats://{USER}:{PASSWORD}@")

    def launch(self, index, arguments, **options):
        return super().launch(index, [*arguments, "--user", USER, "--pass", self.password], **options)


def test_refused_for_some_time():
    """a node whose user NATS refuses for some time says so, and serves again when NATS accepts it"""
    with tempfile.TemporaryDirectory() as folder, GuardedNats(folder) as nats, Node(0, nats, folder) as node:
        node.wait()
        node.publish("room", 1)
        nats.kill(0)
        nats.password = PASSWORD + "x"
        nats.start(0)
        eventually(lambda: "NATS refuses the connection" in node.log.read_text(), "the refusal is reported")
        assert PASSWORD not in node.log.read_text() and USER not in node.log.read_text(), node.log.read_text()
        nats.kill(0)
        nats.password = PASSWORD
        nats.start(0)
        wait_ready(node)
        node.publish("room", 2)
        equal(node.history("room"), [1, 2])


def test_quiet_end():
    """a node that ends on SIGTERM logs nothing about its connection to NATS, and one that loses the connection does"""
    with tempfile.TemporaryDirectory() as folder, Nats(folder) as nats:
        equal(starts("--nats", nats.urls), "")
        log = pathlib.Path(folder) / "errors"
        with open(log, "w") as errors, Process("origin", "--port", "0", "--json", *KEYS, "--nats", nats.urls,
                                               errors=errors) as process:
            assert "result" in process.object(), log.read_text()
            nats.kill(0)
            eventually(lambda: "The connection to NATS is lost" in log.read_text(), "the loss is reported")


def test_one_settings():
    """servers that start at the same time, and one that starts again, send the settings of the cluster once"""
    # NATS refuses others only after they were replicated, which its version 2.9 does not survive.
    with Cluster(nats=3, stored=()) as cluster, contextlib.ExitStack() as stack:
        eventually(lambda: has_leader(cluster.nats), "the NATS servers have a leader", 60)
        log = stack.enter_context(Client(cluster.nats.clients[0]))
        log.subscribe("pubnub.test.log")
        nodes = [stack.enter_context(cluster.make_node(number, "--replicas", "3", stored=False)) for number in range(3)]
        for node in nodes:
            node.wait().publish("load", 1)
        nodes[0].kill()
        nodes[0].start()
        nodes[0].wait().publish("load", 1)
        settings, boots = 0, set()
        # A server sends its settings before its first batch. The record of a batch goes on with what identifies the start.
        while len(boots) < 4:
            record = log.next()
            if record.startswith(BATCH):
                boots.add(record[4:12])
            settings += record.startswith(SETTINGS)
        equal(settings, 1)
