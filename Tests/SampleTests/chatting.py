"""Runs Chat in a pseudo-terminal and reads its screen; a directory holds its files."""

import contextlib
import fcntl
import os
import pathlib
import pty
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

import pyte
from running import BINARY, PATIENCE, clean_environment

CHAT = str(pathlib.Path(BINARY).with_name("Chat"))


class Place:
    """The home directory of users who chat together."""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="chat-")
        self.environment = clean_environment({
            "HOME": self.directory, "XDG_DATA_HOME": self.directory, "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "xterm"})
        self.people = []

    def chat(self, user, *arguments, **options):
        """A user in a terminal, who is ended with the place."""
        person = Chat(self, "--user", user, *arguments, **options)
        self.people.append(person)
        return person

    def run(self, *arguments, input=""):
        """Runs Chat to its end, without a terminal."""
        return subprocess.run(
            [CHAT, *arguments], input=input, capture_output=True, text=True, timeout=PATIENCE, env=self.environment)

    def script(self, user, *arguments):
        """A running Chat without a terminal."""
        process = subprocess.Popen(
            [CHAT, "--user", user, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, bufsize=1, env=self.environment)
        self.people.append(process)
        return process

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for person in self.people:
            person.kill()
            person.wait()
        shutil.rmtree(self.directory)


class Chat:
    """A Chat in a terminal."""

    def __init__(self, place, *arguments, width=80, height=24):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.changed = threading.Condition()
        self.master, self.slave = pty.openpty()
        self._resize(width, height)
        self.settings = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [CHAT, *arguments], stdin=self.slave, stdout=self.slave, stderr=self.slave, env=place.environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                found = os.read(self.master, 65536)
            except OSError:
                return
            if not found:
                return
            with self.changed:
                self.output += found
                self.stream.feed(found)
                self.changed.notify_all()

    def _resize(self, width, height):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width, height):
        """Changes the size; the kernel notifies the program."""
        with self.changed:
            self.screen.resize(height, width)
            self.screen.reset()
        self._resize(width, height)

    @contextlib.contextmanager
    def resizing(self):
        """Changes the size all the time."""
        done = threading.Event()

        def resize():
            while not done.is_set():
                for height in (20, 30):
                    self._resize(80, height)
        thread = threading.Thread(target=resize)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    @property
    def rows(self):
        return [row.rstrip() for row in self.screen.display]

    def press(self, *keys):
        """Sends keys: text, or the bytes of other keys."""
        os.write(self.master, "".join(keys).encode())

    def say(self, line):
        self.press(line, "\r")

    def until(self, wanted, patience=PATIENCE, press=None):
        """Waits for a string on the screen, or until `wanted(rows)` holds; returns the rows.

        With `press`, presses that key after each change of the screen, and again after a while without changes.
        """
        holds = wanted if callable(wanted) else lambda rows: any(wanted in row for row in rows)
        end = time.monotonic() + patience
        with self.changed:
            while not holds(self.rows):
                if press:
                    self.press(press)
                rest = end - time.monotonic()
                if not self.changed.wait(timeout=max(0, min(rest, 0.5) if press else rest)) and rest <= 0.5:
                    shown = "\n".join(self.rows)
                    raise AssertionError(f"not within {patience} s: {wanted}\n{shown}\nstatus {self.process.poll()}")
            return self.rows

    def until_gone(self, text, press=None):
        return self.until(lambda rows: all(text not in row for row in rows), press=press)

    def kill(self, number=signal.SIGKILL):
        if self.process.poll() is None:
            self.process.send_signal(number)

    def wait(self):
        """The exit status."""
        return self.process.wait(timeout=PATIENCE)

    def ended(self, status):
        """Checks its exit status, and that it restored the terminal."""
        found = self.wait()
        assert found == status, f"status {found}"
        with self.changed:
            assert self.changed.wait_for(lambda: self.output.endswith(b"\x1b[?1049l"), PATIENCE), self.output[-100:]
        assert b"\x1b[?25h" in self.output[-40:], "the cursor is hidden"
        assert termios.tcgetattr(self.slave) == self.settings, "the terminal is not as it was"
