"""Links, addresses and routes that appear and disappear (WireProtocol.md, "Connecting" and "Losing the network")."""

import time

from talk import conversation, within

CHECKED = "the connection is checked"
TRY = "/time/0"


def test_link_that_goes_down_is_reported_immediately():
    """a link that goes down is reported immediately; when it is up, the client reconnects immediately and misses no message"""
    with conversation(5) as (network, client, send):
        network.link_down()
        within(client.status("disconnected"), 5, "the loss after the link went down")
        client.forget_log()
        send(range(5, 25))
        # A pause of 12 to 20 s follows the fifth attempt; the link ends it.
        client.log_has(TRY, 5, patience=40)
        network.link_up()
        within(client.status("restored"), 5, "the restore after the link came up")
        client.expect(range(5, 25))


def test_check_detects_unplugged_cable():
    """the check detects an unplugged cable long before the time limit of the long poll"""
    with conversation(3) as (network, client, send):
        network.unplug()
        client.log_has(CHECKED)
        within(client.status("disconnected"), 15, "the loss after the cable was pulled")
        send(range(3, 9))
        network.plug_in()
        within(client.status("restored"), 20, "the restore after it was plugged in")
        client.expect(range(3, 9))


def test_new_address_of_machine():
    """a new address of the machine: the long poll moves to it, without a reported loss"""
    with conversation(3) as (network, client, send):
        network.change_address()
        client.log_has(CHECKED)
        send(range(3, 9))
        within(client.expect(range(3, 9), quiet=True), 5, "the messages over the new address")


def test_link_that_goes_down_and_up_twenty_times_causes_few_checks():
    """a link that goes down and up twenty times causes few checks and no loss"""
    with conversation(0) as (network, client, send):
        start = time.monotonic()
        for _ in range(20):
            network.link_down()
            network.link_up()
        took = time.monotonic() - start
        send(range(0, 10))
        client.expect(range(0, 10))
        client.log_has(CHECKED)
        checks = 1
        while not client.logged.empty():
            checks += CHECKED in client.logged.get()
        assert checks <= took + 3, f"{checks} checks in {took:.1f} s"


def test_kernels_keep_alive_detects_route_that_drops_all_packets():
    """the kernel's keep-alive detects a route that drops all packets, long before 310 s"""
    with conversation(3) as (network, client, send):
        network.swallow()
        send(range(3, 9))
        within(client.status("disconnected", patience=200), 130, "the loss after everything was swallowed")
        network.swallow_no_more()
        client.status("restored", patience=60)
        client.expect(range(3, 9))
