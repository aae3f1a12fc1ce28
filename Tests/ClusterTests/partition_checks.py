"""A cluster with three partitions, each of which one origin serves, behind HAProxy with the example of Deployment/cluster."""

import http.client
import json
import pathlib
import re
import tempfile
import urllib.parse
import zlib

import jetstream
from balancer import BalancedCluster
from cluster import wait_ready
from running import PATIENCE, ROOT, Process, equal, eventually, pubnub
from start_checks import refusal

EXAMPLE = ROOT / "Deployment" / "cluster" / "haproxy-partitions.cfg"
# Two keys of each partition; some have characters that are escaped in a path.
KEYS = ("demo", "schlüssel", "sub-a", "keys/1", "sub-b", "鍵")
# A path of each kind that has a subscribe key, with the method that changes the least.
PATHS = (
    ("GET", "/publish/demo/{}/0/room/0/1"), ("GET", "/publish/demo/{}/0/room/call/1"),
    ("POST", "/publish/demo/{}/0/room/0"), ("POST", "/v2/publish/demo/{}/0/room/0"),
    ("GET", "/signal/demo/{}/0/room/0/1"),
    ("GET", "/subscribe/{}/room/0/0"), ("GET", "/v2/subscribe/{}/room/0?tt=0"), ("GET", "/v2/subscribe/{}/room/0/0"),
    ("GET", "/v2/presence/sub-key/{}"), ("GET", "/v2/presence/sub-key/{}/channel/room"),
    ("GET", "/v2/presence/sub_key/{}/channel/room"), ("GET", "/v2/presence/sub-key/{}/uuid/ann"),
    ("GET", "/v2/presence/sub-key/{}/channel/room/uuid/ann"),
    ("GET", "/v2/presence/sub-key/{}/channel/room/heartbeat?uuid=ann"),
    ("GET", "/v2/presence/sub-key/{}/channel/room/leave?uuid=ann"),
    ("GET", "/v2/history/sub-key/{}/channel/room"), ("GET", "/v3/history/sub-key/{}/channel/room"),
    ("GET", "/v3/history-with-actions/sub-key/{}/channel/room"),
    ("GET", "/v3/history/sub-key/{}/message-counts/room?timetoken=1"),
    ("DELETE", "/v3/history/sub-key/{}/channel/other"),
    ("GET", "/v1/message-actions/{}/channel/room"), ("DELETE", "/v1/message-actions/{}/channel/room/message/1/action/1"),
    ("GET", "/v1/channel-registration/sub-key/{}/channel-group"),
    ("GET", "/v1/channel-registration/sub-key/{}/channel-group/other"),
    ("GET", "/v1/channel-registration/sub-key/{}/namespace"),
    ("GET", f"/v1/push/sub-key/{{}}/devices/{'0' * 64}?type=apns"),
    ("GET", f"/v2/push/sub-key/{{}}/devices-apns2/{'0' * 64}?environment=development&topic=t"),
    ("GET", "/v1/auth/audit/sub-key/{}"), ("GET", "/v2/auth/audit/sub-key/{}"), ("GET", "/v1/auth/grant/sub-key/{}"),
    ("GET", "/v2/auth/grant/sub-key/{}"), ("POST", "/v3/pam/{}/grant"), ("DELETE", "/v3/pam/{}/grant/token"),
    ("GET", "/v2/objects/{}/uuids"), ("GET", "/v2/objects/{}/channels/room/uuids"),
    ("DELETE", "/v2/objects/{}/uuids/other"),
    ("POST", "/v1/files/{}/channels/room/generate-upload-url"), ("POST", "/v1/files/upload/{}"),
    ("GET", "/v1/files/{}/channels/room/files"), ("GET", "/v1/files/{}/channels/room/files/1/a"),
    ("DELETE", "/v1/files/{}/channels/room/files/1/a"), ("GET", "/v1/files/publish-file/demo/{}/0/room/0/1"),
    ("POST", "/v1/files/publish-file/demo/{}/0/room/0"),
)


def partition(key, count=3):
    """The partition of a subscribe key."""
    return zlib.crc32(key.encode()) % count + 1


def escaped(key):
    return urllib.parse.quote(key, safe="")


def request(host, target, method="GET", body=None):
    """The status and the text of a response."""
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.request(method, target, body)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def configuration(places, front):
    """The example with one server for each partition, at (port, admin port) of `places`, and with the address of its frontend."""
    text = EXAMPLE.read_text(encoding="utf-8")
    text, others = re.subn(r" +server two \S+ check .*\n", "", text)
    ports = iter(places)

    def server(match):
        origin, admin = next(ports)
        return f"{match[1]}127.0.0.1:{origin} check port {admin}"

    text, servers = re.subn(r"(server one )\S+ check port \d+", server, text)
    text, tracking = re.subn(r"(server \w+ )\S+ (track partition-(\d)/one)",
                             lambda match: f"{match[1]}127.0.0.1:{places[int(match[3]) - 1][0]} {match[2]}", text)
    text, fronts = re.subn(r"bind 127\.0\.0\.1:\d+", f"bind {front}", text)
    equal((others, servers, tracking, fronts), (3, 3, 3, 1))
    return text


class PartitionedCluster(BalancedCluster):
    """An origin for each of three partitions, and HAProxy in front of them. They serve all keysets."""

    def make_node(self, number, *arguments, stored, **options):
        return super().make_node(number, *arguments, "--partitions", "3", "--partition", str(number + 1),
                                 stored=stored, keys=(), **options)

    def _configuration(self):
        return configuration([(origin.number, admin.number) for origin, admin in self.ports], self.host)

    def wait(self):
        """Waits until all of them are ready, also for HAProxy."""
        for node in self.nodes:
            wait_ready(node)
        for key in KEYS:
            eventually(lambda: request(self.host, f"/v2/subscribe/{escaped(key)}/ready/0?tt=0")[0] == 200,
                       f"HAProxy reaches a server for {key}", 60)
        return self

    def get(self, target, method="GET", body=None):
        """The parsed body of a response of HAProxy with status 200."""
        status, text = request(self.host, target, method, body)
        assert status == 200, (target, status, text)
        return json.loads(text)


def uses(cluster, key, number):
    """A client that publishes, subscribes and stores through HAProxy."""
    name = escaped(key)
    start = cluster.get(f"/v2/subscribe/{name}/room/0?tt=0&uuid=ann")["t"]["t"]
    equal(cluster.get(f"/publish/demo/{name}/0/room/0/{number}?uuid=ann")[:2], [1, "Sent"])
    page = cluster.get(f"/v2/subscribe/{name}/room/0?tt={start}&uuid=ann")
    equal([message["d"] for message in page["m"]], [number])
    equal(cluster.get(f"/v2/history/sub-key/{name}/channel/room")[0], [number])
    cluster.get(f"/v1/channel-registration/sub-key/{name}/channel-group/friends?add=room")
    groups = cluster.get(f"/v1/channel-registration/sub-key/{name}/channel-group/friends")
    equal(groups["payload"]["channels"], ["room"])
    cluster.get(f"/v2/objects/{name}/uuids/ann", "PATCH", json.dumps({"name": f"Ann {number}"}))
    equal(cluster.get(f"/v2/objects/{name}/uuids/ann")["data"]["name"], f"Ann {number}")


def commands(cluster, key):
    """`pubnub` through HAProxy: a subscriber, a publisher, the history and a group."""
    arguments = ["--origin", f"http://{cluster.host}", "--publish-key", "demo", "--subscribe-key", key]
    with Process("subscribe", "hall", *arguments, "--json", "--uuid", "reader") as reader:
        reader.until(lambda event: event.get("state") == "subscribed")
        equal(pubnub("publish", "hall", "7", *arguments).status, 0)
        equal(reader.until(lambda event: event.get("event") == "message")["message"], 7)
    found = pubnub("history", "hall", "--json", *arguments).result
    equal([message["message"] for message in found["messages"]], [7])
    equal(pubnub("groups", "add", "guests", "hall", *arguments).status, 0)
    with tempfile.TemporaryDirectory() as folder:
        sent = pathlib.Path(folder) / "plan.txt"
        sent.write_bytes(key.encode())
        file = pubnub("files", "send", "hall", str(sent), "--json", *arguments).result
        received = pathlib.Path(folder) / "received"
        equal(pubnub("files", "get", "hall", file["id"], "plan.txt", "--to", str(received), *arguments).status, 0)
        equal(received.read_bytes(), key.encode())


def test_balanced():
    """three partitions behind HAProxy with the example: clients of each subscribe key reach its partition on every path"""
    equal([partition(key) for key in KEYS], [1, 1, 2, 2, 3, 3])
    with PartitionedCluster() as cluster:
        cluster.wait()
        for number, key in enumerate(KEYS):
            uses(cluster, key, number)
        for key in ("demo", "sub-a", "sub-b"):
            commands(cluster, key)
        for key in KEYS:
            for method, path in PATHS:
                status, text = request(cluster.host, path.format(escaped(key)), method)
                assert status not in (404, 405, 421, 502, 503), (method, path, key, status, text)
        equal([len(cluster.get("/time/0")) for _ in range(6)], [1] * 6)
        equal(request(cluster.host, "/nowhere")[0], 404)
        misdirected(cluster)
        named(cluster)
        others(cluster)


def misdirected(cluster):
    """A server of another partition refuses each request, and stores nothing of it."""
    for key in KEYS:
        before = cluster.get(f"/v2/history/sub-key/{escaped(key)}/channel/room")
        for number, node in enumerate(cluster.nodes, 1):
            if number == partition(key):
                continue
            for method, path in PATHS:
                status, text = request(node.host, path.format(escaped(key)), method)
                equal((method, path, key, status), (method, path, key, 421))
                # One of the paths names a function for the response.
                error = json.loads(re.sub(r"^call\((.*)\)$", r"\1", text, flags=re.DOTALL))
                equal((error["status"], error["error"]), (421, True))
                assert f"partition {partition(key)} of 3 serves" in error["message"], error
            for target in ("/time/0", "/nowhere"):
                assert request(node.host, target)[0] != 421
            equal(node.request(f"/v2/history/sub-key/{escaped(key)}/channel/room")[0], 421)
        equal(cluster.get(f"/v2/history/sub-key/{escaped(key)}/channel/room"), before)


def named(cluster):
    """The state of the cluster names the partition, and its servers only."""
    for number, node in enumerate(cluster.nodes, 1):
        report = json.loads(node.admin("/api/cluster")[1])
        equal((report["cluster"], report["partition"], report["partitions"]), ("test", number, 3))
        equal([found["name"] for found in report["nodes"]], [f"o{number - 1}"])
        found = pubnub("cluster", "status", "--admin", node.addresses["admin"])
        equal(found.status, 0)
        assert found.lines[0].startswith(f"cluster test, partition {number} of 3: quorum, 1 server,"), found.output


def others(cluster):
    """A server with another number of partitions does not start, and leaves no stream."""
    for count, number in ((2, 1), (2, 2), (4, 4), (1, 1)):
        refused = refusal("--nats", cluster.nats.urls, "--cluster", "test", "--partitions", str(count),
                          "--partition", str(number))
        assert f"partitions is {count} here and 3 there" in refused, refused
    streams = jetstream.request(cluster.nats.clients[0], "$JS.API.STREAM.NAMES")["streams"]
    equal(sorted(streams), [f"{kind}_test_{number}" for kind in ("PUBNUBFILES", "PUBNUB") for number in (1, 2, 3)])


def test_ranges():
    """--partitions and --partition out of their ranges, or without --nats, are errors that name the range"""
    nats = ("--nats", "nats://127.0.0.1:1")
    for arguments, text in (
        ((*nats, "--partitions", "0"), "--partitions takes a number from 1 to 64"),
        ((*nats, "--partitions", "65"), "--partitions takes a number from 1 to 64"),
        ((*nats, "--partitions", "three"), "--partitions takes a number from 1 to 64"),
        ((*nats, "--partitions", "3", "--partition", "0"), "--partition takes a number from 1 to 3"),
        ((*nats, "--partitions", "3", "--partition", "4"), "--partition takes a number from 1 to 3"),
        ((*nats, "--partition", "2"), "--partition takes a number from 1 to 1"),
        (("--partitions", "2"), "--partitions needs --nats"), (("--partition", "1"), "--partition needs --nats"),
    ):
        found = pubnub("origin", *arguments)
        equal((arguments, found.status, found.output), (arguments, 64, ""))
        assert text in found.errors, found.errors
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "origin.json"
        file.write_text(json.dumps({"nats": nats[1], "partitions": 3, "partition": 4}))
        found = pubnub("origin", "--config", str(file))
        equal(found.status, 64)
        assert "'partition' takes a number from 1 to 3" in found.errors, found.errors
