"""An origin that is killed and started again (WireProtocol.md, "Losing the network")."""

import pathlib
import signal
import tempfile

from network import Network
from running import equal
from talk import far_origin, publish, subscriber, within


def restart(network, data):
    with far_origin(network, *data) as first:
        port = first.address.rsplit(":", 1)[1]
        client = subscriber(first)
        publish(first, range(0, 5), prefix=network.far.prefix)
        client.expect(range(0, 5))
        first.signal(signal.SIGKILL)
        equal(first.wait(), -signal.SIGKILL)
    within(client.status("disconnected"), 20, "the loss after the origin was killed")
    return port, client


def test_durable_origin_that_is_killed_and_started_again():
    """a durable origin that is killed and started again: every message once, in order"""
    with Network() as network, tempfile.TemporaryDirectory() as directory:
        data = ["--data", str(pathlib.Path(directory) / "origin.sqlite")]
        port, client = restart(network, data)
        with client, far_origin(network, "--port", port, *data) as second:
            publish(second, range(5, 20), prefix=network.far.prefix)
            client.expect(range(5, 20), patience=60)


def test_origin_in_memory_that_is_killed():
    """an origin in memory that is killed: messages that it accepts afterwards arrive once"""
    with Network() as network:
        port, client = restart(network, [])
        with client, far_origin(network, "--port", port) as second:
            client.status("restored", patience=60)
            publish(second, range(5, 20), prefix=network.far.prefix)
            client.expect(range(5, 20))
