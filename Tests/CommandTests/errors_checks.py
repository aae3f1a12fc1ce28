"""What a failure looks like: one object, the documented code, status 1."""

import pathlib
import subprocess
import tempfile

from answering import TIME, Answering, otherwise_time
from calling import at
from running import KEYS, equal, pubnub


def answered(status, body, *arguments):
    with Answering(otherwise_time(lambda path: (status, body))) as server:
        return pubnub(*arguments, "--origin", server.address, *KEYS, "--json").error


def test_errors_of_service_become_documented_codes():
    """errors of the service become the documented codes"""
    for status, body, code in (
        (400, '[0,"Invalid Key","14818963707386265"]', 113),
        (400, '[0,"Invalid JSON","14818963707386265"]', 112),
        (400, '[0,"Message Too Large","14818963707386265"]', 114),
        (403, '{"status":403,"error":true,"message":"Forbidden","service":"Access Manager"}', 122),
        (500, "[1,\"Sent\",\"14818963707386265\"]", -1),
        (200, "<html>not the service</html>", 143),
        (200, "", 143),
        (200, '[1,"Sent"', 143),
    ):
        error = answered(status, body, "publish", "c", "1")
        equal((body, error["code"]), (body, code))
        equal(error["associated"], "c")
        assert error["description"], error


def test_message_near_limit_is_published_or_too_long(origin):
    """a message near the limit is published, or too long (114), never an unknown error"""
    codes = []
    for count in range(2_715, 2_735):
        outcome = at(origin, "publish", "c", "--text", "\U0001F600" * count)
        codes.append(None if outcome.status == 0 else outcome.error["code"])
    first = codes.index(114)
    equal(codes, [None] * first + [114] * (len(codes) - first))
    assert 0 < first, codes


def test_history_of_keyset_without_storage_is_140_about_that_channel():
    """the history of a keyset without storage is 140 about that channel"""
    error = answered(200, '[["Use of the history API requires the Storage & Playback which is not enabled for this '
                     'subscribe key."],0,0]', "history", "c")
    equal((error["code"], error["associated"]), (140, "c"))


def test_address_without_server_is_error():
    """an address without a server is an error"""
    with Answering(lambda path: None) as server:
        address = server.address
    error = pubnub("time", "--origin", address, *KEYS, "--json").error
    assert error["code"] in (102, 103, 107), error


def test_certificate_that_cannot_be_verified_is_104():
    """a certificate that cannot be verified is 104, unless --no-tls-verify"""
    with tempfile.TemporaryDirectory() as directory:
        certificate = str(pathlib.Path(directory) / "both.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=elsewhere", "-days", "2",
                        "-keyout", certificate, "-out", certificate + ".crt"], check=True, capture_output=True)
        with open(certificate, "a") as both:
            both.write(pathlib.Path(certificate + ".crt").read_text())
        with Answering(lambda path: TIME, certificate) as server:
            common = ["time", "--origin", server.address, *KEYS, "--json"]
            equal(pubnub(*common).error["code"], 104)
            equal(pubnub(*common, "--no-tls-verify").result["timetoken"], "14818963707386265")


def test_message_over_32_kib_is_114(origin):
    """a message over 32 KiB is 114"""
    error = at(origin, "publish", "c", "--text", "x" * 33000).error
    equal((error["code"], error["associated"]), (114, "c"))


def test_missing_publish_or_subscribe_key_is_error(origin):
    """a missing publish or subscribe key is an error"""
    assert pubnub("publish", "c", "1", "--origin", origin.address, "--subscribe-key", "demo-sub",
                  "--json").error["code"] in (100, 113)
    equal(pubnub("time", "--origin", origin.address, "--json").error["code"], 100)


def test_encrypt_and_decrypt_no_key_is_125():
    """encrypt and decrypt: no key is 125, garbage cannot be processed"""
    equal(pubnub("encrypt", "text", "--json").error["code"], 125)
    key = {"PUBNUB_CIPHER_KEY": "enigma"}
    error = pubnub("decrypt", "%%% not base64", "--json", environment=key).error
    assert 126 <= error["code"] <= 131, error


def test_without_json_error_is_on_standard_error():
    """without --json an error is on standard error, and standard output stays empty"""
    outcome = pubnub("encrypt", "text")
    equal((outcome.status, outcome.output), (1, ""))
    assert "125" in outcome.errors and "\x1b" not in outcome.errors, outcome.errors
