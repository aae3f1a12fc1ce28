"""push: the object each prints, both services, tokens that are none, and that no token is shown."""

from answering import Answering, otherwise_time
from calling import at
from running import KEYS, Origin, equal, pubnub

TOKEN = "0123456789abcdef" * 4
OTHER = "fedcba9876543210" * 4


def test_add_list_remove_remove_all_each_device(origin):
    """push: add, list, remove, remove-all; each device and each service has its own channels"""
    for service in ([], ["--type", "apns"], ["--type", "fcm"]):
        def push(action, token, *channels):
            return at(origin, "push", action, token, *channels, *service).result
        equal(push("list", TOKEN), {"channels": []})
        equal(push("add", TOKEN, "a", "b", "c"), {"channels": ["a", "b", "c"]})
        equal(push("add", OTHER, "d"), {"channels": ["d"]})
        equal(push("list", TOKEN), {"channels": ["a", "b", "c"]})
        equal(push("remove", TOKEN, "b"), {"channels": ["b"]})
        equal(push("list", TOKEN), {"channels": ["a", "c"]})
        equal(push("remove-all", TOKEN), {"channels": []})
        equal(push("list", TOKEN), {"channels": []})
        equal(push("list", OTHER), {"channels": ["d"]})
        equal(push("remove-all", OTHER), {"channels": []})


def test_apns_is_default_and_token_is_same_in_capitals(origin):
    """push: apns is the default, and a token is the same in capitals"""
    at(origin, "push", "add", TOKEN.upper(), "a").result
    equal(at(origin, "push", "list", TOKEN, "--type", "apns").result, {"channels": ["a"]})
    equal(at(origin, "push", "list", TOKEN, "--type", "fcm").result, {"channels": []})


def test_push_list_reads_more_channels_than_one_response_holds(origin):
    """push list reads more channels than one response holds"""
    names = [f"channel-{number:04}" for number in range(1200)]
    for start in range(0, len(names), 100):
        at(origin, "push", "add", TOKEN, *names[start:start + 100]).result
    equal(sorted(at(origin, "push", "list", TOKEN).result["channels"]), names)


def test_invalid_token_is_wrong_usage_empty_one_is_139(origin):
    """push: an invalid token is wrong usage, an empty one is 139; no output repeats it"""
    for bad in ("abc", "TREASURE", "0x12", "12 34", "é1"):
        outcome = at(origin, "push", "list", bad)
        equal((bad, outcome.status, outcome.output), (bad, 64, ""))
        assert bad not in outcome.errors.split("Usage:")[0], outcome.errors
    for action in (["list", ""], ["add", "", "a"], ["remove", "", "a"], ["remove-all", ""]):
        equal((action, at(origin, "push", *action).error["code"]), (action, 139))
    outcome = at(origin, "push", "list", TOKEN, "--type", "mpns")
    equal((outcome.status, outcome.output), (64, ""))
    assert "apns" in outcome.errors and "fcm" in outcome.errors, outcome.errors


def test_refusals_of_service_become_their_codes():
    """push: the refusals of the service become their codes, and no token is shown"""
    disabled = '{"error":"Use of the mobile push notifications API requires Push Notifications which is not enabled ' \
               'for this subscribe key."}'
    for body, code in ((disabled, 137), ('{"error":"Invalid device token"}', -1)):
        with Answering(otherwise_time(lambda path: (400, body))) as server:
            common = ["--origin", server.address, *KEYS, "--json", "--log", "trace"]
            for arguments, about in (
                (["add", TOKEN, "a", "b"], ["a", "b"]), (["remove", TOKEN, "a"], ["a"]), (["list", TOKEN], None),
                (["remove-all", TOKEN], None),
            ):
                outcome = pubnub("push", *arguments, *common)
                error = outcome.error
                equal((arguments, error["code"], error["associated"]), (arguments, code, about))
                assert TOKEN not in outcome.output + outcome.errors


def test_tokens_of_google_are_strings_that_are_sent_unchanged():
    """push: tokens of Google are strings that are sent unchanged, and no secret is shown"""
    token = "dQw4w9WgXcQ:APA91bG_Treasure-1"
    with Origin() as origin:
        equal(at(origin, "push", "add", token, "a", "--type", "fcm").result, {"channels": ["a"]})
        equal(at(origin, "push", "list", token, "--type", "fcm").result, {"channels": ["a"]})
        equal(at(origin, "push", "list", token.lower(), "--type", "fcm").result, {"channels": []})
        for bad in ("a b", "é", "line\nbreak"):
            outcome = at(origin, "push", "list", bad, "--type", "fcm")
            equal((bad, outcome.status, outcome.output), (bad, 64, ""))


def test_token_of_length_that_apples_never_have_is_refused_by_service(origin):
    """push: a token of a length that Apple's never have is refused by the service"""
    equal(at(origin, "push", "add", "ab" * 101, "a").error["code"], -1)
    equal(at(origin, "push", "add", "abcd", "a", "--type", "fcm").result, {"channels": ["a"]})
