"""The sample that serves channels over plain HTTP: publishing, server-sent events, and a graceful end."""

import os
import signal
import urllib.error
import urllib.request

from running import PATIENCE, ROOT, Process, equal

PROGRAM = os.environ.get("PUBNUB_HTTP_BRIDGE") or str(ROOT / ".build-web-chat" / "debug" / "HTTPBridge")


class Bridge(Process):
    """The sample on a free port; `address` is known once it is ready."""

    def __init__(self):
        super().__init__("0", binary=PROGRAM)
        self.address = self.line().split()[-1]

    def open(self, path, body=None, headers=None):
        request = urllib.request.Request(self.address + path, data=body, headers=headers or {})
        return urllib.request.urlopen(request, timeout=PATIENCE)

    def publish(self, channel, text):
        """The timetoken of the message."""
        with self.open(f"/channels/{channel}", text.encode()) as response:
            return response.read().decode().strip()


def event(stream):
    """The lines of the next event."""
    lines = []
    while line := stream.readline().decode().rstrip("\n"):
        lines.append(line)
    return lines


def test_http_bridge_publishes_and_streams_messages():
    """the HTTP bridge publishes, streams messages, continues after the last event, and ends gracefully with open streams"""
    with Bridge() as bridge, bridge.open("/channels/news") as stream:
        equal(stream.headers["Content-Type"], "text/event-stream")
        equal(event(stream), [": subscribed"])
        first = bridge.publish("news", '{"text":\n"hello"}')
        second = bridge.publish("news", "2")
        equal(event(stream), [f"id: {first}", 'data: {"text":"hello"}'])
        equal(event(stream), [f"id: {second}", "data: 2"])
        with bridge.open("/channels/news", headers={"Last-Event-ID": first}) as late:
            equal([event(late), event(late)], [[": subscribed"], [f"id: {second}", "data: 2"]])
        try:
            bridge.publish("news", "no JSON")
            raise AssertionError("accepted what is not JSON")
        except urllib.error.HTTPError as error:
            with error:
                equal(error.code, 400)
        bridge.signal(signal.SIGTERM)
        equal(stream.read(), b"")
        equal(bridge.wait(), 0)
