"""The origin that the checks share, and clients of both kinds against it."""

import contextlib
import queue

from calling import words
from pubnub.callbacks import SubscribeCallback
from pubnub.enums import PNStatusCategory
from pubnub.pnconfiguration import PNConfiguration
from pubnub.pubnub import PubNub
from running import KEYS, PATIENCE, Origin, Process, equal, pubnub

CIPHER_KEY = "interop cipher"
SECRET_KEY = "sec-c-interop"
# The authorization key of clients whose rights do not matter to a check; it has all rights.
AUTH_KEY = "interop-key"
ANYTHING = [
    "plain text", "Grüße, 世界 🌍", "quote \" backslash \\ slash / percent %25 plus + newline \n", "", 42, -1.5,
    9007199254740993, True, [], [1, "two", None, {"three": [3]}], {"nested": {"deeper": {"list": [1, 2]}}},
]

ORIGIN = None


@contextlib.contextmanager
def origin(access_manager):
    """Runs the checks' origin; with an access manager, it first grants `AUTH_KEY` all rights."""
    global ORIGIN
    arguments = ["--access-manager"] if access_manager else []
    with Origin(*arguments, environment={"PUBNUB_SECRET_KEY": SECRET_KEY}) as ORIGIN:
        if access_manager:
            with Client("administrator", secret=True) as administrator:
                administrator.call(administrator.pubnub.grant().auth_keys([AUTH_KEY]).read(True).write(True).manage(True)
                                   .delete(True).get(True).update(True).join(True).ttl(0))
        yield ORIGIN


class Listener(SubscribeCallback):
    """Puts events of the Python client into queues, so that a check waits for events and never sleeps."""

    def __init__(self):
        self.statuses, self.messages, self.presences = queue.Queue(), queue.Queue(), queue.Queue()
        self.signals, self.message_actions, self.files = queue.Queue(), queue.Queue(), queue.Queue()

    def status(self, pubnub, status):
        self.statuses.put(status)

    def message(self, pubnub, message):
        self.messages.put(message)

    def presence(self, pubnub, presence):
        self.presences.put(presence)

    def signal(self, pubnub, signal):
        self.signals.put(signal)

    def message_action(self, pubnub, message_action):
        self.message_actions.put(message_action)

    def file(self, pubnub, file_message):
        self.files.put(file_message)


class Client:
    """A Python client with its own configuration and its listener; it is stopped at the end of the block."""

    def __init__(self, identifier, cipher_key=None, random_vector=True, auth=AUTH_KEY, secret=False, only=None):
        configuration = PNConfiguration()
        configuration.origin, configuration.ssl = ORIGIN.host, False
        configuration.publish_key, configuration.subscribe_key = "demo-pub", "demo-sub"
        configuration.user_id = identifier
        configuration.cipher_key = cipher_key
        configuration.use_random_initialization_vector = random_vector
        configuration.daemon = True
        configuration.connect_timeout = configuration.non_subscribe_request_timeout = int(PATIENCE)
        configuration.auth_key = auth
        if secret:
            configuration.secret_key = SECRET_KEY
        if only:
            configuration.filter_expression = only
        self.pubnub = PubNub(configuration)
        self.listener = Listener()
        self.pubnub.add_listener(self.listener)

    def subscribe(self, channels, groups=(), presence=False):
        builder = self.pubnub.subscribe().channels(list(channels)).channel_groups(list(groups))
        (builder.with_presence() if presence else builder).execute()
        status = self.listener.statuses.get(timeout=PATIENCE)
        equal(status.category, PNStatusCategory.PNConnectedCategory)

    @staticmethod
    def call(builder):
        """Returns the result of a call, which has to succeed."""
        envelope = builder.sync()
        assert not envelope.status.is_error(), envelope.status.error_data
        return envelope.result

    def publish(self, channel, message, post=False, meta=None):
        call = self.pubnub.publish().channel(channel).message(message).use_post(post)
        return self.call(call.meta(meta) if meta else call).timetoken

    def message(self):
        return self.listener.messages.get(timeout=PATIENCE)

    def presence(self):
        return self.listener.presences.get(timeout=PATIENCE)

    def signal(self):
        return self.listener.signals.get(timeout=PATIENCE)

    def message_action(self):
        return self.listener.message_actions.get(timeout=PATIENCE)

    def file(self):
        return self.listener.files.get(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pubnub.unsubscribe_all()
        self.pubnub.stop()


def command(name, *arguments, auth=AUTH_KEY, secret=False, cipher_key=None, origin=True):
    """Our client, against the same origin; or a subcommand that makes no request."""
    names, rest = words(name, *arguments)
    place = ["--origin", ORIGIN.address, *KEYS] if origin else []
    return pubnub(*names, *place, "--json", *rest, environment=environment(auth, secret, cipher_key))


def listening(*arguments, auth=AUTH_KEY, cipher_key=None):
    """Subscribes our client, and returns once it is subscribed."""
    process = Process("subscribe", *arguments, "--origin", ORIGIN.address, *KEYS, "--json",
                      environment=environment(auth, False, cipher_key))
    process.until(lambda event: event.get("state") == "subscribed")
    return process


def environment(auth, secret, cipher_key):
    found = {"PUBNUB_AUTH_KEY": auth, "PUBNUB_CIPHER_KEY": cipher_key, "PUBNUB_SECRET_KEY": secret and SECRET_KEY}
    return {name: value for name, value in found.items() if value}
