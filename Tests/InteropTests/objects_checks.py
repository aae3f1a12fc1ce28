"""App Context: the sixteen calls of the Python client, its listener, and requests that it cannot send, over plain HTTP."""

import http.client
import json
import queue

import world
from pubnub.endpoints.objects_v2.objects_endpoint import ChannelIncludeEndpoint, UUIDIncludeEndpoint
from pubnub.exceptions import PubNubException
from pubnub.models.consumer.objects_v2.channel_members import PNUUID
from pubnub.models.consumer.objects_v2.memberships import PNChannelMembership
from pubnub.models.consumer.objects_v2.sort import PNSortKey, PNSortKeyValue
from running import PATIENCE, equal


class ObjectListener(world.Listener):
    def __init__(self):
        super().__init__()
        self.objects = queue.Queue()

    def uuid(self, pubnub, uuid):
        self.objects.put(("uuid", uuid.event, uuid.data))

    def channel(self, pubnub, channel):
        self.objects.put(("channel", channel.event, channel.data))

    def membership(self, pubnub, membership):
        self.objects.put(("membership", membership.event, membership.data))

    def object(self):
        return self.objects.get(timeout=PATIENCE)


def stable(entry):
    """Checks that an object has a date and a version, and returns it without them."""
    if isinstance(entry, list):
        return [stable(item) for item in entry]
    if not isinstance(entry, dict):
        return entry
    if "updated" in entry:
        assert entry["updated"].endswith("Z") and entry["eTag"], entry
    return {name: stable(value) for name, value in entry.items() if name not in ("updated", "eTag")}


def ids(page):
    return [(entry.get("channel") or entry.get("uuid") or entry)["id"] for entry in page.data]


def user(identifier, **fields):
    return {"id": identifier, "name": None, "externalId": None, "profileUrl": None, "email": None, **fields}


def channel(identifier, **fields):
    return {"id": identifier, "name": None, "description": None, **fields}


def raw(method, path, body=None, **headers):
    """The origin's response to a request that the Python client cannot make."""
    connection = http.client.HTTPConnection(world.ORIGIN.host, timeout=PATIENCE)
    connection.request(method, f"/v2/objects/demo-sub/{path}{'&' if '?' in path else '?'}auth={world.AUTH_KEY}", body,
                       {"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    equal(answer["status"], response.status)
    return answer


def refused(builder, status):
    """Checks that a call of the Python client is refused."""
    try:
        builder.sync()
    except PubNubException as error:
        equal(error._status_code, status)
    else:
        raise AssertionError("not refused")


def test_user_is_set_read_listed_and_removed(python):
    """objects: a user is set, read, listed and removed"""
    api = python.pubnub
    custom = {"number": 1.5, "text": "Grüße 🌍", "flag": True}
    fields = {"name": "Ann", "email": "ann@example.com", "externalId": "1", "profileUrl": "http://example.com",
              "custom": custom}
    found = python.call(api.set_uuid_metadata().uuid("ann").set_name("Ann").email("ann@example.com")
                        .external_id("1").profile_url("http://example.com").custom(custom).include_custom(True))
    equal(stable(found.data), user("ann", **fields))
    equal(stable(python.call(api.get_uuid_metadata().uuid("ann").include_custom(True)).data), user("ann", **fields))
    # The client sends null for omitted fields.
    equal(stable(python.call(api.set_uuid_metadata().uuid("ann").set_name("Ann")).data), user("ann", name="Ann"))
    equal(ids(python.call(api.get_all_uuid_metadata().filter("id == 'ann'"))), ["ann"])
    python.call(api.remove_uuid_metadata().uuid("ann"))
    python.call(api.remove_uuid_metadata().uuid("ann"))
    refused(api.get_uuid_metadata().uuid("ann"), 404)


def test_channel_is_set_read_listed_and_removed(python):
    """objects: a channel is set, read, listed and removed"""
    api = python.pubnub
    found = python.call(api.set_channel_metadata().channel("room").set_name("Room").description("about")
                        .custom({"a": 1}).include_custom(True))
    equal(stable(found.data), channel("room", name="Room", description="about", custom={"a": 1}))
    equal(stable(python.call(api.get_channel_metadata().channel("room")).data),
          channel("room", name="Room", description="about"))
    equal(ids(python.call(api.get_all_channel_metadata().filter("name LIKE 'Ro*'"))), ["room"])
    python.call(api.remove_channel_metadata().channel("room"))
    refused(api.get_channel_metadata().channel("room"), 404)


def test_lists_are_paged_both_ways_filtered(python):
    """objects: lists are paged both ways, filtered, sorted and counted"""
    api = python.pubnub
    for number in range(7):
        name = f"Page {'ABCDCBA'[number]}"
        python.call(api.set_uuid_metadata().uuid(f"page-{number}").set_name(name).custom({"n": number}))

    def page(of=None):
        call = api.get_all_uuid_metadata().limit(3).filter("id LIKE 'page-*'").include_total_count(True) \
            .sort(PNSortKey.desc(PNSortKeyValue.NAME), PNSortKey.asc(PNSortKeyValue.UPDATED))
        return python.call(call.page(of) if of else call)
    first = page()
    equal((ids(first), first.total_count, first.prev), (["page-3", "page-2", "page-4"], 7, None))
    second = page(first.next)
    equal(ids(second), ["page-1", "page-5", "page-0"])
    third = page(second.next)
    equal(ids(third), ["page-6"])
    equal(ids(page(third.next)), [])
    equal(ids(page(third.prev)), ids(second))
    found = python.call(api.get_all_uuid_metadata().filter("custom.n >= 5 || name == \"Page D\"").include_custom(True))
    equal([(entry["id"], entry["custom"]) for entry in found.data if entry["id"].startswith("page-")],
          [("page-3", {"n": 3}), ("page-5", {"n": 5}), ("page-6", {"n": 6})])
    for number in range(7):
        python.call(api.remove_uuid_metadata().uuid(f"page-{number}"))


def test_memberships_are_set_listed_managed_and_removed(python):
    """objects: memberships are set, listed, managed and removed"""
    api = python.pubnub
    python.call(api.set_channel_metadata().channel("m-1").set_name("One").custom({"c": 1}))
    both = [PNChannelMembership.channel("m-1"), PNChannelMembership.channel_with_custom("m-2", {"role": "owner"})]
    found = python.call(api.set_memberships().uuid("member").channel_memberships(both).include_custom(True)
                        .include_channel(ChannelIncludeEndpoint.CHANNEL_WITH_CUSTOM))
    equal(stable(found.data), [
        {"channel": channel("m-1", name="One", custom={"c": 1}), "custom": None},
        {"channel": {"id": "m-2"}, "custom": {"role": "owner"}},
    ])
    found = python.call(api.get_memberships().uuid("member").include_channel(ChannelIncludeEndpoint.CHANNEL)
                        .filter("channel.name == 'One'").include_total_count(True))
    equal((stable(found.data), found.total_count), ([{"channel": channel("m-1", name="One")}], 1))
    found = python.call(api.manage_memberships().uuid("member").set([PNChannelMembership.channel("m-3")])
                        .remove([PNChannelMembership.channel("m-2")]))
    equal(ids(found), ["m-1", "m-3"])
    found = python.call(api.remove_memberships().uuid("member").channel_memberships(
        [PNChannelMembership.channel("m-1"), PNChannelMembership.channel("m-3")]))
    equal(found.data, [])
    python.call(api.remove_channel_metadata().channel("m-1"))


def test_members_are_set_listed_managed_and_removed(python):
    """objects: members are set, listed, managed and removed"""
    api = python.pubnub
    python.call(api.set_uuid_metadata().uuid("u-1").set_name("One").custom({"c": 1}))
    both = [PNUUID.uuid("u-1"), PNUUID.uuid_with_custom("u-2", {"role": "owner"})]
    found = python.call(api.set_channel_members().channel("club").uuids(both).include_custom(True)
                        .include_uuid(UUIDIncludeEndpoint.UUID_WITH_CUSTOM))
    equal(stable(found.data), [
        {"uuid": user("u-1", name="One", custom={"c": 1}), "custom": None},
        {"uuid": {"id": "u-2"}, "custom": {"role": "owner"}},
    ])
    found = python.call(api.get_channel_members().channel("club").limit(1).include_uuid(UUIDIncludeEndpoint.UUID))
    equal(stable(found.data), [{"uuid": user("u-1", name="One")}])
    equal(ids(python.call(api.get_channel_members().channel("club").page(found.next))), ["u-2"])
    found = python.call(api.manage_channel_members().channel("club").set([PNUUID.uuid("u-3")])
                        .remove([PNUUID.uuid("u-2")]))
    equal(ids(found), ["u-1", "u-3"])
    equal(ids(python.call(api.get_memberships().uuid("u-3"))), ["club"])
    found = python.call(api.remove_channel_members().channel("club").uuids([PNUUID.uuid("u-1"), PNUUID.uuid("u-3")]))
    equal(found.data, [])
    python.call(api.remove_uuid_metadata().uuid("u-1"))


def test_invalid_call_is_refused_with_reason(python):
    """objects: an invalid call is refused with the reason"""
    api = python.pubnub
    refused(api.get_all_uuid_metadata().filter("name ="), 400)
    refused(api.get_all_channel_metadata().filter("name == "), 400)
    refused(api.set_uuid_metadata().uuid("wrong").email("x" * 321), 400)
    refused(api.set_channel_metadata().channel("wrong").custom({"list": [1]}), 400)
    answer = raw("PATCH", "uuids/wrong", '{"email":"%s"}' % ("x" * 321))
    equal(answer["error"]["details"], [{"message": "User email must not be longer than 320 characters.",
                                        "location": "user.email", "locationType": "body"}])
    refused(api.get_uuid_metadata().uuid("wrong"), 404)


def test_status_type_cleared_fields_and_stale_tag():
    """objects: status and type, cleared fields, and a change with a stale entity tag"""
    first = raw("PATCH", "uuids/versioned?include=status,type", '{"status":"in","type":"t","name":"A"}')["data"]
    equal((first["status"], first["type"]), ("in", "t"))
    second = raw("PATCH", "uuids/versioned?include=status", '{"status":null}', **{"If-Match": first["eTag"]})["data"]
    equal((second["status"], second["name"]), (None, "A"))
    stale = raw("PATCH", "uuids/versioned", '{"name":"B"}', **{"If-Match": first["eTag"]})
    equal(stale, {"status": 412, "error": {"message": "User to update has been modified after it was read.",
                                           "source": "objects"}})
    equal(raw("GET", "uuids/versioned?include=status")["data"], second)
    equal(raw("DELETE", "uuids/versioned"), {"status": 200, "data": None})


def test_python_clients_listener_receives_changes_of_users(python):
    """objects: the Python client's listener receives changes of users, channels and memberships"""
    listener = ObjectListener()
    python.pubnub.remove_listener(python.listener)
    python.listener = listener
    python.pubnub.add_listener(listener)
    python.subscribe(["heard", "hearer"])
    api = python.pubnub
    tag = python.call(api.set_channel_metadata().channel("heard").set_name("Heard")).data["eTag"]
    kind, event, data = listener.object()
    equal((kind, event, stable(data), data["eTag"]), ("channel", "set", {"id": "heard", "name": "Heard"}, tag))
    python.call(api.set_memberships().uuid("hearer").channel_memberships([PNChannelMembership.channel("heard")]))
    for _ in range(2):
        equal([stable(part) for part in listener.object()],
              ["membership", "set", {"channel": {"id": "heard"}, "uuid": {"id": "hearer"}}])
    python.call(api.set_uuid_metadata().uuid("hearer").set_name("Hearer"))
    for _ in range(2):
        equal([stable(part) for part in listener.object()], ["uuid", "set", {"id": "hearer", "name": "Hearer"}])
    # The same request again changes nothing.
    python.call(api.set_uuid_metadata().uuid("hearer").set_name("Hearer"))
    python.call(api.remove_uuid_metadata().uuid("hearer"))
    for _ in range(2):
        equal(listener.object(), ("uuid", "delete", {"id": "hearer"}))
    python.call(api.remove_memberships().uuid("hearer").channel_memberships([PNChannelMembership.channel("heard")]))
    for _ in range(2):
        equal(listener.object(), ("membership", "delete", {"channel": {"id": "heard"}, "uuid": {"id": "hearer"}}))
    python.call(api.remove_channel_metadata().channel("heard"))
    equal(listener.object(), ("channel", "delete", {"id": "heard"}))
