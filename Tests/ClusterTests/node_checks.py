"""Three origins on one NATS server: what any of them does, all of them know."""

import concurrent.futures
import json

from cluster import Cluster, Ledger, Reader, wait_ready
from running import PATIENCE, equal, eventually, pubnub


def test_any_node():
    """a message published through any node is received from any, with the same timetoken"""
    with Cluster() as cluster:
        a, b, c = cluster.nodes
        starts = [node.poll("room", 0, f"u{node.number}")[0] for node in cluster.nodes]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            polls = [pool.submit(node.poll, "room", start, f"u{node.number}")
                     for node, start in zip(cluster.nodes, starts)]
            timetoken = b.publish("room", 1)
            pages = [poll.result() for poll in polls]
        for _, messages in pages:
            equal(messages, [("room", 1, timetoken)])
        second = c.publish("room", 2)
        assert second > timetoken, (second, timetoken)
        for node in cluster.nodes:
            equal(eventually(lambda: len(node.history("room")) == 2 and node.history("room"), "history"), [1, 2])
        # A page from one node, the next from another.
        later, messages = a.poll("room", starts[0], "v")
        equal([number for _, number, _ in messages], [1, 2])
        equal(later, second)


def test_changes():
    """groups, metadata, actions and presence changed on one node are there on the others"""
    with Cluster(stored=(True, False, False)) as cluster:
        a, b, c = cluster.nodes
        a.get("/v1/channel-registration/sub-key/demo/channel-group/g?add=x,y")
        b.request("/v2/objects/demo/uuids/ann", "PATCH", json.dumps({"name": "Ann"}))
        timetoken = c.publish("x", 1)
        added = c.request(f"/v1/message-actions/demo/channel/x/message/{timetoken}?uuid=ann", "POST",
                          json.dumps({"type": "reaction", "value": "smile"}))
        equal(added[0], 200)
        a.get("/v2/presence/sub-key/demo/channel/x/heartbeat?uuid=bob&heartbeat=60")
        for node in cluster.nodes:
            group = "/v1/channel-registration/sub-key/demo/channel-group/g"
            eventually(lambda: node.get(group)["payload"]["channels"] == ["x", "y"], "the group is there")
            eventually(lambda: node.request("/v2/objects/demo/uuids/ann")[0] == 200, "the user is there")
            equal(node.get("/v2/objects/demo/uuids/ann")["data"]["name"], "Ann")
            eventually(lambda: node.get("/v1/message-actions/demo/channel/x")["data"], "the action is there")
            eventually(lambda: node.get("/v2/presence/sub-key/demo/channel/x")["uuids"] == ["bob"], "bob is present")
        b.get("/v2/presence/sub-key/demo/channel/x/leave?uuid=bob")
        for node in cluster.nodes:
            eventually(lambda: node.get("/v2/presence/sub-key/demo/channel/x")["uuids"] == [], "bob has left")


SECRET = "secret-key-of-the-nodes"
RIGHTS = ("--publish-key", "demo", "--subscribe-key", "demo", "--secret-key", SECRET, "--access-manager")


def rights(command, node):
    """Grants or revokes all rights on a channel."""
    more = ["--read", "--write", "--manage"] if command == "grant" else []
    found = pubnub(command, *more, "--channel", "x", "--origin", node.addresses["origin"], "--publish-key", "demo", "--subscribe-key", "demo",
                   environment={"PUBNUB_SECRET_KEY": SECRET})
    equal(found.status, 0)


def everywhere(cluster, is_there, what):
    """Waits until all nodes show a change."""
    for node in cluster.nodes:
        eventually(lambda: is_there(node), f"{what} on node {node.number}", 30)


def test_rights_everywhere():
    """rights that one node grants and another one revokes hold on all of them"""
    with Cluster(stored=(True, False, False), keys=RIGHTS) as cluster:
        equal([node.request("/publish/demo/demo/0/x/0/1")[0] for node in cluster.nodes], [403] * 3)
        rights("grant", cluster.nodes[0])
        everywhere(cluster, lambda node: node.request("/publish/demo/demo/0/x/0/2")[0] == 200, "rights")
        rights("revoke", cluster.nodes[1])
        everywhere(cluster, lambda node: node.request("/publish/demo/demo/0/x/0/3")[0] == 403, "the revoked rights")


def test_every_kind():
    """state, signals, push registrations, deletions and removed actions of one node are there on the others"""
    with Cluster(stored=(True, False, False)) as cluster:
        a, b, c = cluster.nodes
        b.get("/v2/presence/sub-key/demo/channel/x/uuid/bob/data?state=%7B%22mood%22:%22good%22%7D")
        state = "/v2/presence/sub-key/demo/channel/x/uuid/bob"
        everywhere(cluster, lambda node: node.get(state)["payload"] == {"mood": "good"}, "the state")
        starts = [node.poll("x", 0, f"u{node.number}")[0] for node in cluster.nodes]
        c.get("/signal/demo/demo/0/x/0/7?uuid=ann")
        for node, start in zip(cluster.nodes, starts):
            page = node.get(f"/v2/subscribe/demo/x/0?tt={start}&uuid=u{node.number}&heartbeat=60")
            equal([(message["e"], message["d"]) for message in page["m"]], [(1, 7)])
        device = f"/v1/push/sub-key/demo/devices/{'0' * 64}?type=gcm"
        a.get(f"{device}&add=x,y")
        everywhere(cluster, lambda node: node.get(device) == ["x", "y"], "the push registration")
        first, second = b.publish("x", 1), b.publish("x", 2)
        actions = "/v1/message-actions/demo/channel/x"
        added = c.request(f"{actions}/message/{second}?uuid=ann", "POST", json.dumps({"type": "reaction", "value": "smile"}))
        equal(added[0], 200)
        everywhere(cluster, lambda node: len(node.get(actions)["data"]) == 1, "the action")
        removed = f"{actions}/message/{second}/action/{added[1]['data']['actionTimetoken']}?uuid=ann"
        equal(a.request(removed, "DELETE")[0], 200)
        everywhere(cluster, lambda node: node.get(actions)["data"] == [], "the removal")
        equal(c.request(f"/v3/history/sub-key/demo/channel/x?start={first - 1}&end={first}", "DELETE")[0], 200)
        everywhere(cluster, lambda node: node.history("x") == [2], "the deletion")


def test_timeouts():
    """a silent client times out once, although every node looks for it"""
    with Cluster(stored=(False, False, False), arguments=("--limit", "heartbeatRange=1-300")) as cluster:
        a, b, c = cluster.nodes
        start = b.poll("x-pnpres", 0, "watcher")[0]
        c.get("/v2/presence/sub-key/demo/channel/x/heartbeat?uuid=bob&heartbeat=2")
        seen = []
        while len(seen) < 2:
            start, messages = a.poll("x-pnpres", start, "watcher")
            seen += [message["action"] for _, message, _ in messages]
        equal(seen, ["join", "timeout"])
        # Two more ticks, in which another timeout would come.
        after = a.publish("x", 1)
        eventually(lambda: a.get("/time/0")[0] > after + 25_000_000, "more than two seconds pass")
        equal(a.history("x"), [1])
        status, page = a.request(f"/v2/subscribe/demo/x,x-pnpres/0?tt={start}")
        equal([message["d"] for message in page["m"]], [1])


def test_killed_origin():
    """a node that is killed while clients publish loses nothing, and one without its data file comes back with everything"""
    with Cluster() as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        for number in (1, 2):
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
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))
        newest = [number for _, number, _ in reader.received][-100:]
        for node in cluster.nodes:
            eventually(lambda: node.history("load") == newest, f"node {node.number} has the newest messages", 30)


def test_killed_nats():
    """NATS that is killed and started again loses nothing; the nodes are unready in the meantime, and reconnect by themselves"""
    with Cluster(stored=(True, False, False)) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        cluster.nats.kill(0)
        for node in cluster.nodes:
            eventually(lambda: node.admin("/ready")[0] == 503, "the node is unready", 30)
        assert "no quorum" in cluster.nodes[0].admin("/ready")[1], cluster.nodes[0].admin("/ready")
        cluster.nats.start(0)
        for node in cluster.nodes:
            wait_ready(node)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 50, "the load runs again")
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))


def test_status():
    """cluster status lists all servers; a killed one is missing, a stopped NATS leaves one without quorum"""
    with Cluster(stored=(True, False, False)) as cluster:
        a, b, c = cluster.nodes
        timetoken = a.publish("x", 1)
        assert timetoken > 0
        for node in cluster.nodes:
            wait_ready(node)
            found = cluster_status(node)
            equal(found.status, 0)
            report = json.loads(found.output)["result"]
            equal((report["cluster"], report["this"], report["quorum"]), ("test", f"o{node.number}", True))
            equal([entry["name"] for entry in report["nodes"]], ["o0", "o1", "o2"])
            equal([entry["admin"] for entry in report["nodes"]], [node.addresses["admin"] for node in cluster.nodes])
            equal([entry["url"] for entry in report["nodes"]], [node.addresses["origin"] for node in cluster.nodes])
            figures = metrics(node)
            assert figures["position"] >= 2, figures
            equal((figures["lag_records"], figures["quorum"]), (0, 1))
            assert report["last"] >= 2 and report["last"] >= max(entry["position"] for entry in report["nodes"])
        c.kill()
        found = cluster_status(a)
        equal([entry["name"] for entry in json.loads(found.output)["result"]["nodes"]], ["o0", "o1"])
        equal(found.status, 0)
        cluster.nats.kill(0)
        eventually(lambda: a.admin("/ready")[0] == 503, "the node is unready", 30)
        found = cluster_status(a)
        report = json.loads(found.output)["result"]
        equal((found.status, report["quorum"]), (1, False))
        equal([(entry["name"], entry["ready"]) for entry in report["nodes"]], [("o0", False)])
        assert "no quorum" in report["nodes"][0]["reasons"], report
        equal(metrics(a)["quorum"], 0)
        cluster.nats.start(0)
        for node in (a, b):
            wait_ready(node)
        eventually(lambda: len(json.loads(cluster_status(b).output)["result"]["nodes"]) == 2, "both respond")


def metrics(node):
    """The figures of the cluster in /metrics."""
    lines = [line.split() for line in node.admin("/metrics")[1].splitlines() if line.startswith("pubnub_cluster_")]
    return {name.removeprefix("pubnub_cluster_"): int(value) for name, value in lines}


def cluster_status(node):
    """What the command reports about the cluster of a node."""
    return pubnub("cluster", "status", "--admin", node.addresses["admin"], "--timeout", f"{PATIENCE:.0f}", "--json")
