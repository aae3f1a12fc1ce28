"""Access tokens: issued, read and revoked by either client, and enforced for both."""

from pubnub.enums import PNStatusCategory
from pubnub.exceptions import PubNubException
from pubnub.models.consumer.v3.channel import Channel
from pubnub.models.consumer.v3.group import Group
from pubnub.models.consumer.v3.uuid import UUID
from rights_checks import publishing, refused
from running import PATIENCE, equal
from world import Client, command


def granted(*channels, minutes=15, groups=(), users=(), user=None, meta=None):
    """A token that Python asks for."""
    with Client("administrator", secret=True, auth=None) as administrator:
        builder = administrator.pubnub.grant_token().ttl(minutes).channels(list(channels))
        if groups:
            builder = builder.groups(list(groups))
        if users:
            builder = builder.uuids(list(users))
        if user:
            builder = builder.authorized_uuid(user)
        if meta:
            builder = builder.meta(meta)
        return administrator.call(builder).get_token()


def with_token(identifier, token):
    client = Client(identifier, auth=None)
    client.pubnub.set_token(token)
    return client


def test_python_and_our_command_read_terms_that_python_requested():
    """tokens: Python and our command read the terms that Python requested"""
    token = granted(Channel.id("lobby").read().write(), Channel.pattern("^room-[a-z]+$").read(),
                    groups=[Group.id("crew").manage()], users=[UUID.id("ann").get().update()], user="ann",
                    meta={"plan": "gold", "age": 7})
    with Client("any", auth=None) as client:
        parsed = client.pubnub.parse_token(token)
    equal((parsed["version"], parsed["ttl"], parsed["authorized_uuid"]), (2, 15, "ann"))
    equal(parsed["meta"], {"plan": "gold", "age": 7})
    rights = parsed["resources"]["channels"]["lobby"]
    equal((rights["read"], rights["write"], rights["manage"]), (True, True, False))
    assert parsed["patterns"]["channels"]["^room-[a-z]+$"]["read"]
    assert parsed["resources"]["groups"]["crew"]["manage"]
    assert parsed["resources"]["uuids"]["ann"]["update"]
    found = command("token", "parse", token, origin=False).result
    equal((found["version"], found["ttl"], found["authorizedUser"]), (2, 15, "ann"))
    equal(found["resources"]["channels"], {"lobby": ["read", "write"]})
    equal(found["patterns"]["channels"], {"^room-[a-z]+$": ["read"]})
    equal(found["resources"]["users"], {"ann": ["get", "update"]})
    equal(found["timestamp"], parsed["timestamp"])


def test_python_reads_terms_that_our_command_requested():
    """tokens: Python reads the terms that our command requested"""
    token = command("token", "grant", "--ttl", "7", "--channel", "lobby=read,write", "--group-pattern", "^g=read",
                    "--authorized-user", "bob", "--meta", '{"k": true}', auth=None, secret=True).result["token"]
    with Client("any", auth=None) as client:
        parsed = client.pubnub.parse_token(token)
    equal((parsed["ttl"], parsed["authorized_uuid"], parsed["meta"]), (7, "bob", {"k": True}))
    rights = parsed["resources"]["channels"]["lobby"]
    equal((rights["read"], rights["write"], rights["join"]), (True, True, False))
    assert parsed["patterns"]["groups"]["^g"]["read"]


def test_both_clients_may_do_what_token_allows():
    """tokens: both clients may do what a token allows, and nothing else, until Python revokes it"""
    token = granted(Channel.id("by-token").read().write(), Channel.pattern("^wide-").read())
    with with_token("carla", token) as carla:
        carla.subscribe(["by-token", "wide-1"])
        carla.publish("by-token", "from Python")
        equal(carla.message().message, "from Python")
        equal(command("publish", "by-token", '"from us"', auth=token).status, 0)
        equal(carla.message().message, "from us")
        refused(publishing(carla, "wide-1"))
        refused(publishing(carla, "elsewhere"))
        equal(command("publish", "wide-1", "1", auth=token).error["code"], 122)
        with Client("administrator", secret=True, auth=None) as administrator:
            administrator.pubnub.revoke_token(token).sync()
        status = carla.listener.statuses.get(timeout=PATIENCE)
        equal(status.category, PNStatusCategory.PNAccessDeniedCategory)
        refused(publishing(carla, "by-token"))
        equal(command("publish", "by-token", "1", auth=token).error["code"], 122)


def test_revocation_by_our_command_ends_token_of_python():
    """tokens: a revocation by our command ends a token of Python"""
    token = granted(Channel.id("ended").write())
    with with_token("dan", token) as dan:
        dan.publish("ended", "x")
        command("token", "revoke", token, auth=None, secret=True).result
        refused(publishing(dan, "ended"))


def test_token_for_user_is_refused_for_other_users():
    """tokens: a token for a user is refused for other users"""
    token = granted(Channel.id("mine").write(), user="erin")
    with with_token("erin", token) as erin, with_token("frank", token) as frank:
        erin.publish("mine", "x")
        refused(publishing(frank, "mine"))


def test_python_gets_services_errors_for_wrong_terms():
    """tokens: Python gets the service's errors for wrong terms, a wrong secret key and a foreign token"""
    foreign = ("qEF2AkF0GmGFTxxDdHRsGDxDcmVzpURjaGFuoWx0ZXN0X2NoYW5uZWwYz0NncnCgQ3VzcqBDc3BjoER1dWlkoENwYXSlRGNoYW6g"
               "Q2dycKBDdXNyoENzcGOgRHV1aWSgRG1ldGGgRHV1aWRkdGVzdENzaWdYIMD7y8nuLytwo00ZNv2Dv9_nQU46Zg5f7qql6Yw9dkhr")
    with Client("administrator", secret=True, auth=None) as administrator:
        for call, status in ((administrator.pubnub.grant_token().ttl(43201).channels([Channel.id("a").read()]), 400),
                             (administrator.pubnub.grant_token().ttl(1).channels([Channel.pattern("(").read()]), 400),
                             (administrator.pubnub.revoke_token(foreign), 400)):
            try:
                call.sync()
            except PubNubException as error:
                equal(error._status_code, status)
            else:
                raise AssertionError("not refused")
        administrator.pubnub.config.secret_key = "sec-c-wrong"
        refused(administrator.pubnub.grant_token().ttl(1).channels([Channel.id("a").read()]))
    with with_token("test", foreign) as test:
        refused(publishing(test, "test_channel"))
