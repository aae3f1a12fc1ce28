"""PubNub's own Python client against our origin, and encrypted messages between it and our client."""

import json
import pathlib
import queue
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

from harness import KEYS, PATIENCE, Origin, Process, check, equal, pubnub, run_all  # noqa: E402
from pubnub.callbacks import SubscribeCallback  # noqa: E402
from pubnub.enums import PNStatusCategory  # noqa: E402
from pubnub.pnconfiguration import PNConfiguration  # noqa: E402
from pubnub.pubnub import PubNub  # noqa: E402

CIPHER_KEY = "interop cipher"
ANYTHING = [
    "plain text", "Grüße, 世界 🌍", "quote \" backslash \\ slash / percent %25 plus + newline \n", "", 42, -1.5,
    9007199254740993, True, [], [1, "two", None, {"three": [3]}], {"nested": {"deeper": {"list": [1, 2]}}},
]


class Listener(SubscribeCallback):
    """Puts what the Python client reports into queues, so that a check waits for an event and never for time."""

    def __init__(self):
        self.statuses, self.messages, self.presences = queue.Queue(), queue.Queue(), queue.Queue()

    def status(self, pubnub, status):
        self.statuses.put(status)

    def message(self, pubnub, message):
        self.messages.put(message)

    def presence(self, pubnub, presence):
        self.presences.put(presence)


class Client:
    """A Python client of its own configuration, with its listener; it is stopped at the end of the block."""

    def __init__(self, identifier, cipher_key=None, random_vector=True):
        configuration = PNConfiguration()
        configuration.origin, configuration.ssl = ORIGIN.host, False
        configuration.publish_key, configuration.subscribe_key = "demo-pub", "demo-sub"
        configuration.user_id = identifier
        configuration.cipher_key = cipher_key
        configuration.use_random_initialization_vector = random_vector
        configuration.daemon = True
        self.pubnub = PubNub(configuration)
        self.listener = Listener()
        self.pubnub.add_listener(self.listener)

    def subscribe(self, channels, presence=False):
        builder = self.pubnub.subscribe().channels(channels)
        (builder.with_presence() if presence else builder).execute()
        status = self.listener.statuses.get(timeout=PATIENCE)
        equal(status.category, PNStatusCategory.PNConnectedCategory)

    def publish(self, channel, message, **options):
        call = self.pubnub.publish().channel(channel).message(message)
        if options.get("post"):
            call = call.use_post(True)
        envelope = call.sync()
        assert not envelope.status.is_error(), envelope.status.error_data
        return envelope.result.timetoken

    def message(self):
        return self.listener.messages.get(timeout=PATIENCE)

    def presence(self):
        return self.listener.presences.get(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pubnub.unsubscribe_all()
        self.pubnub.stop()


def command(name, *arguments):
    """Our client, against the same origin."""
    return pubnub(name, "--origin", ORIGIN.address, *KEYS, "--json", *arguments,
                  environment={"PUBNUB_CIPHER_KEY": CIPHER_KEY})


def listening(*arguments):
    """Our client subscribed with the cipher key, returned once it is."""
    process = Process("subscribe", *arguments, "--origin", ORIGIN.address, *KEYS, "--json",
                      environment={"PUBNUB_CIPHER_KEY": CIPHER_KEY})
    process.until(lambda event: event.get("state") == "subscribed")
    return process


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


@check("several channels at once: each message names its channel")
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


@check("presence: join and leave with identifier and occupancy")
def _():
    with Client("watcher") as watcher:
        watcher.subscribe(["room"], presence=True)
        event = watcher.presence()
        equal((event.event, event.uuid, event.occupancy, event.channel), ("join", "watcher", 1, "room"))
        with Client("guest") as guest:
            guest.subscribe(["room"])
            event = watcher.presence()
            equal((event.event, event.uuid, event.occupancy), ("join", "guest", 2))
        event = watcher.presence()
        equal((event.event, event.uuid, event.occupancy), ("leave", "guest", 1))


@check("here now: of one channel, of many, and of all")
def _():
    with Client("ann") as ann, Client("bob") as bob:
        ann.subscribe(["hall", "kitchen"])
        bob.subscribe(["hall"])
        one = ann.pubnub.here_now().channels(["hall"]).include_uuids(True).sync().result
        equal((one.total_channels, one.total_occupancy), (1, 2))
        equal(sorted(occupant.uuid for occupant in one.channels[0].occupants), ["ann", "bob"])
        many = ann.pubnub.here_now().channels(["hall", "kitchen"]).sync().result
        equal(sorted((found.channel_name, found.occupancy) for found in many.channels), [("hall", 2), ("kitchen", 1)])
        everywhere = ann.pubnub.here_now().sync().result
        assert {"hall", "kitchen"} <= {found.channel_name for found in everywhere.channels}
        nobody = ann.pubnub.here_now().channels(["cellar"]).sync().result
        equal((nobody.total_occupancy, nobody.channels[0].occupancy), (0, 0))


@check("history: order, timetokens, count, reverse, bounds")
def _():
    with Client("writer") as writer:
        tokens = [int(writer.publish("diary", day)) for day in range(5)]

        def history(**options):
            call = writer.pubnub.history().channel("diary").include_timetoken(True).count(options.pop("count", 100))
            for name, value in options.items():
                call = getattr(call, name)(value)
            return call.sync().result
        everything = history()
        equal([item.entry for item in everything.messages], [0, 1, 2, 3, 4])
        equal([int(item.timetoken) for item in everything.messages], tokens)
        equal((int(everything.start_timetoken), int(everything.end_timetoken)), (tokens[0], tokens[4]))
        equal([item.entry for item in history(count=2).messages], [3, 4])
        equal([item.entry for item in history(count=2, reverse=True).messages], [0, 1])
        equal([item.entry for item in history(start=tokens[2]).messages], [0, 1])
        equal([item.entry for item in history(end=tokens[2]).messages], [2, 3, 4])


@check("history of a channel without messages is empty")
def _():
    with Client("reader") as reader:
        result = reader.pubnub.history().channel("silence").count(10).sync().result
        equal((result.messages, int(result.start_timetoken), int(result.end_timetoken)), ([], 0, 0))


@check("catch-up: what was sent between two polls is delivered once")
def _():
    with Client("sender") as sender, Client("receiver") as receiver:
        receiver.subscribe(["burst"])
        for number in range(80):
            sender.publish("burst", number)
        equal([receiver.message().message for _ in range(80)], list(range(80)))


def python_to_ours(random_vector):
    channel = f"to-ours-{random_vector}"
    with Client("python", CIPHER_KEY, random_vector) as python, listening(channel, "--count", str(len(ANYTHING))) as ours:
        for value in ANYTHING:
            python.publish(channel, value)
        for value in ANYTHING:
            event = ours.until(lambda found: found["event"] == "message")
            equal((event["channel"], event["message"]), (channel, value))
        equal(ours.wait(), 0)
        read = command("history", channel).result["messages"]
        equal([item["message"] for item in read], ANYTHING)


@check("encrypted, random vector: Python to our client, live and from history")
def _():
    python_to_ours(random_vector=True)


@check("encrypted, fixed vector: Python to our client, live and from history")
def _():
    python_to_ours(random_vector=False)


@check("encrypted, fixed vector: our client to Python, live and from history")
def _():
    with Client("python", CIPHER_KEY, random_vector=False) as python:
        python.subscribe(["to-python"])
        # Our client refuses to send an empty text.
        values = [value for value in ANYTHING if value != ""]
        for value in values:
            command("publish", "to-python", "--", json.dumps(value)).result
            equal(python.message().message, value)
        result = python.pubnub.history().channel("to-python").count(100).sync().result
        equal([item.entry for item in result.messages], values)


@check("what is on the wire between them is not the text")
def _():
    with Client("eavesdropper") as plain:
        plain.subscribe(["sealed"])
        command("publish", "sealed", '{"secret":"treasure"}').result
        heard = plain.message().message
        assert isinstance(heard, str) and "treasure" not in heard, heard


@check("encrypt and decrypt of the command against the Python client's cipher")
def _():
    with Client("python", CIPHER_KEY, random_vector=False) as fixed, Client("python", CIPHER_KEY) as random:
        text = json.dumps("Grüße 🌍")
        for client in (fixed, random):
            sealed = client.pubnub.config.crypto.encrypt(CIPHER_KEY, text)
            equal(command("decrypt", sealed).result["value"], "Grüße 🌍")
        ours = command("encrypt", "Grüße 🌍").result["value"]
        equal(fixed.pubnub.config.crypto.decrypt(CIPHER_KEY, ours), "Grüße 🌍")


@check("our client and the Python client see each other's presence")
def _():
    with Client("python") as python:
        python.subscribe(["lobby"], presence=True)
        equal(python.presence().uuid, "python")
        with listening("lobby", "--uuid", "ours"):
            event = python.presence()
            equal((event.event, event.uuid, event.occupancy), ("join", "ours", 2))
            seen = command("here-now", "lobby").result["channels"]["lobby"]
            equal((seen["occupancy"], sorted(found["identifier"] for found in seen["participants"])),
                  (2, ["ours", "python"]))


@check("the origin stops cleanly after all that")
def _():
    equal(ORIGIN.stop(), 0)


with Origin() as ORIGIN:
    STATUS = run_all(sys.argv[1] if len(sys.argv) > 1 else None)
sys.exit(STATUS)
