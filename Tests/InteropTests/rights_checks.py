"""Access rights: granted by either client (the command uses signature version 1, Python version 2), and enforced for both."""

from pubnub.enums import PNStatusCategory
from pubnub.exceptions import PubNubException
from running import PATIENCE, equal
from world import Client, command


def refused(builder):
    """Checks that a call of the Python client is refused for lack of rights."""
    try:
        builder.sync()
    except PubNubException as error:
        equal(error._status_code, 403)
    else:
        raise AssertionError("not refused")


def publishing(client, channel):
    return client.pubnub.publish().channel(channel).message("x")


def test_key_has_rights_that_python_grants():
    """rights: a key has the rights that Python grants, in both clients, and no others"""
    with Client("administrator", secret=True) as administrator, Client("ann", auth="ann") as ann, \
            Client("eve", auth="eve") as eve:
        refused(publishing(ann, "by-python"))
        equal(command("publish", "by-python", "1", auth="ann").error["code"], 122)
        result = administrator.call(administrator.pubnub.grant().channels(["by-python"]).auth_keys(["ann"]).write(True)
                                    .ttl(5))
        equal((result.level, result.ttl), ("user", 5))
        assert result.channels["by-python"].auth_keys["ann"].write_enabled
        assert not result.channels["by-python"].auth_keys["ann"].read_enabled
        ann.publish("by-python", "x")
        equal(command("publish", "by-python", "1", auth="ann").status, 0)
        refused(publishing(eve, "by-python"))
        equal(command("publish", "by-python", "1", auth="eve").error["code"], 122)
        refused(ann.pubnub.history().channel("by-python").count(1))


def test_key_has_rights_that_our_client_grants():
    """rights: a key has the rights that our client grants, in both clients, until they are revoked"""
    with Client("bob", auth="bob") as bob:
        refused(publishing(bob, "by-ours"))
        command("grant", "--channel", "by-ours", "--auth", "bob", "--write", "--read", "--ttl", "5", secret=True).result
        bob.publish("by-ours", "x")
        equal([item["message"] for item in command("history", "by-ours", auth="bob").result["messages"]], ["x"])
        command("revoke", "--channel", "by-ours", "--auth", "bob", secret=True).result
        refused(publishing(bob, "by-ours"))


def test_revocation_by_python_also_applies_to_our_client():
    """rights: a revocation by Python also applies to our client"""
    with Client("administrator", secret=True) as administrator:
        command("grant", "--channel", "revoked", "--write", "--ttl", "5", secret=True).result
        equal(command("publish", "revoked", "1", auth="anybody").status, 0)
        administrator.call(administrator.pubnub.grant().channels(["revoked"]).read(False).write(False).manage(False))
        equal(command("publish", "revoked", "1", auth="anybody").error["code"], 122)


def test_audit_both_clients_list_grants():
    """audit: both clients list the grants of both, for channels and keys"""
    with Client("administrator", secret=True) as administrator:
        grant = administrator.pubnub.grant
        administrator.call(grant().channels(["audited"]).read(True).ttl(7))
        command("grant", "--channel", "audited", "--auth", "k", "--write", "--ttl", "9", secret=True).result
        rights = command("audit", "--channel", "audited", secret=True).result["rights"]
        equal([(row["auth"], row["read"], row["write"], row["period"]) for row in rights],
              [(None, True, False, 7), ("k", True, True, 9)])
        found = administrator.call(administrator.pubnub.audit().channels(["audited"])).channels["audited"]
        equal((found.read_enabled, found.write_enabled, found.ttl), (True, False, 7))
        key = found.auth_keys["k"]
        equal((key.read_enabled, key.write_enabled, key.ttl), (False, True, 9))


def test_audit_both_clients_list_grants_of_channel_groups():
    """audit: both clients list the grants of both, for channel groups"""
    with Client("administrator", secret=True) as administrator:
        administrator.call(administrator.pubnub.grant().channel_groups(["by-python-group"]).manage(True).ttl(7))
        command("grant", "--group", "by-our-group", "--read", "--ttl", "9", secret=True).result
        rights = command("audit", "--group", "by-python-group", secret=True).result["rights"]
        equal([(row["object"], row["manage"], row["period"]) for row in rights], [("by-python-group", True, 7)])
        found = administrator.call(administrator.pubnub.audit().channel_groups(["by-our-group"])).groups["by-our-group"]
        equal((found.read_enabled, found.manage_enabled, found.ttl), (True, False, 9))


def test_subscription_and_change_of_it_need_read_and_manage():
    """rights on a group: a subscription and a change of it need read and manage, for both"""
    with Client("carl", auth="carl") as carl:
        change = carl.pubnub.add_channel_to_channel_group().channels(["c"]).channel_group("guarded")
        refused(change)
        equal(command("groups", "add", "guarded", "c", auth="carl").error["code"], 122)
        command("grant", "--group", "guarded", "--auth", "carl", "--read", "--manage", "--ttl", "5", secret=True).result
        carl.call(change)
        equal(command("groups", "channels", "guarded", auth="carl").result["channels"], ["c"])
        carl.subscribe([], groups=["guarded"])


def test_wrong_secret_key_is_refused_in_both_forms_of_signing():
    """a wrong secret key is refused in both forms of signing"""
    with Client("impostor", secret=True) as impostor:
        impostor.pubnub.config.secret_key = "sec-c-wrong"
        refused(impostor.pubnub.grant().channels(["c"]).read(True))
        refused(impostor.pubnub.audit().channels(["c"]))


def test_client_with_secret_key_signs_every_call():
    """a client with the secret key signs every call, and all are accepted"""
    with Client("administrator", secret=True) as client:
        client.subscribe(["signed"])
        client.publish("signed", {"text": "with ~ and ' and spaces"})
        equal(client.message().message, {"text": "with ~ and ' and spaces"})
        client.publish("signed", "by POST", post=True)
        equal(client.message().message, "by POST")
        client.call(client.pubnub.set_state().channels(["signed"]).state({"k": "v"}))
        client.call(client.pubnub.here_now().channels(["signed"]))


def test_subscriber_receives_error_with_channels_when_its_rights():
    """a subscriber receives an error with the channels when its rights are revoked"""
    with Client("dora", auth="dora") as dora:
        command("grant", "--channel", "lost", "--auth", "dora", "--read", "--ttl", "5", secret=True).result
        dora.subscribe(["lost"])
        command("revoke", "--channel", "lost", "--auth", "dora", secret=True).result
        status = dora.listener.statuses.get(timeout=PATIENCE)
        equal((status.category, status.affected_channels), (PNStatusCategory.PNAccessDeniedCategory, ["lost"]))


def test_python_client_with_secret_key_needs_no_grant_for_any_call():
    """rights: a Python client with the secret key needs no grant for any call"""
    # No authorization key: the signatures are all that it has.
    with Client("server", secret=True, auth=None) as server:
        api, call, channel = server.pubnub, server.call, "signed ~'()*!"
        server.subscribe([channel], presence=True)
        posted = server.publish(channel, {"by": "post ~'()*! ü"}, post=True)
        server.publish(channel, "get ~'()*! ü", meta={"k": "~ v"})
        equal([server.message().message, server.message().message], [{"by": "post ~'()*! ü"}, "get ~'()*! ü"])
        call(api.signal().channel(channel).message("s"))
        equal(len(call(api.history().channel(channel)).messages), 2)
        [stored] = call(api.fetch_messages().channels([channel, "other"]).include_meta(True)).channels.values()
        equal(len(stored), 2)
        equal(list(call(api.message_counts().channel(channel).channel_timetokens([posted])).channels.values()), [1])
        call(api.set_state().channels([channel]).state({"a": "~ b/c"}))
        equal(call(api.here_now().channels([channel]).include_state(True)).total_occupancy, 1)
        assert channel in call(api.where_now().uuid("server")).channels
        call(api.add_channel_to_channel_group().channels([channel]).channel_group("signed"))
        equal(call(api.list_channels_in_channel_group().channel_group("signed")).channels, [channel])
        call(api.set_uuid_metadata().uuid("signed-user").set_name("~ 'n' ü").custom({"k": "*"}))
        found = call(api.get_all_uuid_metadata().filter("name LIKE \"*'n'*\"")).data
        equal([user["id"] for user in found], ["signed-user"])
        call(api.remove_uuid_metadata().uuid("signed-user"))
        call(api.delete_messages().channel(channel))
        equal(call(api.history().channel(channel)).messages, [])
    with Client("stranger", auth=None) as stranger:
        refused(publishing(stranger, "signed ~'()*!"))
