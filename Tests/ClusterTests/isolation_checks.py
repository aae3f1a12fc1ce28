"""A machine that is cut off from the others."""

import isolation
import jetstream
import pytest
from cluster import wait_ready
from load import LIMITS, Load
from running import equal, eventually

pytestmark = pytest.mark.long

NOT_RUN = "not run: this machine allows no network namespaces"


def cut_off(leads):
    """Cuts off the machine whose NATS server leads, or another one, and joins it again."""
    with isolation.SpreadCluster(arguments=LIMITS) as cluster:
        load = Load(lambda: [node.host for node in cluster.nodes])
        load.goes_on()
        leader = jetstream.leader(cluster.nats)
        alone = leader if leads else (leader + 1) % 3
        node, others = cluster.nodes[alone], [other for other in cluster.nodes if other.number != alone]
        held = node.poll("silent", 0, "held")[0]
        cluster.machines[alone].unplug()
        # Its polls are released, so that their clients may go to the others.
        status, page = node.request(f"/v2/subscribe/demo/silent/0?tt={held}&uuid=held", timeout=15)
        equal((status, int(page["t"]["t"]), page["m"]), (200, held, []))
        eventually(lambda: "no quorum" in node.admin("/ready")[1], "the machine that is cut off is unready", 15)
        assert node.request("/publish/demo/demo/0/alone/0/1")[0] >= 500
        for other in others:
            wait_ready(other)
        load.goes_on()
        for other in others:
            equal(other.request("/publish/demo/demo/0/majority/0/1")[0], 200)
        equal(node.admin("/ready")[0], 503)
        cluster.machines[alone].plug_in()
        wait_ready(node)
        load.goes_on()
        load.finish(cluster.nodes)
        for each in cluster.nodes:
            equal((each.history("alone"), each.history("majority")), ([], [1, 1]))


def test_follower_cut_off():
    """a machine that is cut off refuses changes and is unready while the others go on, and has what they have when it is back"""
    if not isolation.is_possible():
        return print(NOT_RUN)
    if not jetstream.stores_the_same():
        return print(jetstream.NOT_RUN)
    cut_off(leads=False)


def test_leader_cut_off():
    """the same for the machine whose NATS server leads"""
    if not isolation.is_possible():
        return print(NOT_RUN)
    if not jetstream.stores_the_same():
        return print(jetstream.NOT_RUN)
    cut_off(leads=True)
