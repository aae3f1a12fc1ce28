"""Two networks with a router between them: the client is on one, the origin on the other.

    this namespace          router                      far
    near 10.77.1.1  ----  inner 10.77.1.254
                          outer 10.77.2.254  ----  there 10.77.2.1

What is taken away at the router is gone without a word: neither end sees its own link change.
"""

import subprocess

from namespaces import Namespace

FAR = "10.77.2.1"


class Network:
    """The complete network; use it as `with Network() as network`."""

    def __enter__(self):
        self.router, self.far = Namespace(), Namespace()
        for command in (
                "ip link add near type veth peer name inner",
                f"ip link set inner netns {self.router.holder.pid}", "ip addr add 10.77.1.1/24 dev near"):
            self.run(command)
        for command in (
                "ip link add outer type veth peer name there", f"ip link set there netns {self.far.holder.pid}",
                "ip addr add 10.77.1.254/24 dev inner", "ip addr add 10.77.2.254/24 dev outer", "ip link set inner up",
                "ip link set outer up", "echo 1 >/proc/sys/net/ipv4/ip_forward"):
            self.router.run(command)
        for command in (
                "ip link set lo up", f"ip addr add {FAR}/24 dev there", "ip link set there up",
                "ip route add default via 10.77.2.254"):
            self.far.run(command)
        self.link_up()
        return self

    def __exit__(self, *_):
        # The links disappear with the namespaces at their other ends.
        for namespace in (self.far, self.router):
            namespace.close()
        subprocess.run("ip link del near", shell=True, stderr=subprocess.DEVNULL)

    def run(self, command):
        subprocess.run(command, shell=True, check=True)

    def link_down(self):
        self.run("ip link set near down")

    def link_up(self):
        self.run("ip link set near up && ip route replace default via 10.77.1.254")

    def unplug(self):
        """Removes the other end of the client's link; its address and routes stay."""
        self.router.run("ip link set inner down")

    def plug_in(self):
        self.router.run("ip link set inner up")

    def swallow(self):
        """The router drops all packets in both directions without an error."""
        self.router.run(f"ip route add blackhole {FAR}/32 && ip route add blackhole 10.77.1.1/32")

    def swallow_no_more(self):
        self.router.run(f"ip route del blackhole {FAR}/32; ip route del blackhole 10.77.1.1/32")

    def change_address(self):
        """The client's machine gets another address; packets to the old one are lost."""
        self.run("ip addr del 10.77.1.1/24 dev near && ip addr add 10.77.1.2/24 dev near")
        self.run("ip route replace default via 10.77.1.254")
