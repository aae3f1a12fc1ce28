"""`pubnub subscribe`: the events, in their order, and the end."""

import json
import signal

from answering import Answering, otherwise_time
from calling import at, subscribed, tokens
from running import KEYS, Origin, Process, ReservedPort, equal, pubnub


def test_subscribe_prints_status_then_each_message_with_its_own(origin):
    """subscribe prints status, then each message with its own timetoken, and ends after --count"""
    with Process("subscribe", "a", "b", "--count", "2", "--origin", origin.address, *KEYS,
                                     "--json") as process:
        status = process.until(lambda event: event["state"] == "subscribed")
        equal(status, {"event": "status", "state": "subscribed", "channels": ["a", "b"], "error": None})
        sent = [at(origin, "publish", name, f'"{name}"').result["timetoken"] for name in ("a", "b")]
        for name, token in zip(("a", "b"), sent):
            equal(process.object(), {
                "event": "message", "channel": name, "group": None, "message": name, "timetoken": token})
        equal(process.wait(), 0)
        equal(process.line(), None)


def test_subscribe_presence_prints_joins_and_leaves(origin):
    """subscribe --presence prints joins and leaves"""
    with subscribed(origin, "room", "--presence", "--uuid", "watcher", "--count", "3") as process:
        first = process.until(lambda event: event["event"] == "presence")
        equal((first["type"], first["identifier"], first["occupancy"]), ("join", "watcher", 1))
        with subscribed(origin, "room", "--uuid", "guest", "--count", "1") as guest:
            second = process.until(lambda event: event["event"] == "presence")
            equal({name: second[name] for name in second if name != "timetoken"}, {
                "event": "presence", "type": "join", "channel": "room", "group": None, "identifier": "guest",
                "occupancy": 2, "state": None})
            tokens(second["timetoken"])
            at(origin, "publish", "room", "1").result
            equal(guest.wait(), 0)
        equal(process.until(lambda event: event["event"] == "message")["message"], 1)
        equal(process.wait(), 0)


def test_x_pnpres_as_channel_gives_presence_events_of_x(origin):
    """x-pnpres as a channel gives the presence events of x"""
    with subscribed(origin, "x-pnpres", "--count", "1") as process:
        with subscribed(origin, "x", "--uuid", "u1"):
            event = process.object()
            equal((event["event"], event["type"], event["channel"], event["identifier"]),
                  ("presence", "join", "x", "u1"))
            equal(process.wait(), 0)


def test_channel_and_its_presence_name_together_give_messages():
    """a channel and its presence name together give messages and presence events, in either order"""
    for names in (("demo", "demo-pnpres"), ("demo-pnpres", "demo")):
        with Origin() as origin, subscribed(origin, *names, "--uuid", "watcher", "--count", "2") as process:
            event = process.until(lambda found: found["event"] == "presence")
            equal((event["type"], event["channel"], event["identifier"]), ("join", "demo", "watcher"))
            at(origin, "publish", "demo", "1").result
            equal(process.until(lambda found: found["event"] == "message")["message"], 1)
            equal(process.wait(), 0)


def test_subscribe_since_starts_from_past_timetoken(origin):
    """subscribe --since starts from a past timetoken"""
    sent = [at(origin, "publish", "c", str(number)).result["timetoken"] for number in range(4)]
    with Process("subscribe", "c", "--since", sent[1], "--count", "2", "--origin", origin.address, *KEYS,
                 "--json") as process:
        for number in (2, 3):
            event = process.until(lambda found: found["event"] == "message")
            equal((event["message"], event["timetoken"]), (number, sent[number]))
        equal(process.wait(), 0)


def test_subscribe_through_wildcard_names_it_as_group(origin):
    """subscribe through a wildcard names it as the group"""
    with subscribed(origin, "news.*", "--count", "1") as process:
        at(origin, "publish", "news.today", '"rain"').result
        event = process.object()
        equal((event["channel"], event["group"], event["message"]), ("news.today", "news.*", "rain"))


def test_messages_that_service_no_longer_has_are_reported_as_gap():
    """messages that the service no longer has are reported as a gap between two timetokens"""
    with Origin("--limit", "catchesUpFromHistory=false") as origin:
        start = at(origin, "publish", "c", "0").result["timetoken"]
        equal(at(origin, "publish", "c", "-", input="".join(f"{number}\n" for number in range(1, 251))).status, 0)
        with Process("subscribe", "c", "--since", start, "--count", "101", "--origin", origin.address, *KEYS,
                     "--json") as process:
            events = []
            while (line := process.line()) is not None:
                event = json.loads(line)
                if event["event"] != "status":
                    events.append(event)
            equal(process.wait(), 0)
        gap = events[0]
        equal(sorted(gap), ["event", "from", "to"])
        tokens(gap["from"], gap["to"])
        equal((gap["event"], gap["from"]), ("gap", start))
        equal([event["message"] for event in events[1:]], list(range(151, 251)))
        assert gap["from"] < gap["to"] <= events[1]["timetoken"], (gap, events[1])


def test_subscribe_since_receives_every_message(origin):
    """subscribe --since receives every message that the server has in its history, however many, in order"""
    start = at(origin, "publish", "c", "0").result["timetoken"]
    equal(at(origin, "publish", "c", "-", input="".join(f"{number}\n" for number in range(1, 351))).status, 0)
    with Process("subscribe", "c", "--since", start, "--origin", origin.address, *KEYS, "--json") as process:
        received = []
        while len(received) < 350:
            event = process.until(lambda found: found["event"] == "message")
            received.append(event["message"])
    equal(received, list(range(1, 351)))


def test_sigint_and_sigterm_end_subscription_with_status_0():
    """SIGINT and SIGTERM end a subscription with status 0"""
    for number in (signal.SIGINT, signal.SIGTERM):
        with Origin() as origin, subscribed(origin, "c") as process:
            process.signal(number)
            equal(process.wait(), 0)


def test_origin_that_goes_away_is_status_event():
    """an origin that goes away is a status event; when it is back the subscription is restored and nothing is lost"""
    import pathlib
    import tempfile
    with tempfile.TemporaryDirectory() as directory, ReservedPort() as port:
        data = ["--port", port.number, "--data", str(pathlib.Path(directory) / "origin.sqlite")]
        with Origin(*data) as first:
            process = subscribed(first, "c", "--count", "2")
            at(first, "publish", "c", "1").result
            equal(process.until(lambda event: event["event"] == "message")["message"], 1)
            equal(first.stop(), 0)
        with process:
            down = process.until(lambda event: event["event"] == "status")
            equal(down["state"], "disconnected")
            with Origin(*data) as second:
                process.until(lambda event: event.get("state") == "restored")
                at(second, "publish", "c", "2").result
                equal(process.until(lambda event: event["event"] == "message")["message"], 2)
                equal(process.wait(), 0)


def test_refused_subscription_prints_error_and_ends_with_1():
    """a refused subscription prints the error and ends with 1"""
    body = ('{"status":403,"service":"Access Manager","error":true,"message":"Forbidden",'
            '"payload":{"channels":["closed"]}}')
    with Answering(otherwise_time(lambda path: (403, body))) as server:
        outcome = pubnub("subscribe", "closed", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 1)
        errors = [found["error"] for found in outcome.objects if set(found) == {"error"}]
        equal([(error["code"], error["associated"]) for error in errors], [(122, ["closed"])])


def test_malformed_responses_after_retries():
    """malformed responses, after the retries, are a refusal with 143"""
    with Answering(otherwise_time(lambda path: (200, "<html>"))) as server:
        outcome = pubnub("subscribe", "c", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 1)
        equal([found["error"]["code"] for found in outcome.objects if set(found) == {"error"}], [143])


def test_failing_service_is_status_event():
    """a failing service is a status event, and the subscription is made once it works again"""
    asked = []

    def answer(path):
        if "/subscribe/" not in path:
            return 200, '{"status":200,"message":"OK","service":"Presence"}'
        asked.append(path)
        if len(asked) <= 6:
            return 503, "<html>down for maintenance</html>"
        if "tt=0" in path:
            return 200, '{"t":{"t":"14818963707386265","r":1},"m":[]}'
        return 200, ('{"t":{"t":"14818963707386300","r":1},"m":[{"a":"1","f":0,"p":{"t":"14818963707386299","r":1},'
                     '"c":"c","b":"c","d":"back"}]}')
    with Answering(otherwise_time(answer)) as server:
        with Process("subscribe", "c", "--count", "1", "--origin", server.address, *KEYS, "--json") as process:
            process.until(lambda event: event["event"] == "status" and event["error"])
            equal(process.until(lambda event: event["event"] == "message")["message"], "back")
            equal(process.wait(), 0)


def test_signals_objects_and_actions_are_separate_events():
    """signals, objects and actions are separate events; a file is a message"""
    def envelope(kind, content):
        return {"a": "1", "e": kind, "f": 0, "p": {"t": "14818963707386299", "r": 1}, "c": "c", "b": "c", "d": content}

    envelopes = [envelope(1, "psst"), envelope(2, {"event": "set"}), envelope(3, {"event": "added"}),
                 envelope(4, {"file": {"name": "cat.png"}})]
    pages = [[], envelopes]

    def answer(path):
        if "/subscribe/" not in path:
            return 200, '{"status":200,"message":"OK","service":"Presence"}'
        page = pages.pop(0) if pages else []
        return 200, json.dumps({"t": {"t": "14818963707386300", "r": 1}, "m": page})
    with Answering(otherwise_time(answer)) as server:
        outcome = pubnub("subscribe", "c", "--count", "4", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 0)
        common = {"channel": "c", "group": None, "timetoken": "14818963707386299"}
        equal([found for found in outcome.objects if found["event"] != "status"], [
            {"event": "signal", "message": "psst", **common}, {"event": "object", "data": {"event": "set"}, **common},
            {"event": "action", "data": {"event": "added"}, **common},
            {"event": "message", "message": {"file": {"name": "cat.png"}}, **common}])


def test_address_without_server_status_events_until_timeout():
    """an address without a server: status events until --timeout, then an error with status 1"""
    with ReservedPort() as port:
        address = f"http://127.0.0.1:{port.number}"
        outcome = pubnub("subscribe", "c", "--origin", address, *KEYS, "--json", "--timeout", "3")
    equal(outcome.status, 1)
    equal(set(outcome.objects[-1]), {"error"})
    assert all(found["event"] == "status" for found in outcome.objects[:-1])
