"""The clock of a NATS server, which gives the records of the log their times, is set forward and back."""

import threading

import jetstream
import pytest
import stepped_clock
from cluster import Cluster, Nats, wait_ready
from load import LIMITS, Load
from running import eventually

NOT_RUN = "not run: the clock of one process can be set on x86-64 only"


class SteppedNats(Nats):
    """NATS servers whose clocks a check sets."""

    def __init__(self, folder, count=1):
        self.clocks = [None] * count
        super().__init__(folder, count)

    def launch(self, index, arguments, **options):
        self.clocks[index] = stepped_clock.SteppedClock(arguments, **options)
        return self.clocks[index].process


class SteppedCluster(Cluster):
    """A cluster with such NATS servers."""

    def make_nats(self, count):
        return SteppedNats(self.folder.name, count)


class Times:
    """Asks each origin in turn for its time, which never goes back on one origin."""

    def __init__(self, cluster):
        self.cluster, self.wrong, self.latest = cluster, [], {}
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self._ask, daemon=True)
        self.thread.start()

    def _ask(self):
        while not self.ending.wait(0.02):
            for node in self.cluster.nodes:
                for now in (node.get("/time/0")[0], node.poll("other", 0, "watcher")[0]):
                    if now < self.latest.get(node.number, 0):
                        self.wrong.append(f"node {node.number} goes back from {self.latest[node.number]} to {now}")
                    self.latest[node.number] = max(now, self.latest.get(node.number, 0))

    def end(self):
        self.ending.set()
        self.thread.join()
        assert not self.wrong, self.wrong[:3]
        assert len(self.latest) == len(self.cluster.nodes), self.latest


def test_stepped_leader():
    """the clock of the NATS server that leads is set 5 s forward, and back by 10 s: timetokens never decrease, and are the same everywhere"""
    if not stepped_clock.is_possible():
        return print(NOT_RUN)
    with SteppedCluster(arguments=LIMITS) as cluster:
        load, times = Load(lambda: [node.host for node in cluster.nodes]), Times(cluster)
        for seconds in (0, 5, -5, 0):
            before = load.newest()
            cluster.nats.clocks[0].step(seconds)
            load.goes_on(60)
            if seconds == 5:
                # The clock of the log did step: the timetokens are ahead.
                assert load.newest() > before + 40_000_000, (before, load.newest())
        times.end()
        load.finish(cluster.nodes)


@pytest.mark.long
def test_different_leaders():
    """three NATS servers whose clocks are 10 s apart lead in turn: timetokens never decrease, and are the same everywhere"""
    if not stepped_clock.is_possible():
        return print(NOT_RUN)
    with SteppedCluster(nats=3, arguments=LIMITS) as cluster:
        for index, clock in enumerate(cluster.nats.clocks):
            clock.step(5 * (index - 1))
        load, times = Load(lambda: [node.host for node in cluster.nodes]), Times(cluster)
        load.goes_on()
        for _ in range(3):
            before = jetstream.leader(cluster.nats)
            jetstream.step_down(cluster.nats)
            eventually(lambda: jetstream.leader(cluster.nats) not in (None, before), "another server leads", 20)
            for node in cluster.nodes:
                wait_ready(node)
            load.goes_on()
        times.end()
        load.finish(cluster.nodes)
