"""groups and namespaces: the object each prints, and what is refused before and by the service."""

import pathlib
import tempfile

from answering import Answering, otherwise_time
from calling import at, subscribed
from harness import KEYS, Origin, check, equal, pubnub


def group(name, *channels, namespace=None):
    return {"namespace": namespace, "group": name, "channels": list(channels)}


@check("groups: add, channels, remove, list and delete, global")
def _():
    with Origin() as origin:
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


@check("groups of a namespace are apart from the global ones; namespaces lists and deletes them")
def _():
    with Origin() as origin:
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


@check("a group is subscribed to as a whole, and follows its channels while the subscription goes on")
def _():
    with Origin() as origin:
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


@check("a subscription to a group without channels ends with 118 or continues, and never ends silently with 0")
def _():
    body = '{"status":400,"error":true,"message":"Channel group or groups result in empty subscription set",' \
           '"service":"Access Manager","payload":{"channel-groups":["g"]}}'
    with Answering(otherwise_time(lambda path: (400, body))) as server:
        outcome = pubnub("subscribe", "--group", "g", "--origin", server.address, *KEYS, "--json")
        equal(outcome.status, 1)
        errors = [found["error"] for found in outcome.objects if set(found) == {"error"}]
        equal([(error["code"], error["associated"]) for error in errors], [(118, ["g"])])


@check("groups: names that the service reserves are refused with the group as associated")
def _():
    with Origin() as origin:
        for bad in ("a:b:c", "a,b", "a/b"):
            error = at(origin, "groups", "add", bad, "c").error
            equal(error["associated"], bad)
            assert error["code"] in (-1, 115), error
            error = at(origin, "groups", "list", "--namespace", bad).error
            assert error["code"] in (-1, 116), error
            error = at(origin, "namespaces", "delete", bad).error
            equal(error["associated"], bad)
        equal(at(origin, "groups", "list").result["groups"], [])


@check("groups: the refusals of the service become their codes")
def _():
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


@check("groups: an answer without what was asked for is 143")
def _():
    body = '{"status":200,"payload":{},"service":"channel-registry","error":false}'
    with Answering(otherwise_time(lambda path: (200, body))) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        for arguments in (["groups", "list"], ["groups", "channels", "g"], ["namespaces", "list"]):
            equal((arguments, pubnub(*arguments, *common).error["code"]), (arguments, 143))


@check("groups are kept by a durable origin")
def _():
    with tempfile.TemporaryDirectory() as directory:
        data = ["--data", str(pathlib.Path(directory) / "origin.sqlite")]
        with Origin(*data) as origin:
            at(origin, "groups", "add", "g", "a", "--namespace", "n").result
            equal(origin.stop(), 0)
        with Origin(*data) as origin:
            equal(at(origin, "groups", "channels", "g", "--namespace", "n").result, group("g", "a", namespace="n"))


@check("a list of groups whose reply lacks the namespace is accepted, and requested once")
def _():
    def answer(path):
        if "/channel-group" not in path:
            return None
        return 200, '{"status":200,"payload":{"groups":["g"]},"service":"channel-registry","error":false}'
    with Answering(otherwise_time(answer)) as server:
        equal(at(server, "groups", "list").result, {"namespace": None, "groups": ["g"]})
        equal(at(server, "groups", "list", "--namespace", "n").result, {"namespace": "n", "groups": ["g"]})
        equal(len([path for path in server.paths if "/channel-group" in path]), 2)
