"""Push registrations: added by either client and listed by both, in the older and the newer form of Apple's service."""

from pubnub.enums import PNPushEnvironment, PNPushType
from running import equal
from world import Client, command


def changed(client, call, token, kind, channels=None):
    builder = call.device_id(token).push_type(kind)
    if channels:
        builder = builder.channels(channels)
    if kind == PNPushType.APNS2:
        builder = builder.topic("org.example.app").environment(PNPushEnvironment.PRODUCTION)
    return client.call(builder)


def listed(client, token, kind):
    return sorted(changed(client, client.pubnub.list_push_channels(), token, kind).channels)


def both_ways(kind, name, token):
    with Client("python") as python:
        service = ["--type", name]
        changed(python, python.pubnub.add_channels_to_push(), token, kind, ["a", "b"])
        equal(sorted(command("push", "list", token, *service).result["channels"]), ["a", "b"])
        command("push", "add", token, "c", *service).result
        equal(listed(python, token, kind), ["a", "b", "c"])
        changed(python, python.pubnub.remove_channels_from_push(), token, kind, ["a"])
        command("push", "remove", token, "b", *service).result
        equal(listed(python, token, kind), ["c"])
        equal(command("push", "list", token, *service).result["channels"], ["c"])
        command("push", "remove-all", token, *service).result
        equal(listed(python, token, kind), [])
        changed(python, python.pubnub.add_channels_to_push(), token, kind, ["d"])
        changed(python, python.pubnub.remove_device_from_push(), token, kind)
        equal(command("push", "list", token, *service).result["channels"], [])


def test_push_apples_service_both_clients_change_and_list_same():
    """push, Apple's service: both clients change and list the same registrations"""
    both_ways(PNPushType.APNS, "apns", "0123456789abcdef" * 4)


def test_push_googles_service_under_its_two_names():
    """push, Google's service under its two names: both clients change and list the same registrations"""
    both_ways(PNPushType.GCM, "fcm", "fedcba9876543210" * 4)


def test_push_googles_service_both_clients_use_token_of_google():
    """push, Google's service: both clients use a token of Google unchanged"""
    both_ways(PNPushType.GCM, "fcm", "dQw4w9WgXcQ:APA91bG_x-Y-Zz09")


def test_push_apples_newer_service():
    """push, Apple's newer service: add, list, remove, remove the device; apart from the older one"""
    token, kind = "00112233445566778899aabbccddeeff" * 2, PNPushType.APNS2
    with Client("python") as python:
        changed(python, python.pubnub.add_channels_to_push(), token, kind, ["a", "b"])
        equal(listed(python, token, kind), ["a", "b"])
        equal(command("push", "list", token).result["channels"], [])
        changed(python, python.pubnub.remove_channels_from_push(), token, kind, ["a"])
        equal(listed(python, token, kind), ["b"])
        changed(python, python.pubnub.remove_device_from_push(), token, kind)
        equal(listed(python, token, kind), [])
