"""`pubnub origin` as it is operated: configuration, the admin listener, keysets, the access log, and backups."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from running import BINARY, KEYS, PATIENCE, ROOT, Process, clean_environment, equal, eventually, pubnub

TOKEN = "token-of-the-admin-listener"


def fetch(address, token=None):
    """Status and body of a GET request."""
    request = urllib.request.Request(address)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class Server(Process):
    """An origin with an admin listener; `address` and `admin` are known once it is ready."""

    def __init__(self, *arguments, environment=None, errors=None, prefix=()):
        super().__init__("origin", "--port", "0", "--admin-port", "0", "--json", *arguments, environment=environment,
                         errors=errors, prefix=prefix)
        self.secrets |= {TOKEN}
        found = self.object()["result"]
        self.address, self.admin = found["origin"], found["admin"]


class Folder(tempfile.TemporaryDirectory):
    """A folder for one check; `file` writes JSON or text into it and gives its path."""

    def __enter__(self):
        return self

    def path(self, name):
        return str(pathlib.Path(self.name) / name)

    def file(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        pathlib.Path(self.path(name)).write_text(text, encoding="utf-8")
        return self.path(name)


def make_certificate(folder, name):
    """Makes a certificate for this machine in a folder, in place of the last one; gives the paths of certificate and key."""
    certificate, key = folder.path("site.crt"), folder.path("site.key")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                   check=True, capture_output=True, timeout=PATIENCE)
    return certificate, key


def served_certificate(server):
    """The certificate that a new connection gets, as DER."""
    port = int(server.address.rsplit(":", 1)[1])
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE))


def reloads(server):
    """The metric of the last reload; None before the first."""
    found = re.search(r"^pubnub_reload_success (\d)$", fetch(server.admin + "/metrics")[1], re.M)
    return found and int(found.group(1))


def refusal(*arguments, environment=None):
    """What standard error says about a command that is refused before it starts."""
    outcome = pubnub("origin", *arguments, environment=environment)
    equal((outcome.status, outcome.output), (64, ""))
    return outcome.errors


def test_origin_admin_port_health_ready_and_metrics():
    """origin --admin-port: /health, /ready and /metrics; the first line has both addresses"""
    with Server(*KEYS) as server:
        assert server.admin.startswith("http://127.0.0.1:"), server.admin
        status, body = fetch(server.admin + "/health")
        equal((status, json.loads(body)["status"]), (200, "ok"))
        equal(json.loads(body)["version"], pubnub("--version").output.strip())
        equal(fetch(server.admin + "/ready"), (200, '{"ready":true,"reasons":[]}\n'))
        equal(fetch(server.address + "/metrics")[0], 404)
        equal(fetch(server.admin + "/v1/none")[0], 404)
    with Process("origin", "--port", "0", "--json") as process:
        equal(process.object()["result"]["admin"], None)


def test_origin_console_serves_page_and_its_api_on_admin_port():
    """origin --console serves the page and its API on the admin port; the first line has its address"""
    with Server("--console", *KEYS) as server:
        with urllib.request.urlopen(server.admin + "/console/", timeout=PATIENCE) as page:
            equal((page.status, page.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            assert server.address in page.headers["Content-Security-Policy"], page.headers
        equal(json.loads(fetch(server.admin + "/v1/server")[1])["console"], "on")
    with Process("origin", "--port", "0", "--admin-port", "0", "--console=read-only", "--json") as process:
        found = process.object()["result"]
        equal(found["console"], found["admin"] + "/console/")
        equal(json.loads(fetch(found["admin"] + "/v1/server")[1])["console"], "read-only")
    with Server(environment={"PUBNUB_ORIGIN_CONSOLE": "off"}) as server:
        equal(fetch(server.admin + "/console/")[0], 404)
    assert "on, read-only or off" in refusal("--console=write-only")


def test_metrics_counts_requests_of_each_route_and_publishes():
    """/metrics counts the requests of each route and the publishes"""
    with Server(*KEYS) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        pubnub("publish", "c", "1", *common).result
        pubnub("history", "c", *common).result
        fetch(server.address + "/nowhere")
        status, body = fetch(server.admin + "/metrics")
        equal(status, 200)
        assert 'pubnub_requests_total{route="publish",status="200"} 1\n' in body, body
        assert "pubnub_publishes_total 1\n" in body, body


def test_admin_address_of_other_machines_needs_token():
    """an admin address of other machines needs a token, and a token in a flag is warned about"""
    for host in ("0.0.0.0", "::", "example.test"):
        errors = refusal("--admin-port", "0", "--admin-host", host)
        assert "token" in errors and "PUBNUB_ORIGIN_ADMIN_TOKEN" in errors, errors
    assert "--admin-port" in refusal("--admin-host", "127.0.0.1")
    environment = {"PUBNUB_ORIGIN_ADMIN_TOKEN": TOKEN}
    with Server("--admin-host", "0.0.0.0", environment=environment) as server:
        admin = server.admin.replace("0.0.0.0", "127.0.0.1")
        equal([fetch(admin + path)[0] for path in ("/metrics", "/health", "/ready")], [401, 200, 200])
        equal(fetch(admin + "/metrics", TOKEN)[0], 200)
        equal(fetch(admin + "/metrics", TOKEN + "x")[0], 401)


def cluster_status(admin, *arguments, environment=None):
    """What `pubnub cluster status` reports about the server of an admin listener."""
    return pubnub("cluster", "status", "--admin", admin, "--timeout", f"{PATIENCE:.0f}", *arguments,
                  environment=environment)


def test_cluster_status_lists_server_by_itself():
    """cluster status lists a server by itself; the JSON report is that of /api/cluster"""
    with Server(*KEYS) as server:
        found = cluster_status(server.admin)
        equal((found.status, found.errors), (0, ""))
        assert found.lines[0].startswith("a server by itself, 1 server, position "), found.output
        equal(found.lines[1].split(), ["NAME", "STATE", "POSITION", "BEHIND", "LAG", "VERSION", "ADDRESS"])
        equal(found.lines[2].split()[1:2] + found.lines[2].split()[3:5], ["ready", "0", "0"])
        equal(found.lines[2].split()[-1], server.address)
        report = cluster_status(server.admin + "/", "--json").result
        equal(sorted(report), ["cluster", "last", "nodes", "partition", "partitions", "quorum", "this"])
        equal((report["cluster"], report["quorum"], report["partition"], report["partitions"]), (None, True, 1, 1))
        node, = report["nodes"]
        equal((node["name"], node["url"], node["admin"], node["ready"], node["reasons"]),
              (report["this"], server.address, server.admin, True, []))
        other = json.loads(fetch(server.admin + "/api/cluster")[1])
        other["nodes"][0]["uptime"] = node["uptime"]
        equal(other, report)


def test_cluster_status_says_why_it_has_no_report():
    """cluster status says why it has no report: no listener, no token, another program, a wrong address"""
    environment = {"PUBNUB_ORIGIN_ADMIN_TOKEN": TOKEN}
    with Server(environment=environment) as server:
        found = cluster_status(server.admin)
        equal((found.status, found.output), (1, ""))
        assert "needs its token" in found.errors and "PUBNUB_ORIGIN_ADMIN_TOKEN" in found.errors, found.errors
        equal(cluster_status(server.admin, environment=environment).status, 0)
        flagged = cluster_status(server.admin, "--admin-token", TOKEN)
        equal(flagged.status, 0)
        assert "warning: --admin-token" in flagged.errors and TOKEN not in flagged.errors, flagged.errors

        def slowed():
            for _ in range(15):
                fetch(server.admin + "/metrics", TOKEN + "x")
            return "too many wrong tokens" in cluster_status(server.admin, environment=environment).errors
        # A machine that is busy for a second lets the address send another token.
        eventually(slowed, "an address that sends wrong tokens being slowed down")
        found = cluster_status(server.address)
        equal(found.status, 1)
        assert "/api/cluster: the response has HTTP status 404" in found.errors and "--admin" in found.errors, found.errors
    found = cluster_status(server.admin, "--json")
    equal(found.status, 1)
    assert "cannot be reached" in json.loads(found.output)["error"]["description"], found.output
    for address in ("127.0.0.1:8081", "ftp://a", "http://", "http://user:secret@a"):
        found = cluster_status(address)
        equal(found.status, 64)
        assert "--admin takes http://HOST:PORT" in found.errors and "secret@" not in found.errors, found.errors
    equal(pubnub("cluster", "status", "--timeout", "0").status, 64)
    equal(pubnub("cluster").status, 64)


def test_flag_has_precedence_over_environment():
    """a flag has precedence over the environment, which has precedence over the file"""
    with Folder() as folder:
        file = folder.file("origin.json", {"subscribeKey": "of-file", "limits": {"signalBytes": 3}, "port": 1})

        def served(*arguments, **environment):
            """The subscribe key that the server accepts."""
            with Server("--config", file, *arguments, environment=environment) as server:
                keys = ("of-file", "of-variable", "of-flag")
                found = [key for key in keys if fetch(f"{server.address}/publish/p/{key}/0/c/0/1")[0] == 200]
                signals = [fetch(f"{server.address}/signal/p/{found[0]}/0/c/0/{'1' * size}")[0] for size in (3, 5, 7)]
                return found, signals.count(200)
        equal(served(), (["of-file"], 1))
        variables = {"PUBNUB_SUBSCRIBE_KEY": "of-variable", "PUBNUB_ORIGIN_LIMIT": "signalBytes=5,signalBytes=5"}
        equal(served(**variables), (["of-variable"], 2))
        equal(served("--subscribe-key", "of-flag", "--limit", "signalBytes=7", **variables), (["of-flag"], 3))


def test_configuration_file_with_unknown_key_is_refused():
    """a configuration file with an unknown key is refused; the error names it and the nearest known one"""
    with Folder() as folder:
        wrong = [
            ({"prot": 1}, ["'prot'", "'port'"]),
            ({"limits": {"messageByte": 1}}, ["'messageByte'", "'messageBytes'"]),
            ({"keysets": [{"subscribeKey": "a", "publishkey": "HIDDEN-1"}]}, ["keyset 1", "'publishkey'", "'publishKey'"]),
            ({"keysets": [{"subscribeKey": "a", "quotas": {"heldPoll": 1}}]}, ["'heldPoll'", "'heldPolls'"]),
            ({"keysets": [{"subscribeKey": "a", "accessManager": True}]}, ["keyset 1", "'accessManager'"]),
            ({"keysets": [{"subscribeKey": "HIDDEN-1"}, {"subscribeKey": "HIDDEN-1"}]}, ["keyset 2"]),
            ({"keysets": []}, ["'keysets'"]),
            ({"quotas": {"object": 1}}, ["'object'", "'objects'"]),
            ({"quotas": {"grants": "many"}}, ["'grants'"]),
            ({"port": "x"}, ["'port'", "0 to 65535"]),
            ({"port": 70000}, ["'port'", "0 to 65535"]),
            ({"retention": "soon"}, ["'retention'", "7d"]),
            ({"retentionSize": "1GiB"}, ["'retentionSize'", "--data"]),
            ({"keysets": [{"subscribeKey": "a"}, {"subscribeKey": "b", "retention": "7d"}]},
             ["keyset 2", "'retention'", "--data"]),
            ({"keysets": [{"subscribeKey": "a", "retentionSize": "1GiB"}]}, ["keyset 1", "'retentionSize'", "--data"]),
            ({"data": "x", "keysets": [{"subscribeKey": "a", "retention": "soon"}]}, ["keyset 1", "'retention'", "7d"]),
            ({"keysets": [{"subscribeKey": "a", "fileRetention": "7d"}]}, ["keyset 1", "'fileRetention'", "--data"]),
            ({"data": "x", "keysets": [{"subscribeKey": "a", "fileRetention": "soon"}]}, ["'fileRetention'", "7d"]),
            ({"keysets": [{"subscribeKey": "a", "files": {"allowsActive": True}}]}, ["'files'", "There are: allowsActiveTypes"]),
            ({"keysets": [{"subscribeKey": "a", "files": {"allowsActiveTypes": "maybe"}}]},
             ["'allowsActiveTypes'", "true or false"]),
            ({"accessLog": "maybe"}, ["'accessLog'", "true or false"]),
            ({"limits": {"connections": 0}}, ["connections"]),
            ({"limits": {"heartbeatRange": "9-3"}}, ["heartbeatRange", "20-300"]),
            ({"limits": {"heartbeatDefault": "1TiB"}}, ["heartbeatDefault", "1073741824"]),
            ({"limits": {"filterDepth": 257}}, ["filterDepth", "from 1 to 256"]),
            ({"faults": ["publish:explode"]}, ["'explode'"]),
            ({"data": {}}, ["'data'"]),
            ([], ["JSON object"]),
            ("{", ["not JSON"]),
        ]
        for number, (content, words) in enumerate(wrong):
            errors = refusal("--config", folder.file(f"{number}.json", content))
            for word in words:
                assert word in errors, (content, word, errors)
            assert "HIDDEN-1" not in errors, errors
        assert "cannot read" in refusal("--config", folder.path("missing"))
        assert "longer than" in refusal("--config", folder.file("long.json", " " * (1024 * 1024 + 1)))
        assert "longer than" in refusal("--config", "/dev/zero")


def test_limit_or_fault_that_does_not_exist_is_refused_with_nearest():
    """a limit or a fault that does not exist is refused with the nearest one"""
    for arguments, word in ((["--limit", "connection=1"], "'connections'"), (["--limit", "connections"], "NAME=VALUE"),
                            (["--limit", "connections=many"], "connections"),
                            (["--fault", "pubish:drop"], "'publish'"), (["--fault", "publish:dorp"], "'drop'"),
                            (["--fault", "publish:status=9"], "200 to 599"), (["--fault", "drop#never"], "#first3"),
                            (["--log-format", "xml"], "text or json"), (["--drain-delay", "soon"], "--drain-delay"),
                            (["--drain-limit", "soon"], "--drain-limit"),
                            (["--retention", "-1d"], "--retention"), (["--retention", "7d"], "needs --data")):
        errors = refusal(*arguments)
        assert word in errors, (arguments, errors)


def test_fault_injects_what_it_says():
    """--fault injects what it says"""
    with Server("--fault", "time:status=503#first2", "--fault", "publish@b:status=500") as server:
        equal([fetch(server.address + "/time/0")[0] for _ in range(3)], [503, 503, 200])
        equal([fetch(f"{server.address}/publish/p/s/0/{name}/0/1")[0] for name in "ab"], [200, 500])


def test_keyset_serves_listed_keysets():
    """--keyset serves the listed keysets only, each with its own keys; SIGHUP reads the file again"""
    with Folder() as folder:
        file = folder.file("keysets.json", {"keysets": [
            {"subscribeKey": "one", "publishKey": "pub-one", "retention": "7d", "retentionSize": "1GiB"},
            {"subscribeKey": "two", "publishKey": "pub-two", "secretKey": "SECRET-OF-TWO", "accessManager": True,
             "appContext": {"hasReferentialIntegrity": True}, "quotas": {"messagesPerSecond": 100}},
        ]})

        def publish(server, publish_key, subscribe_key):
            return fetch(f"{server.address}/publish/{publish_key}/{subscribe_key}/0/c/0/1")[0]
        assert "keyset 1: 'retention' needs --data" in refusal("--keyset", file)
        with Server("--keyset", file, "--data", folder.path("origin.sqlite")) as server:
            equal([publish(server, *keys) for keys in (("pub-one", "one"), ("pub-two", "one"), ("pub-two", "two"),
                                                       ("pub-one", "three"))], [200, 400, 403, 400])
            granted = pubnub("grant", "--write", "--channel", "c", "--origin", server.address, "--publish-key", "pub-two",
                             "--subscribe-key", "two", "--json", environment={"PUBNUB_SECRET_KEY": "SECRET-OF-TWO"})
            equal(granted.status, 0)
            equal(publish(server, "pub-two", "two"), 200)
            folder.file("keysets.json", {"keysets": [{"subscribeKey": "three"}]})
            server.signal(signal.SIGHUP)
            end = time.monotonic() + PATIENCE
            while publish(server, "any", "three") != 200:
                assert time.monotonic() < end
            equal(publish(server, "pub-one", "one"), 400)
        assert "--publish-key" in refusal("--keyset", file, "--publish-key", "x")


def test_quotas_of_configuration_file_apply_to_each_keyset():
    """quotas of the configuration file apply to each keyset without its own, and those of a keyset to that one"""
    with Folder() as folder:
        file = folder.file("origin.json", {
            "quotas": {"storedBytes": 2, "heldPolls": 10},
            "keysets": [{"subscribeKey": "one"}, {"subscribeKey": "two", "quotas": {"storedBytes": 4}}]})
        with Server("--config", file) as server:
            def statuses(keyset):
                return [fetch(f"{server.address}/publish/p/{keyset}/0/c/0/{text}")[0] for text in ("11", "1", "111", "1")]
            equal([statuses("one"), statuses("two")], [[200, 413, 413, 413], [200, 200, 413, 200]])
            metrics = fetch(server.admin + "/metrics")[1]
            assert 'pubnub_quota_refusals_total{quota="storedBytes"} 4\n' in metrics, metrics
            for line in ('pubnub_keyset_usage{keyset="one",quota="storedBytes"} 2',
                         'pubnub_keyset_usage{keyset="two",quota="storedBytes"} 4',
                         'pubnub_keyset_quota{keyset="one",quota="storedBytes"} 2',
                         'pubnub_keyset_quota{keyset="two",quota="heldPolls"} 10'):
                assert line + "\n" in metrics, metrics


def test_cert_and_key_serve_certificate_of_ones_own():
    """--cert and --key serve a certificate of one's own; after SIGHUP new connections get the renewed one"""
    with Folder() as folder:
        def content(certificate):
            return ssl.PEM_cert_to_DER_cert(pathlib.Path(certificate).read_text(encoding="utf-8"))
        certificate, key = make_certificate(folder, "first")
        with Server("--cert", certificate, "--key", key, *KEYS) as server:
            assert server.address.startswith("https://"), server.address
            equal(served_certificate(server), content(certificate))
            equal(pubnub("time", "--origin", server.address, "--ca", certificate, *KEYS, "--json").status, 0)
            make_certificate(folder, "second")
            server.signal(signal.SIGHUP)
            eventually(lambda: served_certificate(server) == content(certificate), "the renewed certificate")
        assert "--key" in refusal("--cert", certificate) and "--cert" in refusal("--key", key)
        assert "--tls" in refusal("--cert", certificate, "--key", key, "--tls")
        missing = pubnub("origin", "--port", "0", "--cert", folder.path("none"), "--key", key)
        equal(missing.status, 78)
        assert folder.path("none") in missing.errors and "No such file" in missing.errors, missing.errors


def test_after_sighup_log_level_is_one_that_config_file_has_now():
    """after SIGHUP the log level is the one that the --config file has now; a pipe is read only at the start"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        def lines():
            return pathlib.Path(folder.path("errors")).read_text(encoding="utf-8").splitlines()

        def reread(server, count):
            server.signal(signal.SIGHUP)
            eventually(lambda: len(lines()) >= count, f"line {count} of the log")
            return lines()[-1]
        file = folder.file("origin.json", {"log": "error"})
        with Server("--config", file, *KEYS, errors=errors) as server:
            equal(lines(), [])
            folder.file("origin.json", {"log": "notice"})
            assert reread(server, 1).endswith("settings were read again: the log level is notice"), lines()
            folder.file("origin.json", {"log": "loud"})
            wrong = reread(server, 2)
            assert " error " in wrong and "'log' takes" in wrong, wrong
            # The level is still notice.
            folder.file("origin.json", {"log": "notice"})
            assert reread(server, 3).endswith("settings were read again: nothing changed"), lines()
        pipe = folder.path("pipe")
        # What is written into a pipe can be read once; a second reader would wait for ever.
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pathlib.Path(pipe).write_text('{"log": "notice"}', encoding="utf-8"))
        writer.start()
        with Server("--config", pipe, *KEYS, errors=errors) as server:
            writer.join()
            assert reread(server, len(lines()) + 1).endswith("settings were read again: nothing changed"), lines()


def test_reload_reports_what_changed():
    """SIGHUP reads the admin token and the listed keysets of the --config file; one line at the default level says what changed"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        def settings(token, *keysets):
            return {"adminToken": token, "keysets": [{"subscribeKey": name, "publishKey": key} for name, key in keysets]}

        def status(server, token):
            return fetch(server.admin + "/metrics", token)[0]
        file = folder.file("origin.json", settings("token-one", ("a", "p"), ("b", "p")))
        with Server("--config", file, errors=errors) as server:
            equal([status(server, "token-one"), status(server, "token-two")], [200, 401])
            folder.file("origin.json", settings("token-two", ("b", "q"), ("c", "p"), ("d", "p")))
            server.signal(signal.SIGHUP)
            log = pathlib.Path(folder.path("errors"))
            eventually(lambda: log.read_text(encoding="utf-8").count("\n") == 1, "the report of the reload")
            line = log.read_text(encoding="utf-8")
            assert "the keysets (2 added, 1 removed, 1 changed), the admin token changed" in line, line
            assert "token-" not in line, line
            equal([status(server, "token-one"), status(server, "token-two")], [401, 200])
            equal([fetch(f"{server.address}/publish/{key}/{name}/0/c/0/1")[0] for name, key in
                   (("a", "p"), ("b", "p"), ("b", "q"), ("d", "p"))], [400, 400, 200, 200])
            folder.file("origin.json", settings("", ("b", "q")))
            server.signal(signal.SIGHUP)
            eventually(lambda: log.read_text(encoding="utf-8").count("\n") >= 2, "the refusal of an empty token")


def reread(server, folder, log, settings, count):
    """Has a server read other settings again, and returns the lines of its log when there are so many."""
    folder.file("origin.json", settings)
    server.signal(signal.SIGHUP)
    eventually(lambda: log.read_text(encoding="utf-8").count("\n") >= count, f"line {count} of the log")
    return log.read_text(encoding="utf-8").splitlines()


def test_reload_names_settings_that_need_restart():
    """SIGHUP: one line names the changed settings of the --config file that need a restart, and no values"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        log = pathlib.Path(folder.path("errors"))
        start = {"port": 0, "drainDelay": "0s"}
        file = folder.file("origin.json", start)
        with Process("origin", "--json", "--config", file, "--drain-limit", "5s", *KEYS, errors=errors) as server:
            assert "result" in server.object(), log.read_text(encoding="utf-8")
            # A flag has precedence, so a restart would not change its setting.
            changed = {"port": 9999, "drainDelay": "7s", "drainLimit": "8s", "limits": {"connections": 4321}}
            lines = reread(server, folder, log, changed, 3)
            assert any(line.endswith("a restart is needed for port, drainDelay, limits") for line in lines), lines
            assert any(line.endswith("have no effect: drainLimit (--drain-limit has precedence)") for line in lines), lines
            assert not any(value in line for line in lines for value in ("9999", "7s", "8s", "4321")), lines
            lines = reread(server, folder, log, start, 4)
            assert lines[-1].endswith("settings were read again: nothing changed"), lines
            lines = reread(server, folder, log, {**start, "keysets": [{"subscribeKey": "one"}]}, 6)
            assert any(line.endswith("a restart is needed for keyset") for line in lines[4:]), lines


def test_reload_names_variables_that_have_precedence():
    """SIGHUP: a variable or flag has precedence over the --config file; one line names it if the file has another value, and no values"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        log = pathlib.Path(folder.path("errors"))
        same = {"port": 0, "adminToken": "token-one", "accessLog": False}
        file = folder.file("origin.json", same)
        environment = {"PUBNUB_ORIGIN_ADMIN_TOKEN": "token-one", "PUBNUB_ORIGIN_ACCESS_LOG": "off"}
        with Server("--config", file, *KEYS, environment=environment, errors=errors) as server:
            lines = reread(server, folder, log, same, 1)
            equal(len(lines), 1)
            assert lines[0].endswith("settings were read again: nothing changed"), lines
            lines = reread(server, folder, log, {"port": 9999, "adminToken": "token-two", "accessLog": True}, 3)
            assert lines[1].endswith(
                "values of the settings file have no effect: port (--port has precedence), adminToken (PUBNUB_ORIGIN_ADMIN_TOKEN has precedence), "
                "accessLog (PUBNUB_ORIGIN_ACCESS_LOG has precedence)"), lines
            assert lines[2].endswith("settings were read again: nothing changed"), lines
            assert "token-" not in "".join(lines), lines
            equal([fetch(server.admin + "/metrics", token)[0] for token in ("token-one", "token-two")], [200, 401])


def test_one_wrong_file_keeps_sighup_from_nothing_else():
    """one wrong file keeps SIGHUP from nothing else: the certificate is renewed although the keysets are wrong"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        log = pathlib.Path(folder.path("errors"))
        certificate, key = make_certificate(folder, "first")
        file = folder.file("keysets.json", {"keysets": [{"subscribeKey": "one"}]})
        with Server("--cert", certificate, "--key", key, "--keyset", file, errors=errors) as server:
            first = served_certificate(server)
            equal(reloads(server), None)
            make_certificate(folder, "second")
            folder.file("keysets.json", {"keysets": []})
            server.signal(signal.SIGHUP)
            eventually(lambda: served_certificate(server) != first, "the renewed certificate")
            eventually(lambda: len(log.read_text(encoding="utf-8").splitlines()) == 2, "the report of both parts")
            lines = log.read_text(encoding="utf-8").splitlines()
            assert "the keysets" in lines[0] and "'keysets' is empty" in lines[0], lines
            assert "settings were read again: the certificate is valid until 20" in lines[1], lines
            pathlib.Path(key).write_text("wrong", encoding="utf-8")
            server.signal(signal.SIGHUP)
            eventually(lambda: len(log.read_text(encoding="utf-8").splitlines()) == 4, "a report of each wrong file")
            lines = log.read_text(encoding="utf-8").splitlines()[2:]
            assert "the keysets" in lines[0] and "the certificate" in lines[1], lines
            eventually(lambda: reloads(server) == 0, "the metric of a reload that failed in part")
            make_certificate(folder, "third")
            folder.file("keysets.json", {"keysets": [{"subscribeKey": "one"}]})
            server.signal(signal.SIGHUP)
            eventually(lambda: reloads(server) == 1, "the metric of a reload that succeeded")


def test_keyset_file_that_became_wrong_is_reported_after_sighup():
    """a keyset file that became wrong is reported after SIGHUP, and the server goes on with the former keysets"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        file = folder.file("keysets.json", {"keysets": [{"subscribeKey": "one"}]})
        with Server("--keyset", file, "--log-format", "json", errors=errors) as server:
            wrong = [({"subscribekey": "one"}, "'subscribekey'"), ({"subscribeKey": "one", "retention": "7d"}, "--data")]
            for number, (keyset, word) in enumerate(wrong, 1):
                folder.file("keysets.json", {"keysets": [keyset]})
                server.signal(signal.SIGHUP)
                log = pathlib.Path(folder.path("errors"))
                eventually(lambda: log.read_text(encoding="utf-8").count("\n") >= number, f"the report of {keyset}")
                line = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])
                equal((line["level"], line["logger"]), ("error", "pubnub.origin"))
                assert word in line["message"], line
            equal(fetch(f"{server.address}/publish/p/one/0/c/0/1")[0], 200)


def test_access_log_has_line_for_each_request_and_shows_no_payload():
    """the access log has a line for each request and shows no payload, publish key, authorization key, token, signature or state"""
    hidden = ["PAYLOAD", "demo-pub", "AUTH-KEY", "METADATA", "STATE-OF-ANN", "DEADBEEF", "SIGNED"]
    targets = [
        "/publish/demo-pub/demo-sub/0/chat/0/%22PAYLOAD%22?auth=AUTH-KEY&meta=%22METADATA%22&signature=SIGNED",
        "/v2/presence/sub-key/demo-sub/channel/chat/uuid/ann/data?state=%7B%22s%22%3A%22STATE-OF-ANN%22%7D",
        "/v1/push/sub-key/demo-sub/devices/DEADBEEFDEADBEEF?type=apns&add=chat", "/PAYLOAD?auth=AUTH-KEY",
        "/signal/demo-pub/demo-sub/0/chat/0/%22PAYLOAD%22",
    ]
    for form in ("text", "json"):
        with Folder() as folder, open(folder.path("log"), "w+", encoding="utf-8") as log:
            with Server("--access-log", "--log-format", form, *KEYS, errors=log) as server:
                statuses = [fetch(server.address + target)[0] for target in targets]
                server.signal(signal.SIGTERM)
                equal(server.wait(), 0)
            lines = pathlib.Path(folder.path("log")).read_text(encoding="utf-8").splitlines()
            equal((form, len(lines)), (form, len(targets)))
            for line in lines:
                assert not any(secret in line for secret in hidden), line
            if form == "json":
                found = [json.loads(line) for line in lines]
                equal([line["status"] for line in found], statuses)
                equal([line["route"] for line in found], ["publish", "stateUpdate", "pushChannels", "none", "signal"])
                assert found[0]["target"].startswith("/publish/***/demo-sub/0/chat/0/***?"), found[0]
                equal({line["peer"] for line in found}, {"127.0.0.1"})
                assert found[0]["time"].endswith("Z") and found[0]["microseconds"] > 0, found[0]
            else:
                assert " 127.0.0.1 GET /publish/***/demo-sub/0/chat/0/***?" in lines[0], lines[0]


def test_check_reports_every_fault_of_flags():
    """--check reports every fault of flags, files, keys and certificates, starts nothing, and exits with 0 or 78"""
    with Folder() as folder:
        config, other, keysets = folder.path("origin.json"), folder.path("other.sqlite"), folder.path("keysets.json")
        pathlib.Path(config).write_text(json.dumps({"port": 99999, "limits": {"connection": 1}, "faults": ["nonsense"]}))
        pathlib.Path(keysets).write_text('{"keysets": [{"subscribeKey": "s", "formerSecretKey": "k"}]}')
        with contextlib.closing(sqlite3.connect(other)) as database:
            database.execute("CREATE TABLE a (b)")
        pathlib.Path(folder.path("cert.pem")).write_text("no certificate")
        outcome = pubnub("origin", "--check", "--config", config, "--data", other, "--keyset", keysets, "--log-format", "xml",
                         "--cert", folder.path("cert.pem"), "--key", folder.path("none.pem"), "--drain-limit", "soon", "--json")
        equal(outcome.status, 78)
        texts = [json.loads(line)["error"]["description"] for line in outcome.lines]
        for word in ("port from 0 to 65535", "'connection'", "nonsense", "need each other", "text or json", "--drain-limit",
                     "none.pem", "a database of another program"):
            equal((word, sum(word in text for text in texts)), (word, 1))
        equal(len(texts), 8)
        assert os.path.getsize(other) > 0 and sorted(os.listdir(folder.name)) == ["cert.pem", "keysets.json", "origin.json", "other.sqlite"]
        good = pubnub("origin", "--check", "--data", folder.path("new.sqlite"), *KEYS, "--json")
        equal((good.status, json.loads(good.output)), (0, {"result": {"faults": []}}))
        assert not os.path.exists(folder.path("new.sqlite"))
        missing = pubnub("origin", "--check", "--config", folder.path("none.json"))
        equal(missing.status, 78)


def test_unknown_variables_of_the_server():
    """a misspelt variable of the server is an error that names the nearest one; those that Kubernetes sets for a service are not"""
    misspelt = {"PUBNUB_ORIGIN_ACCES_MANAGER": "true", "PUBNUB_ORIGIN_DRAIN_LIMITS": "1s"}
    checked = pubnub("origin", "--check", *KEYS, "--json", environment=misspelt)
    equal(checked.status, 78)
    equal([json.loads(line)["error"]["description"] for line in checked.lines], [
        "PUBNUB_ORIGIN_ACCES_MANAGER: unknown variable. Did you mean 'PUBNUB_ORIGIN_ACCESS_MANAGER'?",
        "PUBNUB_ORIGIN_DRAIN_LIMITS: unknown variable. Did you mean 'PUBNUB_ORIGIN_DRAIN_LIMIT'?"])
    started = pubnub("origin", "--port", "0", *KEYS, environment=misspelt)
    equal(started.status, 64)
    assert "PUBNUB_ORIGIN_ACCES_MANAGER: unknown variable" in started.errors, started.errors
    links = {"PUBNUB_ORIGIN_PORT": "tcp://10.0.0.7:8080", "PUBNUB_ORIGIN_SERVICE_HOST": "10.0.0.7", "PUBNUB_ORIGIN_SERVICE_PORT": "8080",
             "PUBNUB_ORIGIN_SERVICE_PORT_HTTP": "8080", "PUBNUB_ORIGIN_PORT_8080_TCP_ADDR": "10.0.0.7"}
    equal(pubnub("origin", "--check", *KEYS, environment=links).status, 0)


def test_start_with_wrong_settings_ends_with_78():
    """a start that wrong settings or files prevent ends with 78, after which a service manager does not repeat it; a used port is status 1"""
    with Folder() as folder:
        other = folder.path("other.sqlite")
        with contextlib.closing(sqlite3.connect(other)) as database:
            database.execute("CREATE TABLE a (b)")
        wrong = [
            ["--cert", folder.path("none.pem"), "--key", folder.path("none.pem")], ["--data", other],
            ["--data", folder.path("none/data.sqlite")], ["--tls", "--ca-out", folder.path("none/ca.pem")],
            ["--host", "name.invalid"], ["--admin-port", "0", "--admin-cert", other, "--admin-key", other],
            ["--admin-port", "0", "--admin-host", "name.invalid", "--admin-token", TOKEN],
        ]
        for arguments in wrong:
            outcome = pubnub("origin", "--port", "0", *KEYS, *arguments)
            equal((arguments, outcome.status), (arguments, 78))
            equal((arguments, pubnub("origin", "--check", *KEYS, *arguments).status), (arguments, 78))
        with Server(*KEYS) as server:
            port = server.address.rsplit(":", 1)[1]
            equal(pubnub("origin", "--port", port, *KEYS).status, 1)
            equal(pubnub("origin", "--check", "--port", port, *KEYS).status, 0)
    unit = (ROOT / "Deployment" / "systemd" / "pubnub-origin.service").read_text(encoding="utf-8")
    assert "RestartPreventExitStatus=64 78" in unit, unit


def test_console_without_its_files_ends_with_78():
    """a start with --console and --check end with 78 if the files of the console are missing; the error names their folders"""
    with Folder() as folder:
        # The program looks for the files next to itself.
        binary = folder.path("pubnub")
        try:
            os.link(os.path.realpath(BINARY), binary)
        except OSError:
            shutil.copy(BINARY, binary)
        for arguments in (["--check"], []):
            ended = subprocess.run(
                [binary, "origin", "--port", "0", "--admin-port", "0", "--console", *KEYS, *arguments], text=True,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, env=clean_environment())
            equal((arguments, ended.returncode), (arguments, 78))
            assert "the files of the console are missing" in ended.stderr and folder.name in ended.stderr, ended.stderr
            assert "data file" not in ended.stderr, ended.stderr


def test_service_manager_is_told_when_server_serves():
    """the service manager is told when the server serves, when it reads its settings again, and when it ends"""
    with Folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE)
        manager.bind(folder.path("notify"))
        with Server(*KEYS, environment={"NOTIFY_SOCKET": folder.path("notify")}) as server:
            equal(manager.recv(4096), b"READY=1")
            server.signal(signal.SIGHUP)
            reloading = manager.recv(4096).split(b"\n")
            equal((reloading[0], reloading[1].startswith(b"MONOTONIC_USEC=")), (b"RELOADING=1", True))
            equal(manager.recv(4096), b"READY=1")
            server.signal(signal.SIGTERM)
            equal(manager.recv(4096), b"STOPPING=1")
            equal(server.wait(), 0)


def test_second_signal_ends_start():
    """a second SIGTERM ends a server that still starts"""
    with Folder() as folder:
        pipe = folder.path("pipe")
        os.mkfifo(pipe)
        with Process("origin", "--port", "0", "--cert", pipe, "--key", pipe, *KEYS) as process:
            def opened():
                assert process.process.poll() is None, "the start failed"
                with contextlib.suppress(OSError):
                    return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)

            def ended():
                # Signals that arrive at the same time may count once.
                process.signal(signal.SIGTERM)
                return process.process.poll() is not None
            writer = eventually(opened, "the start reads its certificate")
            try:
                eventually(ended, "the end of the start")
                equal(process.wait(), 0)
            finally:
                os.close(writer)


def answered(connection, targets):
    """The statuses of requests that are sent one after the other, without waiting for the responses."""
    connection.sendall("".join(f"GET {target} HTTP/1.1\r\nHost: o\r\n\r\n" for target in targets).encode())
    reader = connection.makefile("rb")
    statuses = []
    for _ in targets:
        statuses.append(int(reader.readline().split()[1]))
        length = 0
        while (line := reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        reader.read(length)
    return statuses


def test_log_that_nobody_reads_stops_neither_requests_nor_end():
    """a log that nobody reads stops neither requests nor the end; lines that find no room are dropped and counted"""
    names = ",".join(f"{'c' * 90}{number:02}" for number in range(10))
    targets = [f"/v3/history/sub-key/demo-sub/channel/{names}?max={1 + number % 25}" for number in range(100)]
    # More than find room: 10,000 requests whose lines are to be made, and 2 MiB of lines with 1 KiB each.
    rounds = 125
    for form in ("text", "json"):
        reading, writing = os.pipe()
        with open(reading, encoding="utf-8", errors="replace") as log:
            with open(writing, "w", encoding="utf-8") as errors:
                server = Server("--access-log", "--log", "info", "--log-format", form, *KEYS, errors=errors)
            with server, socket.create_connection(("127.0.0.1", int(server.address.rsplit(":", 1)[1])), PATIENCE) as connection:
                for _ in range(rounds):
                    equal(set(answered(connection, targets)), {200})
                if form == "text":
                    lines = []
                    reader = threading.Thread(target=lambda: lines.extend(log), daemon=True)
                    reader.start()
                server.signal(signal.SIGTERM)
                equal(server.wait(), 0)
            if form == "text":
                reader.join(PATIENCE)
                dropped = [int(found[1]) for line in lines if (found := re.match(r"(?:access )?log: (\d+) lines were dropped because ", line))]
                assert dropped, len(lines)
                # Among the dropped ones may be lines of the server about its end.
                others = sum(" GET /v3/history/" in line for line in lines) + sum(dropped) - rounds * len(targets)
                assert 0 <= others <= 5, (others, dropped)


def test_drain_limit_bounds_how_long_end_waits_for_request():
    """--drain-limit bounds how long the end waits for a request of which only half has come"""
    with Server("--drain-limit", "1s", *KEYS) as server, socket.create_connection(
            ("127.0.0.1", int(server.address.rsplit(":", 1)[1])), PATIENCE) as connection:
        connection.sendall(b"POST /publish/demo-pub/demo-sub/0/c/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 100\r\n\r\n[1")
        equal(fetch(server.address + "/time/0")[0], 200)
        server.signal(signal.SIGTERM)
        equal(server.wait(), 0)


def test_failing_data_file_is_one_error_in_log():
    """a failing data file is one error in the log, which --log error shows, and a publish gets 500"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        data = folder.path("data.sqlite")
        with Server("--data", data, "--log", "error", "--log-format", "json", *KEYS, errors=errors) as server:
            equal(fetch(f"{server.address}/publish/demo-pub/demo-sub/0/c/0/1")[0], 200)
            # The read has the tables written, so that nothing else is in progress.
            equal(fetch(f"{server.address}/v2/history/sub-key/demo-sub/channel/c")[0], 200)
            os.rename(data, folder.path("away.sqlite"))
            equal([fetch(f"{server.address}/publish/demo-pub/demo-sub/0/c/0/2")[0] for _ in range(2)], [500, 500])
            server.signal(signal.SIGTERM)
            equal(server.wait(), 0)
        lines = [json.loads(line) for line in pathlib.Path(folder.path("errors")).read_text(encoding="utf-8").splitlines()]
        equal([(line["level"], line["logger"]) for line in lines], [("error", "pubnub.origin")])
        equal(lines[0]["message"], f"Changes cannot be stored and are refused: {data} was removed or replaced while the "
              "server had it open. Start the server again.")


def test_origin_backup_copies_data_file_while_clients_publish():
    """origin backup copies a data file while clients publish; the copy is private and serves what was acknowledged"""
    with Folder() as folder:
        data, copy = folder.path("data.sqlite"), folder.path("copy.sqlite")
        stop, sent = threading.Event(), []

        def publish(address):
            while not stop.is_set():
                token = json.loads(fetch(f"{address}/publish/demo-pub/demo-sub/0/c/0/{len(sent)}")[1])[2]
                sent.append(token)
        with Server("--data", data, *KEYS) as server:
            publisher = threading.Thread(target=publish, args=[server.address])
            publisher.start()
            try:
                end = time.monotonic() + PATIENCE
                while len(sent) < 50:
                    assert time.monotonic() < end
                before = len(sent)
                equal(pubnub("origin", "backup", "--data", data, "--to", copy, "--json").result, {"backup": copy})
                equal(os.stat(copy).st_mode & 0o777, 0o600)
                error = pubnub("origin", "backup", "--data", data, "--to", copy, "--json").error
                assert "exists" in error["description"] + (error["reason"] or ""), error
            finally:
                stop.set()
                publisher.join()
        with Server("--data", copy, *KEYS) as server:
            found = pubnub("history", "c", "--all", "--tokens", "--origin", server.address, *KEYS, "--json").result
            tokens = [message["timetoken"] for message in found["messages"]]
            equal(tokens[:before], sent[:before])
        equal(pubnub("origin", "backup", "--data", folder.path("none"), "--to", folder.path("x"), "--json").status, 1)
        assert not any("partial" in name for name in os.listdir(folder.name)), os.listdir(folder.name)
    outcome = pubnub("origin", "backup", "--to", "x")
    equal((outcome.status, "--data" in outcome.errors), (64, True))


def test_admin_cert_and_admin_key_serve_admin_port_with_tls_and_http_1_1():
    """--admin-cert and --admin-key serve the admin port with TLS and HTTP/1.1; SIGHUP reads both again"""
    with Folder() as folder:
        certificate, key = make_certificate(folder, "first")

        def served(port):
            return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE))

        def content():
            return ssl.PEM_cert_to_DER_cert(pathlib.Path(certificate).read_text(encoding="utf-8"))
        with Server("--admin-cert", certificate, "--admin-key", key, *KEYS) as server:
            assert server.admin.startswith("https://") and server.address.startswith("http://"), server.admin
            port = int(server.admin.rsplit(":", 1)[1])
            equal(served(port), content())
            context = ssl.create_default_context(cafile=certificate)
            context.check_hostname = False
            context.set_alpn_protocols(["h2", "http/1.1"])
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as plain, \
                    context.wrap_socket(plain, server_hostname="localhost") as secure:
                equal(secure.selected_alpn_protocol(), "http/1.1")
                secure.sendall(b"GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = b""
                while part := secure.recv(65536):
                    answer += part
                assert answer.startswith(b"HTTP/1.1 200 "), answer
            with contextlib.suppress(urllib.error.URLError, ConnectionError, http.client.HTTPException):
                raise AssertionError(fetch(server.admin.replace("https", "http") + "/ready"))
            equal(cluster_status(server.admin, "--ca", certificate).status, 0)
            untrusted = cluster_status(server.admin)
            equal(untrusted.status, 1)
            assert "cannot be reached with TLS" in untrusted.errors, untrusted.errors
            make_certificate(folder, "second")
            server.signal(signal.SIGHUP)
            eventually(lambda: served(port) == content(), "the renewed certificate")
        assert "--admin-key" in refusal("--admin-port", "0", "--admin-cert", certificate)
        assert "--admin-cert" in refusal("--admin-port", "0", "--admin-key", key)
        assert "--admin-port" in refusal("--admin-cert", certificate, "--admin-key", key)


def test_origin_backup_into_makes_verified_copies_with_date():
    """origin backup --into makes verified copies with the date, and leaves the newest; --verify names what is damaged"""
    with Folder() as folder:
        data, copies = folder.path("data.sqlite"), folder.path("copies")
        with Server("--data", data, *KEYS) as server:
            for number in range(3):
                equal(fetch(f"{server.address}/publish/demo-pub/demo-sub/0/c/0/{number}")[0], 200)
            made = []
            for number in range(3):
                # Another second for each name.
                eventually(lambda: not made or time.strftime("%H%M%SZ", time.gmtime()) not in made[-1], "another second")
                made.append(pubnub("origin", "backup", "--data", data, "--into", copies, "--keep", "2", "--json").result["backup"])
        equal(sorted(os.path.join(copies, name) for name in os.listdir(copies)), made[1:])
        equal(os.stat(copies).st_mode & 0o777, 0o700)
        assert re.fullmatch(r"data-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite", os.path.basename(made[2])), made
        found = pubnub("origin", "backup", "--verify", made[2], "--json").result
        equal((found["verified"], found["content"]["messages"], found["content"]["keysets"]), (made[2], 3, 1))
        with open(made[2], "r+b") as file:
            # All pages but the first.
            file.seek(4096)
            file.write(b"\xff" * (os.path.getsize(made[2]) - 4096))
        outcome = pubnub("origin", "backup", "--verify", made[2], "--json")
        equal(outcome.status, 1)
        assert "damaged" in json.dumps(outcome.error), outcome.error
    for arguments in ([], ["--to", "x", "--verify", "y"], ["--verify", "x", "--keep", "2"], ["--into", "x", "--keep", "0"]):
        equal(pubnub("origin", "backup", "--data", "d", *arguments).status, 64)


def test_sigterm_with_drain_delay_ready_fails_immediately():
    """SIGTERM with --drain-delay: /ready fails immediately while the server continues to serve, and a second signal ends it"""
    with Server("--drain-delay", "1d", *KEYS) as server:
        server.signal(signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while fetch(server.admin + "/ready") != (503, '{"ready":false,"reasons":["draining"]}\n'):
            assert time.monotonic() < end
        equal(fetch(server.address + "/time/0")[0], 200)
        server.signal(signal.SIGTERM)
        equal(server.wait(), 0)


def with_descriptors(setting):
    """A prefix that runs a program with a limit of open files, as `ulimit` sets it."""
    return ("sh", "-c", f'ulimit {setting}; exec "$@"', "sh")


def silent(server, count):
    """Connections that send nothing."""
    port = int(server.address.rsplit(":", 1)[1])
    return [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(count)]


def test_origin_raises_its_limit_of_open_files():
    """origin raises its limit of open files, so that silent connections do not use it up"""
    with contextlib.ExitStack() as stack, Server(*KEYS, prefix=with_descriptors("-Sn 128")) as server:
        for connection in silent(server, 300):
            stack.enter_context(connection)
        equal(fetch(server.admin + "/ready")[0], 200)
        equal(fetch(server.address + "/time/0")[0], 200)


def test_origin_with_few_descriptors_allows_fewer_connections():
    """origin with few descriptors allows fewer connections and says so; silent ones shut nobody out"""
    with Folder() as folder, open(folder.path("errors"), "w+", encoding="utf-8") as errors:
        data = folder.path("data.sqlite")
        with contextlib.ExitStack() as stack, \
                Server(*KEYS, "--data", data, errors=errors, prefix=with_descriptors("-n 128")) as server:
            for connection in silent(server, 300):
                stack.enter_context(connection)
            for number in range(20):
                equal(fetch(server.admin + "/ready")[0], 200)
                equal(fetch(f"{server.address}/publish/demo-pub/demo-sub/0/a/0/{number}")[0], 200)
        errors.seek(0)
        lines = [line for line in errors.read().splitlines() if "limit of open files is 128" in line]
        equal(len(lines), 1)
        assert "instead of 10000" in lines[0], lines
