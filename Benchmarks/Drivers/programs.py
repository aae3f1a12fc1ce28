"""The programs of the benchmark: servers that end with their block, and loads that end by themselves."""
import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

class Programs:
    """Where the programs are, and which CPU a server shares with its load."""

    def __init__(self, folder, pubnub, cpu):
        self.folder = pathlib.Path(folder)
        self.pubnub = pubnub
        self.cpu = cpu

    def pinned(self, command, is_pinned):
        return ["taskset", "-c", str(self.cpu)] + command if is_pinned and self.cpu is not None else command

    @contextlib.contextmanager
    def c_server(self, is_pinned=True):
        """BenchServer, which ends with its standard input."""
        command = self.pinned([str(self.folder / "BenchServer")], is_pinned)
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            yield Server(process, int(process.stdout.readline()))
        finally:
            process.stdin.close()
            process.wait(timeout=30)

    @contextlib.contextmanager
    def nats(self, count, folder):
        """NATS servers with JetStream that store everything `count` times; yields their processes and the URL of the first one."""
        ports, routes = [free_port() for _ in range(count)], [free_port() for _ in range(count)]
        processes = []
        try:
            for index in range(count):
                command = ["nats-server", "--addr", "127.0.0.1", "--port", str(ports[index]), "--name", f"n{index}",
                           "--jetstream", "--store_dir", f"{folder}/nats{index}"]
                if count > 1:
                    command += ["--cluster_name", "bench", "--cluster", f"nats://127.0.0.1:{routes[index]}",
                                "--routes", ",".join(f"nats://127.0.0.1:{route}" for route in routes)]
                with open(f"{folder}/nats{index}.log", "wb") as log:
                    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
                processes.append(Server(process, ports[index]))
            yield processes, ",".join(f"nats://127.0.0.1:{port}" for port in ports)
        finally:
            for process in processes:
                process.process.kill()
                process.process.wait()

    @contextlib.contextmanager
    def origin(self, data=None, is_pinned=True, limits=(), has_admin=False, arguments=(), program=None, under=()):
        """`pubnub origin` on a free port; `program` stands for the command, and `under` is a program that runs it."""
        started = time.monotonic()
        port = free_port()
        command = [*under, str(program or self.pubnub), "origin", "--port", str(port)]
        if data:
            command += ["--data", str(data)]
        for limit in limits:
            command += ["--limit", limit]
        command += arguments
        admin_port = free_port() if has_admin else None
        if admin_port:
            command += ["--admin-port", str(admin_port)]
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self.pinned(command, is_pinned), stdout=subprocess.DEVNULL, stderr=errors, stdin=subprocess.DEVNULL
            )
            try:
                server = Server(process, port, admin_port)
                server.wait_until_it_responds()
                server.start_seconds = time.monotonic() - started
                yield server
            finally:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(timeout=60)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                # What a server has to report is no part of a good run.
                errors.seek(0)
                reported = errors.read().decode()
                if reported:
                    print(f"the server reported:\n{reported[-2000:]}")

    def load(self, server, name, *amounts, is_pinned=True, when_ready=None):
        """Runs BenchLoad and returns its figures. `when_ready` is called while the load waits for it."""
        command = [str(self.folder / "BenchLoad"), name, str(server.port), *map(str, amounts)]
        process = subprocess.Popen(
            self.pinned(command, is_pinned), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        first = ""
        if when_ready:
            first = process.stdout.readline()
            when_ready()
        rest, _ = process.communicate("\n")
        if process.returncode != 0:
            raise RuntimeError(f"BenchLoad {name} ended with status {process.returncode}")
        return figures(first + rest)

    def client(self, command, server, scenario, amount):
        """Runs a client on the CPU of the server and returns its figures."""
        command = self.pinned([*map(str, command), scenario, str(server.port), str(amount)], True)
        return figures(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)

    def wrk(self, server, in_flight, seconds, publishes, is_pinned=True):
        """Requests a second that wrk gets responses to with one thread."""
        command = ["wrk", "-t1", f"-c{in_flight}", f"-d{seconds}s"]
        if publishes:
            command += ["-s", str(pathlib.Path(__file__).parent / "publish.lua")]
        command.append(f"http://127.0.0.1:{server.port}/time/0")
        text = subprocess.run(self.pinned(command, is_pinned), capture_output=True, text=True, check=True).stdout
        if "Non-2xx" in text or "Socket errors" in text:
            raise RuntimeError(text)
        return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


class Server:
    """A process that listens on a port of the loopback interface."""

    def __init__(self, process, port, admin_port=None):
        self.process = process
        self.port = port
        self.admin_port = admin_port
        self.start_seconds = None

    def wait_until_it_responds(self, seconds=120):
        end = time.monotonic() + seconds
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with status {self.process.returncode}")
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(b"GET /time/0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if connection.recv(64).startswith(b"HTTP/1.1 200"):
                        return
            except OSError:
                pass
            if time.monotonic() > end:
                raise RuntimeError("the server does not respond")
            time.sleep(0.01)

    @property
    def memory(self):
        """The resident memory in bytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) * 1024

    @property
    def memory_kinds(self):
        """The resident memory in bytes by kind: anonymous, of files, and shared."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return {name: int(re.search(rf"{name}:\s+(\d+)", text).group(1)) * 1024 for name in ("RssAnon", "RssFile", "RssShmem")}

    def metric(self, name):
        """A figure of the admin listener: the sum of all samples that begin with the name."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin_port}/metrics", timeout=10) as response:
            lines = response.read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))

    @property
    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def figures(text):
    """The figures that a program reports: a name and a number in each line."""
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines() if len(line.split()) == 2}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
