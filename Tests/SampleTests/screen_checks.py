"""The content of the screen, and the effect of keys."""

import os
import signal

from running import PATIENCE

LEFT, RIGHT, HOME, END, DELETE = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b[3~"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"


def test_editing(place):
    """keys edit the line, including wide characters, and the cursor is at the right cell"""
    ann = place.chat("ann")
    ann.until("here: ann")

    def line(keys, expected, column):
        ann.press("\x05\x15", *keys)
        ann.until(lambda rows: rows[-1] == f"> {expected}".rstrip() and ann.screen.cursor.x == column)
    line(["Hello"], "Hello", 7)
    line(["Hello", "\x7f"], "Hell", 6)
    line(["Hello", LEFT, LEFT, "p"], "Helplo", 6)
    line(["Hello", HOME, DELETE, "J"], "Jello", 3)
    line(["Hello", HOME, RIGHT, "\x0b", "i"], "Hi", 4)
    line(["one two", "\x17", "three"], "one three", 11)
    line(["ello", "\x01", "H", "\x05", "!"], "Hello!", 8)
    line(["日本", LEFT, "👍"], "日👍本", 6)
    line(["日👍本", "\x7f", "\x7f"], "日", 4)
    line(["grün 👍🏽", "\x7f", "ü"], "grün ü", 8)
    ann.press("\x05\x15one", HOME, "zero ", "\r")
    ann.until("ann: zero one")
    ann.until(lambda rows: rows[-1] == ">")


def test_pieces(place):
    """decodes characters that arrive byte by byte, and keys that arrive in two parts"""
    ann = place.chat("ann")
    ann.until("here: ann")
    for byte in "ö日\x1b[D👍".encode():
        os.write(ann.master, bytes([byte]))
    ann.until(lambda rows: rows[-1] == "> ö👍日")


def test_sizes(place):
    """the screen follows the size of the terminal, from very narrow to very wide"""
    ann = place.chat("ann", width=60, height=12)
    ann.until("here: ann")
    ann.say("The quick brown fox jumps over the lazy dog")
    ann.until("ann: The quick brown fox jumps over the lazy")
    ann.until_gone("pending")
    ann.resize(200, 40)
    rows = ann.until("ann: The quick brown fox jumps over the lazy dog")
    assert rows[-1] == ">" and "here: ann" in rows[-2], rows
    ann.resize(22, 10)
    rows = ann.until(lambda rows: "The quick brown fox jumps over the lazy dog" in " ".join(map(str.strip, rows)))
    assert rows[-1] == ">" and all(len(row) <= 22 for row in rows), rows
    ann.resize(5, 2)
    ann.press("abcdefg")
    ann.until(lambda rows: rows[-1] == "> fg")
    ann.resize(1, 1)
    ann.resize(80, 24)
    ann.until(lambda rows: rows[-1] == "> abcdefg")


def test_scrolling(place):
    """messages scroll by pages, and stay in place while others arrive"""
    writer = place.script("bob")
    ann = place.chat("ann", height=12)
    ann.until("here: ann, bob")
    for number in range(30):
        writer.stdin.write(f"message {number:02}\n")
    ann.until("bob: message 29")
    ann.press(PAGE_UP)
    rows = ann.until("bob: message 11")
    assert "message 20" in rows[-3] and "▼" in rows[-2], rows
    writer.stdin.write("one more\n")
    writer.stdin.write("and more\n")
    ann.press("x")
    rows = ann.until("> x")
    ann.press(PAGE_UP, PAGE_DOWN)
    assert "message 20" in ann.until("bob: message 11")[-3]
    ann.press(PAGE_DOWN, PAGE_DOWN)
    ann.until("bob: and more")
    ann.until_gone("▼")
    ann.press(PAGE_UP)
    ann.until_gone("and more")
    ann.say("")
    ann.until("bob: and more")


def test_history(place):
    """scrolling back shows all stored messages, and then fetches earlier ones"""
    writer = place.script("bob")
    for number in range(150):
        writer.stdin.write(f"message {number:03}\n")
    writer.stdin.close()
    assert writer.wait(PATIENCE) == 0
    ann = place.chat("ann", height=40)
    ann.until("bob: message 149")
    # At the top, older messages are fetched, and the next key shows them.
    ann.until("bob: message 000", press=PAGE_UP)
    for number in range(30):
        ann.until(f"message {number:03}")


def test_endings(place):
    """restores the terminal after /quit, Ctrl-C, Ctrl-D, signals and a crash"""
    def ended(status, act):
        ann = place.chat("ann")
        ann.until("here: ann")
        assert ann.output.startswith(b"\x1b[?1049h")
        act(ann)
        ann.ended(status)
    ended(0, lambda ann: ann.say("/quit"))
    ended(0, lambda ann: ann.press("\x03"))
    ended(0, lambda ann: ann.press("\x04"))
    ended(143, lambda ann: ann.kill(signal.SIGTERM))
    ended(130, lambda ann: ann.kill(signal.SIGINT))
    ended(129, lambda ann: ann.kill(signal.SIGHUP))
    ended(-signal.SIGSEGV, lambda ann: ann.kill(signal.SIGSEGV))


def test_crashes_while_drawing(place):
    """restores the terminal after a crash while it draws"""
    for _ in range(10):
        ann = place.chat("ann")
        ann.until("here: ann")
        # Each size is drawn. Keys would be echoed by the restored terminal.
        with ann.resizing():
            ann.kill(signal.SIGSEGV)
            ann.ended(-signal.SIGSEGV)
