"""Polls that change the server on every page, and publishers that hang up before they know."""

import socket
import struct

from cluster import Cluster
from load import history
from running import equal, eventually


def test_wandering_poll():
    """a poll that asks another origin for every page receives each message once and in order, with one timetoken for all channels"""
    with Cluster() as cluster:
        channels = ["a", "b", "c"]
        start = cluster.nodes[0].poll("a,b,c", 0, "ann")[0]
        published = []
        for number in range(330):
            channel = channels[number * number % 3]
            published.append((channel, number, cluster.nodes[number % 2].publish(channel, number)))
        for first in range(3):
            received, timetoken, turn, pages = [], start, first, 0
            while len(received) < len(published):
                timetoken, page = cluster.nodes[turn % 3].poll("a,b,c", timetoken, f"reader{first}")
                assert page, f"an empty page after {len(received)} messages"
                received += page
                turn, pages = turn + 1, pages + 1
            equal(received, published)
            assert pages >= 4, pages
            equal(timetoken, published[-1][2])


def hang_up(host, request):
    """Sends the bytes of a request, and resets the connection without reading."""
    name, port = host.split(":")
    connection = socket.create_connection((name, int(port)))
    connection.sendall(request)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def test_cut_publisher():
    """a publisher whose connection is cut before the acknowledgement: the message is there once, or not at all, on all origins alike"""
    with Cluster() as cluster:
        halves = []
        for number in range(1, 91):
            request = (f"GET /publish/demo/demo/0/cut/0/{number}?uuid=ann HTTP/1.1\r\nHost: a\r\n\r\n").encode()
            if number % 3 == 0:
                halves.append(number)
                request = request[:-3]
            hang_up(cluster.nodes[number // 2 % 3].host, request)
        # After these every origin has taken in what was sent to it before.
        last = [node.publish("cut", 1000 + node.number) for node in cluster.nodes]

        def complete(node):
            found = history(node, "cut")
            return set(last) <= {timetoken for timetoken, _ in found} and found

        whole = eventually(lambda: complete(cluster.nodes[0]), "the last messages")
        for node in cluster.nodes:
            equal(eventually(lambda: complete(node), "the last messages"), whole)
        numbers = [number for _, number in whole]
        equal(len(set(numbers)), len(numbers))
        equal([number for number in numbers if number in halves], [])
        equal([timetoken for timetoken, _ in whole], sorted({timetoken for timetoken, _ in whole}))
