"""Every call as code: what the page prints is executed and compiled."""

import collections
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import re
import shlex
import subprocess
import urllib.request

from browser import Browser, Console, eventually, fetch
from running import BINARY, PATIENCE, ROOT, clean_environment, equal

SECRET = "SECRET-KEY-OF-THE-SERVER"

# All samples of all actions, with the values of their fields and with others that are harder to write.
SAMPLES = """
const [context, changes, done] = arguments;
import(new URL('actions.js', location.href)).then(({actions, samples, defaults}) => done(actions.map((entry) => ({
    id: entry.id, isStream: Boolean(entry.isStream), needsSecret: Boolean(entry.needsSecret), forms: samples(entry, {...defaults(entry), ...(changes[entry.id] ?? changes['*'] ?? {})}, context),
}))), (error) => done(String(error)));
"""
HARD = {
    "publish": {"channel": "it's a \"channel\"", "message": {"text": "it's \"quoted\" \\ $HOME `ls` \n ü 👍", "list": [1, 2.5, None, True, {}, []], "empty": {}},
                "meta": {"lang": "en's"}, "store": False, "ttl": 12},
    "signal": {"channel": "a b", "message": -1, "customType": "typing-note"},
    "subscribe": {"channels": ["a", "b.*"], "groups": ["g"], "presence": False, "timetoken": "17000000000000000"},
    "history": {"channel": "chat", "limit": 5, "before": "17000000000000009", "from": "17000000000000000"},
    "setUser": {"id": "ann", "name": "Ann \"the\" O'Hara", "custom": {"team": "it's", "level": 3, "active": True}},
    "listUsers": {"filter": "name LIKE 'A*' && status == \"x\"", "sort": "name,updated:desc", "limit": 3},
    "grant": {"channels": ["a"], "groups": ["g"], "keys": ["k'1", "k2"], "read": False, "write": True, "manage": True, "ttl": 0},
    "checkAccess": {"channel": "a", "key": "k'1"},
    "grantToken": {"channels": ["a", "it's"], "groups": ["g"], "users": ["ann"], "channelPattern": "^room-[a-z]+$", "userPattern": ".*", "user": "ann", "write": True, "meta": {"plan": "it's", "n": 1}},
    "publishFile": {"channel": "a b", "id": "it's", "name": "a \"b\".txt", "message": {"text": "it's $HOME"}},
    "deleteFile": {"channel": "a b", "id": "it's", "name": "a \"b\".txt"}, "listFiles": {"channel": "a b", "next": "MQ"},
    "setState": {"user": "ann", "channel": "chat", "state": {"mood": "it's \"fine\"", "age": 7}},
}

# Names that look like options of the command, and with a character that changes the direction of text.
UNSEEN = "a\u202eb"
HYPHENED = {
    "publish": {"channel": "--json", "message": "--origin=x"}, "signal": {"channel": "-x", "message": "--"}, "subscribe": {"channels": ["a", "--count"], "groups": ["--since"]},
    "history": {"channel": "--limit"}, "historyWithActions": {"channel": "-n"}, "messageCounts": {"channels": ["a", "--since", UNSEEN]}, "hereNow": {"channels": [UNSEEN, "--help"], "groups": ["--group"]},
    "whereNow": {"user": "--local"}, "addToGroup": {"name": "--name", "channels": ["b", "--origin=evil.test", UNSEEN]}, "groupChannels": {"name": "--name"},
    "removeFromGroup": {"name": "--name", "channels": ["b"]}, "setUser": {"id": "--id", "name": "--name=x", "custom": None}, "getUser": {"id": "--id"}, "removeUser": {"id": "--id"},
    "listUsers": {"filter": "name == '--'", "sort": ""}, "setMemberships": {"user": "--id", "channels": ["--custom", "c"]}, "listMemberships": {"user": "--id"},
    "removeMemberships": {"user": "--id", "channels": ["--custom", "c"]}, "grant": {"channels": ["--everything"], "keys": ["--auth", UNSEEN + "\x1b[31m"]}, "checkAccess": {"channel": "--auth", "key": "--channel"},
    "publishFile": {"channel": "--text", "id": "--id", "name": "--name", "message": "--message"}, "deleteFile": {"channel": "--json", "id": "-i", "name": "--"}, "listFiles": {"channel": "--all"},
    "grantToken": {"channels": ["--ttl", UNSEEN], "groups": ["--all"], "channelPattern": "-+", "user": "--user"},
}

# Values that only the views give to a call.
OF_VIEWS = {
    "publish": {"customType": "a-type", "isFired": True},
    "subscribe": {"filter": "lang == \"en\""},
    "historyWithActions": {"before": "17000000000000009", "from": "17000000000000000"},
    "listChannels": {"start": "MQ"}, "publishFile": {"message": None},
    "grant": {"channels": [], "groups": ["g"], "users": ["ann"], "get": True, "update": True},
    "checkAccess": {"kind": "group", "channel": "g"},
}
OF_USERS = {"grant": {"channels": [], "users": ["ann"], "read": False, "get": True}, "revoke": {"channels": [], "users": ["ann"]}, "checkAccess": {"kind": "user", "channel": "ann", "key": "qEF2AkF0", "client": "ann"}}
# Calls whose command needs a file: it is made of several requests.
OF_FILES = {"uploadForm", "fileAddress"}
# Routes that the page itself requests.
OF_THE_PAGE = {"subscribe", "subscribeV2"}
# The command asks for the time first, as a 3.x client does to connect, and it reads history with the version of that client.
FIRST = collections.Counter(time=1)
SAME = {"batchHistory": "history"}


def counted(console):
    """How many requests of each route the public port has had, without those of the page."""
    with urllib.request.urlopen(console.admin + "/metrics", timeout=PATIENCE) as response:
        text = response.read().decode()
    found = collections.Counter()
    for route, count in re.findall(r'^pubnub_requests_total\{[^}]*route="([^"]*)"[^}]*\} (\S+)$', text, re.MULTILINE):
        found[route] += int(float(count))
    return collections.Counter({route: count for route, count in found.items() if route not in OF_THE_PAGE})


def samples(browser, context, changes):
    found = browser.run_async(SAMPLES, context, changes)
    assert isinstance(found, list), found
    return found


def context_of(console, browser):
    user = browser.run("return JSON.parse(localStorage.getItem('console')).userID")
    return {"origin": console.address, "admin": console.admin, "publishKey": "demo-pub", "subscribeKey": "demo-sub", "userID": user, "authKey": "", "needsToken": False}


def form(sample, name):
    return next(entry["text"] for entry in sample["forms"] if entry["id"] == name)


def shell(line):
    """Runs a printed line as a person would, in a shell; returns status, output and errors."""
    environment = {**clean_environment({"PUBNUB_SECRET_KEY": SECRET}), "PATH": f"{pathlib.Path(BINARY).parent}:{os.environ['PATH']}"}
    finished = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=PATIENCE, env=environment, stdin=subprocess.DEVNULL)
    return finished.returncode, finished.stdout, finished.stderr


def test_every_printed_curl_line_is_accepted_by_server():
    """every printed curl line is accepted by the server, and every printed pubnub line succeeds and does the same"""
    with Console("--access-manager", environment={"PUBNUB_SECRET_KEY": SECRET}) as console, Browser() as browser:
        browser.open(console.page)
        equal(console.api("/v1/grant", "POST", {"subscribeKey": "demo-sub", "ttl": 0, **{right: True for right in (
            "read", "write", "manage", "delete", "get", "update", "join")}})[0], 200)
        context = context_of(console, browser)
        user = context["userID"]
        for round_number, changes in enumerate(({}, HARD, HYPHENED)):
            token = console.publish("chat", {"text": "to react to"}, user=user)
            added = json.loads(shell(form(next(entry for entry in samples(browser, context, {"addAction": {"message": token}}) if entry["id"] == "addAction"), "curl"))[1])
            references = {"addAction": {"message": token, "value": f"wave {round_number}"}, "removeAction": {"message": token, "action": added["data"]["actionTimetoken"]},
                          "getUser": {"id": user},
                          "revokeToken": {"token": console.api("/v1/token/grant", "POST", {"subscribeKey": "demo-sub", "ttl": 60, "resources": {"channels": {"a": ["read"]}}})[1]["token"]}}
            if changes is HYPHENED:
                references = {}
            console.get(f"/v2/presence/sub-key/demo-sub/channel/chat/heartbeat?uuid={user}&heartbeat=300")
            console.get("/v2/presence/sub-key/demo-sub/channel/chat/heartbeat?uuid=ann&heartbeat=300")
            merged = {key: {**changes.get(key, {}), **references.get(key, {})} for key in {*changes, *references}}
            found = samples(browser, context, merged)
            # Objects exist until their removal, which comes last in the table of each kind.
            for entry in found:
                if entry["isStream"] or entry["id"] == "revoke" or changes is HYPHENED and entry["id"] not in HYPHENED:
                    continue
                create = {"getUser": f"/v2/objects/demo-sub/uuids/{user}", "getChannel": "/v2/objects/demo-sub/channels/chat",
                          "groupChannels": None, "removeFromGroup": None, "deleteGroup": None}
                if create.get(entry["id"]):
                    browser.run_async("fetch(arguments[0], {method: 'PATCH', headers: {'Content-Type': 'application/json'}, body: '{\"name\":\"x\"}'}).then(() => arguments[1]())",
                                      console.address + create[entry["id"]])
                if entry["id"] in create and create[entry["id"]] is None:
                    console.get("/v1/channel-registration/sub-key/demo-sub/channel-group/friends?add=chat,lobby")
                if changes is HYPHENED:
                    console.get("/v1/channel-registration/sub-key/demo-sub/channel-group/--name?add=b")
                    fetch(f"{console.address}/v2/objects/demo-sub/uuids/--id", "PATCH", {"name": "x"})
                before = counted(console)
                status, output, errors = shell(form(entry, "curl") + " --silent --show-error --fail-with-body")
                by_curl = counted(console) - before
                assert status == 0, (entry["id"], form(entry, "curl"), output, errors)
                if entry["id"] == "removeAction":
                    again = console.publish("chat", "to react to", user=user)
                    merged_again = samples(browser, context, {"addAction": {"message": again}})
                    made = json.loads(shell(form(next(sample for sample in merged_again if sample["id"] == "addAction"), "curl"))[1])["data"]
                    entry = next(sample for sample in samples(browser, context, {"removeAction": {"message": again, "action": made["actionTimetoken"]}}) if sample["id"] == "removeAction")
                if entry["id"] == "addAction":
                    entry = next(sample for sample in samples(browser, context, {"addAction": {"message": token, "value": f"nod {round_number}"}}) if sample["id"] == "addAction")
                if entry["id"] in create and create[entry["id"]] is None:
                    console.get("/v1/channel-registration/sub-key/demo-sub/channel-group/friends?add=chat,lobby")
                if changes is HYPHENED:
                    fetch(f"{console.address}/v2/objects/demo-sub/uuids/--id", "PATCH", {"name": "x"})
                if entry["id"] in OF_FILES:
                    continue
                line = form(entry, "pubnub")
                assert not any(character in line for character in "\u202e\x1b"), line
                before = counted(console)
                status, output, errors = shell(line.replace(" --origin ", f" --timeout {PATIENCE:.0f} --origin ", 1))
                assert status == 0, (entry["id"], line, output, errors)
                by_command = counted(console) - before
                # Both make the same requests, except for those that the page has the server sign on the admin port.
                if not entry["needsSecret"] and entry["id"] != "parseToken":
                    by_curl = collections.Counter(SAME.get(route, route) for route in by_curl.elements())
                    equal((entry["id"], by_command), (entry["id"], by_curl + FIRST))
        # The same message, published by both, is the same in history.
        hard = next(entry for entry in samples(browser, context, {"publish": {**HARD["publish"], "store": True}}) if entry["id"] == "publish")
        for name in ("curl", "pubnub"):
            equal(shell(form(hard, name))[0], 0)
        browser.view("history")
        browser.set("[name='channel']", HARD["publish"]["channel"])
        browser.button("Read")
        eventually(lambda: len(browser.all(".messages li")) == 2, "two messages")
        equal(len({text for text in browser.texts(".messages .value")}), 1)
        # The stream has no end; one event is enough.
        stream = next(entry for entry in samples(browser, context, {"subscribe": {"channels": ["chat"], "timetoken": "16000000000000000", "presence": False}}) if entry["isStream"])
        equal(shell(f"{form(stream, 'pubnub')} --count 1 --raw")[0], 0)
        assert json.loads(shell(form(stream, "curl") + " --silent")[1])["m"], "no messages"


def test_every_printed_sample_of_swift_compiles_as_printed():
    """every printed sample of Swift compiles as printed, in the 3.x and in the async form"""
    blocks = importlib.util.spec_from_file_location("blocks", ROOT / "Tests" / "DocumentationTests" / "blocks.py")
    documents = importlib.util.module_from_spec(blocks)
    blocks.loader.exec_module(documents)
    with Console() as console, Browser() as browser:
        browser.open(console.page)
        found = []
        for changes in ({}, HARD, HYPHENED, OF_VIEWS, OF_USERS):
            for entry in samples(browser, context_of(console, browser), changes):
                for name in ("swift3", "swiftAsync"):
                    found.append((entry["id"], name, form(entry, name)))
    unique = list({text: (call, name, text) for call, name, text in found}.values())
    flags = documents.flags()

    def complaints(sample):
        call, name, text = sample
        return documents.complaints(documents.Block(ROOT / f"{call}-{name}", 1, text.splitlines()), flags)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        wrong = [f"{call} {name}:\n{text}\n{said}" for (call, name, text), said in zip(unique, pool.map(complaints, unique)) if said]
    assert not wrong, "\n".join(wrong)
    print(f"      {len(unique)} samples compile", flush=True)


def test_view_all_calls_runs_call_shows_its_response(console, browser):
    """the view All calls runs a call, shows its response, and prints it in the form that was chosen"""
    browser.open(console.page, "code?call=hereNow")
    browser.button("Run")
    browser.shows(".response", "occupancy")
    browser.click("[data-form='url']")
    browser.shows(".call .sample", f"GET {console.address}/v2/presence/sub-key/demo-sub/channel/chat?")
    browser.fill("[name='channels']", "lobby")
    browser.shows(".call .sample", "/channel/lobby?")
    browser.click("[data-form='swiftAsync']")
    browser.shows(".call .sample", 'client.hereNow(["lobby"]')
    browser.click("[data-call='getUser']")
    browser.button("Run")
    browser.shows(".response", "404")
    browser.button("Code")
    browser.shows("#code .sample", "client.users.get(")
    browser.faultless(console, network=True)
    assert shlex.split(form(samples(browser, context_of(console, browser), {})[0], "curl"))[0] == "curl"
