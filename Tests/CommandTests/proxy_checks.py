"""`--proxy` and what stands in for it; the password is never shown."""

import json
import pathlib
import tempfile

from calling import at, people, subscribed
from proxying import Proxy
from running import KEYS, PATIENCE, Origin, equal, pubnub
from tls_checks import Secure

CREDENTIALS = "ann:TREASURE"


def test_messages_go_and_come_through_it_plain_and_through_tunnel():
    """--proxy: messages go and come through it, plain and through a tunnel; a password in it warns once"""
    with Origin() as plain, Secure() as (secure, trusting), Proxy(CREDENTIALS) as proxy:
        for origin, more in ((plain, []), (secure, trusting)):
            before = proxy.passed
            through = [*more, "--proxy", proxy.url]
            with subscribed(origin, "c", *through, "--count", "1") as process:
                outcome = at(origin, "publish", "c", '"hello"', *through)
                assert outcome.result
                equal(outcome.errors.count("--proxy"), 1)
                equal(process.object()["message"], "hello")
                equal(process.wait(), 0)
            assert proxy.passed > before, proxy.passed
        equal(proxy.refused, 0)


def test_pubnub_proxy_and_file_also_name_proxy():
    """PUBNUB_PROXY and the file also name a proxy; the flag has precedence, and an empty value means no proxy"""
    with tempfile.TemporaryDirectory() as directory, Origin() as origin, Proxy(CREDENTIALS) as proxy:
        file = pathlib.Path(directory) / "pubnub.json"
        file.write_text(json.dumps({"proxy": proxy.url}))
        passed = 0
        for arguments, environment, counted in (
            ([], {"PUBNUB_PROXY": proxy.url}, True), (["--config", str(file)], {}, True),
            (["--config", str(file)], {"PUBNUB_PROXY": ""}, False), (["--proxy", ""], {"PUBNUB_PROXY": proxy.url}, False),
            (["--proxy", proxy.url], {"PUBNUB_PROXY": "http://127.0.0.1:1"}, True),
        ):
            outcome = at(origin, "time", *arguments, environment=environment)
            assert outcome.result, outcome.errors
            passed += 1 if counted else 0
            equal((arguments, environment, proxy.passed > 0 and proxy.passed >= passed), (arguments, environment, True))
            if not counted:
                before = proxy.passed
                at(origin, "time", *arguments, environment=environment)
                equal(proxy.passed, before)
            passed = proxy.passed


def test_https_proxy_and_http_proxy_count_for_origins_elsewhere(origin):
    """https_proxy and http_proxy count for origins elsewhere, not for this machine, nor for what no_proxy lists"""
    with Proxy(CREDENTIALS) as proxy:
        variables = {"http_proxy": proxy.url, "https_proxy": proxy.url}
        assert at(origin, "time", environment=variables).result
        equal(proxy.passed, 0)
        elsewhere = ["time", "--origin", "http://origin.invalid", *KEYS, "--json", "--timeout", f"{PATIENCE:.0f}"]
        wrong = {"http_proxy": f"http://ann:WRONG@{proxy.host}"}
        error = pubnub(*elsewhere, environment=wrong).error
        assert "(407)" in error["reason"], error
        equal(proxy.refused, 1)
        pubnub(*elsewhere, environment={**wrong, "no_proxy": ".invalid"})
        equal(proxy.refused, 1)


def test_wrong_credentials_nobody_there_and_what_is_no_proxy(origin):
    """wrong credentials, nobody there and what is no proxy are told with what to try next, and without the password"""
    with Proxy("ann:other") as proxy:
        wrong = ["--proxy", f"http://{CREDENTIALS}@{proxy.host}"]
        outcome = at(origin, "time", *wrong)
        equal(outcome.error["code"], 102)
        assert "(407)" in outcome.error["reason"] and "password of the proxy" in outcome.error["suggestion"]
        spoken = people(origin, "time", *wrong, "--log", "debug")
        equal(spoken.status, 1)
        assert "PUBNUB_PROXY" in spoken.errors, spoken.errors
        closed = at(origin, "time", "--proxy", f"http://{CREDENTIALS}@127.0.0.1:1")
        assert "cannot be reached" in closed.error["reason"], closed.error
        shown = [outcome, spoken, closed]
        for url in ("socks5://ann:TREASURE@x:1", "http://ann:TREASURE@proxy.test", "ann:TREASURE@proxy.test:99999"):
            usage = at(origin, "time", "--proxy", url)
            equal((usage.status, usage.output), (64, ""))
            assert "--proxy: " in usage.errors, usage.errors
            named = at(origin, "time", environment={"PUBNUB_PROXY": url})
            equal(named.status, 64)
            assert "PUBNUB_PROXY" in named.errors, named.errors
            shown += [usage, named]
        for one in shown:
            assert "TREASURE" not in one.output + one.errors, one.errors
