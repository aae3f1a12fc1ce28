"""Habits of a command line: text as it is, moments and durations, contexts, output forms, measuring, help."""

import datetime
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import tempfile
import threading

from answering import Answering, otherwise_time
from calling import at, people
from running import BINARY, KEYS, PATIENCE, Origin, clean_environment, equal, pubnub


def test_version_is_that_of_changelog():
    """--version prints the version of the newest section of the changelog, or a later one"""
    changelog = (pathlib.Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text()
    released = re.findall(r"^## (\d\S*)", changelog, re.MULTILINE)[0]
    printed = pubnub("--version").output.strip()
    assert [int(part) for part in printed.split(".")] >= [int(part) for part in released.split(".")], printed


def test_publish_signal_and_size_send_json_as_json(origin):
    """publish, signal and size send JSON as JSON and everything else as a string"""
    for message in ("hello", "it's me", "{half", '{"a":1}', "42", '"quoted"'):
        at(origin, "publish", "c", message).result
    at(origin, "publish", "c", "--text", "42").result
    found = [entry["message"] for entry in at(origin, "history", "c").result["messages"]]
    equal(found, ["hello", "it's me", "{half", {"a": 1}, 42, "quoted", "42"])
    at(origin, "publish", "lines", "-", input="plain\n{\"a\":1}\n").objects
    equal([entry["message"] for entry in at(origin, "history", "lines").result["messages"]], ["plain", {"a": 1}])
    equal(at(origin, "signal", "c", "typing").status, 0)


def test_subscribe_prints_only_events_on_standard_output(origin):
    """subscribe prints only events on standard output; --raw prints contents, --format a template"""
    start = at(origin, "time").result["timetoken"]
    for message in ("hello", '{"a":1}'):
        at(origin, "publish", "c", message, "--uuid", "ann").result
    common = ["subscribe", "c", "--since", start, "--count", "2", "--origin", origin.address, *KEYS]
    words = pubnub(*common)
    equal([line.split(" ", 1)[1] for line in words.output.splitlines()], ["message c: hello", 'message c: {"a":1}'])
    assert "connected" in words.errors and "subscribed c" in words.errors, words.errors
    equal(pubnub(*common, "--raw").output, 'hello\n{"a":1}\n')
    formed = pubnub(*common, "--format", r"{{event}}\t{{channel}}\t{{publisher}}\t{{message}}")
    equal(formed.output, 'message\tc\tann\thello\nmessage\tc\tann\t{"a":1}\n')
    token = pubnub(*common, "-f", "{{timetoken}}").output.splitlines()[0]
    assert len(token) == 17 and token.isdigit(), token
    for template in ("{{mesage}}", "{{message"):
        refused = pubnub(*common, "--format", template)
        equal((template, refused.status), (template, 64))
        assert "}}" in refused.errors, refused.errors


def test_moments_are_timetokens_durations_or_iso_dates(origin):
    """moments: timetokens, durations ago and ISO dates select the same messages of history and subscriptions"""
    token = at(origin, "publish", "c", "hello").result["timetoken"]
    now = datetime.datetime.now(datetime.timezone.utc)
    hour, later = now - datetime.timedelta(hours=1), now + datetime.timedelta(hours=1)

    def read(*arguments):
        return [entry["message"] for entry in at(origin, "history", "c", *arguments).result["messages"]]
    for moment in ("1h", "3600s", "90m", "1d", token, hour.strftime("%Y-%m-%dT%H:%M:%SZ"),
                   hour.astimezone().strftime("%Y-%m-%dT%H:%M"), hour.strftime("%Y-%m-%dT%H:%M+00:00")):
        equal((moment, read("--after", moment)), (moment, ["hello"]))
        equal((moment, read("--before", moment)), (moment, []))
    equal(read("--before", later.strftime("%Y-%m-%dT%H:%M:%SZ"), "--after", "1h"), ["hello"])
    equal(read("--to", token), ["hello"])
    listening = ["subscribe", "c", "--count", "1", "--raw", "--origin", origin.address, *KEYS]
    equal(pubnub(*listening, "--since", "10m").output, "hello\n")
    for moment in ("yesterday", "-5m", "2026-13-01", "2026-02-30", "0", "10 m"):
        equal((moment, at(origin, "history", "c", f"--after={moment}").status), (moment, 64))


def test_date_whose_midnight_clocks_skip_is_start_of_that_day():
    """a date whose midnight the clocks skip is the start of that day"""
    paths = []

    def answer(path):
        paths.append(path)
        return 200, "[[],0,0]"
    with Answering(otherwise_time(answer)) as server:
        for day, hour in (("2026-04-24", datetime.datetime(2026, 4, 23, 22)), ("2026-04-25", datetime.datetime(2026, 4, 24, 21))):
            outcome = pubnub("history", "c", "--after", day, "--origin", server.address, *KEYS,
                             environment={"TZ": "Africa/Cairo"})
            equal((day, outcome.status), (day, 0))
            seconds = int(hour.replace(tzinfo=datetime.timezone.utc).timestamp())
            assert f"={seconds}0000000" in paths[-1], (day, paths[-1])
        refused = pubnub("history", "c", "--after=2026-04-24T00:30", "--origin", server.address, *KEYS,
                         environment={"TZ": "Africa/Cairo"})
        equal(refused.status, 64)


def test_durations_timeout_and_ttl_of_publish_and_grant():
    """durations: --timeout, and --ttl of publish and grant, take units; numbers keep their unit"""
    keys = ["--publish-key", "p", "--subscribe-key", "s"]
    environment = {"PUBNUB_SECRET_KEY": "sec-c-durations"}
    with Origin("--access-manager", keys=keys, environment=environment) as origin:
        def period(ttl):
            arguments = ["grant", "--channel", "c", "--read", "--ttl", ttl, "--origin", origin.address, *keys, "--json"]
            return pubnub(*arguments, environment=environment).result["rights"][0]["period"]
        for ttl, minutes in (("90", 90), ("90m", 90), ("2h", 120), ("1d", 1440), ("30s", 1), ("0", 0)):
            equal((ttl, period(ttl)), (ttl, minutes))
    with Origin() as origin:
        for ttl in ("1", "12h", "7d"):
            equal((ttl, at(origin, "publish", "c", "1", "--ttl", ttl).status), (ttl, 0))
        for timeout in ("300", "300s", "5m", "300000ms"):
            equal((timeout, at(origin, "time", "--timeout", timeout).status), (timeout, 0))


def test_local_and_short_flags():
    """--local and short flags: the server of this machine with the keys demo"""
    # Port 8080 may belong to another program: the request that would be sent is looked at instead.
    size = pubnub("size", "c", "hello", "--local", "-u", "ann", "--json").result["size"]
    spelled = pubnub("size", "c", "hello", "-o", "http://127.0.0.1:8080", "-P", "demo", "-S", "demo", "-u", "ann", "--json")
    equal(size, spelled.result["size"])
    longer = pubnub("size", "c", "hello", "--local", "-u", "ann", "-S", "demo-demo", "--json").result["size"]
    equal(longer - size, len("-demo"))
    variables = {"PUBNUB_ORIGIN": "http://somewhere.example:1", "PUBNUB_SUBSCRIBE_KEY": "other"}
    equal(pubnub("size", "c", "hello", "--local", "-u", "ann", "--json", environment=variables).result["size"], size)


def test_contexts_added_selected_listed_without_secrets(origin):
    """contexts: added, selected, listed without secrets, removed; the file has mode 0600"""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_CONFIG_HOME": folder}

        def run(*arguments, **variables):
            return pubnub(*arguments, environment={**environment, **variables})
        equal(run("context", "list", "--json").result["contexts"], [])
        run("context", "add", "here", "--origin", origin.address, *KEYS, "--json").result
        saved = run("context", "add", "other", "--from-environment", "--json", PUBNUB_ORIGIN="http://127.0.0.1:1",
                    PUBNUB_SECRET_KEY="sec-c-context", PUBNUB_SUBSCRIBE_KEY="sub-other").result["contexts"]
        equal([(found["name"], found["selected"]) for found in saved], [("here", True), ("other", False)])
        file = pathlib.Path(folder) / "pubnub" / "contexts.json"
        equal(stat.S_IMODE(file.stat().st_mode), 0o600)
        equal(json.loads(file.read_text())["contexts"]["other"]["secretKey"], "sec-c-context")
        for listed in (run("context", "list").output, run("context", "list", "--json").output):
            assert "sec-c-context" not in listed and "sub-other" in listed, listed

        equal(run("time", "--json").status, 0)
        equal(run("time", "--json", "--context", "other").error["code"], 102)
        equal(run("time", "--json", PUBNUB_CONTEXT="other").error["code"], 102)
        equal(run("time", "--json", "--context", "other", "--origin", origin.address, *KEYS).status, 0)
        run("context", "use", "other").output
        equal(run("time", "--json").error["code"], 102)
        run("context", "use", "--none").output
        equal(run("context", "remove", "other", "--json").result["contexts"][0]["name"], "here")
        refused = run("time", "--context", "other")
        equal(refused.status, 64)
        assert "here" in refused.errors, refused.errors
        file.write_text("{")
        refused = run("time", "--local")
        equal(refused.status, 64)
        assert str(file) in refused.errors, refused.errors


def test_command_reads_file_of_contexts_once(origin):
    """a command reads the file of contexts once, however many clients it makes"""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "pubnub" / "contexts.json"
        file.parent.mkdir()
        # What is written into a pipe can be read once; a second reader would wait until the check fails.
        os.mkfifo(file)
        store = {"selected": "here", "contexts": {"here": {"origin": origin.address, "publishKey": "demo-pub",
                                                          "subscribeKey": "demo-sub"}}}
        writing = threading.Thread(target=file.write_text, args=(json.dumps(store),), daemon=True)
        writing.start()
        found = pubnub("bench", "--publishers", "3", "--duration", "100ms", "--json",
                       environment={"XDG_CONFIG_HOME": folder}).result
        equal((found["received"], found["failed"]), (found["expected"], 0))


def test_context_add_local_saves_server_of_this_machine():
    """context add --local saves the server of this machine"""
    with tempfile.TemporaryDirectory() as folder:
        saved = pubnub("context", "add", "here", "--local", "--json", environment={"XDG_CONFIG_HOME": folder}).result
        equal([(found["origin"], found["subscribeKey"]) for found in saved["contexts"]],
              [("http://127.0.0.1:8080", "demo")])


def test_error_about_unknown_name_suggests_right_one():
    """an error about an unknown subcommand, topic or context suggests the right name, or where to find it"""
    for arguments, advice in ((["hist"], "'history'"), (["publsh"], "'publish'"), (["groups", "lst"], "'list'"),
                              (["help", "topics"], "pubnub --help"), (["help", "time"], None), (["help", "stat"], "'state'"),
                              (["frobnicate"], "pubnub --help"), (["version"], "'--version'"), (["groups"], "pubnub groups --help"),
                              (["context", "use", "nowhere"], "pubnub context use")):
        outcome = pubnub(*arguments)
        equal((arguments, outcome.status), (arguments, 64 if advice else 0))
        assert advice is None or advice in outcome.errors, outcome.errors


def test_origin_on_port_in_use_names_option_that_chooses_another(origin):
    """origin on a port in use names the option that chooses another"""
    port = origin.address.rsplit(":", 1)[1]
    refused = pubnub("origin", "--port", port)
    equal(refused.status, 1)
    assert "--port" in refused.errors and "bind(" not in refused.errors, refused.errors


def test_history_since_is_after_and_limit_takes_1_to_100(origin):
    """history --since is --after, and --limit takes 1 to 100"""
    at(origin, "publish", "c", "hello").result
    equal(len(at(origin, "history", "c", "--since", "1h").result["messages"]), 1)
    equal(people(origin, "history", "c").errors, "1 message\n")
    for limit in ("0", "101"):
        equal((limit, at(origin, "history", "c", "--limit", limit).status), (limit, 64))


def test_contexts_are_stored_below_home_without_xdg_config_home():
    """contexts are stored below HOME without XDG_CONFIG_HOME; one without settings is refused, and only the first is selected"""
    with tempfile.TemporaryDirectory() as home:
        # An empty variable counts as unset.
        environment = {"HOME": home, "XDG_CONFIG_HOME": ""}

        def selected(*arguments):
            found = pubnub("context", *arguments, "--json", environment=environment).result["contexts"]
            return [context["name"] for context in found if context["selected"]]
        refused = pubnub("context", "add", "nothing", environment=environment)
        equal(refused.status, 64)
        assert "--local" in refused.errors and "pubnub context add --help" in refused.errors, refused.errors
        equal(selected("add", "first", "--local"), ["first"])
        assert (pathlib.Path(home) / ".config" / "pubnub" / "contexts.json").is_file()
        equal(selected("use", "--none"), [])
        equal(selected("add", "second", "--local"), [])


def test_reader_that_closes_pipe_ends_command_silently(origin):
    """a reader that closes the pipe ends the command silently; a full disk is named"""
    for number in range(3):
        at(origin, "publish", "c", str(number)).result
    for arguments in (["history", "c"], ["subscribe", "c", "--since", "1h"]):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            finished = subprocess.run([BINARY, *arguments, "--origin", origin.address, *KEYS], stdout=writer,
                                      stderr=subprocess.PIPE, text=True, timeout=PATIENCE, env=clean_environment())
        finally:
            os.close(writer)
        equal((arguments, finished.returncode), (arguments, 1))
        assert "error" not in finished.stderr, finished.stderr
    with open("/dev/full", "w") as full:
        finished = subprocess.run([BINARY, "time", "--origin", origin.address, *KEYS], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=PATIENCE, env=clean_environment())
        assert "No space left on device" in finished.stderr, finished.stderr


def test_number_that_is_too_small_for_timetoken_is_refused(origin):
    """a number that is too small for a timetoken is refused: it is a duration without its unit"""
    at(origin, "publish", "c", "hello").result
    for command in (["history", "c", "--after", "10"], ["history", "delete", "c", "--after", "10", "--yes"],
                    ["subscribe", "c", "--since", "10"], ["message-counts", "c", "--since", "10"],
                    ["actions", "list", "c", "--before", "10"]):
        equal((command, at(origin, *command).status), (command, 64))
    equal(len(at(origin, "history", "c").result["messages"]), 1)


def test_history_refuses_empty_ranges_and_conflicting_options(origin):
    """history refuses a range without messages and options that exclude each other"""
    for arguments in (["--after", "1m", "--before", "1h"], ["--all", "--limit", "5"], ["--actions", "--limit", "26"],
                      ["--before", "1h", "--from", "1h"], ["--after", "1h", "--to", "1h"]):
        equal((arguments, at(origin, "history", "c", *arguments).status), (arguments, 64))


def test_error_for_people_has_reason_and_names_missing_key():
    """an error for people has the reason, and names the missing key, the origin, the line and the file"""
    with Origin() as origin:
        def errors(*arguments, input=None):
            return pubnub(*arguments, input=input).errors
        assert "contains a comma" in errors("publish", "a,b", "x", "--origin", origin.address, *KEYS)
        assert "The publish key is missing" in errors("publish", "c", "x", "-S", "demo-sub", "--origin", origin.address)
        assert "32 KiB" in errors("publish", "c", "--text", "x" * 33_000, "--origin", origin.address, *KEYS)
        lines = errors("publish", "c", "-", "--json-strict", "--origin", origin.address, *KEYS, input='"a"\n{b\n')
        assert "Line 2 is not JSON" in lines and "Line 1" not in lines, lines
        # The service separates details by line breaks.
        filters = errors("users", "list", "--filter", "bad bad", "--origin", origin.address, *KEYS)
        assert "\\n" not in filters and "unknown field" in filters, filters
    assert "http://127.0.0.1:1 cannot be reached" in errors("time", "--origin", "http://127.0.0.1:1", *KEYS)
    assert "No such file" in errors("time", "--config", "/nowhere/settings.json")
    with tempfile.NamedTemporaryFile() as other:
        other.write(b"x" * 4096)
        other.flush()
        assert "not the data file" in errors("origin", "--port", "0", "--data", other.name)


def test_subscribe_without_keys_is_wrong_usage(origin):
    """subscribe without keys is wrong usage, and ends by itself"""
    for keys, missing in (([], "The publish key and the subscribe key are missing"),
                          (["-P", "demo-pub"], "The subscribe key is missing")):
        refused = pubnub("subscribe", "c", *keys, "--origin", origin.address)
        equal((keys, refused.status, refused.output), (keys, 64, ""))
        assert missing in refused.errors, refused.errors


def test_argument_that_begins_with_dash_error_says_how_to_write():
    """an argument that begins with a dash: the error says how to write it"""
    refused = pubnub("publish", "c", "-1")
    equal(refused.status, 64)
    assert "publish … -- -1" in refused.errors, refused.errors
    assert " -- " not in pubnub("publish", "c", "x", "--ttl", "-5").errors
    with Origin() as origin:
        at(origin, "publish", "c", "--", "-1").result
        equal([entry["message"] for entry in at(origin, "history", "c").result["messages"]], [-1])


def test_error_of_argument_names_help_of_its_own_command():
    """an error of an argument names the help of its own command, also if the command finds it late"""
    for arguments, command in ((["token", "parse", "abc"], "pubnub token parse"), (["push-payload"], "pubnub push-payload"),
                               (["origin", "backup", "--to", "x"], "pubnub origin backup"),
                               (["history", "c", "--limit", "0"], "pubnub history read")):
        refused = pubnub(*arguments)
        equal((arguments, refused.status), (arguments, 64))
        assert f"See '{command} --help'" in refused.errors, refused.errors


def test_empty_list_says_so_on_standard_error(origin):
    """an empty list says so on standard error"""
    for arguments, words in ((["groups", "list"], "no channel groups"), (["groups", "channels", "g"], "g has no channels"),
                             (["namespaces", "list"], "no namespaces"), (["where-now", "ann"], "ann is in no channel"),
                             (["here-now"], "no clients"), (["push", "list", "ab" * 32], "the device has no channels")):
        shown = people(origin, *arguments)
        equal((arguments, shown.errors), (arguments, words + "\n"))


def test_clear_offers_fields_of_its_objects(origin):
    """--clear offers the fields of its objects only"""
    for command, field in ((["memberships", "set", "ann", "chat"], "email"), (["users", "set", "ann"], "description"),
                           (["channels", "set", "chat"], "email")):
        refused = people(origin, *command, "--clear", field)
        equal((command, refused.status), (command, 64))
        assert "status" in refused.errors, refused.errors


def test_help_of_command_lists_its_own_options_before_those_of_all():
    """the help of a command lists its own options before those of all commands"""
    for command, option in (("publish", "--ttl"), ("subscribe", "--count"), ("users list", "--filter"), ("grant", "--read")):
        text = pubnub(*command.split(), "--help").output
        assert text.index(f"{option}") < text.index("--origin <origin>"), (command, text)


def test_ping_measures_round_trips_to_service():
    """ping measures round trips to the service, and from a publish to its receipt; SIGINT prints the statistics"""
    with Origin() as origin:
        for arguments in ([], ["room"]):
            found = at(origin, "ping", *arguments, "--count", "3", "--interval", "1ms").result
            equal((found["sent"], found["received"]), (3, 3))
            numbers = found["milliseconds"]
            assert 0 < numbers["min"] <= numbers["median"] <= numbers["p90"] <= numbers["max"], numbers
        shown = people(origin, "ping", "--count", "2", "--interval", "0s")
        assert shown.output.startswith("2 sent, 2 received: min "), shown.output
        equal([line.split(":")[0] for line in shown.errors.splitlines()], ["1", "2"])
        with subprocess.Popen([BINARY, "ping", "--count", "1000", "--interval", "1h", "--json", "--origin", origin.address,
                               *KEYS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=clean_environment()) as process:
            process.stderr.readline()
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=PATIENCE)
            equal((process.returncode, json.loads(output)["result"]["received"]), (0, 1))
    equal(pubnub("ping", "--origin", "http://127.0.0.1:1", *KEYS, "--json", "--timeout", "60").status, 1)


def test_bench_publishes_from_several_clients_to_several_channels(origin):
    """bench publishes from several clients to several channels, and every subscriber receives every message"""
    found = at(origin, "bench", "--publishers", "2", "--subscribers", "2", "--channels", "2", "--rate", "40",
               "--duration", "1s").result
    assert found["published"] > 0, found
    equal((found["received"], found["failed"]), (found["expected"], 0))
    equal(found["expected"], 2 * found["published"])
    shown = people(origin, "bench", "--subscribers", "0", "--duration", "200ms").output
    assert "published" in shown and "until acknowledged: min" in shown, shown


def test_help_describes_each_topic_of_overview():
    """pubnub help TOPIC describes each topic that the overview names"""
    overview = pubnub("--help").output
    for topic, word in (("contexts", "context use"), ("environment", "PUBNUB_ORIGIN"), ("formats", "{{message}}"),
                        ("output", '"result"'), ("status", "64"), ("times", "2026-11-22")):
        assert topic in overview, (topic, overview)
        found = pubnub("help", topic)
        equal((topic, found.status), (topic, 0))
        assert word in found.output, (topic, found.output)
    assert "subscribe" in pubnub("help", "subscribe").output


def test_origin_listens_on_port_8080_by_default():
    """origin listens on port 8080 by default"""
    assert "8080" in pubnub("origin", "--help").output
    assert "(default: 8080)" in " ".join(pubnub("origin", "--help").output.split())
