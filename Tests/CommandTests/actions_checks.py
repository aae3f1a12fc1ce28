"""`pubnub actions`: the object each subcommand prints, pages, what is refused, and what subscribers are told."""

from calling import at, people, subscribed, tokens
from running import equal


def test_add_list_and_remove_subscribers_receive_event(origin):
    """actions: add, list and remove; subscribers receive an event for each"""
    with subscribed(origin, "c", "--count", "3") as process:
        message = at(origin, "publish", "c", "1").result["timetoken"]
        equal(process.object()["event"], "message")
        added = at(origin, "actions", "add", "c", message, "reaction", "smile", "--uuid", "ann").result
        tokens(added["actionTimetoken"])
        equal(added, {"type": "reaction", "value": "smile", "uuid": "ann", "messageTimetoken": message,
                      "actionTimetoken": added["actionTimetoken"]})
        event = process.object()
        equal((event["event"], event["channel"], event["group"], event["data"]["event"]), ("action", "c", None, "added"))
        equal(event["data"]["data"]["value"], "smile")
        equal(at(origin, "actions", "list", "c").result,
              {"channel": "c", "actions": [added], "start": None, "end": None})
        removed = at(origin, "actions", "remove", "c", message, added["actionTimetoken"], "--uuid", "ann").result
        equal(removed, {"channel": "c", "messageTimetoken": message, "actionTimetoken": added["actionTimetoken"]})
        equal(process.object()["data"]["event"], "removed")
        equal(process.wait(), 0)
        equal(at(origin, "actions", "list", "c").result["actions"], [])


def test_pages_from_newest_on_and_table_for_people(origin):
    """actions list: pages from the newest on, and a table for people"""
    for value in "abc":
        at(origin, "actions", "add", "c", "16000000000000000", "t", value).result
    page = at(origin, "actions", "list", "c", "--limit", "2").result
    equal([action["value"] for action in page["actions"]], ["b", "c"])
    rest = at(origin, "actions", "list", "c", "--limit", "2", "--start", page["start"]).result
    equal(([action["value"] for action in rest["actions"]], rest["start"]), (["a"], None))
    newest, oldest = page["actions"][1]["actionTimetoken"], rest["actions"][0]["actionTimetoken"]
    bounded = at(origin, "actions", "list", "c", "--limit", "1", "--end", oldest).result
    equal((bounded["start"], bounded["end"]), (newest, oldest))
    full = at(origin, "actions", "list", "c", "--limit", "3").result
    last = at(origin, "actions", "list", "c", "--limit", "3", "--start", full["start"]).result
    equal((last["actions"], last["start"], last["end"]), ([], None, None))
    lines = people(origin, "actions", "list", "c").output.splitlines()
    equal((len(lines), lines[0].split()), (4, ["MESSAGE", "ACTION", "TYPE", "VALUE", "UUID"]))


def test_invalid_arguments_are_refused(origin):
    """actions: invalid arguments are refused"""
    add = ["actions", "add", "c", "16000000000000000"]
    added = at(origin, *add, "t", "v", "--uuid", "ann").result
    assert "Action Already Added" in str(at(origin, *add, "t", "v", "--uuid", "ann").error)
    equal(at(origin, *add, "x" * 16, "v").status, 1)
    equal(at(origin, "actions", "remove", "c", "16000000000000000", added["actionTimetoken"], "--uuid", "bob").status, 1)
    equal(at(origin, "actions", "add", "c", "soon", "t", "v").status, 64)
    equal(at(origin, "actions", "list", "c", "--limit", "101").status, 64)


def test_sender_kind_metadata_and_actions_of_each_message(origin):
    """history --actions: sender, kind, metadata and actions of each message"""
    message = at(origin, "publish", "c", '"hi"', "--meta", '{"k":1}', "--uuid", "ann").result["timetoken"]
    added = at(origin, "actions", "add", "c", message, "reaction", "smile", "--uuid", "bob").result
    equal(at(origin, "history", "c", "--actions").result, {
        "channel": "c", "start": message, "end": message,
        "messages": [{"message": "hi", "timetoken": message, "uuid": "ann", "meta": {"k": 1}, "type": 0,
                      "actions": [added]}]})
    line = people(origin, "history", "c", "--actions").output
    assert "reaction smile (bob)" in line, line
    equal(at(origin, "history", "c", "--actions", "--all").status, 64)
