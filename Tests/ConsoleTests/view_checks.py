"""The other views, each against a real server, and what the command sees of them."""

import json
import pathlib
import signal
import tempfile
import urllib.parse

from browser import Browser, Console, eventually
from running import KEYS, ReservedPort, equal, pubnub


def heartbeat(console, user, *channels, query=""):
    names = ",".join(urllib.parse.quote(name, safe="") for name in channels)
    equal(console.get(f"/v2/presence/sub-key/demo-sub/channel/{names}/heartbeat?uuid={user}&heartbeat=300{query}")[0], 200)


def test_presence_shows_who_is_where_joins_and_leaves_as_they(console, browser):
    """Presence shows who is where, joins and leaves as they happen, sets a state, and adds users for a trial"""
    heartbeat(console, "ann", "chat", "lobby")
    browser.open(console.page)
    browser.subscribe("chat", "lobby")
    browser.view("presence")
    browser.shows(".matrix tbody th", "ann")
    equal(browser.texts(".matrix thead .column-name"), ["chat", "lobby"])
    heartbeat(console, "bob", "chat")
    browser.shows(".changes li", "join bob")
    browser.shows(".matrix tbody th", "bob")
    console.get("/v2/presence/sub-key/demo-sub/channel/chat/leave?uuid=bob")
    browser.shows(".changes li", "leave bob")
    eventually(lambda: "bob" not in browser.texts(".matrix tbody th"), "bob to be gone")
    browser.fill("[name='user']", "ann")
    browser.set("[name='state']", '{"mood": "curious"}')
    browser.button("Set the state")
    browser.shows(".changes li", "curious")
    common = ["--origin", console.address, *KEYS, "--json"]
    equal(pubnub("state", "get", "ann", "chat", *common).result["channels"], {"chat": {"mood": "curious"}})
    browser.shows(".matrix .has-state", "●")
    browser.set("[name='prefix']", "lob")
    eventually(lambda: browser.texts(".matrix thead .column-name") == ["lobby"], "only the channels of the prefix")
    browser.set("[name='prefix']", "")
    eventually(lambda: browser.texts(".matrix thead .column-name") == ["chat", "lobby"], "all channels")
    browser.set("[name='trial-users']", "trial-eve")
    browser.set("[name='trial-channels']", "chat")
    browser.button("Add")
    browser.shows(".matrix tbody th", "trial-eve")
    found = console.get("/v2/presence/sub-key/demo-sub/channel/chat")[1]["uuids"]
    assert "trial-eve" in found, found
    browser.button("Remove all")
    eventually(lambda: "trial-eve" not in console.get("/v2/presence/sub-key/demo-sub/channel/chat")[1]["uuids"], "the trial user to leave")
    browser.faultless(console)


def test_files_sends_what_is_dropped_or_chosen():
    """Files sends what is dropped or chosen, lists, downloads what was sent, also encrypted, and deletes; a file that is too large is not sent"""
    with Console("--limit", "fileSize=200000") as console, Browser() as browser, tempfile.TemporaryDirectory() as folder:
        content = bytes(range(256)) * 300
        path, large = pathlib.Path(folder) / "a <b>plan.html", pathlib.Path(folder) / "large.bin"
        path.write_bytes(content)
        large.write_bytes(b"1" * 200_001)
        browser.open(console.page)
        browser.subscribe("plans")
        browser.view("files")
        browser.set("[name='channel']", "plans")
        browser.set("[name='caption']", "The plan")
        browser.driver.find_element("css selector", "[name='file']").send_keys(str(path))
        browser.shows("output", "1 file sent.")
        browser.shows("tbody td", "a <b>plan.html")
        browser.shows("tbody td", "75 KiB")
        listed = console.get("/v1/files/demo-sub/channels/plans/files")[1]["data"]
        equal([(file["name"], file["size"]) for file in listed], [("a <b>plan.html", len(content))])
        common = ["--origin", console.address, *KEYS, "--json"]
        stored = pubnub("files", "get", "plans", listed[0]["id"], listed[0]["name"], "--to", str(pathlib.Path(folder) / "copy"), *common).result
        equal((pathlib.Path(folder) / "copy").read_bytes(), content)
        equal(stored["size"], len(content))

        downloads = pathlib.Path(folder) / "downloads"
        browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})

        def saved():
            found = [file for file in downloads.glob("*") if not file.name.endswith(".crdownload")] if downloads.exists() else []
            return len(found) == 1 and found[0].read_bytes() == content and found[0]
        browser.button("Download")
        eventually(saved, "the file to be saved").unlink()

        browser.run("document.querySelector('#tools .keys').click()")
        browser.set("dialog input[type='password']", "enigma")
        browser.button("Use these")
        browser.run("document.querySelector('[name=encrypt]').click()")
        # A drop as the browser makes it: the files are in a transfer.
        browser.run("""
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(arguments[0])], 'secret.bin'));
            document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
        """, list(content))
        browser.shows("tbody td", "secret.bin")
        secret = next(file for file in console.get("/v1/files/demo-sub/channels/plans/files")[1]["data"] if file["name"] == "secret.bin")
        equal(secret["size"], 26 + len(content) + 16)
        key = {"environment": {"PUBNUB_CIPHER_KEY": "enigma"}}
        equal(pubnub("files", "get", "plans", secret["id"], "secret.bin", "--to", "-", "--origin", console.address, *KEYS, **key).bytes, content)
        newest = pubnub("history", "plans", "--limit", "1", *common, **key).result["messages"][0]["message"]
        equal((newest["message"], newest["file"]["id"]), ("The plan", secret["id"]))
        browser.run("[...document.querySelectorAll('tbody tr')].find((row) => row.textContent.includes('secret.bin')).querySelector('button').click()")
        eventually(saved, "the decrypted file to be saved")

        browser.driver.find_element("css selector", "[name='file']").send_keys(str(large))
        browser.shows(".notice.error", "195 KiB")
        browser.run("window.confirm = () => true")
        for _ in range(2):
            browser.run("document.querySelector('tbody [aria-label^=Delete]').click()")
            browser.shows(".notice", "deleted")
            browser.run("document.querySelector('#notices').replaceChildren()")
        eventually(lambda: console.get("/v1/files/demo-sub/channels/plans/files")[1]["data"] == [], "no files")
        browser.faultless(console)


def test_history_pages_both_ways_adds_reactions(console, browser):
    """History pages both ways, adds reactions, deletes a range, exports, and publishes an imported file"""
    with tempfile.TemporaryDirectory() as folder:
        tokens = [console.publish("log", {"number": number}) for number in range(60)]
        browser.open(console.page, "history?channel=log")

        def numbers():
            return [int(text.split("number: ")[1]) for text in browser.texts(".messages .value")]
        eventually(lambda: numbers() == list(range(35, 60)), "the newest page")
        browser.button("Older")
        eventually(lambda: numbers() == list(range(10, 35)), "the page before")
        browser.button("Older")
        eventually(lambda: numbers() == list(range(10)), "the oldest page")
        browser.button("Newer")
        eventually(lambda: numbers() == list(range(10, 35)), "the page after")
        browser.shows(".line-box .axis", "60 messages")
        browser.run("document.querySelector('.messages li .push-right button').click()")
        browser.shows(".messages .chip", "👍 1")
        equal(len(console.get("/v1/message-actions/demo-sub/channel/log")[1]["data"]), 1)
        browser.set("[name='delete-after']", tokens[0])
        browser.set("[name='delete-through']", tokens[30])
        browser.button("Delete", "form.card")
        eventually(lambda: console.get(f"/v3/history/sub-key/demo-sub/message-counts/log?timetoken={int(tokens[0]) - 1}")[1]["channels"]["log"] == 30,
                   "30 messages to be left")
        file = pathlib.Path(folder) / "more.ndjson"
        file.write_text('{"message": {"number": 100}}\n{"message": {"number": 101}, "meta": {"from": "a file"}}\n')
        # A file with a mistake publishes nothing, and the page says where the mistake is.
        wrong = pathlib.Path(folder) / "wrong.ndjson"
        wrong.write_text('{"message": 1}\n\n{"message": \n')
        browser.wait("[name='import']").send_keys(str(wrong))
        browser.button("Import")
        browser.shows(".notice", "Line 3 of the file is not JSON. Nothing was published.")
        equal(console.get(f"/v3/history/sub-key/demo-sub/message-counts/log?timetoken={int(tokens[0]) - 1}")[1]["channels"]["log"], 30)
        browser.wait("[name='import']").send_keys(str(file))
        browser.button("Import")
        eventually(lambda: numbers()[-2:] == [100, 101], "the imported messages")
        browser.run(EXPORTED)
        browser.button("Export")
        text = eventually(lambda: browser.run("return window.exported[0]"), "the exported text")
        lines = [json.loads(line) for line in text.splitlines()]
        equal([line["message"]["number"] for line in lines], [0, *range(31, 60), 100, 101])
        browser.faultless(console)


# Keeps the text of each exported file in `exported`.
EXPORTED = """window.exported = []; const original = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blob.text().then((text) => exported.push(text)); return original(blob); };"""

# The view History with a smaller limit of an export, and with what it needs of the page; presses Export, and returns the notices.
LIMITED = """
const [channel, maxExported, origin, done] = arguments;
const notices = [];
(async () => {
    const load = (name) => import(new URL(name, location.href));
    const [{createHistory}, {action, urlOf}, {call}] = await Promise.all(['view-history.js', 'actions.js', 'client.js'].map(load));
    const context = {origin, admin: '', subscribeKey: 'demo-sub', publishKey: 'demo-pub', userID: 'exporter', authKey: '', needsToken: false};
    const pressed = [];
    const app = {
        context,
        perform: (id, values) => call(urlOf(action(id), values, context).url),
        handler: (work) => (event) => pressed.push(work(event)),
        notice: (text, kind = 'info') => notices.push([text, kind]),
    };
    const {element} = createHistory(app, {maxExported});
    element.querySelector('[name=channel]').value = channel;
    Array.from(element.querySelectorAll('button')).find((button) => button.textContent === 'Export').click();
    await Promise.all(pressed);
    return notices;
})().then(done, (error) => done(String(error)));
"""


def test_history_exports_pages_that_server_cuts_by_bytes():
    """History exports each message if the server cuts pages by bytes, and reports at the limit of an export that there are older messages"""
    with Console("--limit", "historyBytes=200") as console, Browser() as browser:
        tokens = [console.publish("log", {"number": number}) for number in range(130)]
        page = console.get("/v3/history/sub-key/demo-sub/channel/log?max=100")[1]["channels"]["log"]
        assert 1 <= len(page) < 100, len(page)
        browser.open(console.page, "history?channel=log")
        browser.shows(".messages .value", "number")
        browser.run(EXPORTED)

        def numbers(count):
            text = eventually(lambda: browser.run("return window.exported[arguments[0]]", count), "the exported text")
            return [json.loads(line)["message"]["number"] for line in text.splitlines()]
        browser.button("Export")
        browser.shows(".notice", "130 messages exported.")
        equal(numbers(0), list(range(130)))
        equal(browser.run_async(LIMITED, "log", 50, console.address),
              [[f"The newest 50 messages were exported; there are older ones, before {tokens[80]}.", "error"]])
        equal(numbers(1), list(range(80, 130)))
        equal(browser.run_async(LIMITED, "log", 130, console.address), [["130 messages exported.", "info"]])
        equal(numbers(2), list(range(130)))
        browser.faultless(console)


def test_registry_creates_changes_and_deletes_channel_groups(console, browser):
    """Registry creates, changes and deletes channel groups, and registers devices"""
    browser.open(console.page, "registry")
    browser.shows(".items", "No groups")
    browser.fill("[name='new-group']", "friends")
    browser.fill("[name='new-channels']", "ann, bob")
    browser.button("Create")
    browser.shows(".group-content", "2 channels")
    common = ["--origin", console.address, *KEYS, "--json"]
    equal(sorted(pubnub("groups", "channels", "friends", *common).result["channels"]), ["ann", "bob"])
    browser.fill("[name='added']", "chloe")
    browser.button("Add")
    browser.shows(".group-content", "3 channels")
    browser.click("[aria-label='Remove bob']")
    browser.shows(".group-content", "2 channels")
    equal(sorted(pubnub("groups", "channels", "friends", *common).result["channels"]), ["ann", "chloe"])
    browser.button("Subscribe", ".group-content")
    browser.shows("h1", "Live")
    browser.shows("#status", "Connected")
    eventually(lambda: console.get("/v2/presence/sub-key/demo-sub/channel/ann")[1]["occupancy"] == 1, "the page in the channels of the group")
    console.publish("chloe", "through the group")
    browser.shows("#events .row", "through the group")
    browser.view("registry")
    browser.button("Delete the group")
    browser.shows(".items", "No groups")
    browser.fill("[name='device']", "ab" * 32)
    browser.fill("[name='device-channels']", "news")
    browser.button("Register")
    browser.shows(".device-list .chip", "news")
    browser.button("Unregister")
    browser.shows(".device-list", "no channel")
    browser.faultless(console)


def test_app_context_stores_users_and_memberships(console, browser):
    """App Context stores users and memberships, and lists what a built filter finds"""
    browser.open(console.page, "context")
    browser.shows(".result", "no metadata yet")
    for user, name in (("ann", "Ann Lee"), ("bob", "Bob O'Hara"), ("abe", "Abe Lin")):
        browser.fill("[name='id']", user)
        browser.fill("[name='name']", name)
        browser.button("Store")
        browser.shows(".result td", name)
    common = ["--origin", console.address, *KEYS, "--json"]
    equal(pubnub("users", "get", "bob", *common).result["name"], "Bob O'Hara")
    browser.button("Add a condition")
    browser.fill(".condition input", "A*")
    equal(browser.run("return document.querySelector('[name=filter]').value"), "name LIKE 'A*'")
    browser.button("List")
    browser.shows(".card-head", "2 of 2")
    browser.fill(".condition input", "Bob O'Hara")
    browser.button("List")
    browser.shows(".card-head", "1 of 1")
    browser.button("Edit")
    eventually(lambda: browser.run("return document.querySelector('[name=id]').value") == "bob", "the user in the form")
    browser.button("Memberships")
    browser.fill("[name='joined']", "chat, lobby")
    browser.button("Join")
    browser.shows(".card-head", "2 of 2")
    listed = json.dumps(pubnub("memberships", "list", "ann", *common).result)
    assert '"chat"' in listed and '"lobby"' in listed, listed
    browser.faultless(console)


def test_server_shows_rates_keysets_connections(console, browser):
    """Server shows rates, keysets, connections, and each request with private values masked"""
    browser.open(console.page)
    browser.subscribe("chat")
    browser.view("server")
    for number in range(5):
        console.publish("chat", {"private": "CONTENT-OF-A-MESSAGE", "number": number})
    console.get("/nowhere")
    browser.shows("#requests .row .text", "/publish/***/demo-sub/0/chat/0/***")
    browser.shows("#requests .row .badge", "404")
    assert "CONTENT-OF-A-MESSAGE" not in "".join(browser.texts("#requests .row"))
    browser.shows(".tile", "5 in all")
    browser.shows("td", "demo-sub")
    browser.shows("td", "serves a request")
    browser.shows("dd", console.address)
    browser.set("[name='status']", "4")
    eventually(lambda: {text for text in browser.texts("#requests .row:not([hidden]) .badge")} == {"404"}, "only refusals")
    browser.click("#requests .row")
    browser.shows(".request-line", "status 404")
    # A duration is of the requests of the last two seconds, so there must be some while the page is read.

    def shows_durations():
        console.get("/time/0")
        return any("ms" in text for text in browser.texts("figure output"))

    eventually(shows_durations, "the duration of requests")
    browser.faultless(console)


def test_server_reports_failure_of_its_timer_in_line_that_goes():
    """Server reports a failure of its own refresh in the line that disappears after a restart of the server, and a failure of the button as a notice"""
    with ReservedPort() as port, ReservedPort() as admin:
        ports = {"port": port.number, "admin_port": admin.number}
        with Console(**ports) as console, Browser() as browser:
            line = "return Array.from(document.querySelectorAll('.view > .warning:not([hidden])'), (element) => element.textContent)"
            # Fakes of a document begin with its first one.
            browser.fake("/not-used", None)
            browser.open(console.page, "server")
            browser.shows("dd", "ready")
            browser.fake("/v1/server", None, status=0)
            refreshes = browser.run("return asked['/v1/server'] ?? 0")
            eventually(lambda: browser.run("return asked['/v1/server'] ?? 0") >= refreshes + 2, "two failed refreshes")
            eventually(lambda: browser.run(line) == ["The lists are not up to date: The admin listener does not respond."], "the failure")
            equal(browser.texts(".notice.error"), [])
            browser.button("Refresh")
            browser.shows(".notice.error", "The admin listener does not respond.")
            browser.run("document.getElementById('notices').replaceChildren(); delete fakes['/v1/server']")
            eventually(lambda: browser.run(line) == [], "the lists again")
            console.signal(signal.SIGKILL)
            console.wait()
            eventually(lambda: browser.run(line), "the failure of a server that is gone")
            gone = browser.run("return asked['/v1/server']")
            eventually(lambda: browser.run("return asked['/v1/server']") >= gone + 2, "two refreshes without a server")
            with Console(**ports) as restarted:
                eventually(lambda: browser.run(line) == [], "the failure to go")
                browser.shows("#status", "Connected")
                equal(browser.texts(".notice.error"), [])
                equal((restarted.admin, restarted.address), (console.admin, console.address))
                browser.faultless(restarted, network=True)
