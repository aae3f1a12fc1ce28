"""What a reader of Documentation/Cluster.md and of the files in Deployment/cluster does, as it is written there."""

import configparser
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import isolating
from cluster import NATS_SERVER
from running import BINARY, ROOT, clean_environment, equal

ARTICLE = ROOT / "Documentation" / "Cluster.md"
RECIPES = ROOT / "Deployment" / "cluster"
SECTION = "## Try it on one machine"


def blocks(section):
    """The shell commands of a section of the article, block by block."""
    text = ARTICLE.read_text(encoding="utf-8")
    start = text.index(section)
    return re.findall(r"```sh\n(.*?)```", text[start:text.index("\n## ", start + 1)], flags=re.DOTALL)


class Shell:
    """A shell whose commands run one block after the other, with `pubnub` and `nats-server` in its path."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        os.symlink(ROOT / "Deployment", self.folder / "Deployment")
        path = f"{pathlib.Path(BINARY).parent}:{pathlib.Path(NATS_SERVER).parent}:/usr/sbin:{os.environ['PATH']}"
        self.log = open(self.folder / "log", "w+")
        self.process = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        cwd=folder, env=clean_environment({"PATH": path, "HOME": folder}), start_new_session=True)

    def run(self, block):
        """What a block prints, and its exit status."""
        self.process.stdin.write(f"{block}\necho end of block $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith("end of block "):
                return "".join(lines), int(line.split()[-1])
            lines.append(line)
        self.log.seek(0)
        raise AssertionError(f"the shell ended: {self.log.read()}")

    def until(self, block, is_right, what, patience=60):
        """Repeats a block until its output is right, as a reader would."""
        end = time.monotonic() + patience
        while True:
            output, status = self.run(block)
            if is_right(output, status):
                return output
            assert time.monotonic() < end, f"{what}: status {status}: {output}"
            time.sleep(0.5)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.log.seek(0)
            text = self.log.read()
            print(text if len(text) < 4000 else f"{text[:2000]}\n[...]\n{text[-2000:]}")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


def test_followed():
    """the article, followed on ports of one machine: its commands start a cluster, and go on after a NATS server and an origin were killed"""
    if not isolating.is_inside():
        return print("not run: the ports of the article may be in use on this machine")
    start, status, messages, killed = blocks(SECTION)
    with tempfile.TemporaryDirectory(prefix="pubnub-article-") as folder, Shell(folder) as shell:
        equal(shell.run(start)[1], 0)
        listed = shell.until(status, lambda output, status: status == 0 and ": quorum, 3 servers" in output, "three servers")
        for name, port in (("o1", 8080), ("o2", 8090), ("o3", 8100)):
            assert re.search(rf"^{name} +ready .* http://127.0.0.1:{port}$", listed, flags=re.MULTILINE), listed
        assert re.search(r"^NAME +STATE +POSITION +BEHIND +LAG +VERSION +ADDRESS$", listed, flags=re.MULTILINE), listed
        publish, read = messages.splitlines()
        shell.until(publish, lambda _, status: status == 0, "HAProxy serves")
        shell.until(read, lambda output, status: (output, status) == ("hello\n", 0), "the message")
        kill, publish, read, list_others = killed.splitlines()
        equal(shell.run(kill)[1], 0)
        # As the article says, one that fails may be stored.
        shell.until(publish, lambda _, status: status == 0, "the cluster goes on")
        shell.until(read, lambda output, status: re.fullmatch("hello\n(still here\n)+", output) and status == 0, "the other message")
        shell.until(list_others, lambda output, status: status == 0 and ": quorum, 2 servers" in output, "two servers")
        equal(shell.run("kill $(jobs -p)")[1], 0)


def test_files():
    """the example files are valid: nats.conf, which needs a user and listens on this machine only, the unit's override, origin.json, HAProxy"""
    with tempfile.TemporaryDirectory() as folder:
        text = (RECIPES / "nats.conf").read_text(encoding="utf-8")
        path = shutil.copy(RECIPES / "nats.conf", folder)
        shutil.copy(RECIPES / "nats-user.conf", folder)
        for environment, status in (({"ORIGIN_PASSWORD": "p"}, 0), ({}, 1)):
            found = subprocess.run([NATS_SERVER, "-c", path, "-t"], capture_output=True, text=True, env=environment)
            equal((found.returncode, "configuration file" in found.stderr), (status, status == 0))
        assert "ORIGIN_PASSWORD" in found.stderr, found.stderr
        equal([address.split(":")[0] for address in re.findall(r"^ *listen: (\S+)$", text, re.M)], ["127.0.0.1"] * 2)
        equal(re.search(r"^http: (\S+)$", text, re.M)[1], "127.0.0.1:8222")
    override = configparser.ConfigParser(strict=False, delimiters="=")
    override.optionxform = str
    override.read(RECIPES / "nats-server.override.conf")
    equal(f"/var/lib/{override['Service']['StateDirectory']}", re.search(r"store_dir: (\S+)", text)[1])
    settings = json.loads((RECIPES / "origin.json").read_text(encoding="utf-8"))
    article = (ROOT / "Documentation" / "Cluster.md").read_text(encoding="utf-8")
    addresses = re.search(r"PUBNUB_ORIGIN_NATS=(\S+)", article)[1]
    equal(addresses.count("nats://origin:"), settings["replicas"])
    for name in ("haproxy.cfg", "haproxy-partitions.cfg"):
        found = subprocess.run(["haproxy", "-c", "-f", RECIPES / name], capture_output=True, text=True)
        equal((name, found.returncode, found.stderr), (name, 0, ""))
