"""Batch history, message counts and deletion of current clients, together with publishes and history of our client."""

from running import equal
from world import Client, command


def fetched(client, channels, **options):
    """The messages that the Python client fetches, by channel."""
    call = client.pubnub.fetch_messages().channels(channels)
    for name, value in options.items():
        call = getattr(call, name)(value)
    return client.call(call).channels


def counts(client, since):
    call = client.pubnub.message_counts().channel(list(since)).channel_timetokens(list(since.values()))
    return client.call(call).channels


def test_fetch_messages_of_one_channel_with_timetokens(python):
    """fetch messages: of one channel, with timetokens, publishers and metadata, from either client"""
    first = python.publish("fetched", {"n": 1}, meta={"lang": "en"})
    second = command("publish", "fetched", "--uuid", "ours", "--meta", '{"lang":"de"}', '{"n":2}').result["timetoken"]
    items = fetched(python, ["fetched"], include_meta=True, include_uuid=True)["fetched"]
    equal([(item.message, str(item.timetoken), item.uuid, item.meta) for item in items],
          [({"n": 1}, str(first), "python", {"lang": "en"}), ({"n": 2}, second, "ours", {"lang": "de"})])


def test_fetch_messages_of_several_channels(python):
    """fetch messages: of several channels, 25 of each, and in bounds"""
    tokens = [int(python.publish("f1", number)) for number in range(30)]
    command("publish", "f2", '"only"').result
    found = fetched(python, ["f1", "f2", "f3"])
    equal([item.message for item in found["f1"]], list(range(5, 30)))
    equal([item.message for item in found["f2"]], ["only"])
    assert not found.get("f3"), found
    equal([item.message for item in fetched(python, ["f1"], start=tokens[3])["f1"]], [0, 1, 2])
    equal([item.message for item in fetched(python, ["f1"], end=tokens[27])["f1"]], [27, 28, 29])
    equal([item.message for item in fetched(python, ["f1"], count=2)["f1"]], [28, 29])


def test_fetch_messages_channels_whose_names_have_to_be_escaped(python):
    """fetch messages: channels whose names have to be escaped"""
    for name in ("with space", "Grüße", "100%"):
        command("publish", name, '"in"').result
        equal([item.message for found in fetched(python, [name]).values() for item in found], ["in"])


def test_message_counts_after_one_timetoken(python):
    """message counts: after one timetoken, and after one for each channel"""
    tokens = [int(python.publish("counted", number)) for number in range(5)]
    other = int(command("publish", "counted-2", "1").result["timetoken"])
    equal(counts(python, {"counted": tokens[2]}), {"counted": 2})
    equal(counts(python, {"counted": tokens[0], "counted-2": other - 1}), {"counted": 4, "counted-2": 1})
    equal(counts(python, {"nothing": tokens[0]}), {"nothing": 0})


def test_delete_messages_all_and_in_bounds():
    """delete messages: all, and in bounds; our client then reads the others"""
    # The real service requires a secret key to delete, regardless of rights.
    with Client("administrator", secret=True) as administrator:
        tokens = [int(administrator.publish("deleted", number)) for number in range(5)]

        def left():
            return [item["message"] for item in command("history", "deleted").result["messages"]]
        administrator.call(administrator.pubnub.delete_messages().channel("deleted").start(tokens[0]).end(tokens[2]))
        equal(left(), [0, 3, 4])
        administrator.call(administrator.pubnub.delete_messages().channel("deleted"))
        equal(left(), [])
        equal(counts(administrator, {"deleted": tokens[0]}), {"deleted": 0})
