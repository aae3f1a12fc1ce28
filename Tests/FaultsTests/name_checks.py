"""Names that do not resolve (WireProtocol.md, "Losing the network")."""

import pathlib
import subprocess
import tempfile

from harness import KEYS, check, equal, pubnub
from network import FAR, Network
from talk import Subscriber, far_origin, publish


@check("a name that does not resolve is error 102; the client connects once it does")
def _():
    with Network() as network, far_origin(network) as origin, tempfile.TemporaryDirectory() as directory:
        hosts, servers = pathlib.Path(directory) / "hosts", pathlib.Path(directory) / "resolv.conf"
        hosts.write_text("127.0.0.1 localhost\n")
        # No DNS server listens there, so a name that is not in the file fails immediately.
        servers.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
        bound = []
        try:
            for file, place in ((hosts, "/etc/hosts"), (servers, "/etc/resolv.conf")):
                subprocess.run(["mount", "--bind", str(file), place], check=True)
                bound.append(place)
            address = f"http://origin.faults:{origin.address.rsplit(':', 1)[1]}"
            failed = pubnub("publish", "c", "1", "--origin", address, *KEYS, "--json", "--timeout", "5")
            equal(failed.error["code"], 102)
            with Subscriber(address) as client:
                client.log_has("nameNotResolved", 2)
                hosts.write_text(f"127.0.0.1 localhost\n{FAR} origin.faults\n")
                client.status("subscribed", patience=60)
                publish(origin, range(0, 5), prefix=network.far.prefix)
                client.expect(range(0, 5))
        finally:
            for place in bound:
                subprocess.run(["umount", place], check=True)
