"""memberships and members: one relation seen from both sides, with pages, refusals and events."""

import json

from answering import Answering, otherwise_time
from calling import at, people, subscribed
from running import KEYS, equal, pubnub

# The command, the identifier that it takes, what it calls the other side, and the command for that one.
SIDES = (("memberships", "channel", "channels"), ("members", "uuid", "users"))


def others(page, key):
    return [found[key]["id"] for found in page["data"]]


def test_set_list_get_and_remove_response_is_page_of_remaining(origin):
    """set, list, get and remove: the response is the page of the remaining entries"""
    for command, key, _ in SIDES:
        equal(at(origin, command, "list", "x").result, {"data": [], "totalCount": 0, "next": None, "prev": None})
        page = at(origin, command, "set", "x", "b", "a", "c", "--status", "on", "--custom", '{"n":1}').result
        equal((sorted(others(page, key)), page["totalCount"]), (["a", "b", "c"], 3))
        first = page["data"][0]
        equal(set(first), {key, "status", "type", "custom", "updated", "eTag"})
        equal((first["status"], first["type"], first["custom"]), ("on", None, {"n": 1}))
        equal(at(origin, command, "get", "x", "a").result, next(
            found for found in page["data"] if found[key] == {"id": "a"}))
        page = at(origin, command, "set", "x", "a", "--type", "t", "--clear", "custom").result
        equal(page["totalCount"], 3)
        changed = at(origin, command, "get", "x", "a").result
        equal((changed["status"], changed["type"], changed["custom"]), ("on", "t", None))
        page = at(origin, command, "remove", "x", "b", "nothing").result
        equal((sorted(others(page, key)), page["totalCount"]), (["a", "c"], 2))
        equal(at(origin, command, "remove", "x", "a", "c").result["data"], [])
        error = at(origin, command, "get", "x", "a").error
        equal((error["code"], error["associated"]), (-1, "x"))


def test_manage_sets_and_removes_in_one_request(origin):
    """manage: sets and removes in one request, and the response is the page of all entries"""
    for command, key, _ in SIDES:
        at(origin, command, "set", "x", "a", "b", "--status", "on", "--type", "t").result
        page = at(origin, command, "manage", "x", "--set", "b", "--set", "c", "--remove", "a", "--remove", "nothing",
                  "--custom", '{"n":1}', "--clear", "status").result
        equal((sorted(others(page, key)), page["totalCount"]), (["b", "c"], 2))
        found = {entry[key]["id"]: entry for entry in page["data"]}
        equal([(found[name]["status"], found[name]["type"], found[name]["custom"]) for name in ("b", "c")],
              [(None, "t", {"n": 1}), (None, None, {"n": 1})])
        page = at(origin, command, "manage", "x", "--remove", "b", "--sort", "updated", "--limit", "1",
                  "--include", "").result
        # Fields that are not included are null, as in a list.
        included = {name for name, value in page["data"][0].items() if value is not None}
        equal((others(page, key), page["totalCount"], included), (["c"], 1, {key, "updated", "eTag"}))
        equal(others(at(origin, command, "manage", "x", "--set", "d", "--limit", "5").result, key), ["c", "d"])


def test_manage_one_request_with_both_lists():
    """manage: one request with both lists"""
    with Answering(otherwise_time(lambda path: (200, '{"status":200,"data":[],"totalCount":0}'))) as server:
        for command, key, _ in SIDES:
            outcome = pubnub(command, "manage", "--origin", server.address, *KEYS, "--json", "x", "--set", "a",
                             "--remove", "b")
            equal(outcome.result, {"data": [], "totalCount": 0, "next": None, "prev": None})
            equal(json.loads(server.bodies[-1]), {"set": [{key: {"id": "a"}}], "delete": [{key: {"id": "b"}}]})
        equal(len([path for path in server.paths if path.startswith("/v2/objects/")]), len(SIDES))


def test_membership_is_member_seen_from_other_side(origin):
    """a membership is a member, seen from the other side; its other side need not have metadata"""
    at(origin, "memberships", "set", "ann", "chat", "--status", "on").result
    found = at(origin, "members", "get", "chat", "ann").result
    equal((found["uuid"], found["status"]), ({"id": "ann"}, "on"))
    at(origin, "users", "set", "ann", "--name", "Ann", "--custom", '{"a":1}').result
    at(origin, "channels", "set", "chat", "--name", "Chat", "--status", "open").result
    found = at(origin, "members", "get", "chat", "ann", "--include", "uuid.custom").result
    equal((found["uuid"]["name"], found["uuid"]["custom"], found["status"]), ("Ann", {"a": 1}, None))
    found = at(origin, "memberships", "get", "ann", "chat", "--include", "channel.status,status").result
    equal((found["channel"]["name"], found["channel"]["status"], found["status"]), ("Chat", "open", "on"))
    found = at(origin, "memberships", "get", "ann", "chat", "--include", "").result
    equal(found["channel"], {"id": "chat"})


def test_list_filter_and_sort_by_other_side(origin):
    """list: filter and sort by the other side, pages by the cursors"""
    for name, title in (("a", "Zebra"), ("b", "Yak"), ("c", "Xerus")):
        at(origin, "channels", "set", name, "--name", title).result
    at(origin, "memberships", "set", "ann", "a", "b", "c").result

    def listed(*arguments):
        return others(at(origin, "memberships", "list", "ann", *arguments).result, "channel")
    equal(listed("--sort", "channel.name"), ["c", "b", "a"])
    equal(listed("--sort", "channel.id:desc"), ["c", "b", "a"])
    equal(listed("--filter", "channel.name LIKE 'Y*'"), ["b"])
    page = at(origin, "memberships", "list", "ann", "--sort", "channel.id", "--limit", "2").result
    equal((others(page, "channel"), page["totalCount"]), (["a", "b"], 3))
    equal(listed("--sort", "channel.id", "--limit", "2", "--start", page["next"]), ["c"])


def test_for_people_table_that_names_other_side(origin):
    """for people: a table that names the other side"""
    at(origin, "users", "set", "ann", "--name", "Ann Lee").result
    outcome = people(origin, "members", "set", "chat", "ann", "bob", "--status", "on")
    rows = [row.split() for row in outcome.output.splitlines()]
    equal(rows[0], ["USER", "NAME", "STATUS", "TYPE", "CUSTOM", "UPDATED"])
    equal([row[0] for row in rows[1:]], ["ann", "bob"])
    assert "Ann Lee" in outcome.output and "2 of 2" in outcome.errors, outcome
    text = people(origin, "members", "get", "chat", "ann").output
    assert "uuid.name" in text and "Ann Lee" in text, text


def test_wrong_usage_is_64_and_nothing_is_sent():
    """wrong usage is 64, and nothing is sent"""
    with Answering(lambda path: (500, "nobody should ask")) as server:
        for command, key, _ in SIDES:
            for wrong in (["list"], ["set", "x"], ["remove", "x"], ["get", "x"], ["list", "x", "--limit", "0"],
                          ["manage", "x"], ["manage", "x", "--status", "on", "--remove", "a"], ["manage", "--set", "a"],
                          ["manage", "x", "--set", "a", "--remove", "a"], ["manage", "x", "--set"],
                          ["list", "x", "--include", f"{key}.name"], ["set", "x", "y", "--custom", "1"],
                          ["set", "x", "y", "--limit", "101"]):
                outcome = pubnub(command, *wrong, "--origin", server.address, *KEYS, "--json")
                equal((command, wrong, outcome.status, outcome.output), (command, wrong, 64, ""))


def test_what_cannot_be_name_or_custom_value_is_refused(origin):
    """what cannot be a name or a custom value is refused before and by nobody else"""
    for command, _, _ in SIDES:
        for arguments in (["list", "a/b"], ["set", "a,b", "c"], ["set", "x", "a:b"], ["remove", "x", "*"],
                          ["manage", "x", "--set", "a:b"], ["manage", "x", "--remove", "*"],
                          ["set", "x", "y" * 93], ["set", "x", "y", "--custom", '{"a":[]}'],
                          ["set", "x", "y", "--status", "s" * 51]):
            error = at(origin, command, *arguments).error
            equal((arguments, error["associated"]), (arguments, arguments[1]))
        equal(at(origin, command, "list", "x").result["totalCount"], 0)


def test_what_service_cannot_read_is_its_own_refusal(origin):
    """what the service cannot read is its own refusal"""
    at(origin, "memberships", "set", "x", "y").result
    for arguments in (["--filter", "channel.id = 1 1"], ["--filter", "uuid.id == 'x'"], ["--sort", "uuid.name"]):
        equal(at(origin, "memberships", "list", "x", *arguments).error["code"], -1)


def test_membership_causes_one_event_on_channel_and_one_on_user(origin):
    """a membership causes one event on the channel and one on the user, and a change of the user one on the channel"""
    with subscribed(origin, "ann", "chat", "--count", "6") as process:
        def heard():
            events = [process.object(), process.object()]
            equal(sorted(event["channel"] for event in events), ["ann", "chat"])
            return events
        at(origin, "memberships", "set", "ann", "chat", "--status", "on").result
        for event in heard():
            equal((event["event"], event["data"]["type"], event["data"]["event"]), ("object", "membership", "set"))
            told = event["data"]["data"]
            equal((told["channel"], told["uuid"], told["status"]), ({"id": "chat"}, {"id": "ann"}, "on"))
        at(origin, "users", "set", "ann", "--name", "Ann").result
        for event in heard():
            equal((event["data"]["type"], event["data"]["data"]["name"]), ("uuid", "Ann"))
        at(origin, "members", "remove", "chat", "ann").result
        for event in heard():
            equal((event["data"]["event"], event["data"]["data"]),
                  ("delete", {"channel": {"id": "chat"}, "uuid": {"id": "ann"}}))
        equal(process.wait(), 0)
