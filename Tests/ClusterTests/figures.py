"""How long things take in a cluster of three on this machine. Nothing is asserted: the figures depend on the machine and on the build.

`make cluster` prints them. For those of another build: `PUBNUB_BINARY=FILE Scripts/python.sh Tests/ClusterTests/figures.py`
"""

import pathlib
import statistics
import sys
import threading
import time

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import jetstream
from balancer import BalancedCluster
from cluster import wait_ready
from load import LIMITS, Exchange, Load
from running import BINARY

COUNT = 300


def acknowledgement(node):
    """The median time until a publish is acknowledged, in seconds."""
    exchange, times = Exchange(10), []
    for number in range(COUNT):
        start = time.perf_counter()
        exchange.get(node.host, f"/publish/demo/demo/0/figures/0/{number}?uuid=ann")
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def reception(publishing, receiving):
    """The median time from a publish on one node until a poll on another one returns, in seconds."""
    times, arrivals = [], []
    timetoken = receiving.poll("arrivals", 0, "bob")[0]
    polling, publisher = Exchange(10), Exchange(10)
    for number in range(COUNT):
        def receive():
            page = polling.get(receiving.host, f"/v2/subscribe/demo/arrivals/0?tt={timetoken}&uuid=bob&heartbeat=300")[1]
            arrivals.append((time.perf_counter(), int(page["t"]["t"])))

        thread = threading.Thread(target=receive)
        thread.start()
        # The poll has to wait already.
        time.sleep(0.02)
        start = time.perf_counter()
        publisher.get(publishing.host, f"/publish/demo/demo/0/arrivals/0/{number}?uuid=ann")
        thread.join()
        arrival, timetoken = arrivals[-1]
        times.append(arrival - start)
    return statistics.median(times)


def pauses(cluster):
    """The longest pauses of publishers when the NATS server that leads is killed, and of subscribers when an origin is killed."""
    load = Load(lambda: [cluster.host], patience=20, poll_patience=20)
    load.goes_on()
    first, start = jetstream.leader(cluster.nats), time.monotonic()
    cluster.nats.kill(first)
    load.goes_on(100, 60)
    pause = load.pause(start)
    cluster.nats.start(first)
    for node in cluster.nodes:
        wait_ready(node)
    load.goes_on(100)
    resumed = 0
    for node in cluster.nodes:
        start = time.monotonic()
        node.kill()
        load.goes_on(100)
        resumed = max(resumed, *(subscriber.pause(start) for subscriber in load.subscribers))
        node.start()
        node.wait()
        wait_ready(node)
    load.end()
    for subscriber in load.subscribers:
        subscriber.isEnding = True
    return pause, resumed


def report():
    """Prints the figures."""
    with BalancedCluster(nats=3, arguments=LIMITS) as cluster:
        a, b, _ = cluster.nodes
        acknowledged, received = acknowledgement(a), reception(a, b)
        pause, resumed = pauses(cluster)
    print(f"figures, not asserted, of {'a debug' if '/debug/' in BINARY else 'this'} build: a publish is acknowledged "
          f"after {acknowledged * 1000:.1f} ms, and received from another origin after {received * 1000:.1f} ms "
          f"(medians of {COUNT}); publishers pause for {pause:.1f} s when the NATS server that leads is killed, and "
          f"subscribers behind HAProxy for {resumed:.2f} s when an origin is killed", flush=True)


if __name__ == "__main__":
    report()
