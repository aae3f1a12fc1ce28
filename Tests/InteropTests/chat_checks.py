"""Chat data: actions of the Python client become rows, and the Python client receives actions of the provider."""

import contextlib
import json
import pathlib
import sqlite3
import tempfile
import uuid

import world
from actions_checks import action
from objects_cross_checks import Changes
from pubnub.models.consumer.objects_v2.channel_members import PNUUID
from pubnub.models.consumer.objects_v2.memberships import PNChannelMembership
from running import BINARY, KEYS, Process, equal
from world import AUTH_KEY, Client

COPY = str(pathlib.Path(BINARY).parent / "test-process")


class Copy(Process):
    """A running `test-process chat-store` of channels, as the user `copy`; its file can be read while it runs."""

    def __init__(self, directory, *channels):
        environment = {"PUBNUB_PUBLISH_KEY": KEYS[1], "PUBNUB_SUBSCRIBE_KEY": KEYS[3], "PUBNUB_AUTH_KEY": AUTH_KEY}
        super().__init__("chat-store", world.ORIGIN.host, directory, *channels, environment=environment, binary=COPY, input=True)
        self.file = pathlib.Path(directory, "default")
        self.channel = channels[0]
        self.reach("subscribed")

    def reach(self, wanted):
        """Waits for a line."""
        while (line := self.line()) != wanted:
            assert line is not None and not line.startswith("failed"), line

    def do(self, command, **arguments):
        """The result of a command."""
        self.write(json.dumps({"command": command, **arguments}))
        while not (line := self.line()).startswith(f"done {command} "):
            assert line is not None and not line.startswith("failed"), line
        return line.split(" ", 2)[2]

    def settle(self, python):
        """Waits until all earlier events are stored, because events are stored in order."""
        last = message("the last")
        python.publish(self.channel, last)
        self.do("await", id=last["id"])

    def rows(self, query, *arguments):
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as file:
            return file.execute(query, arguments).fetchall()


@contextlib.contextmanager
def copy(*channels):
    with tempfile.TemporaryDirectory() as directory, Copy(directory, *channels) as running:
        yield running


def message(text, **more):
    return {"id": str(uuid.uuid4()), "text": text, "createdAt": "2022-05-10T14:48:00.000Z", **more}


def test_messages_and_reactions_that_python_sends_and_removes_are_rows(python):
    """chat data: messages and reactions that Python sends and removes are rows"""
    with copy("chat-room") as ours:
        first, second = message("Grüße 🌍 \"quoted\""), message("with content", contentType="imageUrl",
                                                           content={"url": "https://example.org/a.png"})
        times = [python.publish("chat-room", first), python.publish("chat-room", second)]
        python.publish("chat-room", {"no": "message of a chat"})
        kept = python.call(python.pubnub.add_message_action().channel("chat-room")
                           .message_action(action(times[0], "reaction", "😀")))
        gone = python.call(python.pubnub.add_message_action().channel("chat-room")
                           .message_action(action(times[1], "reaction", "smile")))
        python.call(python.pubnub.remove_message_action().channel("chat-room").message_timetoken(times[1])
                    .action_timetoken(int(gone.action_timetoken)))
        ours.settle(python)
        found = ours.rows("SELECT id, text, timetoken, pubnubUserId, pubnubChannelId, contentType FROM message "
                          "WHERE text <> 'the last' ORDER BY timetoken")
        equal(found, [(one["id"], one["text"], time, "python", "chat-room", one.get("contentType", ""))
                      for one, time in zip((first, second), times)])
        equal(json.loads(ours.rows("SELECT content FROM message WHERE id = ?", second["id"])[0][0]), second["content"])
        equal(ours.rows("SELECT value, published, pubnubParentId, pubnubUserId FROM messageAction"),
              [("😀", int(kept.action_timetoken), first["id"], "python")])


def test_users_channels_and_memberships_that_python_sets_are_rows():
    """chat data: users, channels and memberships that Python sets and removes are rows"""
    with Client("editor") as python, copy("chat-club", "chat-ann") as ours:
        calls = python.pubnub
        python.call(calls.set_uuid_metadata().uuid("chat-ann").set_name("Ann Lée").email("ann@example.org")
                    .profile_url("https://example.org/ann.png"))
        python.call(calls.set_channel_metadata().channel("chat-club").set_name("Club").description("A club")
                    .custom({"profileUrl": "https://example.org/club.png"}))
        python.call(calls.set_channel_members().channel("chat-club").uuids([PNUUID.uuid("chat-ann"), PNUUID.uuid("bob")]))
        python.call(calls.remove_memberships().uuid("bob").channel_memberships([PNChannelMembership.channel("chat-club")]))
        ours.settle(python)
        equal(ours.rows("SELECT name, email, avatarURL, eTag IS NULL FROM user WHERE id = 'chat-ann'"),
              [("Ann Lée", "ann@example.org", "https://example.org/ann.png", 0)])
        equal(ours.rows("SELECT name, details, avatarURL FROM channel WHERE id = 'chat-club'"),
              [("Club", "A club", "https://example.org/club.png")])
        # The copy itself is also present once its own presence event arrived.
        equal(ours.rows("SELECT userId FROM member WHERE channelId = 'chat-club' AND userId <> 'copy'"), [("chat-ann",)])
        python.call(calls.remove_uuid_metadata().uuid("chat-ann"))
        ours.settle(python)
        # Without metadata the row keeps the identifier, for the messages and memberships that refer to it.
        equal(ours.rows("SELECT name, email, avatarURL, eTag FROM user WHERE id = 'chat-ann'"), [(None, None, None, None)])


def test_python_receives_changes_of_provider(python):
    """chat data: Python receives the messages, reactions, names and memberships of the provider"""
    with copy("chat-ours") as ours:
        events = Changes(python)
        python.subscribe(["chat-ours"])
        time = ours.do("send", channel="chat-ours", text="from the provider")
        heard = python.message()
        equal((heard.message["text"], str(heard.timetoken), heard.publisher), ("from the provider", time, "copy"))
        equal(ours.rows("SELECT text, timetoken FROM message"), [("from the provider", int(time))])
        added = ours.do("react", channel="chat-ours", timetoken=time, text="👍")
        found = python.message_action()
        equal((found.value, found.uuid, str(found.message_timetoken), str(found.action_timetoken)),
              ("👍", "copy", time, added))
        ours.do("unreact")
        equal(str(python.message_action().action_timetoken), added)
        equal(ours.rows("SELECT COUNT(*) FROM messageAction"), [(0,)])
        equal(events.next()[0], "message")
        ours.do("join", channel="chat-ours")
        kind, event, data = events.next()
        equal((kind, event, data["uuid"]["id"]), ("membership", "set", "copy"))
        ours.do("rename", text="The copy")
        kind, event, data = events.next()
        equal((kind, event, data["name"]), ("uuid", "set", "The copy"))
        ours.do("leave", channel="chat-ours")
        kind, event, data = events.next()
        equal((kind, event, data["uuid"]["id"]), ("membership", "delete", "copy"))


def test_messages_that_python_sent_while_store_was_offline_are_stored(python):
    """chat data: messages that Python sent while the store was offline are stored after it connects"""
    with tempfile.TemporaryDirectory() as directory:
        with Copy(directory, "chat-away") as ours:
            ours.reach("up to date chat-away")
            known = message("before")
            time = python.publish("chat-away", known)
            ours.settle(python)
        texts = [f"away {number}" for number in range(60)]
        for text in texts:
            python.publish("chat-away", message(text))
        python.call(python.pubnub.add_message_action().channel("chat-away")
                    .message_action(action(time, "reaction", "wave")))
        with Copy(directory, "chat-away") as ours:
            ours.reach("up to date chat-away")
            found = ours.rows("SELECT text FROM message ORDER BY timetoken")
            equal([text for text, in found], ["before", "the last", *texts])
            equal(ours.rows("SELECT value, pubnubParentId FROM messageAction"), [("wave", known["id"])])
