"""time, publish and subscribe: each client receives the messages of the other unchanged."""

import json

from running import equal
from world import ANYTHING, Client, command, listening


def test_time():
    """time"""
    with Client("timer") as client:
        equal(len(str(int(client.pubnub.time().sync().result))), 17)


def test_publish_and_subscribe_every_kind_of_json_value_arrives():
    """publish and subscribe: every kind of JSON value arrives as it was sent, in order, with its own timetoken"""
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["values"])
        sent = [(sender.publish("values", value), value) for value in ANYTHING]
        for timetoken, value in sent:
            message = receiver.message()
            equal(message.message, value)
            equal(message.channel, "values")
            equal(message.publisher, "sender")
            equal(str(message.timetoken), str(timetoken))


def test_publish_by_post():
    """publish by POST"""
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["posted"])
        sender.publish("posted", {"long": "x" * 5000}, post=True)
        equal(receiver.message().message, {"long": "x" * 5000})


def test_several_channels_in_one_subscription():
    """several channels in one subscription: each message names its channel"""
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["one", "two", "three"])
        for name in ("two", "three", "one"):
            sender.publish(name, name)
        for name in ("two", "three", "one"):
            message = receiver.message()
            equal((message.channel, message.message), (name, name))


def test_wildcard_subscription_receives_channels_below():
    """a wildcard subscription receives the channels below it"""
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["news.*"])
        sender.publish("news.today", "rain")
        message = receiver.message()
        equal((message.channel, message.subscription, message.message), ("news.today", "news.*", "rain"))


def test_catch_up_messages_between_two_polls_are_delivered_once():
    """catch-up: messages between two polls are delivered once"""
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["burst"])
        for number in range(80):
            sender.publish("burst", number)
        equal([receiver.message().message for _ in range(80)], list(range(80)))


def test_our_client_to_python_in_order_with_their_timetokens(python):
    """messages: our client to Python, in order, with their timetokens"""
    python.subscribe(["ours-to-python"])
    # Our client refuses to send an empty string.
    for value in [value for value in ANYTHING if value != ""]:
        timetoken = command("publish", "ours-to-python", "--uuid", "ours", "--", json.dumps(value)).result["timetoken"]
        message = python.message()
        equal((message.message, str(message.timetoken), message.publisher), (value, timetoken, "ours"))


def test_our_clients_compressed_ones_reach_python(python):
    """messages: our client's compressed ones reach Python"""
    python.subscribe(["compressed"])
    command("publish", "compressed", "--compressed", json.dumps({"long": "ab" * 4000})).result
    equal(python.message().message, {"long": "ab" * 4000})


def test_python_to_our_client_in_order_with_their_timetokens():
    """messages: Python to our client, in order, with their timetokens, in both forms of subscribing"""
    for form in ([], ["--subscribe-v1"]):
        with Client("python") as python, listening("python-to-ours", "--count", str(len(ANYTHING)), *form) as ours:
            sent = [(value, str(python.publish("python-to-ours", value, post=isinstance(value, dict))))
                    for value in ANYTHING]
            heard = [ours.until(lambda event: event["event"] == "message") for _ in sent]
            equal([event["message"] for event in heard], [value for value, _ in sent])
            if not form:
                equal([event["timetoken"] for event in heard], [timetoken for _, timetoken in sent])
            equal(ours.wait(), 0)


def test_wildcard_subscription_of_either_client_receives_others_messages(python):
    """a wildcard subscription of either client receives the other's messages"""
    with listening("sports.*", "--count", "1") as ours:
        python.subscribe(["sports.*"])
        python.publish("sports.tennis", "ace")
        event = ours.until(lambda found: found["event"] == "message")
        equal((event["channel"], event["group"], event["message"]), ("sports.tennis", "sports.*", "ace"))
        equal(python.message().message, "ace")
        command("publish", "sports.golf", '"birdie"').result
        message = python.message()
        equal((message.channel, message.subscription, message.message), ("sports.golf", "sports.*", "birdie"))


def test_filter_python_receives_only_messages_that_match():
    """a filter: Python receives only messages that match its expression, from either client"""
    with Client("python", only="lang == 'en' && level > 2") as python, Client("sender") as sender:
        python.subscribe(["filtered"])
        sender.publish("filtered", "python, no", meta={"lang": "de", "level": 5})
        command("publish", "filtered", '"ours, no"', "--meta", '{"lang":"en","level":1}').result
        sender.publish("filtered", "python, without metadata")
        sender.publish("filtered", "python, yes", meta={"lang": "en", "level": 3})
        command("publish", "filtered", '"ours, yes"', "--meta", '{"lang":"en","level":7}').result
        equal([python.message().message for _ in range(2)], ["python, yes", "ours, yes"])
