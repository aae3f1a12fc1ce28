"""Message actions: each client receives, lists and removes those of the other."""

from pubnub.models.consumer.message_actions import PNMessageAction
from running import equal
from world import Client, command, listening


def action(message, kind, value):
    made = PNMessageAction()
    made.message_timetoken, made.type, made.value = str(message), kind, value
    return made


def words(found):
    return [(one.type, one.value, one.uuid, one.message_timetoken) for one in found]


def test_python_adds_lists_and_removes_both_clients_receive_events():
    """message actions: Python adds, lists and removes; both clients receive the events"""
    with Client("reactor") as python, listening("reactions", "--count", "3") as ours:
        python.subscribe(["reactions"])
        message = python.publish("reactions", "hello")
        added = python.call(python.pubnub.add_message_action().channel("reactions")
                            .message_action(action(message, "reaction", "smile")))
        equal(words([added]), [("reaction", "smile", "reactor", str(message))])
        equal(words([python.message_action()]), words([added]))
        found = python.call(python.pubnub.get_message_actions().channel("reactions")).actions
        equal((words(found), found[0].action_timetoken), (words([added]), added.action_timetoken))
        python.call(python.pubnub.remove_message_action().channel("reactions").message_timetoken(message)
                    .action_timetoken(int(added.action_timetoken)))
        equal(words([python.message_action()]), words([added]))
        equal(python.call(python.pubnub.get_message_actions().channel("reactions")).actions, [])
        ours.until(lambda event: event["event"] == "message")
        events = [ours.object()["data"] for _ in range(2)]
        equal([(event["event"], event["data"]["value"]) for event in events], [("added", "smile"), ("removed", "smile")])
        equal(ours.wait(), 0)


def test_our_client_adds_and_removes_python_receives_and_lists_them(python):
    """message actions: our client adds and removes; Python receives and lists them"""
    python.subscribe(["our-reactions"])
    message = command("publish", "our-reactions", "1").result["timetoken"]
    added = command("actions", "add", "our-reactions", message, "reaction", "tada", "--uuid", "ours").result
    expected = [("reaction", "tada", "ours", message)]
    equal(words([python.message_action()]), expected)
    equal(words(python.call(python.pubnub.get_message_actions().channel("our-reactions")).actions), expected)
    command("actions", "remove", "our-reactions", message, added["actionTimetoken"], "--uuid", "ours").result
    equal(words([python.message_action()]), expected)


def test_history_with_message_actions_python_reads_added_actions():
    """history with message actions: Python reads the added actions"""
    with Client("historian") as python:
        message = python.publish("history-reactions", "hello")
        python.call(python.pubnub.add_message_action().channel("history-reactions")
                    .message_action(action(message, "reaction", "smile")))
        found = python.call(python.pubnub.fetch_messages().channels(["history-reactions"]).include_message_actions(True)
                            .include_uuid(True))
        item = found.channels["history-reactions"][0]
        equal((item.message, item.uuid), ("hello", "historian"))
        equal([entry["uuid"] for entry in item.actions["reaction"]["smile"]], ["historian"])
        ours = command("history", "history-reactions", "--actions").result["messages"]
        equal([entry["actions"][0]["value"] for entry in ours], ["smile"])
