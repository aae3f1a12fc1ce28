"""Flags, environment, configuration file; usage; secrets."""

import json
import pathlib
import tempfile

from calling import subscribed
from running import KEYS, Origin, equal, pubnub

SECRETS = ["sec-c-TREASURE", "cipher-TREASURE", "auth-TREASURE"]


def test_flag_beats_environment_which_beats_file():
    """a flag beats the environment, which beats the file"""
    with tempfile.TemporaryDirectory() as directory, Origin() as origin:
        file = pathlib.Path(directory) / "pubnub.json"
        file.write_text(json.dumps({
            "origin": origin.address, "publishKey": "demo-pub", "subscribeKey": "demo-sub", "uuid": "from-file"}))
        config = ["--config", str(file)]

        def identifier(*arguments, environment=None):
            from running import Process
            with Process("subscribe", "who", *config, "--json", *arguments, environment=environment) as process:
                process.until(lambda event: event.get("state") == "subscribed")
                here = pubnub("here-now", "who", *config, "--json").result["channels"]["who"]["participants"]
                found = [participant["identifier"] for participant in here]
                process.signal(15)
                equal(process.wait(), 0)
                return found
        environment = {"PUBNUB_UUID": "from-environment"}
        assert "from-file" in identifier()
        assert "from-environment" in identifier(environment=environment)
        assert "from-flag" in identifier("--uuid", "from-flag", environment=environment)


def test_misspelt_setting_of_file_is_an_error(origin):
    """a misspelt setting of the file is an error, so that nothing is sent in clear; no value of the file is in it"""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "pubnub.json"
        file.write_text(json.dumps({"origin": origin.address, "publishKey": "demo-pub", "subscribeKey": "demo-sub",
                                    "cipherkey": "cipher-TREASURE"}))
        found = pubnub("publish", "misspelt", "hello", "--config", str(file))
        equal(found.status, 64)
        assert "unknown setting 'cipherkey'. Did you mean 'cipherKey'?" in found.errors, found.errors
        assert "TREASURE" not in found.errors, found.errors


def test_empty_variable_counts_as_missing(origin):
    """an empty variable counts as missing, as for the server"""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "pubnub.json"
        file.write_text(json.dumps({"origin": origin.address, "publishKey": "demo-pub", "subscribeKey": "demo-sub",
                                    "cipherKey": "enigma"}))
        environment = {"PUBNUB_CIPHER_KEY": "", "PUBNUB_ORIGIN": ""}
        equal(pubnub("publish", "kept-secret", "hello", "--config", str(file), environment=environment).status, 0)
        keys = [*KEYS, "--origin", origin.address]
        assert "hello" not in pubnub("history", "kept-secret", *keys).output


def test_duration_and_port_out_of_range(origin):
    """a duration beyond 100 years counts as 100 years, and a port out of range is wrong usage"""
    keys = [*KEYS, "--origin", origin.address]
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"content")
        file.flush()
        for ttl in ("99999999999999999999", "99999999999999999999d"):
            equal(pubnub("files", "send", "c", file.name, "--ttl", ttl, *keys).status, 0)
    for address in ("http://127.0.0.1:99999", "http://[::1]:0"):
        found = pubnub("time", *KEYS, "--origin", address)
        equal((address, found.status, found.output), (address, 64, ""))
    for address in ("http://[::1]", "https://example.invalid:443/"):
        equal(pubnub("time", *KEYS, "--origin", address).status, 1)


def test_context_with_invalid_identifier_is_not_saved():
    """a context with an invalid identifier is not saved; secrets in its flags are warned about"""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "XDG_CONFIG_HOME": ""}
        found = pubnub("context", "add", "bad", "--uuid", ".", environment=environment)
        equal(found.status, 64)
        equal(pubnub("context", "list", "--json", environment=environment).result["contexts"], [])
        variables = {**environment, "PUBNUB_UUID": "."}
        equal(pubnub("context", "add", "bad", "--from-environment", environment=variables).status, 64)
        equal(pubnub("context", "list", "--json", environment=environment).result["contexts"], [])
        found = pubnub("context", "add", "good", "--cipher-key", "cipher-TREASURE", environment=environment)
        equal(found.status, 0)
        assert "--cipher-key can be seen" in found.errors and "TREASURE" not in found.errors, found.errors


def test_every_setting_may_come_from_environment(origin):
    """every setting may come from the environment"""
    environment = {"PUBNUB_ORIGIN": origin.address, "PUBNUB_PUBLISH_KEY": "demo-pub",
                   "PUBNUB_SUBSCRIBE_KEY": "demo-sub", "PUBNUB_CIPHER_KEY": "enigma"}
    pubnub("publish", "c", '"hello"', "--json", environment=environment).result
    equal(pubnub("history", "c", "--json", environment=environment).result["messages"][0]["message"], "hello")


def test_secret_cipher_and_authorization_key_may_come():
    """secret, cipher and authorization key may come from the environment or the file"""
    with tempfile.TemporaryDirectory() as directory, Origin("--access-manager", environment={
            "PUBNUB_SECRET_KEY": "sec-c-treasure"}) as origin:
        variables = {"PUBNUB_ORIGIN": origin.address, "PUBNUB_PUBLISH_KEY": "demo-pub",
                     "PUBNUB_SUBSCRIBE_KEY": "demo-sub", "PUBNUB_SECRET_KEY": "sec-c-treasure",
                     "PUBNUB_CIPHER_KEY": "enigma", "PUBNUB_AUTH_KEY": "ann", "PUBNUB_UUID": "u"}
        members = ["origin", "publishKey", "subscribeKey", "secretKey", "cipherKey", "authKey", "uuid"]
        file = pathlib.Path(directory) / "pubnub.json"
        file.write_text(json.dumps(dict(zip(members, variables.values()))))
        for number, (arguments, environment) in enumerate((([], variables), (["--config", str(file)], None))):
            def run(*words):
                return pubnub(*words, *arguments, "--json", environment=environment)
            channel = f"c{number}"
            equal(run("publish", channel, '"hello"').error["code"], 122)
            equal(run("grant", "--channel", channel, "--auth", "ann", "--read", "--write").status, 0)
            equal(run("publish", channel, '"hello"').status, 0)
            equal(run("history", channel).result["messages"][0]["message"], "hello")
            sealed = pubnub("history", channel, "--origin", origin.address, *KEYS, "--auth-key", "ann", "--json").result
            assert sealed["messages"][0]["message"] not in ("hello", '"hello"'), sealed
            equal(run("where-now").result["identifier"], "u")


def test_timeout_ends_call_to_service_that_does_not_respond():
    """--timeout ends a call to a service that does not respond"""
    import socket
    with socket.create_server(("127.0.0.1", 0)) as silent:
        error = pubnub("time", "--origin", f"http://127.0.0.1:{silent.getsockname()[1]}", *KEYS, "--json", "--timeout",
                       "1").error
        equal(error["code"], 110)


def test_wrong_usage_ends_with_64_and_prints_nothing_on_standard_output():
    """wrong usage ends with 64 and prints nothing on standard output"""
    with tempfile.TemporaryDirectory() as directory:
        broken = pathlib.Path(directory) / "broken.json"
        broken.write_text("{")
        for arguments in (
            [], ["no-such-command"], ["time", "--no-such-flag"], ["publish"], ["publish", "c"], ["history"],
            ["publish", "c", "not json", "--json-strict"], ["publish", "c", "--text", "--json-strict", "1"],
            ["publish", "c", "--apns", "[", "1"], ["history", "c", "--limit", "many"],
            ["history", "c", "--from", "yesterday"], ["subscribe"], ["subscribe", "c", "--state", "[]"],
            ["subscribe", "c", "--count", "0"], ["subscribe", "c", "--since", "then"], ["time", "--timeout", "-1"],
            ["time", "--origin", "http://"], ["time", "--log", "shouting"], ["time", "--config", str(broken)],
            ["time", "--config", "/no/such/file"], ["decrypt"], ["encrypt"], ["state"], ["state", "get", "u"],
            ["state", "set", "u", "c", "[]"], ["state", "get", "u", "c", "--group", "g"], ["groups"], ["groups", "add", "g"],
            ["groups", "list", "extra"], ["namespaces"], ["namespaces", "delete"], ["push", "add", "00"], ["push", "list"],
            ["grant", "--read", "--ttl", "x"], ["audit", "extra"], ["origin", "--port", "99999"],
            ["subscribe", "c", "--format", "{{mesage}}"], ["subscribe", "c", "--raw", "--format", "x"],
            ["subscribe", "c", "--since", "10x"], ["time", "--timeout", "10w"], ["publish", "c", "1", "--ttl", "soon"],
            ["ping", "--count", "0"], ["bench", "--size", "3"], ["bench", "--duration", "0s"], ["context"],
            ["context", "add"], ["context", "use"], ["context", "use", "nobody"], ["time", "--context", "nobody"],
            ["origin", "--ca-out", "x"], ["publish", "c", "1", "--ttl", "-1"], ["time", "--cipher-format", "rot13"],
        ):
            outcome = pubnub(*arguments, *(["--json"] if arguments else []))
            equal((arguments, outcome.status, outcome.output), (arguments, 64, ""))
            assert outcome.errors.strip(), arguments


def test_secret_given_as_flag_warns_once_and_no_output_shows():
    """a secret given as a flag warns once, and no output shows one"""
    secret, cipher, auth = SECRETS
    with Origin() as origin:
        common = ["--origin", origin.address, *KEYS, "--log", "trace", "--json"]
        flags = ["--secret-key", secret, "--cipher-key", cipher, "--auth-key", auth]
        outcome = pubnub("publish", "c", "1", *common, *flags)
        equal(outcome.status, 0)
        equal(outcome.errors.count("warning:"), 1)
        environment = {"PUBNUB_SECRET_KEY": secret, "PUBNUB_CIPHER_KEY": cipher, "PUBNUB_AUTH_KEY": auth}
        silent = pubnub("history", "c", *common, environment=environment)
        equal(silent.status, 0)
        assert "warning:" not in silent.errors
        for shown in (outcome, silent):
            assert "TREASURE" not in shown.output + shown.errors


def test_subscribe_v1_receives_same_messages_with_version_1_of_protocol(origin):
    """--subscribe-v1 receives the same messages with version 1 of the protocol"""
    with subscribed(origin, "c", "--subscribe-v1", "--count", "1") as process:
        pubnub("publish", "c", '"hi"', "--origin", origin.address, *KEYS, "--json").result
        event = process.object()
        equal((event["event"], event["channel"], event["message"]), ("message", "c", "hi"))
        equal(process.wait(), 0)
