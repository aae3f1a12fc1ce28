"""A process that is stopped without being asked: wire reference 7.8."""

import signal

from harness import check
from network import Network
from talk import far_origin, publish, subscriber, within


@check("a stopped process that goes on checks its connection at once, and has missed nothing")
def _():
    with Network() as network, far_origin(network) as origin, subscriber(origin) as client:
        publish(origin, range(0, 3), prefix=network.far.prefix)
        client.expect(range(0, 3))
        client.forget_log()
        client.signal(signal.SIGSTOP)
        publish(origin, range(3, 30), prefix=network.far.prefix)
        client.signal(signal.SIGCONT)
        client.expect(range(3, 30), quiet=True)
        client.log_has("The process was stopped and goes on")
        client.log_has("/time/0")


@check("a stopped process whose connection was forgotten meanwhile finds out within the limit of the check")
def _():
    with Network() as network, far_origin(network) as origin, subscriber(origin) as client:
        client.signal(signal.SIGSTOP)
        network.swallow()
        publish(origin, range(0, 6), prefix=network.far.prefix)
        client.signal(signal.SIGCONT)
        within(client.status("disconnected"), 15, "the loss after the process went on")
        network.swallow_no_more()
        client.status("restored", patience=60)
        client.expect(range(0, 6))
