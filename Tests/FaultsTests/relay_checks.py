"""Connections that are reset, slow, or deliver one byte at a time (WireProtocol.md, "Losing the network")."""

from network import Network
from relaying import Relay
from talk import far_origin, publish, subscriber, within


def test_connections_that_are_reset_repeatedly():
    """connections that are reset repeatedly: every message arrives once, in order, without a reported loss"""
    with Network() as network, far_origin(network) as origin, Relay(origin.address) as relay:
        with subscriber(origin, address=relay.address) as client:
            for round in range(10):
                publish(origin, range(10 * round, 10 * round + 5), prefix=network.far.prefix)
                assert relay.reset()
                publish(origin, range(10 * round + 5, 10 * round + 10), prefix=network.far.prefix)
                client.expect(range(10 * round, 10 * round + 10), quiet=True)


def test_responses_that_arrive_one_byte_at_time_are_read_completely():
    """responses that arrive one byte at a time are read completely"""
    with Network() as network, far_origin(network) as origin, Relay(origin.address, size=1) as relay:
        with subscriber(origin, address=relay.address) as client:
            publish(origin, range(0, 100), prefix=network.far.prefix)
            client.expect(range(0, 100), quiet=True)


def test_slow_connection_2_000_bytes_per_second():
    """a slow connection, 2,000 bytes per second: every message arrives, late"""
    with Network() as network, far_origin(network) as origin, Relay(origin.address, size=20, pause=0.01) as relay:
        with subscriber(origin, address=relay.address) as client:
            publish(origin, range(0, 50), prefix=network.far.prefix)
            within(client.expect(range(0, 50)), 25, "the last of 50 messages")
