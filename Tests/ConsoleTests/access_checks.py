"""Access, the token of the admin listener, and the read-only console."""

import json

from browser import Browser, Console, eventually, fetch
from running import KEYS, equal, pubnub

SECRET = "SECRET-KEY-OF-THE-SERVER"
TOKEN = "token-of-the-admin-listener"
PROTECTED = {"PUBNUB_SECRET_KEY": SECRET}

GRANT_SAMPLES = """
const [context, values, done] = arguments;
import(new URL('actions.js', location.href)).then(({action, samples}) => done(Object.fromEntries(samples(action('grant'), values, context).map(({id, text}) => [id, text]))), (error) => done(String(error)));
"""


def test_access_grants_without_secret_key():
    """Access grants without the secret key, lists the grants, and says why a call was refused"""
    with Console("--access-manager", environment=PROTECTED) as console, Browser() as browser:
        browser.open(console.page)
        browser.shows("#status", "Access denied")
        browser.view("access")
        browser.shows(".result", "All access is denied")
        browser.set("[name='check-target']", "chat")
        browser.set("[name='check-key']", "key-of-ann")
        browser.button("Check")
        browser.shows(".answer", "No grant covers chat")
        browser.set("[name='channels']", "chat")
        browser.set("[name='keys']", "key-of-ann")
        browser.click("[name='right-write']")
        browser.button("Grant")
        browser.shows(".result td", "key 1 of 1")
        common = ["--origin", console.address, *KEYS, "--json"]
        equal(pubnub("publish", "chat", "1", *common, environment={"PUBNUB_AUTH_KEY": "key-of-ann"}).status, 0)
        equal(pubnub("publish", "chat", "1", *common).error["code"], 122)
        # A right on a user is not printed as a call that would grant more.
        browser.button("Code")
        for rights, groups, lines in ((["read"], "", False), (["read"], "friends", True), (["get"], "friends", False)):
            printed = browser.run_async(GRANT_SAMPLES, {"origin": console.address, "admin": console.admin, "publishKey": "demo-pub", "subscribeKey": "demo-sub", "userID": "u"},
                                        {"channels": [], "groups": [groups] if groups else [], "users": ["ann"], "keys": [], "ttl": 60, **{right: True for right in rights}})
            equal([" grant " in printed["pubnub"], "client.change" in printed["swift3"]], [lines, lines])
            assert '"users":["ann"]' in printed["curl"] and 'users: ["ann"' in printed["swiftAsync"], printed
        browser.button("Check")
        browser.shows(".answer", "The client may read, write on chat")
        browser.set("[name='check-kind']", "group")
        browser.set("[name='check-target']", "friends")
        browser.button("Check")
        browser.click("#code [data-form='pubnub']")
        browser.shows("#code .sample", "audit --group friends --auth key-of-ann")
        browser.set("[name='check-kind']", "channel")
        browser.set("[name='check-target']", "chat")
        browser.button("Check")
        browser.shows(".answer", "The client may read, write on chat")
        browser.shows(".answer", "read, write on channel chat for this key")
        browser.button("Revoke")
        browser.shows(".result", "All access is denied")
        equal(pubnub("publish", "chat", "1", *common, environment={"PUBNUB_AUTH_KEY": "key-of-ann"}).error["code"], 122)
        # Nothing that the page received has the secret key, and what is granted to other clients has no key of theirs.
        console.api("/v1/grant", "POST", {"subscribeKey": "demo-sub", "channels": ["c"], "keys": ["key-of-others"], "read": True})
        for path in ("/v1/server", "/v1/keysets", "/v1/access?subscribeKey=demo-sub", "/v1/connections", "/v1/faults"):
            text = json.dumps(console.api(path)[1])
            assert SECRET not in text and "key-of-others" not in text, (path, text)
        assert SECRET not in browser.run("return document.documentElement.innerHTML")
        browser.faultless(console, network=True)


def test_access_shows_rights_user_and_metadata_of_token_as_text():
    """Access shows the rights, the user and the metadata of a token as text; with the token the page may do what it gives"""
    with Console("--access-manager", environment=PROTECTED) as console, Browser() as browser:
        hostile = "<img src=x onerror=hacked('token')>"
        common = ["--origin", console.address, *KEYS, "--json"]
        token = pubnub("token", "grant", "--ttl", "1h", "--authorized-user", "ann", "--channel", "chat=read,write", "--channel", f"{hostile}=read",
                       "--channel-pattern", "^chat-pnpres$=read", "--group", "friends=manage", "--meta", json.dumps({"plan": hostile}),
                       *common, environment=PROTECTED).result["token"]
        console.secrets |= {token}
        browser.open(console.page, "access")
        browser.set("[name='token']", "no token")
        browser.button("Read")
        browser.shows(".notice", "The string is not an access token.")
        browser.set("[name='token']", token)
        browser.button("Read")
        browser.shows(".answer", "valid for 60 min")
        browser.shows(".answer", "for the user ann only")
        equal(sorted(browser.texts("[aria-label='Rights of the token'] tbody tr")),
              sorted([f"channel{hostile}read", "channelchatread, write", "channel pattern^chat-pnpres$read", "groupfriendsmanage"]))
        browser.shows(".answer .value", hostile)
        # The page uses it as any client does: as the key of the user that it names.
        browser.click("#tools .keys")
        browser.wait("dialog")
        browser.run("const [, , user, key] = document.querySelectorAll('dialog input'); user.value = 'ann'; key.value = arguments[0]", token)
        browser.button("Use these", "dialog")
        browser.subscribe("chat")
        equal(pubnub("publish", "chat", '"allowed"', "--uuid", "ann", *common, environment={"PUBNUB_AUTH_KEY": token}).status, 0)
        browser.shows("#events .row", "allowed")
        browser.faultless(console, network=True)


def check_access(browser, name, key, client=""):
    for field, value in (("target", name), ("key", key), ("client", client)):
        browser.set(f"[name='check-{field}']", value)
    browser.run("document.querySelector('[name=check-target]').form.querySelector('.answer').replaceChildren()")
    browser.button("Check")


def test_access_issues_token_that_clients_and_page_use():
    """Access issues a token that clients and the page use, says why a call with it was refused, and revokes it"""
    with Console("--access-manager", environment=PROTECTED) as console, Browser() as browser:
        common = ["--origin", console.address, *KEYS, "--json"]

        def publish(channel, token, user):
            found = pubnub("publish", channel, "1", "--uuid", user, *common, environment={"PUBNUB_AUTH_KEY": token})
            return found.status == 0 or found.error["code"]
        browser.open(console.page, "access")
        browser.set("[name='token-channels']", "chat, chat-pnpres")
        browser.set("[name='token-channelPattern']", "(")
        browser.click("[name='token-right-write']")
        browser.button("Issue")
        browser.shows(".notice", "Invalid RegExp")
        browser.set("[name='token-channelPattern']", "^room-[a-z]+$")
        browser.set("[name='token-user']", "ann")
        browser.set("[name='token-meta']", '{"plan": "<b>gold"}')
        browser.button("Issue")
        token = eventually(lambda: browser.run("return document.querySelector('[name=issued-token]')?.value"), "the token")
        console.secrets |= {token}
        equal([publish("chat", token, "ann"), publish("room-a", token, "ann"), publish("lobby", token, "ann"), publish("chat", token, "eve")], [True, True, 122, 122])
        browser.button("Read it")
        browser.shows(".answer .badge", "valid")
        browser.shows(".answer .value", "<b>gold")
        browser.button("Code")
        browser.click("#code [data-form='pubnub']")
        browser.shows("#code .sample", "pubnub token parse")

        check_access(browser, "room-a", token, "ann")
        browser.shows(".answer", "The client may read, write on room-a")
        browser.shows(".answer li", "read, write on channel pattern ^room-[a-z]+$ for this token, ")
        check_access(browser, "lobby", token, "ann")
        browser.shows(".answer", "No grant covers lobby for this client")
        check_access(browser, "chat", token, "eve")
        browser.shows(".answer", "The token is for another user")
        browser.button("Use it on this page")
        browser.subscribe("chat")
        equal(publish("chat", token, "ann"), True)
        browser.shows("#events .row .text", "1")
        # The held poll of the page ends with the revocation.
        browser.view("access")
        browser.button("Revoke the token")
        browser.shows(".answer .badge", "revoked")
        browser.shows("#status", "Access denied")
        equal(publish("chat", token, "ann"), 122)
        check_access(browser, "chat", token, "ann")
        browser.shows(".answer", "The token is revoked, so every call with it is refused with 403.")
        # A token of another server, which has another secret key.
        with Console("--access-manager", environment={"PUBNUB_SECRET_KEY": "another"}) as other:
            other.secrets |= {token}
            equal(other.api("/v1/token/parse", "POST", {"subscribeKey": "demo-sub", "token": token})[1]["state"], "invalid")
            equal(other.api("/v1/token/revoke", "POST", {"subscribeKey": "demo-sub", "token": token})[0], 400)
        stored = browser.run("return JSON.stringify(localStorage)")
        assert token not in stored and SECRET not in stored + browser.run("return document.documentElement.innerHTML")
        for scheme in ("dark", "light"):
            browser.colours(scheme)
            browser.accessible(f"a revoked token, {scheme}")
        browser.faultless(console, network=True)


def test_page_without_token_of_admin_listener_asks_for_it():
    """a page without the token of the admin listener asks for it, and a wrong one opens nothing"""
    with Console(environment={"PUBNUB_ORIGIN_ADMIN_TOKEN": TOKEN}) as console, Browser() as browser:
        console.secrets |= {TOKEN}
        equal([console.api(path)[0] for path in ("/v1/server", "/v1/keysets", "/v1/faults")], [401, 401, 401])
        equal(console.api("/v1/server", headers={"Authorization": f"Bearer {TOKEN}"})[0], 200)
        browser.open(console.page, "none")
        for token in ("wrong", TOKEN):
            browser.wait("dialog input[type=password]")
            browser.fill("dialog input", token)
            browser.button("Continue", "dialog")
            if token == "wrong":
                browser.shows("dialog p", "does not accept the token")
                for scheme in ("dark", "light"):
                    browser.colours(scheme)
                    browser.accessible(f"a wrong token, {scheme}")
        browser.wait(".view h1")
        browser.shows("#status", "Connected")
        console.publish("chat", "with a token")
        browser.shows("#events .row", "with a token")
        assert TOKEN not in browser.run("return document.documentElement.innerHTML + JSON.stringify(localStorage)")


def test_read_only_console_changes_nothing():
    """a read-only console changes nothing: neither faults nor grants by the API, nor anything by the page"""
    with Console(mode="--console=read-only") as console, Browser() as browser:
        equal(console.api("/v1/faults", "PUT", {"rules": []}), (403, {"error": "The console is read-only."}))
        equal(console.api("/v1/grant", "POST", {"subscribeKey": "demo-sub"})[0], 403)
        for path in ("/v1/token/grant", "/v1/token/revoke"):
            equal(console.api(path, "POST", {"subscribeKey": "demo-sub"}), (403, {"error": "The console is read-only."}))
        equal(console.api("/v1/faults")[0], 200)
        browser.open(console.page)
        browser.shows("#status", "Read-only")
        browser.subscribe("chat")
        console.publish("chat", "still visible")
        browser.shows("#events .row", "still visible")
        browser.view("publish")
        browser.button("Send")
        browser.shows(".outcomes li", "read-only")
        browser.view("faults")
        browser.button("403 for one poll")
        browser.shows(".notice", "read-only")
        # Trial users are heartbeats of the public port, which is open.
        browser.view("presence")
        browser.run("document.getElementById('notices').replaceChildren()")
        browser.button("Add")
        browser.shows(".notice", "read-only")
        equal(console.get("/v2/presence/sub-key/demo-sub/channel/chat")[1]["occupancy"], 1)
        browser.view("access")
        browser.run("document.getElementById('notices').replaceChildren()")
        browser.button("Issue")
        browser.shows(".notice", "read-only")
        browser.view("code?call=deleteHistory")
        browser.button("Run")
        browser.shows(".response", "read-only")
        equal(console.get("/v3/history/sub-key/demo-sub/channel/chat?max=100")[1]["channels"]["chat"][0]["message"], "still visible")


def test_api_refuses_pages_of_other_sites(console):
    """the API refuses pages of other sites, hosts of other names, and bodies that are not declared as JSON"""
    body = {"rules": []}
    equal(console.api("/v1/faults", "PUT", body, {"Origin": "http://evil.test"})[0], 403)
    equal(console.api("/v1/faults", "PUT", body, {"Sec-Fetch-Site": "cross-site"})[0], 403)
    equal(console.api("/v1/faults", "PUT", body, {"Content-Type": "text/plain"})[0], 415)
    for host, status in (("evil.test", 421), ("127.0.0.1.evil.test", 421), ("localhost.evil.test", 421), ("evil.test:80", 421),
                         ("[::1].evil.test", 400)):
        equal((host, console.api("/v1/server", headers={"Host": host})[0]), (host, status))
    # A page of another site could otherwise take all places of those that read requests.
    equal(console.api("/v1/requests", headers={"Sec-Fetch-Site": "cross-site"})[0], 403)
    equal(console.api("/v1/faults", "PUT", body, {"Origin": console.admin})[0], 200)
    equal(fetch(console.address + "/v1/server")[0], 404)
