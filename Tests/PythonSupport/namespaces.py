"""Network namespaces that processes of a check run in."""

import subprocess


class Namespace:
    """A network namespace that lives as long as a process in it."""

    def __init__(self):
        self.holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo ready; exec cat >/dev/null"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout.readline() == "ready\n", "no further namespace"
        self.prefix = ["nsenter", f"--target={self.holder.pid}", "--net"]

    def run(self, command):
        subprocess.run([*self.prefix, "sh", "-c", command], check=True)

    def close(self):
        self.holder.stdin.close()
        self.holder.wait()
        self.holder.stdout.close()
