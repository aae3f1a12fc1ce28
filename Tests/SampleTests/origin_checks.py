"""Loss and return of the service."""

import ctypes
import os
import pathlib
import select
import signal
import socket

from chatting import Place
from running import KEYS, PATIENCE, Origin, Process, ReservedPort, equal, pubnub

IN_DELETE = 0x200


class Removals:
    """The removals of files in a folder, as the kernel reports them."""

    def __init__(self, folder):
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(os.O_CLOEXEC)
        assert libc.inotify_add_watch(self.descriptor, os.fsencode(folder), IN_DELETE) >= 0, os.strerror(ctypes.get_errno())

    def wait(self):
        """Returns once a file was removed."""
        assert select.select([self.descriptor], [], [], PATIENCE)[0], f"nothing was removed within {PATIENCE} s"
        os.read(self.descriptor, 4096)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)


class Account:
    """An origin that can be killed and started again with the same data and the same port."""

    def __init__(self, place):
        self.file = f"{place.directory}/account.sqlite"
        self.port = ReservedPort()
        self.start()

    def start(self):
        self.process = Process("origin", "--port", self.port.number, "--data", self.file, "--json", *KEYS)
        self.address = self.process.object()["result"]["origin"]

    def kill(self):
        self.process.signal(signal.SIGKILL)
        self.process.wait()

    @property
    def options(self):
        return ["--origin", self.address, *KEYS]


def test_catching_up(place):
    """messages written without a connection wait, and all are sent when it is restored"""
    account = Account(place)
    ann, bob = (place.chat(user, *account.options) for user in ("ann", "bob"))
    ann.until("here: ann, bob")
    bob.until("here: ann, bob")
    ann.say("first")
    bob.until("ann: first")
    account.kill()
    ann.until("offline")
    bob.until("offline")
    ann.say("from ann, offline")
    bob.say("from bob, offline")
    ann.until("pending ann: from ann, offline")
    bob.until("pending bob: from bob, offline")
    account.start()
    for person in ann, bob:
        person.until("ann: from ann, offline")
        person.until("bob: from bob, offline")
        person.until_gone("pending")
        person.until("complete")
        assert sum("m ann, offline" in row or "m bob, offline" in row for row in person.rows) == 2, person.rows
    with account.process:
        pass


def test_offline(place):
    """opens from its store without a connection, and sends unsent messages after the next start"""
    account = Account(place)
    ann = place.chat("ann", *account.options)
    ann.until("complete")
    ann.say("first")
    ann.until("ann: first")
    ann.until_gone("pending")
    account.kill()
    ann.until("offline")
    ann.say("second")
    ann.until("pending ann: second")
    ann.say("/quit")
    ann.ended(0)
    again = place.chat("ann", *account.options)
    again.until("pending ann: second")
    again.until("ann: first")
    again.say("/quit")
    again.ended(0)
    account.start()
    bob = place.chat("bob", *account.options)
    bob.until("ann: first")
    third = place.chat("ann", *account.options)
    bob.until("ann: second")
    third.until_gone("pending")
    with account.process:
        pass


def test_away(place):
    """fetches messages that were sent during an absence"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.until("here: ann, bob")
    ann.say("one")
    bob.until("ann: one")
    bob.say("/quit")
    bob.ended(0)
    for number in range(40):
        ann.say(f"while bob is away {number}")
    ann.until("while bob is away 39")
    ann.until_gone("pending")
    back = place.chat("bob", height=80)
    back.until("while bob is away 39")
    rows = back.until("while bob is away 0")
    assert sum("while bob is away" in row for row in rows) == 40, rows


def test_takeover(place):
    """another program takes over the server after its program was killed, and no message is lost"""
    ann = place.chat("ann")
    ann.until("here: ann")
    bob, cay = place.chat("bob"), place.chat("cay")
    bob.until("here: ann, bob, cay")
    ann.say("before")
    bob.until("ann: before")
    cay.until("ann: before")
    ann.kill()
    bob.say("after")
    cay.until("bob: after")
    bob.until_gone("pending")
    again = place.chat("ann")
    again.until("bob: after")
    again.until("ann: before")
    again.say("back")
    cay.until("ann: back")


def test_stranger(place):
    """if an unrelated program uses the port, the next start selects another one, and unsent messages are sent"""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        files = pathlib.Path(place.directory) / "pubnub-chat"
        files.mkdir()
        link = files / "port"
        link.symlink_to(str(taken.getsockname()[1]))
        with Removals(files) as removals:
            ann = place.chat("ann")
            ann.say("nobody hears this yet")
            ann.until("pending ann: nobody hears this yet")
            while link.is_symlink():
                removals.wait()
        ann.kill()
        ann.wait()
        again, bob = place.chat("ann"), place.chat("bob")
        bob.until("ann: nobody hears this yet")
        again.until_gone("pending")


def test_rooms(place):
    """rooms are separate"""
    ann, bob, cay = place.chat("ann"), place.chat("bob", "--room", "den"), place.chat("cay", "--room", "den")
    bob.until("den")
    bob.until("here: bob, cay")
    ann.say("in the lobby")
    ann.until("ann: in the lobby")
    bob.say("in the den")
    assert not any("lobby" in row for row in cay.until("bob: in the den"))
    ann.until_gone("den")


def test_refused():
    """an error that cannot heal is shown and ends the attempts; refused messages show as failed, and are discarded or sent again"""
    keys = {"PUBNUB_SECRET_KEY": "sample-secret"}
    with Place() as place, Origin("--access-manager", environment=keys) as origin:
        options = ["--origin", origin.address, *KEYS]
        ann = place.chat("ann", *options)
        ann.until("Access")
        ann.say("refused")
        ann.until("failed ann: refused")
        ann.until("not sent, see /retry and /discard")
        ann.say("/discard")
        ann.until_gone("ann: refused")
        ann.say("refused at first")
        ann.until("failed ann: refused at first")
        script = place.run("--user", "bob", *options, input="refused\n")
        assert "* not sent, see /retry" in script.stderr and script.returncode == 0, script
        granted = pubnub("grant", "--read", "--write", "--origin", origin.address, *KEYS, environment=keys)
        equal(granted.status, 0)
        ann.say("/retry")
        ann.until_gone("failed")
        ann.until("ann: refused at first")
        ann.say("/quit")
        ann.ended(0)
