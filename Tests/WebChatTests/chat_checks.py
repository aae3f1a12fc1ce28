"""What two people see who talk in the web chat, and what the server refuses."""

import contextlib
import os
import tempfile
import urllib.error
import urllib.request

from chromium import Chromium, Keys, eventually
from running import PATIENCE, ROOT, Process, equal

PROGRAM = os.environ.get("PUBNUB_WEB_CHAT") or str(ROOT / ".build-web-chat" / "debug" / "WebChat")
HOSTILE = "<img src=x onerror=\"hacked('message')\">"


class WebChat(Process):
    """The sample on a free port; `address` is known once it is ready."""

    def __init__(self, folder):
        super().__init__("0", folder, binary=PROGRAM)
        self.address = next(word for word in self.line().split() if word.startswith("http"))

    def status(self, path, body=None, content_type="application/json", cookie=None):
        """The status of a request; a POST if it has a body."""
        headers = {**({"Content-Type": content_type} if body is not None else {}), **({"Cookie": cookie} if cookie else {})}
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return response.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code


class Visitor(Chromium):
    """A person in a browser."""

    def enter(self, chat, name):
        self.driver.get(chat.address)
        self.fill("#name", name)
        self.wait("#name").send_keys(Keys.ENTER)
        self.wait("#chat")
        self.shows("#connection", "online")

    def say(self, text):
        self.wait("#text").send_keys(text + Keys.ENTER)

    def open_room(self, name):
        self.run("""Array.from(document.querySelectorAll('#rooms button'))
            .find((button) => button.textContent.startsWith(arguments[0])).click()""", f"# {name}")
        self.shows("#room", f"# {name}")

    def reads(self, text):
        self.shows(".bubble", text)


@contextlib.contextmanager
def two_people():
    with tempfile.TemporaryDirectory() as folder, WebChat(folder) as chat, Visitor() as ann, Visitor() as bob:
        ann.enter(chat, "ann")
        bob.enter(chat, "bob")
        yield chat, ann, bob


def test_two_people_talk():
    """two people talk: messages, hostile text as text, reactions, edits, deletion, typing, people who are present"""
    with two_people() as (chat, ann, bob):
        ann.say(HOSTILE)
        bob.reads(HOSTILE)
        ann.shows("#people li", "● bob")
        bob.click("button[title='React with 👍']")
        ann.shows(".reaction", "👍 1")
        ann.click(".reaction")
        bob.shows(".reaction", "👍 2")
        ann.run("window.prompt = () => 'Hello'")
        ann.button("Edit")
        bob.reads("Hello")
        bob.shows(".message .soft", "edited")
        bob.wait("#text").send_keys("I am")
        ann.shows("#typing", "bob is typing…")
        ann.button("Delete")
        bob.reads("This message was deleted.")
        ann.button("Restore")
        bob.reads("Hello")
        for visitor in (ann, bob):
            visitor.faultless(chat.address)


def test_room_that_is_not_open_counts_its_unread_messages():
    """a room that is not open counts its unread messages until it is read; search finds words in every room"""
    with two_people() as (chat, ann, bob):
        ann.say("first")
        bob.reads("first")
        bob.open_room("random")
        ann.say("second")
        ann.say("third")
        eventually(lambda: bob.texts(".count") == ["2"], "two unread messages")
        bob.fill("#words", "thi")
        bob.wait("#words").send_keys(Keys.ENTER)
        bob.shows("#found li", "#lobby ann: third")
        bob.open_room("lobby")
        bob.reads("third")
        eventually(lambda: bob.texts(".count") == [], "no unread message")
        bob.faultless(chat.address)


def test_chat_survives_restart():
    """the chat survives a restart: names, messages and unread messages are in the stores"""
    with tempfile.TemporaryDirectory() as folder, Visitor() as ann:
        with WebChat(folder) as chat:
            ann.enter(chat, "ann")
            ann.say("remember me")
            eventually(lambda: "sent" in ann.run("return document.querySelector('.message')?.className ?? ''"), "it is sent")
            chat.signal(2)
            equal(chat.wait(), 0)
        with WebChat(folder) as chat:
            ann.enter(chat, "ann")
            ann.reads("remember me")


def test_without_cookie_nothing_is_shown_or_done():
    """without a cookie nothing is shown or done; a form of another page, an unknown room and a wrong name are refused"""
    with tempfile.TemporaryDirectory() as folder, WebChat(folder) as chat:
        equal(chat.status("/rooms/lobby/events"), 401)
        equal(chat.status("/rooms/lobby/messages", b'{"text":"x"}'), 401)
        equal(chat.status("/search?q=x"), 401)
        equal(chat.status("/session", b"name=ann", "application/x-www-form-urlencoded"), 415)
        for name in (b'{"name":""}', b'{"name":"../x"}', b'{"name":1}', b"{"):
            equal(chat.status("/session", name), 400)
        request = urllib.request.Request(chat.address + "/session", data=b'{"name":"ann"}', headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            cookie = response.headers["Set-Cookie"].split(";")[0]
            assert "HttpOnly" in response.headers["Set-Cookie"] and "SameSite=Strict" in response.headers["Set-Cookie"]
        equal(chat.status("/rooms/cellar/messages", b'{"text":"x"}', cookie=cookie), 404)
        # No message is published so far, so that there is nothing to mark.
        equal(chat.status("/rooms/lobby/read", b"", cookie=cookie), 204)
        equal(chat.status("/rooms/lobby/messages", b'{"text":"x"}', cookie=cookie), 204)
        equal(chat.status("/rooms/lobby/messages", b'{"text":"' + b"x" * 20_000 + b'"}', cookie=cookie), 413)
