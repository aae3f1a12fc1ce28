"""App Context: each client receives and reads the changes of the other."""

import queue

from pubnub.callbacks import SubscribeCallback
from pubnub.models.consumer.objects_v2.channel_members import PNUUID
from pubnub.models.consumer.objects_v2.memberships import PNChannelMembership
from running import PATIENCE, equal
from world import Client, command, listening


class Changes(SubscribeCallback):
    """The object events of a Python client, in order: the kind, the change and the object."""

    def __init__(self, client):
        self.events = queue.Queue()
        client.pubnub.add_listener(self)

    def status(self, pubnub, status):
        pass

    def message(self, pubnub, message):
        self.events.put(("message", None, message.message))

    def presence(self, pubnub, presence):
        pass

    def uuid(self, pubnub, uuid):
        self.events.put(("uuid", uuid.event, uuid.data))

    def channel(self, pubnub, channel):
        self.events.put(("channel", channel.event, channel.data))

    def membership(self, pubnub, membership):
        self.events.put(("membership", membership.event, membership.data))

    def next(self):
        return self.events.get(timeout=PATIENCE)


def heard(process):
    """The next event of our client: its channel, kind, change and object."""
    event = process.object()
    equal((event["event"], event["data"]["source"], event["data"]["version"]), ("object", "objects", "2.0"))
    return event["channel"], event["data"]["type"], event["data"]["event"], event["data"]["data"]


def part(found, names):
    return {name: found[name] for name in names}


def test_app_context_our_client_receives_events_of_user():
    """App Context: our client receives events of a user and a channel that Python sets and removes"""
    with Client("editor") as python, listening("cross-ann", "cross-room", "--count", "4") as ours:
        python.call(python.pubnub.set_uuid_metadata().uuid("cross-ann").set_name("Ann Lée").email("ann@example.org")
                    .custom({"team": "red", "level": 3}))
        channel, kind, event, data = heard(ours)
        equal((channel, kind, event), ("cross-ann", "uuid", "set"))
        equal(part(data, ("id", "name", "email", "custom")), {
            "id": "cross-ann", "name": "Ann Lée", "email": "ann@example.org", "custom": {"team": "red", "level": 3}})
        found = command("users", "get", "cross-ann").result
        equal(part(found, ("name", "custom", "eTag")), part(data, ("name", "custom", "eTag")))
        python.call(python.pubnub.set_channel_metadata().channel("cross-room").set_name("Room").description("A room"))
        channel, kind, event, data = heard(ours)
        equal((channel, kind, event, data["description"]), ("cross-room", "channel", "set", "A room"))
        equal(command("channels", "get", "cross-room").result["name"], "Room")
        python.call(python.pubnub.remove_uuid_metadata().uuid("cross-ann"))
        equal(heard(ours), ("cross-ann", "uuid", "delete", {"id": "cross-ann"}))
        python.call(python.pubnub.remove_channel_metadata().channel("cross-room"))
        equal(heard(ours), ("cross-room", "channel", "delete", {"id": "cross-room"}))
        equal(ours.wait(), 0)


def test_app_context_our_client_receives_events_of_memberships():
    """App Context: our client receives events of memberships and members that Python sets and removes"""
    relation = {"channel": {"id": "cross-club"}, "uuid": {"id": "cross-bob"}}
    with Client("editor") as python, listening("cross-club", "--count", "4") as ours:
        python.call(python.pubnub.set_memberships().uuid("cross-bob").channel_memberships(
            [PNChannelMembership.channel_with_custom("cross-club", {"role": "owner"})]))
        channel, kind, event, data = heard(ours)
        equal((channel, kind, event), ("cross-club", "membership", "set"))
        equal(part(data, ("channel", "uuid", "custom")), {**relation, "custom": {"role": "owner"}})
        equal(command("members", "get", "cross-club", "cross-bob").result["custom"], {"role": "owner"})
        python.call(python.pubnub.remove_memberships().uuid("cross-bob").channel_memberships(
            [PNChannelMembership.channel("cross-club")]))
        equal(heard(ours), ("cross-club", "membership", "delete", relation))
        python.call(python.pubnub.set_channel_members().channel("cross-club").uuids([PNUUID.uuid("cross-bob")]))
        equal(part(heard(ours)[3], relation), relation)
        python.call(python.pubnub.remove_channel_members().channel("cross-club").uuids([PNUUID.uuid("cross-bob")]))
        equal(heard(ours), ("cross-club", "membership", "delete", relation))
        equal(ours.wait(), 0)


def test_app_context_python_receives_events_of_user_and_channel():
    """App Context: Python receives events of a user and a channel that our client sets and removes"""
    with Client("reader") as python:
        changes = Changes(python)
        python.subscribe(["cross-eve", "cross-hall"])
        command("users", "set", "cross-eve", "--name", "Eve 🎉", "--custom", '{"n":1.5}').result
        kind, event, data = changes.next()
        equal((kind, event), ("uuid", "set"))
        equal(part(data, ("id", "name", "custom")), {"id": "cross-eve", "name": "Eve 🎉", "custom": {"n": 1.5}})
        found = python.call(python.pubnub.get_uuid_metadata().uuid("cross-eve").include_custom(True)).data
        equal(part(found, ("name", "custom", "eTag")), part(data, ("name", "custom", "eTag")))
        command("users", "set", "cross-eve", "--clear", "name").result
        kind, event, data = changes.next()
        equal((kind, event, data["name"]), ("uuid", "set", None))
        command("channels", "set", "cross-hall", "--description", "The hall").result
        kind, event, data = changes.next()
        equal((kind, event, data["description"]), ("channel", "set", "The hall"))
        for command_name, kind, name in (("users", "uuid", "cross-eve"), ("channels", "channel", "cross-hall")):
            command(command_name, "remove", name).result
            equal(changes.next(), (kind, "delete", {"id": name}))


def test_app_context_python_receives_events_of_memberships():
    """App Context: Python receives events of memberships that our client sets and removes, from either side"""
    relation = {"channel": {"id": "cross-team"}, "uuid": {"id": "cross-zoe"}}
    sides = (("memberships", "cross-zoe", "cross-team"), ("members", "cross-team", "cross-zoe"))
    with Client("reader") as python:
        changes = Changes(python)
        python.subscribe(["cross-team"])
        for name, subject, other in sides:
            command(name, "set", subject, other, "--custom", '{"role":"guest"}').result
            kind, event, data = changes.next()
            equal((kind, event), ("membership", "set"))
            equal(part(data, ("channel", "uuid", "custom")), {**relation, "custom": {"role": "guest"}})
            found = python.call(python.pubnub.get_channel_members().channel("cross-team").include_custom(True)).data
            equal([(member["uuid"]["id"], member["custom"]) for member in found], [("cross-zoe", {"role": "guest"})])
            command(name, "remove", subject, other).result
            equal(changes.next(), ("membership", "delete", relation))
