"""Three machines on one network, each with a NATS server and an origin: namespaces on a bridge.

    clients (this namespace)  10.79.N.254 ---- 10.79.N.1  machine N  10.78.0.N ---- bridge 10.78.0.254

The checks are clients of each machine on a link of their own, which works while the machine is cut off from the others.
"""

import subprocess

import isolating
from cluster import TOKEN, Cluster, Nats, Node
from namespaces import Namespace

BRIDGE = "cluster"


def is_possible():
    """Whether the checks have namespaces of their own."""
    return isolating.is_inside()


def run(command):
    subprocess.run(command, shell=True, check=True)


class Machine:
    """A namespace with a link to the bridge and one to this namespace."""

    def __init__(self, number):
        self.number = number
        self.inside, self.outside = f"10.78.0.{number + 1}", f"10.79.{number}.1"
        self.namespace = Namespace()
        for link, address in ((f"inner{number}", self.inside), (f"outer{number}", self.outside)):
            run(f"ip link add {link} type veth peer name {link} netns {self.namespace.holder.pid}")
            self.namespace.run(f"ip addr add {address}/24 dev {link} && ip link set {link} up")
            run(f"ip link set {link} up")
        run(f"ip addr add 10.79.{number}.254/24 dev outer{number}")
        self.namespace.run("ip link set lo up")
        self.plug_in()

    def unplug(self):
        """Takes it off the bridge: what it sends to the others, and they to it, is gone without an error."""
        run(f"ip link set inner{self.number} nomaster")

    def plug_in(self):
        run(f"ip link set inner{self.number} master {BRIDGE}")

    def close(self):
        # The links disappear with the namespace.
        self.namespace.close()


class SpreadNats(Nats):
    """A NATS server on each machine."""

    def __init__(self, folder, machines):
        self.machines = machines
        super().__init__(folder, len(machines))

    def places(self, count):
        return ([f"{machine.inside}:4222" for machine in self.machines],
                [f"{machine.inside}:6222" for machine in self.machines])

    def launch(self, index, arguments, **options):
        return super().launch(index, [*self.machines[index].namespace.prefix, *arguments], **options)


class SpreadCluster(Cluster):
    """A NATS server and an origin on each of three machines."""

    def __init__(self, **options):
        run(f"ip link add {BRIDGE} type bridge && ip addr add 10.78.0.254/24 dev {BRIDGE} && ip link set {BRIDGE} up")
        self.machines = [Machine(number) for number in range(3)]
        super().__init__(nats=3, **options)

    def make_nats(self, count):
        return SpreadNats(self.folder.name, self.machines)

    def make_node(self, number, *arguments, stored):
        machine = self.machines[number]
        return Node(number, self.nats, self.folder.name, *arguments, "--host", machine.outside, "--admin-host",
                    machine.outside, "--admin-token", TOKEN, stored=stored, prefix=machine.namespace.prefix)

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        for machine in self.machines:
            machine.close()
        run(f"ip link del {BRIDGE}")
