"""The names that programs in this namespace can resolve: the private files that Scripts/faults.sh mounts."""

import contextlib
import os
import pathlib
import socket

DIRECTORY = pathlib.Path(os.environ["FAULTS_NAMES"])
HOSTS, SERVERS = DIRECTORY / "hosts", DIRECTORY / "resolv.conf"
SILENT = "127.0.0.153"


def know(names):
    """Exactly these names resolve, each to its address, and any other one fails immediately: no name server runs."""
    HOSTS.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in names.items()))
    SERVERS.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")


@contextlib.contextmanager
def silent_server():
    """A name server that never responds: other names keep a program waiting for 30 s, the most that the system allows."""
    # Names of the check before must not be known.
    know({})
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((SILENT, 53))
        SERVERS.write_text(f"nameserver {SILENT}\noptions timeout:30 attempts:1\n")
        try:
            yield
        finally:
            know({})
