"""Users of NATS with credentials files, and users with no more rights than a node needs."""

import concurrent.futures
import pathlib
import re
import shutil
import tempfile
import time

import jetstream
from cluster import Nats, Node, wait_ready
from nats_accounts import ACCOUNT, USER, Accounts, Identity
from relaying import Relay
from running import ROOT, Process, equal, eventually, pubnub
from start_checks import KEYS, Single, refusal, starts

EXAMPLE = ROOT / "Deployment" / "cluster" / "nats-user.conf"
PASSWORD = "pass-of-the-restricted-user"
CLUSTER = "chat"


def rights():
    """The subjects that the user of the example may publish to, and those that it may subscribe to."""
    text = re.sub(r"^\s*#.*$", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return tuple(re.findall(r'"([^"]+)"', re.search(rf"{name}: \[([^\]]*)\]", text)[1]) for name in ("publish", "subscribe"))


def configuration(folder, text):
    """Writes a configuration of NATS with JetStream."""
    path = pathlib.Path(folder) / "nats.conf"
    path.write_text(f"jetstream: enabled\n{text}")
    return str(path)


def test_credentials():
    """--nats-creds: a node joins with the credentials of a user of the account, and no other ones; the reason names no secret"""
    accounts = Accounts()
    with tempfile.TemporaryDirectory() as folder, \
            Single(folder, "-c", configuration(folder, accounts.configuration())) as nats:
        def file(name, **options):
            return accounts.credentials(pathlib.Path(folder) / name, **options)

        url = f"nats://{nats.place}"
        equal(starts("--nats", url, "--nats-creds", file("right.creds")), "")
        stranger, seed = Identity(ACCOUNT), Identity(USER).seed
        for wrong in (file("stranger.creds", account=stranger), file("seed.creds", seed=seed)):
            refused = refusal("--nats", url, "--nats-creds", wrong)
            assert f"The NATS servers {url} refuse the connection" in refused, refused
            assert seed not in refused and "eyJ" not in refused, refused
        assert "refuse the connection" in refusal("--nats", url)
        start = time.monotonic()
        refused = refusal("--nats", url, "--nats-creds", f"{folder}/missing.creds", status=78)
        assert f"{folder}/missing.creds cannot be read: No such file" in refused, refused
        refused = refusal("--nats", url, "--nats-creds", nats.log)
        assert "has no credentials of a NATS user" in refused and "nsc" in refused, refused
        # No time makes a file appear.
        assert time.monotonic() - start < 20


def test_forgotten():
    """a node joins although the NATS library left the signature out of its first two attempts, as it sometimes does"""
    accounts = Accounts()
    signatures = []

    def without_two(part):
        found = re.search(rb'"sig": ?"[^"]+",?', part)
        if not found:
            return part
        signatures.append(found[0])
        return part.replace(found[0], b"") if len(signatures) <= 2 else part

    with tempfile.TemporaryDirectory() as folder, \
            Single(folder, "-c", configuration(folder, accounts.configuration())) as nats, Relay(nats.place, changed=without_two) as relay:
        file = accounts.credentials(f"{folder}/right.creds")
        equal(starts("--nats", relay.address.replace("http", "nats"), "--nats-creds", file), "")
        equal(len(signatures), 3)


class RestrictedNats(Nats):
    """A NATS server with the user of the example."""

    def __init__(self, folder):
        self.file = configuration(folder, "include nats-user.conf\n")
        shutil.copy(EXAMPLE, folder)
        super().__init__(folder)
        self.urls = f"nats://origin:{PASSWORD}@{self.clients[0]}"

    def launch(self, index, arguments, **options):
        return super().launch(index, [*arguments, "-c", self.file], env={"ORIGIN_PASSWORD": PASSWORD}, **options)


def test_restricted():
    """the NATS user of Deployment/cluster has all rights that nodes need: to create, trim and follow the stream, and for snapshots"""
    with tempfile.TemporaryDirectory() as folder, RestrictedNats(folder) as nats:
        arguments = ("--cluster", CLUSTER, "--stream-age", "2s")
        with Node(0, nats, folder, *arguments) as first, Node(1, nats, folder, *arguments) as second:
            first.wait(), second.wait()
            number = 0

            def trimmed():
                nonlocal number
                for _ in range(50):
                    number += 1
                    first.publish("room", number)
                found = jetstream.request(nats.clients[0], f"$JS.API.STREAM.INFO.PUBNUB_{CLUSTER}",
                                          **{"user": "origin", "pass": PASSWORD})
                return found["state"]["first_seq"] > 1

            eventually(trimmed, "old records are removed", 120)
            for node in (first, second):
                wait_ready(node)
                status = pubnub("cluster", "status", "--admin", node.addresses["admin"])
                assert "2 servers" in status.output, status.output
            second.kill()
            second.wipe()
            second.start()
            second.wait()
            wait_ready(second)
            assert "A snapshot of another server was received" in second.log.read_text(), second.log.read_text()
            equal(second.history("room"), first.history("room"))
            for node in (first, second):
                assert "refuse" not in node.log.read_text() and "cannot" not in node.log.read_text(), node.log.read_text()


def test_lacking():
    """a NATS user without one of the rights gets an error that names the right, or a report"""
    publish, subscribe = rights()
    accounts = Accounts()
    with tempfile.TemporaryDirectory() as folder, \
            Single(folder, "-c", configuration(folder, accounts.configuration())) as nats:
        url = f"nats://{nats.place}"
        # The stream exists, except where its creation is what lacks a right.
        equal(starts("--nats", url, "--cluster", CLUSTER, "--nats-creds",
                     accounts.credentials(f"{folder}/all.creds", publish, subscribe)), "")

        def without(number, lack):
            file = accounts.credentials(f"{folder}/{number}.creds", [subject for subject in publish if subject != lack],
                                        [subject for subject in subscribe if subject != lack])
            return refusal("--nats", url, "--cluster", CLUSTER, "--nats-creds", file)

        needed = ["pubnub.chat.>", "$JS.API.INFO", f"$JS.API.STREAM.INFO.PUBNUB_{CLUSTER}", f"$JS.API.STREAM.MSG.GET.PUBNUB_{CLUSTER}",
                  "_INBOX.>"]
        assert set(needed) <= set(publish) | set(subscribe), (needed, publish)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for lack, refused in zip(needed, pool.map(without, range(len(needed)), needed)):
                assert "lacks a right that this server needs" in refused, (lack, refused)
                assert lack.removesuffix(">") in refused, (lack, refused)
        lack = f"$JS.API.CONSUMER.CREATE.PUBNUB_{CLUSTER}"
        file = accounts.credentials(f"{folder}/follow.creds", [subject for subject in publish if subject != lack], subscribe)
        log = pathlib.Path(folder) / "errors"
        with open(log, "w") as errors, Process("origin", "--port", "0", "--json", *KEYS, "--nats", url,
                                               "--cluster", CLUSTER, "--nats-creds", file, errors=errors) as process:
            eventually(lambda: lack in log.read_text() or process.process.poll() is not None, "the log names the right")
            assert "NATS does not send the records of the stream" in log.read_text(), process.line()
