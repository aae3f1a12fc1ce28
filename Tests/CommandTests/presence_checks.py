"""here-now, where-now and state: the object each prints, and what it refuses."""

import json

from answering import Answering, otherwise_time
from calling import at, subscribed
from running import KEYS, equal, pubnub


def test_here_now_of_one_channel_of_many_of_all(origin):
    """here-now of one channel, of many, of all; with and without identifiers and state"""
    with subscribed(origin, "a", "b", "--uuid", "u1", "--state", '{"a":{"k":"v"}}'), \
            subscribed(origin, "a", "--uuid", "u2"):
        u1, u2 = {"identifier": "u1", "state": None}, {"identifier": "u2", "state": None}

        def channels(*arguments):
            found = at(origin, "here-now", *arguments).result["channels"]
            for channel in found.values():
                channel["participants"].sort(key=lambda participant: participant["identifier"])
            return found
        equal(channels("a"), {"a": {"occupancy": 2, "participants": [u1, u2]}})
        equal(channels("a", "b"), {"a": {"occupancy": 2, "participants": [u1, u2]},
                                   "b": {"occupancy": 1, "participants": [u1]}})
        equal(sorted(channels()), ["a", "b"])
        equal(channels("a", "--no-identifiers"), {"a": {"occupancy": 2, "participants": []}})
        equal(channels("a", "--state"), {"a": {"occupancy": 2, "participants": [
            {"identifier": "u1", "state": {"k": "v"}}, u2]}})
        equal(channels("nobody"), {"nobody": {"occupancy": 0, "participants": []}})


def test_where_now_prints_channels_of_client(origin):
    """where-now prints the channels of a client, by default the own ones"""
    with subscribed(origin, "a", "b", "--uuid", "u1"):
        for arguments in (["u1"], ["--uuid", "u1"]):
            result = at(origin, "where-now", *arguments).result
            equal((result["identifier"], sorted(result["channels"])), ("u1", ["a", "b"]))
        equal(at(origin, "where-now", "nobody").result, {"identifier": "nobody", "channels": []})


def test_state_set_and_get_of_another_client(origin):
    """state set and get, of another client; 136 for the own one when not subscribed"""
    with subscribed(origin, "a", "--uuid", "u1"):
        equal(at(origin, "state", "get", "u1", "a").result, {"identifier": "u1", "channels": {"a": {}}})
        equal(at(origin, "state", "set", "u1", "a", '{"k":"v","n":1}').result,
              {"identifier": "u1", "channels": {"a": {"k": "v", "n": 1}}})
        equal(at(origin, "state", "get", "u1", "a").result,
              {"identifier": "u1", "channels": {"a": {"k": "v", "n": 1}}})
        error = at(origin, "state", "set", "u2", "a", '{"k":"v"}', environment={"PUBNUB_UUID": "u2"}).error
        equal((error["code"], error["associated"]), (136, "u2"))
        equal(at(origin, "state", "set", "u1", "a", '{"k":[1]}').error["code"], 135)


def test_here_now_of_groups_every_channel_of_them(origin):
    """here-now of groups: every channel of them, alone or beside channels"""
    at(origin, "groups", "add", "g", "a", "b").result
    at(origin, "groups", "add", "h", "c").result
    with subscribed(origin, "a", "--uuid", "u1"), subscribed(origin, "c", "d", "--uuid", "u2"):
        def occupancies(*arguments):
            found = at(origin, "here-now", *arguments).result["channels"]
            return {name: (channel["occupancy"], [who["identifier"] for who in channel["participants"]])
                    for name, channel in found.items()}
        a, c, d = (1, ["u1"]), (1, ["u2"]), (1, ["u2"])
        equal(occupancies("--group", "g"), {"a": a})
        equal(occupancies("--group", "g", "--group", "h"), {"a": a, "c": c})
        equal(occupancies("d", "--group", "g"), {"a": a, "d": d})
        equal(occupancies("--group", "g", "--no-identifiers"), {"a": (1, [])})
        equal(occupancies("--group", "nothing"), {})


def test_here_now_state_of_several_channels(origin):
    """here-now --state of several channels, of a group and of all; --no-identifiers leaves the state out, too"""
    at(origin, "groups", "add", "g", "a").result
    with subscribed(origin, "a", "b", "--uuid", "u1", "--state", '{"a":{"mood":"fine"},"b":{"n":1}}'):
        def states(*arguments):
            found = at(origin, "here-now", "--state", *arguments).result["channels"]
            return {name: [who["state"] for who in channel["participants"]] for name, channel in found.items()}
        equal(states("a", "b"), {"a": [{"mood": "fine"}], "b": [{"n": 1}]})
        equal(states("--group", "g"), {"a": [{"mood": "fine"}]})
        equal(states(), {"a": [{"mood": "fine"}], "b": [{"n": 1}]})
        equal(states("a", "--no-identifiers"), {"a": []})


def test_here_now_clients_without_identifier_count():
    """here-now: clients without an identifier count and are not listed"""
    body = '{"status":200,"message":"OK","service":"Presence","uuids":["u1"],"occupancy":3}'
    with Answering(otherwise_time(lambda path: (200, body))) as server:
        found = pubnub("here-now", "a", "--origin", server.address, *KEYS, "--json").result
        equal(found, {"channels": {"a": {"occupancy": 3, "participants": [{"identifier": "u1", "state": None}]}}})


def test_state_of_group_set_prints_group_get_its_channels(origin):
    """state of a group: set prints the group, get its channels; another client's needs no subscription"""
    at(origin, "groups", "add", "g", "a", "b").result
    with subscribed(origin, "--group", "g", "--uuid", "u1"):
        equal(at(origin, "state", "set", "u1", "--group", "g", '{"k":"v"}').result,
              {"identifier": "u1", "channels": {"g": {"k": "v"}}})
        equal(at(origin, "state", "get", "u1", "--group", "g").result,
              {"identifier": "u1", "channels": {"a": {"k": "v"}, "b": {"k": "v"}}})
        equal(at(origin, "state", "get", "u1", "a").result, {"identifier": "u1", "channels": {"a": {"k": "v"}}})
        error = at(origin, "state", "set", "--uuid", "u2", "u2", "--group", "g", '{"k":"v"}').error
        equal((error["code"], error["associated"]), (136, "u2"))


def test_state_set_reaches_subscribers_as_state_change(origin):
    """state set reaches the subscribers as a state-change"""
    with subscribed(origin, "a-pnpres", "--uuid", "watcher", "--count", "2") as watcher, \
            subscribed(origin, "a", "--uuid", "u1"):
        equal(watcher.object()["type"], "join")
        at(origin, "state", "set", "u1", "a", '{"mood":"fine"}').result
        event = watcher.object()
        equal({name: event[name] for name in event if name != "timetoken"}, {
            "event": "presence", "type": "state-change", "channel": "a", "group": None, "identifier": "u1",
            "occupancy": 1, "state": {"mood": "fine"}})
        equal(watcher.wait(), 0)


def test_code_and_client_or_channel_that_error_is_about():
    """presence refusals: the code, and the client or channel that the error is about"""
    body = '{"status":400,"message":"Presence is not enabled","service":"Presence","error":true}'
    with Answering(otherwise_time(lambda path: (400, body))) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        for arguments, about in (
            (["here-now", "a"], ["a"]), (["here-now", "a", "b"], ["a", "b"]), (["here-now"], None),
            (["here-now", "--group", "g"], ["g"]), (["where-now", "u1"], "u1"), (["state", "get", "u1", "a"], "u1"),
            (["state", "set", "u1", "a", "{}"], "u1"),
        ):
            error = pubnub(*arguments, *common).error
            equal((arguments, error["code"], error["associated"]), (arguments, 111, about))


def test_interval_event_is_one_changed_event_with_lists_of_service():
    """an interval event is one `changed` event with the lists of the service"""
    bodies = [{"action": "interval", "timestamp": 1567099526, "occupancy": 2},
              {"action": "interval", "timestamp": 1567099527, "occupancy": 4, "join": ["u1", "u2"], "leave": ["u3"],
               "timeout": ["u4"]},
              {"action": "interval", "timestamp": 1567099528, "occupancy": 5, "join": ["u5"]},
              {"action": "timeout", "timestamp": 1567099529, "occupancy": 4, "uuid": "u5"}]
    envelopes = [{"a": "1", "f": 0, "p": {"t": f"1481896370738629{number}", "r": 1}, "c": "c-pnpres", "b": "c-pnpres",
                  "d": body} for number, body in enumerate(bodies)]
    pages = [[], envelopes]

    def answer(path):
        if "/subscribe/" not in path:
            return 200, '{"status":200,"message":"OK","service":"Presence"}'
        return 200, json.dumps({"t": {"t": "14818963707386300", "r": 1}, "m": pages.pop(0) if pages else []})
    with Answering(otherwise_time(answer)) as server:
        outcome = pubnub("subscribe", "c-pnpres", "--count", "4", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 0)
        common = {"event": "presence", "channel": "c", "group": None, "state": None}
        changed = {**common, "type": "changed", "identifier": None}
        equal([found for found in outcome.objects if found["event"] != "status"], [
            {**changed, "occupancy": 2, "timetoken": "14818963707386290"},
            {**changed, "occupancy": 4, "joined": ["u1", "u2"], "left": ["u3"], "timedOut": ["u4"],
             "timetoken": "14818963707386291"},
            {**changed, "occupancy": 5, "joined": ["u5"], "left": [], "timedOut": [], "timetoken": "14818963707386292"},
            {**common, "type": "timeout", "identifier": "u5", "occupancy": 4, "timetoken": "14818963707386293"}])
