"""`pubnub origin --tls`: both versions of HTTP, and clients that trust the certificate or do not."""

import json
import pathlib
import socket
import ssl
import subprocess
import tempfile
import urllib.request

from calling import at, subscribed
from running import KEYS, PATIENCE, Origin, clean_environment, equal, pubnub


class Secure:
    """An origin that speaks TLS, with the file that clients trust."""

    def __init__(self, *arguments):
        self.directory = tempfile.TemporaryDirectory()
        self.authority = str(pathlib.Path(self.directory.name) / "ca.pem")
        self.origin = Origin("--tls", "--ca-out", self.authority, *arguments)

    def __enter__(self):
        self.origin.__enter__()
        return self.origin, ["--ca", self.authority]

    def __exit__(self, *error):
        self.origin.__exit__(*error)
        self.directory.cleanup()


def test_client_that_trusts_certificate_publishes():
    """origin --tls: a client that trusts the certificate publishes, subscribes and reads; the end is clean"""
    with Secure() as (origin, trusting):
        assert origin.address.startswith("https://127.0.0.1:"), origin.address
        with subscribed(origin, "c", *trusting, "--count", "20") as process:
            for number in range(20):
                at(origin, "publish", "c", str(number), *trusting).result
            equal([process.object()["message"] for _ in range(20)], list(range(20)))
            equal(process.wait(), 0)
        lines = "".join(f"{number}\n" for number in range(300))
        equal(at(origin, "publish", "many", "-", *trusting, input=lines).status, 0)
        read = at(origin, "history", "many", "--all", *trusting).result["messages"]
        equal([item["message"] for item in read], list(range(300)))
        equal(origin.stop(), 0)


def test_large_messages_and_responses_pass_in_both_directions():
    """origin --tls: large messages and responses pass in both directions"""
    with Secure() as (origin, trusting):
        text = "x" * 30000
        for number in range(10):
            at(origin, "publish", "c", "--text", f"{number}{text}", *trusting).result
        at(origin, "publish", "c", "--compressed", "--text", f"last{text}", *trusting).result
        read = [item["message"] for item in at(origin, "history", "c", *trusting).result["messages"]]
        equal([len(message) for message in read], [30001] * 10 + [30004])
        equal(at(origin, "publish", "c", "--text", "x" * 33000, *trusting).error["code"], 114)


def test_it_stops_immediately_while_long_polls_wait():
    """origin --tls: it stops immediately while long polls wait, over both versions of HTTP"""
    for form in ([], ["--subscribe-v1"]):
        with Secure() as (origin, trusting), subscribed(origin, "c", *trusting, *form) as waiting:
            equal(origin.stop(), 0)
            waiting.until(lambda event: event.get("state") == "disconnected")


def test_client_that_does_not_trust_certificate_gets_104():
    """origin --tls: a client that does not trust the certificate gets 104, unless --no-tls-verify"""
    with Secure() as (origin, trusting), Secure() as (_, elsewhere):
        equal(at(origin, "time").error["code"], 104)
        equal(at(origin, "time", *elsewhere).error["code"], 104)
        equal(at(origin, "time", "--no-tls-verify").status, 0)
        equal(at(origin, "time", *trusting).status, 0)


def test_certificate_is_for_localhost():
    """origin --tls: the certificate is for localhost, 127.0.0.1 and the host that was asked for"""
    with Secure() as (origin, trusting):
        port = origin.address.rsplit(":", 1)[1]
        for host, status in (("localhost", 0), ("127.0.0.1", 0), ("127.0.0.2", 1)):
            outcome = pubnub("time", "--origin", f"https://{host}:{port}", *KEYS, "--json", *trusting)
            equal((host, outcome.status), (host, status))
        context = ssl.create_default_context(cafile=trusting[1])
        with urllib.request.urlopen(origin.address + "/time/0", timeout=PATIENCE, context=context) as answer:
            equal(answer.status, 200)


def test_http_2_for_clients_that_offer():
    """origin --tls: HTTP/2 for clients that offer it, HTTP/1.1 for others, with the same responses"""
    with Secure() as (origin, trusting):
        command = ["curl", "--silent", "--cacert", trusting[1], "--write-out", " %{http_version} %{http_code}"]
        if subprocess.run(["which", "curl"], capture_output=True).returncode:
            command = None
        context = ssl.create_default_context(cafile=trusting[1])
        context.set_alpn_protocols(["h2", "http/1.1"])
        with socket.create_connection(("127.0.0.1", int(origin.address.rsplit(":", 1)[1])), PATIENCE) as plain, \
                context.wrap_socket(plain, server_hostname="127.0.0.1") as secured:
            equal(secured.selected_alpn_protocol(), "h2")
            assert secured.version() in ("TLSv1.2", "TLSv1.3"), secured.version()
        for version, name in (("--http2", "2"), ("--http1.1", "1.1")):
            if command:
                found = subprocess.run([*command, version, origin.address + "/time/0"], capture_output=True, text=True,
                                       timeout=PATIENCE, env=clean_environment())
                equal(found.stdout.split()[-2:], [name, "200"])


def test_plain_http_on_its_port_is_refused():
    """origin --tls: plain HTTP on its port is refused, and the server continues to serve"""
    with Secure() as (origin, trusting):
        plain = origin.address.replace("https://", "http://")
        equal(pubnub("time", "--origin", plain, *KEYS, "--json", "--timeout", f"{PATIENCE:.0f}").status, 1)
        equal(at(origin, "time", *trusting).status, 0)


def test_ca_out_without_tls_or_with_file_that_cannot_be_written():
    """--ca-out without --tls, or with a file that cannot be written, and --ca with a file that cannot be read are errors"""
    outcome = pubnub("origin", "--ca-out", "x.pem", "--json")
    equal((outcome.status, outcome.output), (64, ""))
    assert "--tls" in outcome.errors, outcome.errors
    outcome = pubnub("origin", "--tls", "--ca-out", "/no/such/directory/x.pem", "--json")
    equal(outcome.status, 78)
    assert "/no/such/directory" in json.loads(outcome.output)["error"]["description"], outcome.output
    outcome = pubnub("time", "--ca", "/no/such/file", "--json")
    equal((outcome.status, outcome.output), (64, ""))
