"""A process that the system stops and continues (WireProtocol.md, "Suspension and identifier")."""

import signal

from harness import check
from talk import conversation, within


@check("a process that continues after a stop checks its connection immediately, and misses no message")
def _():
    with conversation(3) as (network, client, send):
        client.forget_log()
        client.signal(signal.SIGSTOP)
        send(range(3, 30))
        client.signal(signal.SIGCONT)
        client.expect(range(3, 30), quiet=True)
        client.log_has("The process was stopped and continues")
        client.log_has("/time/0")


@check("a process whose connection was dropped while it was stopped detects that within the time limit of the check")
def _():
    with conversation(0) as (network, client, send):
        client.signal(signal.SIGSTOP)
        network.swallow()
        send(range(0, 6))
        client.signal(signal.SIGCONT)
        within(client.status("disconnected"), 15, "the loss after the process went on")
        network.swallow_no_more()
        client.status("restored", patience=60)
        client.expect(range(0, 6))
