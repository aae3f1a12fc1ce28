"""groups and namespaces: the object each prints, and what is refused before and by the service."""

import pathlib
import tempfile

from answering import Answering, otherwise_time
from calling import at, subscribed
from running import KEYS, Origin, equal, pubnub


def group(name, *channels, namespace=None):
    return {"namespace": namespace, "group": name, "channels": list(channels)}


def test_add_channels_remove_list_and_delete(origin):
    """groups: add, channels, remove, list and delete, global"""
    equal(at(origin, "groups", "list").result, {"namespace": None, "groups": []})
    equal(at(origin, "groups", "add", "g", "a", "b", "c").result, group("g", "a", "b", "c"))
    equal(at(origin, "groups", "channels", "g").result, group("g", "a", "b", "c"))
    equal(at(origin, "groups", "remove", "g", "b", "c").result, group("g", "b", "c"))
    equal(at(origin, "groups", "channels", "g").result, group("g", "a"))
    equal(at(origin, "groups", "add", "h", "a").result, group("h", "a"))
    equal(at(origin, "groups", "list").result, {"namespace": None, "groups": ["g", "h"]})
    equal(at(origin, "groups", "delete", "g").result, group("g"))
    equal(at(origin, "groups", "list").result, {"namespace": None, "groups": ["h"]})
    equal(at(origin, "groups", "channels", "g").result, group("g"))


def test_groups_of_namespace_are_apart_from_global_ones(origin):
    """groups of a namespace are apart from the global ones; namespaces lists and deletes them"""
    equal(at(origin, "namespaces", "list").result, {"namespaces": []})
    inside = ["--namespace", "n"]
    equal(at(origin, "groups", "add", "g", "inner", *inside).result, group("g", "inner", namespace="n"))
    equal(at(origin, "groups", "add", "g", "outer").result, group("g", "outer"))
    equal(at(origin, "groups", "channels", "g", *inside).result, group("g", "inner", namespace="n"))
    equal(at(origin, "groups", "channels", "g").result, group("g", "outer"))
    equal(at(origin, "groups", "list", *inside).result, {"namespace": "n", "groups": ["g"]})
    equal(at(origin, "namespaces", "list").result, {"namespaces": ["n"]})
    equal(at(origin, "groups", "remove", "g", "inner", *inside).result, group("g", "inner", namespace="n"))
    equal(at(origin, "groups", "add", "x", "y", *inside).result, group("x", "y", namespace="n"))
    equal(at(origin, "groups", "delete", "x", *inside).result, group("x", namespace="n"))
    equal(at(origin, "groups", "add", "x", "y", *inside).result, group("x", "y", namespace="n"))
    equal(at(origin, "namespaces", "delete", "n").result, {"namespaces": ["n"]})
    equal(at(origin, "namespaces", "list").result, {"namespaces": []})
    equal(at(origin, "groups", "channels", "g").result, group("g", "outer"))


def test_group_is_subscribed_to_as_whole(origin):
    """a group is subscribed to as a whole, and follows its channels while the subscription goes on"""
    at(origin, "groups", "add", "g", "a").result
    at(origin, "groups", "add", "g", "inner", "--namespace", "n").result
    with subscribed(origin, "--group", "g", "--group", "n:g", "--count", "3") as process:
        at(origin, "publish", "a", "1").result
        event = process.object()
        equal((event["channel"], event["group"], event["message"]), ("a", "g", 1))
        at(origin, "publish", "inner", "2").result
        event = process.object()
        equal((event["channel"], event["group"], event["message"]), ("inner", "n:g", 2))
        at(origin, "groups", "add", "g", "late").result
        at(origin, "publish", "late", "3").result
        event = process.object()
        equal((event["channel"], event["group"], event["message"]), ("late", "g", 3))
        equal(process.wait(), 0)


def test_subscription_to_group_without_channels_ends_with_118():
    """a subscription to a group without channels ends with 118 or continues, and never ends silently with 0"""
    body = '{"status":400,"error":true,"message":"Channel group or groups result in empty subscription set",' \
           '"service":"Access Manager","payload":{"channel-groups":["g"]}}'
    with Answering(otherwise_time(lambda path: (400, body))) as server:
        outcome = pubnub("subscribe", "--group", "g", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 1)
        errors = [found["error"] for found in outcome.objects if set(found) == {"error"}]
        equal([(error["code"], error["associated"]) for error in errors], [(118, ["g"])])


def test_names_that_service_reserves_are_refused(origin):
    """groups: names that the service reserves are refused with the group as associated"""
    for bad in ("a:b:c", "a,b", "a/b"):
        error = at(origin, "groups", "add", bad, "c").error
        equal(error["associated"], bad)
        assert error["code"] in (-1, 115), error
        error = at(origin, "groups", "list", "--namespace", bad).error
        assert error["code"] in (-1, 116), error
        error = at(origin, "namespaces", "delete", bad).error
        equal(error["associated"], bad)
    equal(at(origin, "groups", "list").result["groups"], [])


def test_refusals_of_service_become_their_codes():
    """groups: the refusals of the service become their codes"""
    for message, code in (
        ("Channel group size exceeded.", 119), ("Channel registry not enabled.", 120),
        ("Reserved character in input parameters.", -1),
    ):
        body = '{"status":400,"message":"%s","service":"channel-registry","error":true}' % message
        with Answering(otherwise_time(lambda path: (400, body))) as server:
            common = ["--origin", server.address, *KEYS, "--json"]
            for arguments, about in (
                (["groups", "add", "g", "a"], "g"), (["groups", "remove", "g", "a"], "g"),
                (["groups", "channels", "g"], "g"), (["groups", "delete", "g"], "g"),
                (["groups", "list", "--namespace", "n"], "n"), (["groups", "list"], None),
                (["namespaces", "delete", "n"], "n"), (["namespaces", "list"], None),
            ):
                error = pubnub(*arguments, *common).error
                equal((arguments, error["code"], error["associated"]), (arguments, code, about))


def test_answer_without_what_was_asked_for_is_143():
    """groups: an answer without what was asked for is 143"""
    body = '{"status":200,"payload":{},"service":"channel-registry","error":false}'
    with Answering(otherwise_time(lambda path: (200, body))) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        for arguments in (["groups", "list"], ["groups", "channels", "g"], ["namespaces", "list"]):
            equal((arguments, pubnub(*arguments, *common).error["code"]), (arguments, 143))


def test_groups_are_kept_by_durable_origin():
    """groups are kept by a durable origin"""
    with tempfile.TemporaryDirectory() as directory:
        data = ["--data", str(pathlib.Path(directory) / "origin.sqlite")]
        with Origin(*data) as origin:
            at(origin, "groups", "add", "g", "a", "--namespace", "n").result
            equal(origin.stop(), 0)
        with Origin(*data) as origin:
            equal(at(origin, "groups", "channels", "g", "--namespace", "n").result, group("g", "a", namespace="n"))


def test_list_of_groups_whose_reply_lacks_namespace_is_accepted():
    """a list of groups whose reply lacks the namespace is accepted, and requested once"""
    def answer(path):
        if "/channel-group" not in path:
            return None
        return 200, '{"status":200,"payload":{"groups":["g"]},"service":"channel-registry","error":false}'
    with Answering(otherwise_time(answer)) as server:
        equal(at(server, "groups", "list").result, {"namespace": None, "groups": ["g"]})
        equal(at(server, "groups", "list", "--namespace", "n").result, {"namespace": "n", "groups": ["g"]})
        equal(len([path for path in server.paths if "/channel-group" in path]), 2)
