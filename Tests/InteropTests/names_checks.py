"""Names of channels, groups and clients: both clients handle every allowed character in the same way."""

from running import equal
from world import Client, command, listening

# All printable characters except for those that names must not contain.
PRINTABLE = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in ",/:*\\")
NAMES = ["name " + name for name in [
    PRINTABLE[:45], PRINTABLE[45:], "a b", "a+b", "%2F", "a%20b", "100%", "a?b=c&d#e", "Grüße", "世界", "🏳️‍🌈", "x" * 87, "-", ".",
    "..", "'quoted'", '"double"', "<tag>", "a;b", "a-pnpres-b", "0", "null", "__proto__"]]
# The Python client does not escape identifiers in a path.
PLAIN = [name for name in NAMES if not set(name) & set("?#%")]


def test_message_on_channel_of_any_name_arrives(python):
    """names: a message on a channel of any name arrives, and is in history, both ways"""
    for name in NAMES:
        with listening(name, "--count", "2") as ours:
            own = command("publish", name, '"from us"').result["timetoken"]
            theirs = str(python.publish(name, "from Python"))
            for token in own, theirs:
                event = ours.until(lambda found: found["event"] == "message")
                equal((name, event["channel"], event["timetoken"]), (name, name, token))
        result = python.pubnub.history().channel(name).include_timetoken(True).count(2).sync().result
        equal((name, [str(item.timetoken) for item in result.messages]), (name, [own, theirs]))
        read = command("history", name, "--tokens", "--limit", "2").result["messages"]
        equal((name, [item["timetoken"] for item in read]), (name, [own, theirs]))


def test_all_channels_of_one_subscription():
    """names: all channels of one subscription, and their clients, both ways"""
    with Client("näme of Python") as python, listening(*NAMES, "--uuid", "our näme") as _:
        python.subscribe(NAMES)
        clients = {"näme of Python", "our näme"}
        found = command("here-now", *NAMES).result["channels"]
        for name in NAMES:
            here = {one["identifier"] for one in found[name]["participants"]}
            assert clients <= here, (name, here)
        result = python.call(python.pubnub.here_now().channels(NAMES).include_uuids(True))
        for channel in result.channels:
            assert clients <= {one.uuid for one in channel.occupants}, channel.channel_name
        equal(sorted(channel.channel_name for channel in result.channels), sorted(NAMES))
        for client in clients:
            equal(sorted(command("where-now", client).result["channels"]), sorted(NAMES))
            equal(sorted(python.call(python.pubnub.where_now().uuid(client)).channels), sorted(NAMES))


def test_channels_of_group_of_any_name_both_ways(python):
    """names: channels of a group of any name, both ways"""
    groups = python.pubnub
    for name in ["name a b", "name a+b", "name 100%", "name Grüße", "name a?b=c&d#e", "x" * 92]:
        command("groups", "add", name, *NAMES[:10]).result
        python.call(groups.add_channel_to_channel_group().channel_group(name).channels(NAMES[10:]))
        equal((name, sorted(command("groups", "channels", name).result["channels"])), (name, sorted(NAMES)))
        found = python.call(groups.list_channels_in_channel_group().channel_group(name)).channels
        equal((name, sorted(found)), (name, sorted(NAMES)))
        # The Python client does not escape the names that it removes.
        command("groups", "remove", name, *NAMES).result
        equal(command("groups", "channels", name).result["channels"], [])


def test_state_of_clients_on_channels_of_any_name(python):
    """names: state of clients on channels of any name, both ways"""
    for name in NAMES:
        command("state", "set", "somebody", name, '{"ours":"ü?&=#+%"}').result
        found = python.call(python.pubnub.get_state().channels([name]).uuid("somebody")).channels
        equal((name, found), (name, {name: {"ours": "ü?&=#+%"}}))


def test_users_and_channels_with_metadata(python):
    """names: users and channels with metadata, both ways"""
    for name in PLAIN:
        command("users", "set", name, "--name", name).result
        equal(python.call(python.pubnub.get_uuid_metadata().uuid(name)).data["id"], name)
        python.call(python.pubnub.set_channel_metadata().channel(name).set_name(name))
        equal(command("channels", "get", name).result["name"], name)
        members = command("members", "set", name, *PLAIN[:3]).result
        equal((name, members["totalCount"]), (name, 3))
        command("members", "remove", name, *PLAIN[:3]).result
        command("users", "remove", name).result
        python.call(python.pubnub.remove_channel_metadata().channel(name))
