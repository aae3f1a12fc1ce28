"""Clients of HAProxy while the origins behind it are restarted, or killed, one after the other."""

import http.client
import itertools
import json
import logging
import queue
import signal
import threading

from balancer import BalancedCluster
from cluster import wait_ready
from load import LIMITS, Load, history
from pubnub.callbacks import SubscribeCallback
from pubnub.enums import PNReconnectionPolicy
from pubnub.exceptions import PubNubException
from pubnub.pnconfiguration import PNConfiguration
from pubnub.pubnub import PubNub
from running import PATIENCE, Process, equal, eventually

KEYS = ["--publish-key", "demo", "--subscribe-key", "demo"]
# The client for Python writes a line about each connection that it loses.
logging.getLogger("pubnub").setLevel(logging.CRITICAL)


class Waiting:
    """A client whose poll waits on a channel without messages; each response begins the next poll."""

    def __init__(self, host):
        self.connection = http.client.HTTPConnection(host, timeout=PATIENCE)
        self.errors, self.responses, self.isEnding = [], 0, False
        self.timetoken = self._poll(0)
        self.thread = threading.Thread(target=self._wait, daemon=True)
        self.thread.start()

    def _poll(self, timetoken):
        self.connection.request("GET", f"/v2/subscribe/demo/silent/0?tt={timetoken}&uuid=waiting&heartbeat=300")
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise ValueError(response.status)
        self.responses += 1
        return json.loads(body)["t"]["t"]

    def _wait(self):
        while not self.isEnding:
            try:
                self.timetoken = self._poll(self.timetoken)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.errors.append(repr(error))
                return


def test_rolling_restart():
    """a rolling restart of the origins behind HAProxy: no publisher, guest or subscriber sees an error or a reset"""
    with BalancedCluster(arguments=(*LIMITS, "--drain-delay", "3s")) as cluster:
        load = Load(lambda: [cluster.host], patience=20, poll_patience=60)
        waiting = [Waiting(cluster.host) for _ in range(6)]
        load.goes_on()
        for node in cluster.nodes:
            node.process.signal(signal.SIGTERM)
            eventually(lambda: node.process.process.poll() is not None, f"node {node.number} ends", 20)
            equal(node.process.wait(), 0)
            node.start()
            node.wait()
            wait_ready(node)
            load.goes_on()
        # A poll waits at an origin that has not ended yet, or at one that was started again.
        assert sum(poll.responses for poll in waiting) >= 2 * len(waiting), [poll.responses for poll in waiting]
        load.finish(cluster.nodes)
        for poll in waiting:
            poll.isEnding = True
        equal([error for poll in waiting for error in poll.errors] + load.errors, [])


class Python(SubscribeCallback):
    """PubNub's client for Python: a subscriber that reconnects by itself, and a publisher that does not retry."""

    def __init__(self, host, name):
        self.received, self.states = [], queue.Queue()
        configuration = PNConfiguration()
        configuration.origin, configuration.ssl, configuration.daemon = host, False, True
        configuration.publish_key = configuration.subscribe_key = "demo"
        configuration.user_id = name
        configuration.reconnect_policy = PNReconnectionPolicy.EXPONENTIAL
        configuration.connect_timeout = configuration.non_subscribe_request_timeout = 10
        self.client = PubNub(configuration)
        self.client.add_listener(self)

    def status(self, pubnub, status):
        self.states.put(status.category)

    def presence(self, pubnub, presence):
        pass

    def message(self, pubnub, message):
        self.received.append((message.timetoken, message.message))

    def subscribe(self, channel):
        self.client.subscribe().channels([channel]).execute()
        self.states.get(timeout=PATIENCE)

    def publish(self, channel, number):
        """The timetoken of a message; None if it was not acknowledged."""
        try:
            return int(self.client.publish().channel(channel).message(number).sync().result.timetoken)
        except PubNubException:
            return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.unsubscribe_all()
        self.client.stop()


class Line:
    """`pubnub publish`, which publishes a number for each line that it reads."""

    def __init__(self, cluster, channel):
        self.process = Process("publish", channel, "-", "--origin", f"http://{cluster.host}", *KEYS, "--json",
                               "--timeout", "20", input=True)

    def publish(self, number):
        """The timetoken of a message; None if it was not acknowledged."""
        self.process.write(json.dumps(number))
        found = self.process.object()
        return int(found["result"]["timetoken"]) if "result" in found else None

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.process.__exit__(*arguments)


def test_clients_of_killed_origins():
    """PubNub's Python client and this command, behind HAProxy, receive every acknowledged message once while the origins are killed in turn"""
    with BalancedCluster(arguments=LIMITS) as cluster, Python(cluster.host, "python") as python, \
            Python(cluster.host, "sender") as sender, Line(cluster, "room") as line, \
            Process("subscribe", "room", "--origin", f"http://{cluster.host}", *KEYS, "--json", "--uuid",
                    "command") as command:
        python.subscribe("room")
        command.until(lambda event: event.get("state") == "subscribed")
        acknowledged, numbers, events = {}, itertools.count(), []

        def publish(count):
            while count:
                number = next(numbers)
                found = line.publish(number) if number % 2 else sender.publish("room", number)
                if found:
                    acknowledged[number] = found
                    count -= 1

        def received():
            while not command.lines.empty():
                events.append(json.loads(command.lines.get()))
            found = [event for event in events if event.get("event") == "message"]
            return python.received, [(int(event["timetoken"]), event["message"]) for event in found]

        publish(30)
        for node in cluster.nodes:
            node.kill()
            publish(30)
            node.start()
            node.wait()
            wait_ready(node)
            publish(30)
        expected = {(timetoken, number) for number, timetoken in acknowledged.items()}
        eventually(lambda: all(expected <= set(found) for found in received()),
                   "both subscribers receive all acknowledged messages", 40)
        whole = history(cluster.nodes[0], "room")
        for found in received():
            equal(found, whole[:len(found)])
        equal([event for event in events if event.get("event") == "gap"], [])
