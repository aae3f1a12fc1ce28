"""The Debian package: installed, run under a supervisor, upgraded, removed and purged, on a copy of this system."""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import tempfile
import threading

from running import BINARY, PATIENCE, ROOT, clean_environment, equal
from serving import RECIPES, Program, fetch, reached

ORIGIN, ADMIN = "http://127.0.0.1:8080", "http://127.0.0.1:8081"

SUPERVISOR = """
[supervisord]
nodaemon=true
logfile=/var/log/supervisord.log
pidfile=/run/supervisord.pid
user=root

[unix_http_server]
file=/run/supervisor.sock

[rpcinterface:supervisor]
supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface

[supervisorctl]
serverurl=unix:///run/supervisor.sock

[program:pubnub]
command=/usr/bin/pubnub origin --config /etc/pubnub/origin.json
user=pubnub-origin
autorestart=true
stopwaitsecs=90
"""


class Root:
    """A root in memory for programs; it is gone with the mount namespace of the checks."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.folder.name], check=True)
        self.root = pathlib.Path(self.folder.name) / "root"
        self.root.mkdir()

    def mount_system(self):
        """Mounts what the kernel provides."""
        subprocess.run(["mount", "--rbind", "/proc", str(self.root / "proc")], check=True)
        for name in ("dev", "run"):
            subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(self.root / name)], check=True)
        # The folder has a socket of the checks, which other programs of this machine must not find in theirs.
        for name in ("full", "null", "random", "tty", "urandom", "zero"):
            (self.root / "dev" / name).touch()
            subprocess.run(["mount", "--bind", f"/dev/{name}", str(self.root / "dev" / name)], check=True)
        for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
            (self.root / "dev" / name).symlink_to(target)
        (self.root / "dev" / "shm").mkdir(mode=0o1777)

    def path(self, path):
        return self.root / path.lstrip("/")

    def run(self, *arguments, statuses=(0,)):
        """Runs a command on that system, which must end with one of the statuses; returns what it prints."""
        finished = subprocess.run(
            ["chroot", str(self.root), *arguments], capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, env=clean_environment({"DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}))
        assert finished.returncode in statuses, (arguments, finished.returncode, finished.stdout, finished.stderr)
        return finished.stdout

    def close(self):
        subprocess.run(["umount", "--recursive", "--lazy", self.folder.name], check=True)
        self.folder.cleanup()


class SystemLog:
    """The socket to which the C library writes for the system's log, and the lines that came."""

    def __init__(self, system):
        self.lines = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = system.path("/dev/log")
        self.socket.bind(str(path))
        path.chmod(0o666)
        # Programs wait while nobody reads.
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        while line := self.socket.recv(65536):
            self.lines.append(line.decode())

    def close(self):
        self.socket.shutdown(socket.SHUT_RD)
        self.reader.join()
        self.socket.close()


class System(Root):
    """This system with a layer in memory on top that takes all changes."""

    def __init__(self):
        super().__init__()
        upper, work = (pathlib.Path(self.folder.name) / name for name in ("upper", "work"))
        for path in (upper, work):
            path.mkdir()
        options = f"lowerdir=/,upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(self.root)], check=True)
        self.mount_system()


class CleanSystem(Root):
    """A root with a package, those that it depends on, and the Swift runtime if the binary has it outside."""

    def __init__(self, source):
        super().__init__()
        for name in ("bin", "lib", "lib64", "sbin"):
            (self.root / "usr" / name).mkdir(parents=True)
            (self.root / name).symlink_to(f"usr/{name}")
        for name in ("proc", "dev", "run", "tmp"):
            (self.root / name).mkdir()
        depends = subprocess.run(["dpkg-deb", "--field", str(source), "Depends"], capture_output=True, text=True, check=True)
        for path in files_of(with_dependencies(depends.stdout)):
            target = self.path(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                shutil.copy2(path, target, follow_symlinks=False)
        subprocess.run(["dpkg-deb", "--extract", str(source), str(self.root / "extracted")], check=True)
        shutil.copytree(self.root / "extracted", self.root, symlinks=True, dirs_exist_ok=True)
        for path in swift_runtime():
            self.path(path).mkdir(parents=True)
            subprocess.run(["mount", "--bind", path, str(self.path(path))], check=True)
        self.mount_system()


def with_dependencies(text):
    """The names of installed packages that a list of dependencies leads to."""
    listed = subprocess.run(["dpkg-query", "--show", "--showformat=${Package}\t${Provides}\t${Pre-Depends}, ${Depends}\n"],
                            capture_output=True, text=True, check=True).stdout

    def names(dependency):
        return [re.match(r"[^\s(:]*", name.strip())[0] for name in dependency.split("|")]
    depends, providers = {}, {}
    for name, provides, needs in (line.split("\t") for line in listed.splitlines()):
        depends[name] = needs
        for provided in provides.split(","):
            providers[names(provided)[0]] = name
    found, waiting = set(), [text]
    while waiting:
        for dependency in filter(str.strip, waiting.pop().split(",")):
            candidates = [name if name in depends else providers.get(name) for name in names(dependency)]
            name = next(filter(None, candidates))
            if name not in found:
                found.add(name)
                waiting.append(depends[name])
    return found


def files_of(packages):
    """The files of packages, with links and without folders."""
    listed = subprocess.run(["dpkg-query", "--listfiles", *sorted(packages)], capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines()
            if os.path.lexists(path) and (os.path.islink(path) or not os.path.isdir(path))]


def swift_runtime():
    """The folders of the Swift runtime that the built command loads; none for a binary of release mode."""
    headers = subprocess.run(["objdump", "-p", BINARY], capture_output=True, text=True, check=True).stdout
    if "libswiftCore.so" not in headers:
        return []
    folders = re.search(r"RUNPATH\s+(\S+)", headers)[1].split(":")
    return [folder for folder in folders if os.path.isdir(folder)]


def package(version):
    """A package of the built command with this version; its path."""
    finished = subprocess.run([ROOT / "Scripts" / "deb.sh", BINARY, version], capture_output=True, text=True,
                              timeout=PATIENCE, env=clean_environment({"DEB_COMPRESSION": "none"}))
    assert finished.returncode == 0, finished.stderr
    return ROOT / ".build-deb" / f"pubnub_{version}_{architecture()}.deb"


def architecture():
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def install(system, version):
    source = package(version)
    system.path("/tmp/pubnub.deb").write_bytes(source.read_bytes())
    source.unlink()
    system.run("dpkg", "--force-confold", "--install", "/tmp/pubnub.deb")
    equal(system.run("dpkg-query", "--show", "--showformat=${Status} ${Version}", "pubnub"),
          f"install ok installed {version}")
    equal(system.run("dpkg", "--audit"), "")


def prepare(system):
    """Makes the user and the folder that systemd makes itself, and the configuration of the supervisor."""
    system.run("useradd", "--system", "--gid", "pubnub", "pubnub-origin")
    system.run("install", "-d", "-m", "700", "-o", "pubnub-origin", "/var/lib/pubnub")
    system.path("/etc/supervisord.conf").write_text(SUPERVISOR, encoding="utf-8")


def supervisor(system):
    return Program("chroot", str(system.root), "supervisord", "-c", "/etc/supervisord.conf")


def ready():
    return fetch(ADMIN + "/ready")[0] == 200


CONTROL = ["supervisorctl", "-c", "/etc/supervisord.conf"]
NOT_RUNNING = 7  # the status of supervisorctl while a program is between its end and its next start


def server_process(system):
    """The process number of the server; "0" while it does not run."""
    return system.run(*CONTROL, "pid", "pubnub", statuses=(0, NOT_RUNNING)).strip()


def stored(system):
    return [message["message"] for message in
            json.loads(system.run("pubnub", "history", "kept", "--local", "--json"))["result"]["messages"]]


def test_debian_package_has_all_recipes():
    """the Debian package has every recipe of Deployment/"""
    source = package("1.0.0~5")
    listed = subprocess.run(["dpkg-deb", "--contents", str(source)], capture_output=True, text=True, check=True).stdout
    source.unlink()
    names = {pathlib.PurePath(line.split()[5]).name for line in listed.splitlines()}
    recipes = {path.name for path in RECIPES.rglob("*") if path.is_file() and path.parent.name != "debian"}
    equal(recipes - names, set())


def unit_settings(name):
    """The settings of a unit of Deployment/systemd as pairs of name and value, in their order."""
    lines = (RECIPES / "systemd" / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("=", 1)) for line in lines if re.match(r"\w+=", line)]


def test_start_has_no_time_limit():
    """systemd does not end a server whose start takes long, because it copies a snapshot or converts its data file"""
    settings = unit_settings("pubnub-origin.service")
    assert ("Type", "notify") in settings, settings
    equal([value for name, value in settings if name == "TimeoutStartSec"], ["infinity"])


def test_debian_package_installs_runs_under_supervisor():
    """the Debian package installs, runs under a supervisor, upgrades with its settings and data, and purges without a trace"""
    system = System()
    try:
        install(system, "1.0.0~1")
        settings = system.path("/etc/pubnub/origin.json")
        equal(settings.stat().st_mode & 0o777, 0o640)
        equal(system.run("stat", "--format=%G", "/etc/pubnub/origin.json").strip(), "pubnub")
        prepare(system)
        with contextlib.closing(SystemLog(system)) as system_log, supervisor(system) as supervised:
            reached(ready, "the server being ready")
            system.run("pubnub", "publish", "kept", "1", "--local")
            first = server_process(system)
            os.kill(int(first), 9)
            reached(lambda: server_process(system) not in (first, "0") and ready(), "the restart")
            equal(stored(system), [1])
            changed = settings.read_text(encoding="utf-8").replace('"5s"', '"0s"')
            settings.write_text(changed, encoding="utf-8")
            install(system, "1.0.0~2")
            equal(settings.read_text(encoding="utf-8"), changed)
            system.run(*CONTROL, "restart", "pubnub")
            reached(ready, "the server being ready after the upgrade")
            system.run("pubnub", "publish", "kept", "2", "--local")
            equal(stored(system), [1, 2])
            equal(fetch(ORIGIN + "/time/0")[0], 200)
            system.run(*CONTROL, "stop", "pubnub")
            equal(supervised.stop(), 0)
            equal([line for line in system_log.lines if "pubnub:" in line], [])
        system.run("dpkg", "--remove", "pubnub")
        assert not system.path("/usr/bin/pubnub").exists()
        assert settings.exists() and system.path("/var/lib/pubnub/origin.sqlite").exists()
        system.run("userdel", "pubnub-origin")
        system.run("dpkg", "--purge", "pubnub")
        for path in ("/etc/pubnub", "/var/lib/pubnub", "/lib/systemd/system/pubnub-origin.service",
                     "/lib/systemd/system/pubnub-backup.timer"):
            assert not system.path(path).exists(), path
        system.run("getent", "group", "pubnub", statuses=(2,))
        system.run("dpkg-query", "--show", "pubnub", statuses=(1,))
    finally:
        system.close()


def test_command_starts_and_serves_in_root_that_has_only_packages():
    """the command starts and serves in a root that has only the packages which the Debian package depends on"""
    source = package("1.0.0~4")
    system = CleanSystem(source)
    source.unlink()
    try:
        assert re.match(r"\d+\.\d+\.\d+", system.run("/usr/bin/pubnub", "--version"))
        system.path("/var/lib/pubnub").mkdir(parents=True)
        with Program("chroot", str(system.root), "/usr/bin/pubnub", "origin", "--config", "/etc/pubnub/origin.json") as server:
            reached(ready, "the server being ready")
            equal(server.stop(), 0)
    finally:
        system.close()


def blocks(language):
    """The blocks of a language in the page about deployment."""
    page = (ROOT / "Documentation" / "Deployment.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def backup_time():
    """The time of the last backup in the metrics; None without one."""
    found = re.search(r"^pubnub_backup_timestamp_seconds (\d+)$", fetch(ADMIN + "/metrics")[1], re.M)
    return found and int(found[1])


def test_deployment_page_works_as_printed():
    """Documentation/Deployment.md: its settings and commands work as printed, and its way to restore a backup"""
    settings, keysets, certificate, proxy = blocks("json")
    assert "cert" in json.loads(certificate)
    unit = dict(unit_settings("pubnub-backup.service"))
    prepare_nightly, nightly = (shlex.split(unit[name].removeprefix("-")) for name in ("ExecStartPre", "ExecStart"))
    commands = [command for block in blocks("sh") for line in block.splitlines() for command in line.split(" && ")]
    # Another machine, another supervisor, or tried by other checks: the package by the one above, the rest with Prometheus.
    elsewhere = ("git clone", "cd ", "make deb", "sudo apt-get", "systemctl", "sudo systemctl", "promtool",
                 "sudo install -m 644 Deployment/prometheus")
    commands = [shlex.split(command.removeprefix("sudo ")) for command in commands if not command.startswith(elsewhere)]
    equal([command[:2] for command in commands],
          [["curl", ADMIN + "/ready"], ["pubnub", "publish"], ["install", "-m"], ["install", "-m"], ["install", "-m"],
           ["pubnub", "origin"], ["rm", "-f"], ["install", "-m"], ["chown", "--reference=/var/lib/pubnub/"]])
    ask, publish, add_keysets, add_certificate, add_key, backup, *restore = commands
    system = System()
    try:
        install(system, "1.0.0~3")
        prepare(system)
        system.path("/etc/pubnub/origin.json").write_text(settings, encoding="utf-8")
        system.path("/keysets.json").write_text(keysets, encoding="utf-8")
        system.run(*add_keysets)
        for name, add in (("site.crt", add_certificate), ("site.key", add_key)):
            system.path(f"/{name}").write_text(name, encoding="utf-8")
            system.run(*add)
            equal(system.run("runuser", "--user", "pubnub-origin", "--", "cat", f"/etc/pubnub/{name}"), name)
        system.path("/proxy.json").write_text(proxy, encoding="utf-8")
        system.run("pubnub", "origin", "--config", "/proxy.json", "--check")
        system.path("/backup").mkdir()
        with supervisor(system) as supervised:
            reached(ready, "the server being ready")
            equal(system.run(*ask), '{"ready":true,"reasons":[]}\n')
            test = [*publish, "--publish-key", "pub-test", "--subscribe-key", "sub-test"]
            system.run(*test)
            system.run(*publish, statuses=(1,))
            equal(backup_time(), None)
            system.run("runuser", "--user", "pubnub-origin", "--", *prepare_nightly)
            equal(backup_time(), 0)
            equal(system.path("/var/lib/pubnub/origin.sqlite.backup").stat().st_mode & 0o077, 0)
            system.run(*backup)
            made = backup_time()
            assert made > 0, made
            system.run("runuser", "--user", "pubnub-origin", "--", *prepare_nightly)
            equal(backup_time(), made)
            system.run("install", "-d", "-o", "pubnub-origin", "-m", "700", "/var/lib/pubnub-backup")
            system.run("runuser", "--user", "pubnub-origin", "--", *nightly)
            [copy] = system.path("/var/lib/pubnub-backup").iterdir()
            assert re.fullmatch(r"origin-[0-9T-]+Z\.sqlite", copy.name), copy.name
            system.run("pubnub", "origin", "backup", "--verify", f"/var/lib/pubnub-backup/{copy.name}")
            assert backup_time() >= made, made
            system.run(*test)
            system.run(*CONTROL, "stop", "pubnub")
            for command in restore:
                system.run(*command)
            system.run(*CONTROL, "start", "pubnub")
            reached(ready, "the server being ready with the backup")
            read = system.run("pubnub", "history", "chat", "--local", "--subscribe-key", "sub-test", "--json")
            equal([message["message"] for message in json.loads(read)["result"]["messages"]], ["hello"])
            equal(supervised.stop(), 0)
    finally:
        system.close()
