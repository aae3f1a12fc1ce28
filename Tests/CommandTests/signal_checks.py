"""`pubnub signal`: what it prints, what it refuses, and that it reaches subscribers and never history."""

from calling import at, people, subscribed, tokens
from harness import Origin, check, equal


@check("signal: channel and timetoken; subscribers receive it as a signal; history has none")
def _():
    with Origin() as origin, subscribed(origin, "c", "--count", "2") as process:
        sent = at(origin, "signal", "c", '{"typing":true}').result
        equal(sent["channel"], "c")
        tokens(sent["timetoken"])
        equal(process.object(), {"event": "signal", "channel": "c", "group": None, "message": {"typing": True},
                                 "timetoken": sent["timetoken"]})
        lines = people(origin, "signal", "c", "--text", "hey", "--type", "mood").output
        assert lines.startswith("sent to c at "), lines
        equal(process.object()["message"], "hey")
        equal(process.wait(), 0)
        equal(at(origin, "history", "c").result["messages"], [])


@check("signal: 64 bytes at most, JSON or --text, a channel that can be sent to")
def _():
    with Origin() as origin:
        equal(at(origin, "signal", "c", "--text", "x" * 62).status, 0)
        equal(at(origin, "signal", "c", "--text", "x" * 63).error["code"], 114)
        equal(at(origin, "signal", "a,b", "1").error["code"], 117)
        equal(at(origin, "signal", "c", "{", "--json-strict").status, 64)
        equal(at(origin, "signal", "c", "{").status, 0)
