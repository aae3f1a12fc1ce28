"""Signals: each client receives those of the other, and history has none."""

from running import equal
from world import Client, command, listening


def test_python_to_python_and_to_our_client():
    """signals: Python to Python and to our client"""
    with Client("sender") as sender, Client("receiver") as receiver, listening("signals", "--count", "1") as ours:
        receiver.subscribe(["signals"])
        timetoken = sender.call(sender.pubnub.signal().channel("signals").message({"typing": True})).timetoken
        signal = receiver.signal()
        equal((signal.message, signal.channel, signal.publisher), ({"typing": True}, "signals", "sender"))
        heard = ours.until(lambda event: event["event"] != "status")
        equal((heard["event"], heard["message"], heard["timetoken"]), ("signal", {"typing": True}, str(timetoken)))
        equal(ours.wait(), 0)


def test_our_client_to_python_nothing_is_stored(python):
    """signals: our client to Python; nothing is stored"""
    python.subscribe(["signals-of-ours"])
    sent = command("signal", "signals-of-ours", "--uuid", "ours", "--", '"hey"').result
    signal = python.signal()
    equal((signal.message, signal.publisher, str(signal.timetoken)), ("hey", "ours", sent["timetoken"]))
    equal(command("history", "signals-of-ours").result["messages"], [])
