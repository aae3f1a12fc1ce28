"""Three origins on three NATS servers that replicate: any process may die."""

from cluster import Cluster, Ledger, Reader, wait_ready
from harness import check, eventually


@check("each of three NATS servers is killed in turn while clients publish: nothing is lost, doubled or out of order")
def killed_one_by_one():
    with Cluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 100, "the load runs")
        for index in range(3):
            cluster.nats.kill(index)
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 100, "the load runs without one NATS server", 60)
            cluster.nats.start(index)
            for node in cluster.nodes:
                wait_ready(node)
            before = ledger.count()
            eventually(lambda: ledger.count() > before + 100, "the load runs", 60)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))


@check("all NATS servers and an origin are killed at the same time: acknowledged messages are there afterwards")
def killed_all():
    with Cluster(nats=3) as cluster:
        reader = Reader(cluster, "load", "reader")
        ledger = Ledger(cluster, "load")
        eventually(lambda: ledger.count() > 200, "the load runs")
        for index in range(3):
            cluster.nats.kill(index)
        cluster.nodes[1].kill()
        for index in range(3):
            cluster.nats.start(index)
        cluster.nodes[1].start()
        cluster.nodes[1].wait()
        for node in cluster.nodes:
            wait_ready(node)
        before = ledger.count()
        eventually(lambda: ledger.count() > before + 100, "the load runs", 60)
        ledger.end()
        ledger.check(reader.until(ledger.acknowledged))
