"""time, publish, history, here-now, encrypt, decrypt: the object each prints."""

import json
import urllib.parse

from answering import Answering, otherwise_time
from harness import KEYS, Origin, Process, check, equal, pubnub


def at(origin, name, *arguments, **options):
    names = [name, arguments[0]] if name == "state" else [name]
    rest = arguments[len(names) - 1:]
    return pubnub(*names, "--origin", origin.address, *KEYS, "--json", *rest, **options)


def tokens(*found):
    for token in found:
        assert isinstance(token, str) and len(token) == 17 and token.isdigit(), token


@check("time prints one timetoken, as a string")
def _():
    with Origin() as origin:
        result = at(origin, "time").result
        equal(list(result), ["timetoken"])
        tokens(result["timetoken"])


@check("publish prints the channel and the timetoken the service gave")
def _():
    with Origin() as origin:
        result = at(origin, "publish", "c", '{"a":[1,2.5,null,true,"é"]}').result
        equal(sorted(result), ["channel", "timetoken"])
        equal(result["channel"], "c")
        tokens(result["timetoken"])
        found = at(origin, "history", "c", "--tokens").result
        equal(found["messages"], [{"message": {"a": [1, 2.5, None, True, "é"]}, "timetoken": result["timetoken"]}])


@check("publish keeps 64-bit integers exact, down and up")
def _():
    with Origin() as origin:
        for number in (9007199254740993, -9223372036854775808, 9223372036854775807, 18446744073709551615):
            at(origin, "publish", "exact", "--", str(number)).result
        equal([found["message"] for found in at(origin, "history", "exact").result["messages"]],
              [9007199254740993, -9223372036854775808, 9223372036854775807, 18446744073709551615])


@check("publish --text sends the argument as it is")
def _():
    with Origin() as origin:
        at(origin, "publish", "c", "--text", 'say "hi" \\ 5%').result
        equal(at(origin, "history", "c").result["messages"], [{"message": 'say "hi" \\ 5%', "timetoken": None}])


@check("publish --no-store leaves no history")
def _():
    with Origin() as origin:
        at(origin, "publish", "c", "--no-store", "1").result
        equal(at(origin, "history", "c").result["messages"], [])


@check("publish --compressed arrives the same")
def _():
    with Origin() as origin:
        message = {"long": "ab" * 4000}
        at(origin, "publish", "c", "--compressed", json.dumps(message)).result
        equal(at(origin, "history", "c").result["messages"], [{"message": message, "timetoken": None}])


@check("publish --apns and --gcm put the payloads beside the message")
def _():
    with Origin() as origin:
        at(origin, "publish", "c", "--apns", '{"aps":{"alert":"a"}}', "--gcm", '{"data":{"g":1}}', '{"m":1}').result
        equal(at(origin, "history", "c").result["messages"][0]["message"],
              {"pn_apns": {"aps": {"alert": "a"}}, "pn_gcm": {"data": {"g": 1}}, "m": 1})


@check("publish --meta and --ttl travel with the message")
def _():
    with Answering(otherwise_time(lambda path: (200, '[1,"Sent","14818963707386265"]'))) as server:
        pubnub("publish", "c", "1", "--meta", '{"lang":"en"}', "--ttl", "24", "--origin", server.address, *KEYS,
               "--json").result
        query = urllib.parse.parse_qs(server.paths[-1].split("?")[1])
        equal((query["meta"], query["ttl"]), (['{"lang":"en"}'], ["24"]))


@check("publish - sends the lines of standard input in their order and prints a result for each")
def _():
    with Origin() as origin:
        lines = "".join(f'{{"line":{number}}}\n' for number in range(200))
        outcome = at(origin, "publish", "c", "-", input=lines)
        equal(outcome.status, 0)
        results = [found["result"] for found in outcome.objects]
        equal(len(results), 200)
        equal([found["timetoken"] for found in results], sorted(found["timetoken"] for found in results))
        read = at(origin, "history", "c", "--all").result["messages"]
        equal([found["message"]["line"] for found in read], list(range(200)))


@check("publish - goes on after a line that is not JSON, and ends with 1")
def _():
    with Origin() as origin:
        outcome = at(origin, "publish", "c", "-", input='1\n{"half":\n3\n')
        equal(outcome.status, 1)
        equal([next(iter(found)) for found in outcome.objects], ["result", "error", "result"])
        equal(outcome.objects[1]["error"]["code"], 112)
        equal([found["message"] for found in at(origin, "history", "c").result["messages"]], [1, 3])


@check("history: start, end, limit, reverse, with and without tokens")
def _():
    with Origin() as origin:
        sent = [at(origin, "publish", "c", str(number)).result["timetoken"] for number in range(5)]
        everything = at(origin, "history", "c", "--tokens").result
        equal(sorted(everything), ["channel", "end", "messages", "start"])
        equal((everything["channel"], everything["start"], everything["end"]), ("c", sent[0], sent[4]))
        equal(everything["messages"],
              [{"message": number, "timetoken": token} for number, token in enumerate(sent)])

        def numbers(*arguments):
            return [found["message"] for found in at(origin, "history", "c", *arguments).result["messages"]]
        equal(numbers("--limit", "2"), [3, 4])
        equal(numbers("--limit", "2", "--reverse"), [0, 1])
        equal(numbers("--from", sent[2]), [0, 1])
        equal(numbers("--to", sent[2]), [2, 3, 4])
        equal(numbers("--from", sent[1], "--to", sent[3]), [2, 3])


@check("history of an empty channel has null bounds")
def _():
    with Origin() as origin:
        equal(at(origin, "history", "c").result, {"channel": "c", "start": None, "end": None, "messages": []})


@check("history --all pages to the end")
def _():
    with Origin() as origin:
        equal(at(origin, "publish", "c", "-", input="".join(f"{number}\n" for number in range(250))).status, 0)
        found = at(origin, "history", "c", "--all", "--tokens").result
        equal([item["message"] for item in found["messages"]], list(range(250)))
        equal((found["start"], found["end"]), (found["messages"][0]["timetoken"], found["messages"][-1]["timetoken"]))
        equal(len(at(origin, "history", "c").result["messages"]), 100)


def subscribed(origin, *arguments):
    process = Process("subscribe", *arguments, "--origin", origin.address, *KEYS, "--json")
    process.until(lambda event: event.get("state") == "subscribed")
    return process


@check("here-now of one channel, of many, of all; with and without identifiers and state")
def _():
    with Origin() as origin, \
            subscribed(origin, "a", "b", "--uuid", "u1", "--state", '{"a":{"k":"v"}}'), \
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


@check("where-now prints the channels of a client, by default the own ones")
def _():
    with Origin() as origin, subscribed(origin, "a", "b", "--uuid", "u1"):
        for arguments in (["u1"], ["--uuid", "u1"]):
            result = at(origin, "where-now", *arguments).result
            equal((result["identifier"], sorted(result["channels"])), ("u1", ["a", "b"]))
        equal(at(origin, "where-now", "nobody").result, {"identifier": "nobody", "channels": []})


@check("state set and get, of another client; 136 for the own one when not subscribed")
def _():
    with Origin() as origin, subscribed(origin, "a", "--uuid", "u1"):
        equal(at(origin, "state", "get", "u1", "a").result, {"identifier": "u1", "channels": {"a": {}}})
        equal(at(origin, "state", "set", "u1", "a", '{"k":"v","n":1}').result,
              {"identifier": "u1", "channels": {"a": {"k": "v", "n": 1}}})
        equal(at(origin, "state", "get", "u1", "a").result,
              {"identifier": "u1", "channels": {"a": {"k": "v", "n": 1}}})
        error = at(origin, "state", "set", "u2", "a", '{"k":"v"}', environment={"PUBNUB_UUID": "u2"}).error
        equal((error["code"], error["associated"]), (136, "u2"))
        equal(at(origin, "state", "set", "u1", "a", '{"k":[1]}').error["code"], 135)


@check("encrypt and decrypt are each other's inverse, and need no origin")
def _():
    key = {"PUBNUB_CIPHER_KEY": "enigma"}
    sealed = pubnub("encrypt", "Grüße", "--json", environment=key).result
    equal(list(sealed), ["value"])
    equal(pubnub("decrypt", sealed["value"], "--json", environment=key).result, {"value": "Grüße"})


@check("a message sent with a cipher key is read with it, and is DECRYPTION_ERROR with another")
def _():
    with Origin() as origin:
        at(origin, "publish", "c", '{"a":1}', environment={"PUBNUB_CIPHER_KEY": "one"}).result

        def first(key):
            return at(origin, "history", "c", environment=key).result["messages"][0]["message"]
        equal(first({"PUBNUB_CIPHER_KEY": "one"}), {"a": 1})
        equal(first({"PUBNUB_CIPHER_KEY": "two"}), "DECRYPTION_ERROR")
        assert isinstance(first({}), str)


@check("without --json the same facts are printed for people, without colour when it is not a terminal")
def _():
    with Origin() as origin:
        common = ["--origin", origin.address, *KEYS]
        token = at(origin, "publish", "c", '"hello"').result["timetoken"]
        for arguments, facts in (
            (["time"], []), (["publish", "c", '"again"'], ["c"]), (["history", "c", "--tokens"], ["hello", token]),
            (["here-now", "c"], ["c", "0"]),
        ):
            outcome = pubnub(*arguments, *common)
            equal(outcome.status, 0)
            assert "\x1b" not in outcome.output and "{" not in outcome.output, outcome.output
            for fact in facts:
                assert fact in outcome.output, (arguments, outcome.output)
