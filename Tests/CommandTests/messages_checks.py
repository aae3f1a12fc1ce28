"""time, publish, history, encrypt, decrypt: the object each prints."""

import json
import urllib.parse

from answering import Answering, otherwise_time
from calling import at, people, subscribed, tokens
from running import KEYS, Origin, equal, pubnub


def test_time_prints_one_timetoken_as_string(origin):
    """time prints one timetoken, as a string"""
    result = at(origin, "time").result
    equal(list(result), ["timetoken"])
    tokens(result["timetoken"])


def test_publish_prints_channel_and_timetoken_service_gave(origin):
    """publish prints the channel and the timetoken the service gave"""
    result = at(origin, "publish", "c", '{"a":[1,2.5,null,true,"é"]}').result
    equal(sorted(result), ["channel", "timetoken"])
    equal(result["channel"], "c")
    tokens(result["timetoken"])
    found = at(origin, "history", "c", "--tokens").result
    equal(found["messages"], [{"message": {"a": [1, 2.5, None, True, "é"]}, "timetoken": result["timetoken"]}])


def test_publish_keeps_64_bit_integers_exact(origin):
    """publish keeps 64-bit integers exact, down and up"""
    for number in (9007199254740993, -9223372036854775808, 9223372036854775807, 18446744073709551615):
        at(origin, "publish", "exact", "--", str(number)).result
    equal([found["message"] for found in at(origin, "history", "exact").result["messages"]],
          [9007199254740993, -9223372036854775808, 9223372036854775807, 18446744073709551615])


def test_numbers_beyond_64_bits_and_double_are_published_and_printed():
    """numbers beyond 64 bits and Double are published and printed digit by digit, with --json and without"""
    numbers = ["18446744073709551616", "0.10000000000000001", "3.14159265358979323846264338327950288419716939937510",
               "1e400", "-1e-400", "9" * 100]
    with Origin() as origin:
        for number in numbers:
            at(origin, "publish", "digits", "--", number).result
        for form in (at, people):
            found = form(origin, "history", "digits")
            equal(found.status, 0)
            for number in numbers:
                assert number in found.output, f"{number} is not in {found.output}"
        with subscribed(origin, "live", "--count", "1") as process:
            at(origin, "publish", "live", '{"n":%s}' % numbers[2]).result
            line = process.line()
            assert '"message":{"n":%s}' % numbers[2] in line, line


def test_publish_text_sends_argument(origin):
    """publish --text sends the argument as it is"""
    at(origin, "publish", "c", "--text", 'say "hi" \\ 5%').result
    equal(at(origin, "history", "c").result["messages"], [{"message": 'say "hi" \\ 5%', "timetoken": None}])


def test_publish_no_store_leaves_no_history(origin):
    """publish --no-store leaves no history"""
    at(origin, "publish", "c", "--no-store", "1").result
    equal(at(origin, "history", "c").result["messages"], [])


def test_publish_compressed_delivers_same_message(origin):
    """publish --compressed delivers the same message"""
    message = {"long": "ab" * 4000}
    at(origin, "publish", "c", "--compressed", json.dumps(message)).result
    equal(at(origin, "history", "c").result["messages"], [{"message": message, "timetoken": None}])


def test_publish_apns_and_gcm_add_payloads_to_message(origin):
    """publish --apns and --gcm add the payloads to the message"""
    at(origin, "publish", "c", "--apns", '{"aps":{"alert":"a"}}', "--gcm", '{"data":{"g":1}}', '{"m":1}').result
    equal(at(origin, "history", "c").result["messages"][0]["message"],
          {"pn_apns": {"aps": {"alert": "a"}}, "pn_gcm": {"data": {"g": 1}}, "m": 1})


def test_publish_meta_and_ttl_are_sent_with_message():
    """publish --meta and --ttl are sent with the message"""
    with Answering(otherwise_time(lambda path: (200, '[1,"Sent","14818963707386265"]'))) as server:
        pubnub("publish", "c", "1", "--meta", '{"lang":"en"}', "--ttl", "24", "--origin", server.address, *KEYS,
               "--json").result
        query = urllib.parse.parse_qs(server.paths[-1].split("?")[1])
        equal((query["meta"], query["ttl"]), (['{"lang":"en"}'], ["24"]))


def test_publish_sends_lines_of_standard_input_in_their_order_and_prints(origin):
    """publish - sends the lines of standard input in their order and prints a result for each"""
    lines = "".join(f'{{"line":{number}}}\n' for number in range(200))
    outcome = at(origin, "publish", "c", "-", input=lines)
    equal(outcome.status, 0)
    results = [found["result"] for found in outcome.objects]
    equal(len(results), 200)
    equal([found["timetoken"] for found in results], sorted(found["timetoken"] for found in results))
    read = at(origin, "history", "c", "--all").result["messages"]
    equal([found["message"]["line"] for found in read], list(range(200)))


def test_publish_json_strict_reports_line_that_is_not_json(origin):
    """publish - --json-strict reports a line that is not JSON, sends the next one, and ends with 1"""
    outcome = at(origin, "publish", "c", "-", "--json-strict", input='1\n{"half":\n3\n')
    equal(outcome.status, 1)
    equal([next(iter(found)) for found in outcome.objects], ["result", "error", "result"])
    equal(outcome.objects[1]["error"]["code"], 112)
    equal([found["message"] for found in at(origin, "history", "c").result["messages"]], [1, 3])


def test_history_start_end_limit_reverse_with_and_without_tokens(origin):
    """history: start, end, limit, reverse, with and without tokens"""
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


def test_history_of_empty_channel_has_null_bounds(origin):
    """history of an empty channel has null bounds"""
    equal(at(origin, "history", "c").result, {"channel": "c", "start": None, "end": None, "messages": []})


def test_history_all_pages_to_end(origin):
    """history --all pages to the end"""
    equal(at(origin, "publish", "c", "-", input="".join(f"{number}\n" for number in range(250))).status, 0)
    found = at(origin, "history", "c", "--all", "--tokens").result
    equal([item["message"] for item in found["messages"]], list(range(250)))
    equal((found["start"], found["end"]), (found["messages"][0]["timetoken"], found["messages"][-1]["timetoken"]))
    equal(len(at(origin, "history", "c").result["messages"]), 100)


def test_encrypt_and_decrypt_are_each_others_inverse():
    """encrypt and decrypt are each other's inverse, and need no origin"""
    key = {"PUBNUB_CIPHER_KEY": "enigma"}
    sealed = pubnub("encrypt", "Grüße", "--json", environment=key).result
    equal(list(sealed), ["value"])
    equal(pubnub("decrypt", sealed["value"], "--json", environment=key).result, {"value": "Grüße"})


def test_cipher_format_selects_format_of_sent_messages():
    """--cipher-format selects the format of sent messages; 3.3 is decrypted with 3.3 only, each of the others with any of them"""
    key = {"PUBNUB_CIPHER_KEY": "enigma"}

    def encrypt(*arguments):
        return pubnub("encrypt", "Hello World", *arguments, "--json", environment=key).result["value"]

    def decrypt(sealed, *arguments):
        return pubnub("decrypt", sealed, *arguments, "--json", environment=key)
    equal(encrypt("--cipher-format", "3.3"), "UzIyeVhanI+QnyaNqVob2A==")
    equal(encrypt("--cipher-format", "fixed"), encrypt())
    assert encrypt("--cipher-format", "header").startswith("UE5FRAFBQ1JIE")
    for name in ("fixed", "random", "header"):
        equal(decrypt(encrypt("--cipher-format", name)).result, {"value": "Hello World"})
    old = encrypt("--cipher-format", "3.3")
    equal(decrypt(old, "--cipher-format", "3.3").result, {"value": "Hello World"})
    assert decrypt(old).error["code"] in (129, 130, 131)
    with Origin() as origin:
        environment = {**key, "PUBNUB_CIPHER_FORMAT": "3.3"}
        at(origin, "publish", "c", '["seven",{"food":"Coffee"}]', environment=environment).result
        equal(at(origin, "history", "c").result["messages"][0]["message"],
              ["0ZRaiDryY0rdklgVVU80pQ==", {"food": "vJYgOIZdbL4rRqdigAcujA=="}])
        equal(at(origin, "history", "c", environment=environment).result["messages"][0]["message"],
              ["seven", {"food": "Coffee"}])
        equal(at(origin, "publish", "c", "17", environment=environment).error["code"], 130)


def test_names_that_proxies_remove_from_path_are_refused(origin):
    """names that proxies remove from a path are refused, and end with status 1 or wrong usage"""
    for arguments, code in (
        (("publish", "..", "1"), 117), (("signal", ".", "1"), 117), (("history", ".."), 117),
        (("here-now", "."), 117), (("where-now", ".."), -1), (("state", "get", "..", "c"), -1),
        (("state", "get", "u", "."), 117), (("groups", "add", "..", "c"), 115), (("groups", "add", "g", ".."), 117),
        (("users", "get", ".."), -1), (("channels", "get", "."), 117),
    ):
        outcome = at(origin, *arguments)
        equal((arguments, outcome.error["code"], outcome.status), (arguments, code, 1))
    subscribed = at(origin, "subscribe", "..")
    equal((subscribed.objects[-1]["error"]["code"], subscribed.status), (117, 1))
    for identifier in ("..", ".", "n" * 93):
        equal(at(origin, "publish", "c", "1", "--uuid", identifier).status, 64)


def test_message_sent_with_cipher_key_is_read(origin):
    """a message sent with a cipher key is read with it, and is DECRYPTION_ERROR with another"""
    at(origin, "publish", "c", '{"a":1}', environment={"PUBNUB_CIPHER_KEY": "one"}).result

    def first(key):
        return at(origin, "history", "c", environment=key).result["messages"][0]["message"]
    equal(first({"PUBNUB_CIPHER_KEY": "one"}), {"a": 1})
    equal(first({"PUBNUB_CIPHER_KEY": "two"}), "DECRYPTION_ERROR")
    assert isinstance(first({}), str)
