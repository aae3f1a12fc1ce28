"""A process that the system stops and continues (WireProtocol.md, "Suspension and identifier")."""

import signal

from talk import conversation, within


def test_process_that_continues_after_stop_checks_its_connection():
    """a process that continues after a stop checks its connection immediately, and misses no message"""
    with conversation(3) as (network, client, send):
        client.forget_log()
        client.signal(signal.SIGSTOP)
        send(range(3, 30))
        client.signal(signal.SIGCONT)
        client.expect(range(3, 30), quiet=True)
        client.log_has("The process was stopped and continues")
        client.log_has("/time/0")


def test_process_whose_connection_was_dropped_while_it_was_stopped():
    """a process whose connection was dropped while it was stopped detects that within the time limit of the check"""
    with conversation(0) as (network, client, send):
        client.signal(signal.SIGSTOP)
        network.swallow()
        send(range(0, 6))
        client.signal(signal.SIGCONT)
        within(client.status("disconnected"), 15, "the loss after the process went on")
        network.swallow_no_more()
        client.status("restored", patience=60)
        client.expect(range(0, 6))
