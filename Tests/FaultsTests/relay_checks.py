"""Connections that are reset, slow, or deliver one byte at a time (WireProtocol.md, "Losing the network")."""

from harness import check
from network import Network
from relaying import Relay
from talk import far_origin, publish, subscriber, within


@check("connections that are reset repeatedly: every message arrives once, in order, without a reported loss")
def _():
    with Network() as network, far_origin(network) as origin, Relay(origin.address) as relay:
        with subscriber(origin, address=relay.address) as client:
            for round in range(10):
                publish(origin, range(10 * round, 10 * round + 5), prefix=network.far.prefix)
                assert relay.reset()
                publish(origin, range(10 * round + 5, 10 * round + 10), prefix=network.far.prefix)
                client.expect(range(10 * round, 10 * round + 10), quiet=True)


@check("responses that arrive one byte at a time are read completely")
def _():
    with Network() as network, far_origin(network) as origin, Relay(origin.address, size=1) as relay:
        with subscriber(origin, address=relay.address) as client:
            publish(origin, range(0, 100), prefix=network.far.prefix)
            client.expect(range(0, 100), quiet=True)


@check("a slow connection, 2,000 bytes per second: every message arrives, late")
def _():
    with Network() as network, far_origin(network) as origin, Relay(origin.address, size=20, pause=0.01) as relay:
        with subscriber(origin, address=relay.address) as client:
            publish(origin, range(0, 50), prefix=network.far.prefix)
            within(client.expect(range(0, 50)), 25, "the last of 50 messages")
