"""`pubnub signal`: what it prints, what it refuses, and that it reaches subscribers and never history."""

from calling import at, people, subscribed, tokens
from running import equal


def test_channel_and_timetoken_subscribers_receive_it_as_signal(origin):
    """signal: channel and timetoken; subscribers receive it as a signal; history has none"""
    with subscribed(origin, "c", "--count", "2") as process:
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


def test_64_bytes_at_most_json_or_text_channel_that_can_be_sent(origin):
    """signal: 64 bytes at most, JSON or --text, a channel that can be sent to"""
    equal(at(origin, "signal", "c", "--text", "x" * 62).status, 0)
    equal(at(origin, "signal", "c", "--text", "x" * 63).error["code"], 114)
    equal(at(origin, "signal", "a,b", "1").error["code"], 117)
    equal(at(origin, "signal", "c", "{", "--json-strict").status, 64)
    equal(at(origin, "signal", "c", "{").status, 0)
