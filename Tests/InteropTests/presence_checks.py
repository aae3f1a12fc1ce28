"""Presence, here-now, where-now and state of both clients."""

from running import equal
from world import Client, command, listening


def test_join_and_leave_with_identifier_and_occupancy():
    """presence: join and leave with identifier and occupancy"""
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


def test_here_now_of_one_channel_of_many_and_of_all():
    """here now: of one channel, of many, and of all"""
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


def test_our_client_and_python_client_see_each_others_presence(python):
    """our client and the Python client see each other's presence"""
    python.subscribe(["lobby"], presence=True)
    equal(python.presence().uuid, "python")
    with listening("lobby", "--uuid", "ours"):
        event = python.presence()
        equal((event.event, event.uuid, event.occupancy), ("join", "ours", 2))
        seen = command("here-now", "lobby").result["channels"]["lobby"]
        equal((seen["occupancy"], sorted(found["identifier"] for found in seen["participants"])),
              (2, ["ours", "python"]))


def test_our_client_receives_pythons_join():
    """presence: our client receives Python's join, leave and change of state"""
    with listening("foyer-pnpres", "--count", "3", "--uuid", "watcher") as ours:
        with Client("guest") as guest:
            guest.subscribe(["foyer"])
            event = ours.object()
            equal((event["type"], event["identifier"], event["occupancy"]), ("join", "guest", 1))
            guest.call(guest.pubnub.set_state().channels(["foyer"]).state({"mood": "fine"}))
            event = ours.object()
            equal((event["type"], event["identifier"], event["state"]), ("state-change", "guest", {"mood": "fine"}))
        event = ours.object()
        equal((event["type"], event["identifier"], event["occupancy"]), ("leave", "guest", 0))
        equal(ours.wait(), 0)


def test_where_now_each_client_finds_other():
    """where now: each client finds the other"""
    with Client("wanderer") as python:
        python.subscribe(["w1", "w2"])
        with listening("w2", "w3", "--uuid", "walker"):
            equal(sorted(command("where-now", "wanderer").result["channels"]), ["w1", "w2"])
            equal(sorted(python.call(python.pubnub.where_now().uuid("walker")).channels), ["w2", "w3"])
            equal(python.call(python.pubnub.where_now().uuid("nobody")).channels, [])


def test_state_set_by_either_client(python):
    """state: set by either client, read by both, and listed by here now"""
    with listening("s1", "s2", "--uuid", "ours", "--state", '{"s1":{"k":"ours"}}'):
        python.subscribe(["s1", "s2"])
        python.call(python.pubnub.set_state().channels(["s1", "s2"]).state({"k": "python", "n": 1}))
        for channel in ("s1", "s2"):
            equal(command("state", "get", "python", channel).result,
                  {"identifier": "python", "channels": {channel: {"k": "python", "n": 1}}})
        equal(python.call(python.pubnub.get_state().channels(["s1"]).uuid("ours")).channels, {"s1": {"k": "ours"}})
        equal(python.call(python.pubnub.get_state().channels(["s1", "s2"])).channels,
              {"s1": {"k": "python", "n": 1}, "s2": {"k": "python", "n": 1}})
        command("state", "set", "python", "s1", '{"k":"changed"}').result
        equal(python.call(python.pubnub.get_state().channels(["s1"])).channels, {"s1": {"k": "changed"}})
        found = python.call(python.pubnub.here_now().channels(["s1"]).include_uuids(True).include_state(True))
        equal({occupant.uuid: occupant.state for occupant in found.channels[0].occupants},
              {"ours": {"k": "ours"}, "python": {"k": "changed"}})
        people = command("here-now", "s1", "--state").result["channels"]["s1"]["participants"]
        equal({person["identifier"]: person["state"] for person in people},
              {"ours": {"k": "ours"}, "python": {"k": "changed"}})


def test_here_now_of_channel_groups():
    """here now of channel groups, for both"""
    command("groups", "add", "floor", "hall-1", "hall-2").result
    with Client("python") as python, listening("hall-2", "--uuid", "ours"):
        python.subscribe(["hall-1"])
        found = python.call(python.pubnub.here_now().channel_groups(["floor"]).include_uuids(True))
        equal({channel.channel_name: [who.uuid for who in channel.occupants] for channel in found.channels},
              {"hall-1": ["python"], "hall-2": ["ours"]})
        found = command("here-now", "--group", "floor").result["channels"]
        equal({name: [who["identifier"] for who in channel["participants"]] for name, channel in found.items()},
              {"hall-1": ["python"], "hall-2": ["ours"]})
