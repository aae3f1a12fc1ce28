"""time, publish and subscribe: each client receives the messages of the other unchanged."""

import json

from harness import check, equal
from world import ANYTHING, Client, command, listening


@check("time")
def _():
    with Client("timer") as client:
        equal(len(str(int(client.pubnub.time().sync().result))), 17)


@check("publish and subscribe: every kind of JSON value arrives as it was sent, in order, with its own timetoken")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["values"])
        sent = [(sender.publish("values", value), value) for value in ANYTHING]
        for timetoken, value in sent:
            message = receiver.message()
            equal(message.message, value)
            equal(message.channel, "values")
            equal(message.publisher, "sender")
            equal(str(message.timetoken), str(timetoken))


@check("publish by POST")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["posted"])
        sender.publish("posted", {"long": "x" * 5000}, post=True)
        equal(receiver.message().message, {"long": "x" * 5000})


@check("several channels in one subscription: each message names its channel")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["one", "two", "three"])
        for name in ("two", "three", "one"):
            sender.publish(name, name)
        for name in ("two", "three", "one"):
            message = receiver.message()
            equal((message.channel, message.message), (name, name))


@check("a wildcard subscription receives the channels below it")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["news.*"])
        sender.publish("news.today", "rain")
        message = receiver.message()
        equal((message.channel, message.subscription, message.message), ("news.today", "news.*", "rain"))


@check("catch-up: messages between two polls are delivered once")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["burst"])
        for number in range(80):
            sender.publish("burst", number)
        equal([receiver.message().message for _ in range(80)], list(range(80)))


@check("messages: our client to Python, in order, with their timetokens")
def _():
    with Client("python") as python:
        python.subscribe(["ours-to-python"])
        # Our client refuses to send an empty string.
        for value in [value for value in ANYTHING if value != ""]:
            timetoken = command("publish", "ours-to-python", "--uuid", "ours", "--", json.dumps(value)).result["timetoken"]
            message = python.message()
            equal((message.message, str(message.timetoken), message.publisher), (value, timetoken, "ours"))


@check("messages: our client's compressed ones reach Python")
def _():
    with Client("python") as python:
        python.subscribe(["compressed"])
        command("publish", "compressed", "--compressed", json.dumps({"long": "ab" * 4000})).result
        equal(python.message().message, {"long": "ab" * 4000})


@check("messages: Python to our client, in order, with their timetokens, in both forms of subscribing")
def _():
    for form in ([], ["--subscribe-v1"]):
        with Client("python") as python, listening("python-to-ours", "--count", str(len(ANYTHING)), *form) as ours:
            sent = [(value, str(python.publish("python-to-ours", value, post=isinstance(value, dict))))
                    for value in ANYTHING]
            heard = [ours.until(lambda event: event["event"] == "message") for _ in sent]
            equal([event["message"] for event in heard], [value for value, _ in sent])
            if not form:
                equal([event["timetoken"] for event in heard], [timetoken for _, timetoken in sent])
            equal(ours.wait(), 0)


@check("a wildcard subscription of either client receives the other's messages")
def _():
    with Client("python") as python, listening("sports.*", "--count", "1") as ours:
        python.subscribe(["sports.*"])
        python.publish("sports.tennis", "ace")
        event = ours.until(lambda found: found["event"] == "message")
        equal((event["channel"], event["group"], event["message"]), ("sports.tennis", "sports.*", "ace"))
        equal(python.message().message, "ace")
        command("publish", "sports.golf", '"birdie"').result
        message = python.message()
        equal((message.channel, message.subscription, message.message), ("sports.golf", "sports.*", "birdie"))


@check("a filter: Python receives only messages that match its expression, from either client")
def _():
    with Client("python", only="lang == 'en' && level > 2") as python, Client("sender") as sender:
        python.subscribe(["filtered"])
        sender.publish("filtered", "python, no", meta={"lang": "de", "level": 5})
        command("publish", "filtered", '"ours, no"', "--meta", '{"lang":"en","level":1}').result
        sender.publish("filtered", "python, without metadata")
        sender.publish("filtered", "python, yes", meta={"lang": "en", "level": 3})
        command("publish", "filtered", '"ours, yes"', "--meta", '{"lang":"en","level":7}').result
        equal([python.message().message for _ in range(2)], ["python, yes", "ours, yes"])
