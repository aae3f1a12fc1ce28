"""Channel groups: changed by either client, and listed by both."""

from running import equal
from world import Client, command, listening


def listed(client, group):
    return sorted(client.call(client.pubnub.list_channels_in_channel_group().channel_group(group)).channels)


def test_each_client_lists_channels_that_other_adds_and_removes(python):
    """groups: each client lists the channels that the other adds and removes"""
    python.call(python.pubnub.add_channel_to_channel_group().channels(["a", "b", "c"]).channel_group("team"))
    equal(sorted(command("groups", "channels", "team").result["channels"]), ["a", "b", "c"])
    python.call(python.pubnub.remove_channel_from_channel_group().channels(["b"]).channel_group("team"))
    equal(sorted(command("groups", "channels", "team").result["channels"]), ["a", "c"])
    command("groups", "add", "team", "d", "e").result
    command("groups", "remove", "team", "a").result
    equal(listed(python, "team"), ["c", "d", "e"])
    assert "team" in command("groups", "list").result["groups"]
    python.call(python.pubnub.remove_channel_group().channel_group("team"))
    equal(command("groups", "channels", "team").result["channels"], [])
    assert "team" not in command("groups", "list").result["groups"]


def test_names_that_have_to_be_escaped_are_same():
    """groups: names that have to be escaped are the same for both"""
    names = ["with space", "Grüße 🌍", "100%", "a+b&c=d?e#f"]
    with Client("python") as python:
        python.call(python.pubnub.add_channel_to_channel_group().channels(names[:2]).channel_group("odd names"))
        command("groups", "add", "odd names", *names[2:]).result
        equal(sorted(command("groups", "channels", "odd names").result["channels"]), sorted(names))
        equal(listed(python, "odd names"), sorted(names))


def test_subscription_to_group_receives_messages_of_its_channels():
    """groups: a subscription to a group receives messages of its channels with the group, for both clients"""
    command("groups", "add", "news", "local", "world").result
    with Client("python") as python, listening("--group", "news", "--count", "2") as ours:
        python.subscribe([], groups=["news"])
        for channel in ("world", "local"):
            python.publish(channel, channel)
            event = ours.until(lambda found: found["event"] == "message")
            equal((event["channel"], event["group"], event["message"]), (channel, "news", channel))
            message = python.message()
            equal((message.channel, message.subscription, message.message), (channel, "news", channel))
        equal(ours.wait(), 0)


def test_presence_of_group():
    """groups: presence of a group, for both"""
    command("groups", "add", "house", "attic").result
    with Client("python") as python, listening("--group", "house-pnpres", "--uuid", "ours", "--count", "1") as ours:
        python.subscribe([], groups=["house"], presence=True)
        event = ours.object()
        equal((event["event"], event["type"], event["channel"], event["identifier"]),
              ("presence", "join", "attic", "python"))
        equal(ours.wait(), 0)
        event = python.presence()
        equal((event.event, event.channel, event.subscription, event.uuid), ("join", "attic", "house", "python"))
