"""grant and audit at every level, and what the access manager then allows."""

import pathlib
import tempfile

from calling import at, subscribed
from running import KEYS, Origin, Process, equal, pubnub

SECRET = {"PUBNUB_SECRET_KEY": "sec-c-treasure"}


def guarded(*arguments):
    """An origin whose access manager is on."""
    return Origin("--access-manager", *arguments, environment=SECRET)


def manage(origin, name, *arguments):
    return at(origin, name, *arguments, environment=SECRET)


def row(kind, name, rights, period=1440, key=None):
    return {"kind": kind, "object": name, "auth": key, "read": "r" in rights, "write": "w" in rights,
            "manage": "m" in rights, "period": period}


def test_grant_and_audit_of_whole_subscribe_key():
    """grant and audit of the whole subscribe key"""
    with guarded() as origin:
        equal(manage(origin, "grant", "--read", "--write", "--ttl", "10").result,
              {"level": "application", "rights": [row("application", None, "rw", 10)]})
        equal(manage(origin, "audit").result, {"level": "application", "rights": [row("application", None, "rw", 10)]})


def test_grant_and_audit_of_channels():
    """grant and audit of channels; what was not granted is listed without rights"""
    with guarded() as origin:
        both = ["--channel", "a", "--channel", "b"]
        equal(manage(origin, "grant", *both, "--read", "--ttl", "5").result,
              {"level": "channel", "rights": [row("channel", "a", "r", 5), row("channel", "b", "r", 5)]})
        found = manage(origin, "audit", *both, "--channel", "c").result
        equal(found["level"], "channel")
        equal([(item["object"], item["read"], item["write"]) for item in found["rights"]],
              [("a", True, False), ("b", True, False), ("c", False, False)])


def test_grant_and_audit_of_channel_groups_and_of_namespaces():
    """grant and audit of channel groups and of namespaces"""
    with guarded() as origin:
        equal(manage(origin, "grant", "--group", "g", "--read", "--manage", "--ttl", "5").result,
              {"level": "channel-group", "rights": [row("channel-group", "g", "rm", 5)]})
        equal(manage(origin, "grant", "--group", "n:", "--read", "--ttl", "5").result,
              {"level": "channel-group", "rights": [row("namespace", "n:", "r", 5)]})
        equal(manage(origin, "grant", "--group", "n:g", "--manage", "--ttl", "5").result["rights"][0]["object"], "n:g")
        equal(manage(origin, "audit", "--group", "g").result,
              {"level": "channel-group", "rights": [row("channel-group", "g", "rm", 5)]})
        equal(manage(origin, "audit", "--group", "n:").result,
              {"level": "channel-group", "rights": [row("namespace", "n:", "r", 5)]})


def test_grant_and_audit_of_keys_on_channels_and_on_groups():
    """grant and audit of keys, on channels and on groups"""
    with guarded() as origin:
        keys = ["--auth", "ann", "--auth", "bob"]
        found = manage(origin, "grant", "--channel", "a", *keys, "--write", "--ttl", "5").result
        equal(found["level"], "user")
        for key in ("ann", "bob"):
            assert row("channel", "a", "w", 5, key) in found["rights"], found
        found = manage(origin, "audit", "--channel", "a", "--auth", "ann", "--auth", "eve").result
        equal(found["level"], "user")
        rights = {item["auth"]: item["write"] for item in found["rights"] if item["auth"]}
        equal(rights, {"ann": True, "eve": False})
        found = manage(origin, "grant", "--group", "g", "--auth", "ann", "--manage", "--ttl", "5").result
        assert row("channel-group", "g", "m", 5, "ann") in found["rights"], found


def test_publish_is_denied_granted_revoked():
    """a publish is denied, granted, allowed, revoked and denied again"""
    with guarded() as origin:
        ann = ["--auth-key", "ann"]

        def publish(*arguments):
            return at(origin, "publish", "a", "1", *arguments)
        error = publish(*ann).error
        equal((error["code"], error["associated"]), (122, "a"))
        manage(origin, "grant", "--channel", "a", "--auth", "ann", "--write", "--ttl", "5").result
        equal(publish(*ann).result["channel"], "a")
        equal(publish("--auth-key", "bob").error["code"], 122)
        equal(publish().error["code"], 122)
        manage(origin, "revoke", "--channel", "a", "--auth", "ann").result
        equal(publish(*ann).error["code"], 122)


def test_grant_without_rights_is_wrong_usage():
    """grant without rights is wrong usage that says what to give, and revokes nothing at any level"""
    with guarded() as origin:
        manage(origin, "grant", "--read", "--ttl", "5").result
        manage(origin, "grant", "--channel", "a", "--auth", "ann", "--write", "--ttl", "5").result
        given = manage(origin, "audit").result
        for target in ([], ["--ttl", "5"], ["--channel", "a"], ["--group", "g"], ["--channel", "a", "--auth", "ann"]):
            outcome = manage(origin, "grant", *target)
            equal((target, outcome.status, outcome.output), (target, 64, ""))
            for word in ("--read", "--write", "--manage", "revoke"):
                assert word in outcome.errors, outcome.errors
        equal(manage(origin, "audit").result, given)


def test_revoke_takes_rights_of_channel_key_group_or_everything():
    """revoke takes the rights of a channel, a key, a group or everything, and without any of them is wrong usage"""
    with guarded() as origin:
        equal(manage(origin, "grant", "--group", "g", "--manage", "--ttl", "5").status, 0)
        [found] = manage(origin, "revoke", "--group", "g").result["rights"]
        equal((found["kind"], found["object"], found["manage"]), ("channel-group", "g", False))
        manage(origin, "grant", "--read", "--write", "--ttl", "5").result
        for target in ([], ["--everything", "--channel", "a"]):
            outcome = manage(origin, "revoke", *target)
            equal((target, outcome.status, outcome.output), (target, 64, ""))
            assert "--everything" in outcome.errors, outcome.errors
        equal(at(origin, "publish", "a", "1").status, 0)
        equal(manage(origin, "revoke", "--everything").result["level"], "application")
        equal(at(origin, "publish", "a", "1").error["code"], 122)


def test_calls_are_denied_without_rights():
    """a subscription, history, presence, groups and push are denied without rights and allowed with them"""
    with guarded() as origin:
        token = "0123456789abcdef" * 4
        calls = [["history", "a"], ["here-now", "a"], ["state", "get", "u", "a"], ["groups", "add", "g", "a"],
                 ["groups", "channels", "g"], ["push", "add", token, "a"]]
        for call in calls:
            equal((call, at(origin, *call).error["code"]), (call, 122))
        with Process("subscribe", "a", "--origin", origin.address, *KEYS, "--json") as process:
            error = process.until(lambda event: "error" in event and "event" not in event)["error"]
            equal((error["code"], error["associated"]), (122, ["a"]))
            equal(process.wait(), 1)
        manage(origin, "grant", "--channel", "a", "--read", "--write").result
        manage(origin, "grant", "--group", "g", "--read", "--manage").result
        for call in calls:
            equal((call, at(origin, *call).status), (call, 0))
        with subscribed(origin, "a", "--count", "1") as process:
            at(origin, "publish", "a", '"in"').result
            equal(process.object()["message"], "in")
            equal(process.wait(), 0)


def test_revoking_ends_running_subscription_with_122_and_status_1():
    """revoking ends a running subscription with 122 and status 1"""
    with guarded() as origin:
        manage(origin, "grant", "--channel", "a", "--read").result
        with subscribed(origin, "a") as process:
            manage(origin, "revoke", "--channel", "a").result
            error = process.until(lambda event: "error" in event and "event" not in event)["error"]
            equal((error["code"], error["associated"]), (122, ["a"]))
            equal(process.wait(), 1)


def test_without_secret_key_it_is_138_and_nothing_is_asked():
    """without a secret key it is 138 and nothing is asked for; with a wrong one it is 138, too"""
    with guarded() as origin:
        targets = (["--channel", "a"], ["--group", "g"], ["--channel", "a", "--auth", "k"])
        for name, more in (("grant", ["--read"]), ("revoke", []), ("audit", [])):
            for target in (["--everything"] if name == "revoke" else [], *targets):
                equal((name, target, at(origin, name, *target, *more).error["code"]), (name, target, 138))
                wrong = at(origin, name, *target, *more, environment={"PUBNUB_SECRET_KEY": "sec-c-wrong"})
                equal((name, target, wrong.error["code"]), (name, target, 138))


def test_error_about_rights_names_objects():
    """an error about rights names the objects, and no key"""
    with guarded() as origin:
        equal(at(origin, "grant", "--read").error["associated"], None)
        equal(at(origin, "grant", "--read", "--channel", "a", "--channel", "b").error["associated"], ["a", "b"])
        equal(at(origin, "audit", "--group", "g").error["associated"], ["g"])
        outcome = at(origin, "audit", "--channel", "a", "--auth", "TREASURE")
        equal(outcome.error["associated"], ["a"])
        assert "TREASURE" not in outcome.output + outcome.errors


def test_ttl_of_grant():
    """--ttl: the default and a negative value are a day, 0 means no expiry, a huge value is the service's maximum, a word is wrong usage"""
    with guarded() as origin:
        def period(*arguments):
            found = manage(origin, "grant", "--channel", "a", "--read", *arguments)
            return found.result["rights"][0]["period"]
        equal(period(), 1440)
        equal(period("--ttl", "-5"), 1440)
        equal(period("--ttl", "-99999999999999999999"), 1440)
        equal(period("--ttl", "0"), 0)
        equal(period("--ttl", "99999999999999999999"), 525600)
        equal(period("--ttl", "7"), 7)
        for bad in ("soon", "1.5w", ""):
            outcome = manage(origin, "grant", "--channel", "a", "--read", "--ttl", bad)
            equal((bad, outcome.status, outcome.output), (bad, 64, ""))


def test_right_on_higher_level_applies_to_lower_ones():
    """a right on a higher level applies to the lower ones, and audit lists it there"""
    with guarded() as origin:
        manage(origin, "grant", "--channel", "a", "--auth", "ann", "--write", "--ttl", "5").result
        equal(at(origin, "history", "a", "--auth-key", "ann").error["code"], 122)
        manage(origin, "grant", "--channel", "a", "--read", "--ttl", "5").result
        equal(manage(origin, "audit", "--channel", "a").result,
              {"level": "channel", "rights": [row("channel", "a", "r", 5), row("channel", "a", "rw", 5, "ann")]})
        equal(at(origin, "history", "a", "--auth-key", "ann").status, 0)


def test_channels_and_groups_may_be_granted_together():
    """channels and groups may be granted together"""
    with guarded() as origin:
        found = manage(origin, "grant", "--channel", "a", "--group", "g", "--read", "--ttl", "5").result
        equal(found["rights"], [row("channel", "a", "r", 5), row("channel-group", "g", "r", 5)])
        found = manage(origin, "audit", "--channel", "a", "--group", "g").result
        equal(found["rights"], [row("channel", "a", "r", 5), row("channel-group", "g", "r", 5)])


def test_rights_on_wildcard_apply_to_channels_below():
    """rights on a wildcard apply to the channels below it"""
    with guarded() as origin:
        manage(origin, "grant", "--channel", "news.*", "--read", "--write").result
        equal(at(origin, "publish", "news.today", "1").status, 0)
        equal(at(origin, "publish", "sports.today", "1").error["code"], 122)


def test_granting_where_access_manager_is_off_changes_nothing(origin):
    """granting where the access manager is off changes nothing and is no error"""
    equal(manage(origin, "revoke", "--channel", "a").status, 0)
    equal(at(origin, "publish", "a", "1").status, 0)


def test_durable_origin_stores_rights():
    """a durable origin stores rights"""
    with tempfile.TemporaryDirectory() as directory:
        data = ["--data", str(pathlib.Path(directory) / "origin.sqlite")]
        with guarded(*data) as origin:
            manage(origin, "grant", "--channel", "a", "--write").result
            equal(origin.stop(), 0)
        with guarded(*data) as origin:
            equal(at(origin, "publish", "a", "1").status, 0)
            equal(at(origin, "publish", "b", "1").error["code"], 122)


def test_origin_access_manager_needs_publish_key_and_secret_key():
    """origin --access-manager needs a publish key and a secret key"""
    for arguments in ([], KEYS, ["--secret-key", "s"]):
        outcome = pubnub("origin", "--access-manager", "--json", *arguments)
        equal((arguments, outcome.status, outcome.output), (arguments, 64, ""))
        assert "PUBNUB_SECRET_KEY" in outcome.errors, outcome.errors


def test_auth_without_channel_or_group_is_wrong_usage():
    """--auth without a channel or a group is wrong usage that says what to add"""
    for name in ("grant", "revoke", "audit"):
        outcome = pubnub(name, "--auth", "k", "--json")
        equal((name, outcome.status, outcome.output), (name, 64, ""))
        assert "--channel" in outcome.errors, outcome.errors
