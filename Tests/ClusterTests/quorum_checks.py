"""What clients get from nodes that cannot reach NATS."""

import concurrent.futures
import http.client
import json
import pathlib
import signal
import socket

from cluster import Cluster, measured, wait_ready
from running import PATIENCE, equal, eventually


def exchange(node, target):
    """The status, the `Connection` header and the text of a response."""
    connection = http.client.HTTPConnection(node.host, timeout=PATIENCE)
    try:
        connection.request("GET", target)
        response = connection.getresponse()
        return response.status, response.headers["Connection"], response.read().decode()
    finally:
        connection.close()


def is_read(connection):
    """Whether the program at the other end of a connection on this machine has read all that was sent."""
    ours, theirs = (f":{address[1]:04X}" for address in (connection.getsockname(), connection.getpeername()))
    for line in pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        _, local, remote, _, queues = line.split()[:5]
        if local.endswith(theirs) and remote.endswith(ours):
            return queues.endswith(":00000000")
    return False


def test_second_signal():
    """a second SIGTERM ends a server at once that waits for a log which does not respond"""
    with Cluster(stored=(False, False, False), arguments=("--log", "info")) as cluster:
        node = cluster.nodes[0]
        cluster.nats.processes[0].send_signal(signal.SIGSTOP)
        try:
            host, port = node.host.split(":")
            with socket.create_connection((host, int(port)), PATIENCE) as connection:
                connection.sendall(b"GET /publish/demo/demo/0/room/0/1 HTTP/1.1\r\nHost: o\r\n\r\n")
                eventually(lambda: is_read(connection), "the server has the message")
                # Connections are spread over the event loops: the one that has read the message has also sent it to the log then.
                for _ in range(16):
                    equal(exchange(node, "/time/0")[0], 200)
                for _ in range(2):
                    node.process.signal(signal.SIGTERM)
                    eventually(lambda: "draining" in node.log.read_text(), "the end begins")
                equal(node.process.wait(), 0)
            # The end in order says so, and waits for the log first.
            assert "stopped" not in node.log.read_text(), node.log.read_text()
        finally:
            cluster.nats.processes[0].send_signal(signal.SIGCONT)


def test_without_nats():
    """without NATS a change in progress gets 503 after 5 s and may be stored, later ones are refused, and polls are released"""
    with Cluster(stored=(False, False, False)) as cluster:
        a, b, _ = cluster.nodes
        start = a.publish("room", 1)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            poll = pool.submit(exchange, b, f"/v2/subscribe/demo/room/0?tt={start}&uuid=bob")
            cluster.nats.kill(0)
            answers = []
            seconds = measured(lambda: answers.append(exchange(a, "/publish/demo/demo/0/room/0/2")))
            status, connection, text = answers[0]
            equal((status, connection), (503, "close"))
            # It waited for an acknowledgement, or for a signal of time that did.
            assert "may have been stored" in text or "Nothing was changed" in text, text
            assert 1 < seconds < 30, seconds
            equal(json.loads(text)["error"], True)
            for node in cluster.nodes:
                eventually(lambda: node.admin("/ready")[0] == 503, "the node is unready", 30)
                status, connection, text = exchange(node, "/publish/demo/demo/0/room/0/3")
                equal((status, connection), (503, "close"))
                assert "Nothing was changed" in text, text
                equal(exchange(node, "/v2/history/sub-key/demo/channel/room")[:2], (200, "keep-alive"))
            status, connection, text = poll.result()
            equal((status, connection, json.loads(text)), (200, "close", {"t": {"t": str(start), "r": 1}, "m": []}))
        cluster.nats.start(0)
        for node in cluster.nodes:
            wait_ready(node)
        last = a.publish("room", 4)
        timetoken, numbers = start, []
        while timetoken < last:
            timetoken, messages = b.poll("room", timetoken, "bob")
            numbers += [number for _, number, _ in messages]
        # What was refused is nowhere; what was not confirmed may be stored.
        assert numbers in ([4], [2, 4]), numbers
