"""Three origins behind HAProxy, with the example of Deployment/cluster."""

import http.client
import pathlib
import re
import subprocess

from cluster import Cluster, Node
from running import ROOT, ReservedPort, eventually

EXAMPLE = ROOT / "Deployment" / "cluster" / "haproxy.cfg"


class BalancedCluster(Cluster):
    """Origins that have the same ports after each start, and HAProxy in front of them at `host`."""

    def __init__(self, *arguments, **options):
        self.ports = [(ReservedPort(), ReservedPort()) for _ in range(3)]
        self.front = ReservedPort()
        self.host = f"127.0.0.1:{self.front.number}"
        super().__init__(*arguments, **options)
        self.configuration = pathlib.Path(self.folder.name) / "haproxy.cfg"
        self.configuration.write_text(self._configuration())
        with open(self.configuration.with_suffix(".log"), "wb") as log:
            self.balancer = subprocess.Popen(["haproxy", "-db", "-f", str(self.configuration)],
                                             stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        eventually(self._serves, "HAProxy serves", 20)

    def make_node(self, number, *arguments, stored, **options):
        ports = tuple(port.number for port in self.ports[number])
        return Node(number, self.nats, self.folder.name, *arguments, stored=stored, ports=ports, **options)

    def _configuration(self):
        """The example with the ports of this cluster."""
        text = EXAMPLE.read_text(encoding="utf-8")
        ports = iter(self.ports)

        def server(match):
            origin, admin = next(ports)
            return f"{match[1]}127.0.0.1:{origin.number} check port {admin.number}"

        text, servers = re.subn(r"(server \w+ )127\.0\.0\.1:\d+ check port \d+", server, text)
        text, fronts = re.subn(r"bind 127\.0\.0\.1:\d+", f"bind {self.host}", text)
        assert (servers, fronts) == (3, 1), "the example has three servers and one frontend"
        return text

    def _serves(self):
        connection = http.client.HTTPConnection(self.host, timeout=5)
        try:
            connection.request("GET", "/time/0")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def __exit__(self, *arguments):
        self.balancer.kill()
        self.balancer.wait()
        super().__exit__(*arguments)
        for port in [*(port for pair in self.ports for port in pair), self.front]:
            port.close()
