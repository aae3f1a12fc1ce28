"""size and push-payload: numbers and JSON that are the library's, without a word to any service."""

import json
import socket
import threading

from running import KEYS, equal, pubnub

TITLE = ["--title", "Chat invitation", "--body", "You have been invited to 'quiz' chat"]
SHOWN = {"title": "Chat invitation", "body": "You have been invited to 'quiz' chat"}


class Counting:
    """A server that counts the bytes of the publish that comes, and accepts it."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.sizes = []
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client):
        with client, client.makefile("rb") as reader:
            while line := reader.readline():
                head = [line]
                while head[-1] not in (b"\r\n", b""):
                    head.append(reader.readline())
                fields = dict(field.lower().split(b": ", 1) for field in head[1:-1] if b": " in field)
                body = reader.read(int(fields.get(b"content-length", 0)))
                answer = b"[15000000000000000]"
                if b"/publish/" in line:
                    self.sizes.append(sum(map(len, head)) + len(body))
                    answer = b'[1,"Sent","15000000000000001"]'
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(answer), answer))

    def __exit__(self, *_):
        self.listener.close()


def test_size_is_what_publish_sends_plain():
    """size is what publish sends: plain, compressed, not stored, with metadata, with a cipher key"""
    with Counting() as server:
        common = ["--origin", server.address, *KEYS, "--uuid", "ann", "--json"]
        for options in ([], ["--compressed"], ["--no-store"], ["--meta", '{"a":"é"}'],
                        ["--compressed", "--no-store", "--meta", '{"a":1}']):
            for environment in (None, {"PUBNUB_CIPHER_KEY": "enigma-key"}):
                message = ["chat room", '{"text":"héllo 🌍","list":[1,2.5,null]}']
                size = pubnub("size", *message, *options, *common, environment=environment).result
                pubnub("publish", *message, *options, *common, environment=environment).result
                equal((options, size), (options, {"channel": "chat room", "size": server.sizes[-1]}))


def test_size_needs_no_service_invalid_message_has_no_size():
    """size needs no service; an invalid message has no size"""
    nowhere = ["--origin", "http://127.0.0.1:1", *KEYS, "--uuid", "ann"]
    assert pubnub("size", "c", "1", *nowhere, "--json").result["size"] > 100
    equal(pubnub("size", "c", "--text", "x" * 40_000, *nowhere, "--json").result["size"] > 40_000, True)
    lines = pubnub("size", "c", "1", *nowhere).output
    assert lines.endswith(" bytes\n"), lines
    assert pubnub("size", "c", "--text", "", *nowhere, "--json").result["size"] > 100
    for arguments in (["", "1"], ["a,b", "1"]):
        error = pubnub("size", *arguments, *nowhere, "--json").error
        equal((arguments, error["code"], error["associated"]), (arguments, -1, arguments[0]))
    equal(pubnub("size", "c", "1", "--origin", "http://127.0.0.1:1", "--json").status, 1)
    equal(pubnub("size", "c", "{", "--json-strict", *nowhere).status, 64)
    equal(pubnub("size", "c", "1", "--meta", "[1]", *nowhere).status, 64)


def test_payloads_for_gateways_of_apple_and_google():
    """push-payload: the payloads for the gateways of Apple and Google"""
    found = pubnub("push-payload", *TITLE, "--sound", "default", "--for", "apns", "--for", "fcm", "--json").result
    equal(found, {
        "pn_apns": {"aps": {"alert": SHOWN, "sound": "default"}},
        "pn_fcm": {"notification": SHOWN, "android": {"notification": {"sound": "default"}}}})
    found = pubnub("push-payload", *TITLE, "--topic", "a", "--topic", "b", "--environment", "production", "--exclude",
                   "DEADbeef", "--collapse-id", "invitations", "--json").result
    equal(found, {
        "pn_apns": {"aps": {"alert": SHOWN}, "pn_push": [{
            "collapse_id": "invitations", "version": "v2", "targets": [
                {"environment": "production", "topic": topic, "excluded_devices": ["deadbeef"]} for topic in "ab"]}]},
        "pn_fcm": {"notification": SHOWN}})


def test_silent_badge_data_debug_expiration():
    """push-payload: silent, badge, data, debug, expiration"""
    found = pubnub("push-payload", "--silent", "--data", '{"room":"42"}', "--for", "apns", "--for", "fcm", "--debug",
                   "--json").result
    equal(found, {
        "pn_apns": {"aps": {"content-available": 1}, "room": "42"},
        "pn_fcm": {"data": {"notification": {}, "room": "42"}}, "pn_debug": True})
    found = pubnub("push-payload", "--title", "T", "--subtitle", "S", "--badge", "3", "--for", "apns2", "--topic", "t",
                   "--expires", "60", "--json").result["pn_apns"]
    equal(found["aps"], {"alert": {"title": "T", "subtitle": "S"}, "badge": 3})
    assert found["pn_push"][0]["expiration"].endswith("Z"), found


def test_push_payload_without_json_prints_json_for_message():
    """push-payload without --json prints the JSON for a message; without content it is wrong usage"""
    text = pubnub("push-payload", "--title", "T", "--for", "fcm").output
    equal(json.loads(text), {"pn_fcm": {"notification": {"title": "T"}}})
    assert "--topic" in pubnub("push-payload", "--title", "T").errors
    equal(pubnub("push-payload", "--title", "T", "--topic", "t").errors, "")
    for wrong in ([], ["--badge", "1"], ["--title", "T", "--for", "mpns"], ["--title", "T", "--exclude", "xyz"],
                  ["--title", "T", "--expires", "0"], ["--title", "T", "--expires", "soon"], ["--title", "T", "--data", "[]"]):
        outcome = pubnub("push-payload", *wrong, "--json")
        equal((wrong, outcome.status, outcome.output), (wrong, 64, ""))
