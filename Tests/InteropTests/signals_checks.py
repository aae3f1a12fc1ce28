"""Signals: each client receives those of the other, and history has none."""

from harness import check, equal
from world import Client, command, listening


@check("signals: Python to Python and to our client")
def _():
    with Client("sender") as sender, Client("receiver") as receiver, listening("signals", "--count", "1") as ours:
        receiver.subscribe(["signals"])
        timetoken = sender.call(sender.pubnub.signal().channel("signals").message({"typing": True})).timetoken
        signal = receiver.signal()
        equal((signal.message, signal.channel, signal.publisher), ({"typing": True}, "signals", "sender"))
        heard = ours.until(lambda event: event["event"] != "status")
        equal((heard["event"], heard["message"], heard["timetoken"]), ("signal", {"typing": True}, str(timetoken)))
        equal(ours.wait(), 0)


@check("signals: our client to Python; nothing is stored")
def _():
    with Client("python") as python:
        python.subscribe(["signals-of-ours"])
        sent = command("signal", "signals-of-ours", "--uuid", "ours", "--", '"hey"').result
        signal = python.signal()
        equal((signal.message, signal.publisher, str(signal.timetoken)), ("hey", "ours", sent["timetoken"]))
        equal(command("history", "signals-of-ours").result["messages"], [])
