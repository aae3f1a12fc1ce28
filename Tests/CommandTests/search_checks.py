"""The search for secrets through every output of these checks: that it sees one."""

from leaks import leak, secrets_in
from running import equal


def test_search_sees_secret_in_output():
    """the search sees a secret in an output, as it is, escaped and in another case, and masks it"""
    secrets = secrets_in(["grant", "--secret-key", "sec-c-1/2", "--cipher-key=cipher-77", "--auth-key", "ann"],
                         {"PUBNUB_AUTH_KEY": "auth-5e5e", "PUBNUB_UUID": "somebody"})
    equal(secrets, {"sec-c-1/2", "cipher-77", "auth-5e5e"})
    equal(leak("fine\nkey sec-c-1/2!", secrets), "key <<here>>!")
    equal(leak("/a?auth=AUTH-5E5E&b", secrets), "/a?auth=<<here>>&b")
    equal(leak("x=sec-c-1%2F2", secrets), "x=<<here>>")
    equal(leak("sec-c-1/2 and cipher-77", secrets), "<<here>> and <<here>>")
    equal(leak("sec-c-1\nann", secrets), None)


def test_search_for_secrets_finds_push_token():
    """the search for secrets finds a push token"""
    token = "0123456789abcdef" * 4
    equal(secrets_in(["push", "add", token, "news"]), {token})
    equal(leak(f"registered {token.upper()} twice", {token}), "registered <<here>> twice")
