"""`pubnub token`: issuing, reading and revoking access tokens, and what the server then allows."""

from access_checks import SECRET, guarded, manage
from calling import at, subscribed
from running import equal, pubnub


def parsed(token, **options):
    return pubnub("token", "parse", "-", "--json", input=token + "\n", **options)


def test_token_grant_prints_token_with_json_also_its_content():
    """token grant prints the token, with --json also its content; token parse prints the same content"""
    with guarded() as origin:
        found = manage(origin, "token", "grant", "--ttl", "1h", "--authorized-user", "ann",
                       "--channel", "lobby=read,write", "--channel", "a=b=all", "--user", "ann=get,update",
                       "--group-pattern", "^g=read,manage", "--meta", '{"plan":"gold","age":7}').result
        token = found.pop("token")
        equal((found["version"], found["ttl"], found["authorizedUser"]), (2, 60, "ann"))
        equal(found["expires"] - found["timestamp"], 3600)
        everything = ["read", "write", "manage", "delete", "get", "update", "join"]
        equal(found["resources"], {"channels": {"lobby": ["read", "write"], "a=b": everything}, "groups": {},
                                   "users": {"ann": ["get", "update"]}})
        equal(found["patterns"], {"channels": {}, "groups": {"^g": ["read", "manage"]}, "users": {}})
        equal(found["meta"], {"plan": "gold", "age": 7})
        equal(parsed(token).result, found)
        lines = pubnub("token", "parse", "-", input=token)
        equal(lines.status, 0)
        for text in ("authorized user: ann", "lobby", "read, write", "group pattern", "^g"):
            assert text in lines.output, lines.output
        plain = pubnub("token", "grant", "--ttl", "1", "--channel", "c=read", "--origin", origin.address,
                       "--publish-key", "demo-pub", "--subscribe-key", "demo-sub",
                       environment=SECRET)
        equal(parsed(plain.output.strip()).result["resources"]["channels"], {"c": ["read"]})
        for ttl, minutes in (("60", 60), ("60m", 60), ("90s", 2)):
            equal(manage(origin, "token", "grant", "--ttl", ttl, "--channel", "c=read").result["ttl"], minutes)


def test_token_allows_what_it_names_until_it_is_revoked():
    """a token allows what it names until it is revoked, and ends its subscriptions with 122"""
    with guarded() as origin:
        token = manage(origin, "token", "grant", "--ttl", "5", "--channel", "a=read,write",
                       "--channel-pattern", "^b-[0-9]+$=read").result["token"]
        key = {"PUBNUB_AUTH_KEY": token}
        equal(at(origin, "publish", "a", "1", environment=key).status, 0)
        equal(at(origin, "history", "b-12", environment=key).status, 0)
        equal(at(origin, "publish", "b-12", "1", environment=key).error["code"], 122)
        equal(at(origin, "history", "b-x", environment=key).error["code"], 122)
        equal(at(origin, "publish", "a", "1").error["code"], 122)
        with subscribed(origin, "a", environment=key) as process:
            content = at(origin, "token", "revoke", "-", environment=SECRET, input=token + "\n").result
            equal(content["resources"]["channels"], {"a": ["read", "write"]})
            error = process.until(lambda event: "error" in event and "event" not in event)["error"]
            equal(error["code"], 122)
            equal(process.wait(), 1)
        equal(at(origin, "publish", "a", "1", environment=key).error["code"], 122)


def test_wrong_usage_of_token_grant_parse_and_revoke_ends_with_64():
    """wrong usage of token grant, parse and revoke ends with 64, without the token in the message"""
    with guarded() as origin:
        for arguments in ([], ["--ttl", "1"], ["--channel", "a=read"], ["--ttl", "0", "--channel", "a=read"],
                          ["--ttl", "31d", "--channel", "a=read"], ["--ttl", "1", "--channel", "a"],
                          ["--ttl", "1", "--channel", "=read"], ["--ttl", "1", "--channel", "a=fly"],
                          ["--ttl", "1", "--channel", "a=read,"]):
            outcome = manage(origin, "token", "grant", *arguments)
            equal((arguments, outcome.status, outcome.output), (arguments, 64, ""))
        for name in ("parse", "revoke"):
            for token in ("qEF2AkF0GmGFTxxDdHRsGDxDcmVzpURjaGFuoWx0ZXN0X2NoYW5uZWwYz0Nn", "x", ""):
                outcome = pubnub("token", name, token)
                equal((name, token, outcome.status, outcome.output), (name, token, 64, ""))
            equal(pubnub("token", name, "-", input="").status, 64)
        equal(pubnub("token").status, 64)


def test_token_needs_secret_key_and_server_that_has_access():
    """a token needs the secret key, and a server that has the access manager on and accepts the terms"""
    arguments = ["token", "grant", "--ttl", "5", "--channel", "a=read"]
    with guarded() as origin:
        equal(at(origin, *arguments).error["code"], 138)
        error = manage(origin, "token", "grant", "--ttl", "5", "--channel-pattern", "(=read").error
        assert "Invalid RegExp" in error["description"] + (error["reason"] or ""), error
        token = manage(origin, *arguments).result["token"]
        with guarded() as other:
            # The signature proves a token, so a server with the same keys knows it.
            equal(manage(other, "token", "revoke", token).status, 0)
        wrong = {"PUBNUB_SECRET_KEY": "sec-c-another"}
        equal(at(origin, *arguments, environment=wrong).error["code"], 138)
        equal(at(origin, "token", "revoke", token, environment=wrong).error["code"], 138)
