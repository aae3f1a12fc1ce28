"""Live and Publish: what the page receives, and what it sends."""

import json

from browser import Browser, Console, eventually, fetch
from running import KEYS, Process, equal, pubnub

LISTED = "#events .row:not([hidden])"

# Responds to the polls of a channel with pages of large messages `[{},{},…]`, and afterwards holds them.
LARGE = """
const [channel, pages, each, characters] = arguments;
const payload = `[${Array(Math.trunc((characters - 1) / 3)).fill('{}')}]`;
const fetchOthers = window.fetch;
let page = 0;
let number = 0;
const timetoken = () => `17000000000${String(number).padStart(6, '0')}`;
const event = () => {
    number += 1;
    return `{"a":"1","f":0,"p":{"t":"${timetoken()}","r":1},"k":"demo-sub","c":"${channel}","b":"${channel}","i":"loader","e":0,"d":${payload}}`;
};
window.fetch = (resource, options) => {
    const path = new URL(resource, location.href).pathname;
    if (!path.startsWith('/v2/subscribe/') || !path.includes(channel)) return fetchOthers(resource, options);
    if (page === pages) return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));
    page += 1;
    const events = Array.from({length: each}, event);
    return Promise.resolve(new Response(`{"t":{"t":"${timetoken()}","r":1},"m":[${events}]}`));
};
"""

# A feed with a small budget subscribes to a channel. What it keeps of 200 messages, what it keeps while it is paused, and afterwards.
BUDGET = """
const [channel, origin, budget, done] = arguments;
import(new URL('feed.js', location.href)).then(async ({Feed}) => {
    const feed = new Feed({budget});
    const isTrue = (condition) => new Promise((resolve) => {
        const timer = setInterval(() => condition() && resolve(clearInterval(timer)), 20);
    });
    feed.connect({origin, subscribeKey: 'demo-sub', userID: 'budget', messageBuffer: 1000, pageMessages: 1000});
    feed.pause();
    feed.subscribe([channel], [], '0');
    await isTrue(() => feed.counts.received === 200);
    const held = feed.heldCount;
    feed.resume();
    await isTrue(() => feed.all.length > 0);
    const kept = {held, all: feed.all.length, isAtBudget: feed.all.isAtBudget, newest: feed.all.at(feed.all.length - 1).timetoken, elements: feed.all.at(0).payload.length};
    feed.clear();
    feed.stop();
    return {...kept, cleared: [feed.all.length, feed.all.isAtBudget]};
}).then(done, (error) => done(String(error)));
"""


def test_what_pubnub_publish_sends_appears_in_live(console, browser):
    """what `pubnub publish` sends appears in Live, and what the page publishes arrives at `pubnub subscribe`"""
    browser.open(console.page)
    browser.subscribe("chat")
    common = ["--origin", console.address, *KEYS, "--json"]
    pubnub("publish", "chat", '{"text":"from the command","id":17953710707896591}', "--uuid", "ann", *common).result
    browser.shows(LISTED, "from the command")
    row = next(text for text in browser.texts(LISTED) if "from the command" in text)
    assert "ann" in row and "chat" in row and "message" in row and "17953710707896591" in row, row
    pubnub("signal", "chat", "typing", "--uuid", "ann", *common).result
    browser.shows(LISTED + ".signal", "typing")
    with Process("subscribe", "chat", *common, "--uuid", "listener") as subscriber:
        subscriber.until(lambda event: event.get("state") == "subscribed")
        browser.view("publish")
        browser.set("[name='message']", '{"text": "from the page", "number": 12345678901234567890}')
        browser.fill("[name='meta']", '{"lang": "en"}')
        browser.button("Send")
        event = subscriber.until(lambda event: event.get("event") == "message")
        equal(event["message"], {"text": "from the page", "number": 12345678901234567890})
    browser.shows(".outcomes li", "sent")
    browser.view("live")
    browser.shows(LISTED, "from the page")
    browser.faultless(console)


def test_publish_repeats_at_rate():
    """Publish repeats at a rate, fires, and says what is wrong with JSON and size before it sends"""
    with Console("--limit", "messageBytes=100") as console, Browser() as browser:
        browser.open(console.page)
        browser.subscribe("chat")
        browser.view("publish")
        browser.fill("[name='count']", "25")
        browser.fill("[name='rate']", "100")
        browser.button("Send")
        browser.shows("output", "25 of 25 sent")
        eventually(lambda: len(browser.all(".outcomes li.good")) == 25, "25 outcomes")
        status, body = console.get("/v3/history/sub-key/demo-sub/channel/chat?max=100")
        equal((status, len(body["channels"]["chat"])), (200, 25))
        browser.set("[name='message']", json.dumps("x" * 200))
        browser.shows(".editor-state.wrong", "202 bytes of 100")
        browser.fill("[name='meta']", "{")
        eventually(lambda: len(browser.all("[aria-invalid='true']")) == 2, "both editors invalid")
        browser.set("[name='meta']", "")
        browser.set("[name='message']", '"fired"')
        browser.set("[name='count']", "1")
        browser.set("[name='kind']", "fire")
        browser.button("Send")
        eventually(lambda: len(browser.all(".outcomes li.good")) == 26, "the outcome of the fired message")
        browser.view("live")
        assert not any("fired" in text for text in browser.texts(LISTED)), "a fired message was delivered"
        browser.faultless(console)


def test_live_shows_every_kind_of_event(console, browser):
    """Live shows messages, signals, presence, actions and objects of a channel, of a group and of a wildcard, and hides each kind"""
    console.get("/v1/channel-registration/sub-key/demo-sub/channel-group/friends?add=lobby")
    browser.open(console.page)
    browser.view("live")
    browser.set("[name='groups']", "friends")
    browser.subscribe("chat", "news.*")
    eventually(lambda: console.api("/v1/server")[1]["statistics"]["heldPolls"] == 1, "the poll")
    token = console.publish("chat", "to the channel")
    console.publish("news.sport", "to the wildcard")
    console.publish("lobby", "to the group")
    console.get("/signal/demo-pub/demo-sub/0/chat/0/%22typing%22?uuid=ann")
    console.get("/v2/presence/sub-key/demo-sub/channel/chat/heartbeat?uuid=ann&heartbeat=300")
    for path, method, body in ((f"/v1/message-actions/demo-sub/channel/chat/message/{token}?uuid=ann", "POST", {"type": "reaction", "value": "wave"}),
                               ("/v2/objects/demo-sub/channels/chat?include=custom", "PATCH", {"name": "The chat"})):
        equal(fetch(console.address + path, method, body)[0], 200)
    shown = {"message": "to the channel", "signal": "typing", "presence": "join ann", "action": "added reaction: wave", "object": "The chat"}
    for kind, text in shown.items():
        browser.shows(f"{LISTED}.{kind}", text)
    browser.shows(LISTED, "to the wildcard")
    browser.shows(LISTED, "to the group")
    for kind in shown:
        browser.click(f"[name='kind-{kind}']")
        eventually(lambda: not browser.all(f"{LISTED}.{kind}"), f"no {kind}")
        browser.click(f"[name='kind-{kind}']")
        browser.wait(f"{LISTED}.{kind}")
    browser.faultless(console)


def test_publish_previews_payloads_for_push_services(console, browser):
    """Publish previews the payloads for push services, sends custom type, metadata and time in history, and its code says what a form lacks"""
    browser.open(console.page)
    browser.subscribe("chat")
    browser.view("publish")
    browser.set("[name='channel']", "chat")
    browser.set("[name='message']", '{"text": "dinner"}')
    browser.click("[name='push']")
    browser.fill("[name='push-title']", "Kitchen")
    browser.fill("[name='push-body']", "Dinner is ready")
    payloads = {"pn_apns": {"aps": {"alert": {"title": "Kitchen", "body": "Dinner is ready"}}}, "pn_fcm": {"notification": {"title": "Kitchen", "body": "Dinner is ready"}}}
    equal(json.loads(browser.text(".preview pre")), {"text": "dinner", **payloads})
    browser.fill("[name='type']", "menu-note")
    browser.fill("[name='ttl']", "12")
    browser.fill("[name='meta']", '{"lang": "en"}')
    browser.button("Send")
    browser.shows(".outcomes li", "sent")
    found = console.get("/v3/history/sub-key/demo-sub/channel/chat?max=1&include_meta=true&include_custom_message_type=true")[1]["channels"]["chat"][0]
    equal([found["message"], found["meta"], found["custom_message_type"]], [{"text": "dinner", **payloads}, {"lang": "en"}, "menu-note"])
    browser.button("Code")
    browser.click("#code [data-form='url']")
    for part in ("ttl=12", "custom_message_type=menu-note", "meta="):
        browser.shows("#code .sample", part)
    assert not browser.run("return document.querySelector('#code .missing').checkVisibility()"), "a URL lacks nothing"
    for name, lacked in (("pubnub", "pubnub does not express: custom type."), ("swift3", "Swift 3.x does not express: metadata, hours in history, custom type.")):
        browser.click(f"#code [data-form='{name}']")
        equal(browser.text("#code .missing"), lacked)
    browser.click("#code [data-form='swiftAsync']")
    browser.shows("#code .sample", 'options.customType = "menu-note"')
    assert not browser.run("return document.querySelector('#code .missing').checkVisibility()"), "the async form lacks nothing"
    browser.faultless(console)


def test_message_that_page_encrypts_is_decrypted_by_pubnub_subscribe(console, browser):
    """a message that the page encrypts is decrypted by `pubnub subscribe`, and by the page again"""
    browser.open(console.page)
    browser.click("#tools .keys")
    browser.wait("dialog")
    browser.run("document.querySelector('dialog input[type=password]').value = 'cipher-of-the-check'")
    browser.button("Use these", "dialog")
    browser.subscribe("vault")
    with Process("subscribe", "vault", "--origin", console.address, *KEYS, "--json", "--cipher-key", "cipher-of-the-check") as subscriber:
        subscriber.until(lambda event: event.get("state") == "subscribed")
        browser.view("publish")
        browser.set("[name='channel']", "vault")
        browser.set("[name='message']", '{"text": "under lock and key"}')
        browser.click("[name='encrypt']")
        browser.button("Send")
        equal(subscriber.until(lambda event: event.get("event") == "message")["message"], {"text": "under lock and key"})
    browser.view("live")
    browser.shows(LISTED, "UE5FRAFBQ1JI")
    browser.click(LISTED + ".message")
    browser.button("Decrypt")
    browser.shows(".detail .value", "under lock and key")
    browser.faultless(console)


def test_live_pauses_and_keeps_what_comes(console, browser):
    """Live pauses and keeps what comes, searches, hides kinds, and shows the value as a tree and as JSON"""
    browser.open(console.page)
    browser.subscribe("chat")
    console.publish("chat", {"number": 1, "deep": {"list": [1, 2]}})
    browser.shows(LISTED, '"number":1')
    browser.click("[name='pause']")
    for number in range(2, 12):
        console.publish("chat", {"number": number})
    browser.shows("[name='pause']", "Resume (")
    assert not any('"number":11' in text for text in browser.texts(LISTED))
    browser.click("[name='pause']")
    browser.shows(LISTED, '"number":11')
    browser.fill("[name='search']", "number\":7")
    browser.shows(".counts", "1 found")
    equal(len([text for text in browser.texts(LISTED) if "number" in text]), 1)
    browser.click("[name='kind-message']")
    browser.shows(".over", "Nothing matches")
    browser.click("[name='kind-message']")
    browser.set("[name='search']", "deep")
    browser.shows(LISTED, '"number":1')
    browser.click(LISTED + ".message")
    browser.shows(".detail .value", "2 elements")
    browser.button("Show raw JSON")
    browser.shows(".detail pre", '"number": 1')
    browser.faultless(console)


def test_resume_from_here_receives_again_what_came_from_event(console, browser):
    """“Resume from here” receives again what came from an event on, and a filter is applied by the server"""
    browser.open(console.page)
    browser.subscribe("chat")
    for number in range(6):
        console.publish("chat", {"number": number})
    browser.shows(LISTED, '"number":5')
    rows = browser.all(LISTED)
    place = next(index for index, row in enumerate(rows) if '"number":3' in row.text)
    browser.run("arguments[0].click()", rows[place])
    browser.button("Resume from here")
    eventually(lambda: sum('"number":5' in text for text in browser.texts(LISTED)) == 2, "the events again")
    equal([sum(f'"number":{number}' in text for text in browser.texts(LISTED)) for number in range(6)], [1, 1, 1, 2, 2, 2])
    browser.button("Clear")
    browser.set("[name='timetoken']", "")
    browser.set("[name='filter']", "lang == 'en'")
    browser.button("Subscribe")
    browser.shows("#status", "Connected")
    eventually(lambda: console.api("/v1/server")[1]["statistics"]["heldPolls"] == 1, "the poll with a filter")
    console.publish("chat", "auf deutsch", query="&meta=" + "%7B%22lang%22%3A%22de%22%7D")
    console.publish("chat", "in english", query="&meta=" + "%7B%22lang%22%3A%22en%22%7D")
    browser.shows(LISTED, "in english")
    assert not any("deutsch" in text for text in browser.texts(LISTED))
    browser.faultless(console)


def test_live_bounds_large_messages_by_their_characters(console, browser):
    """Live bounds large messages by their characters and says so, also while it is paused; an event that is opened has its tree, and a feed has the same budget"""
    size = 32_767
    browser.open(console.page)
    browser.run(LARGE, "large", 60, 50, size)
    browser.subscribe("large")
    kept = 64_000_000 // size
    browser.shows(".counts", f"{kept:,} of 10,000, limited to 64M characters")
    browser.view("faults")

    def received():
        return next((int(text.removeprefix("Events received").replace(",", "")) for text in browser.texts(".tile") if text.startswith("Events received")), 0)
    eventually(lambda: received() >= 3000, "3,000 messages")
    browser.view("live")
    browser.shows(".counts", f"{kept:,} of 10,000, limited to 64M characters")
    browser.shows(LISTED, "[{},{},")
    browser.click(LISTED + ".message")
    browser.shows(".detail .value", f"{size // 3} elements")
    browser.shows(".detail .value", "the raw form has all")
    browser.button("Show raw JSON")
    eventually(lambda: browser.run("return JSON.parse(document.querySelector('.detail pre').textContent).length") == size // 3, "the whole value")
    browser.button("Clear")
    browser.shows(".counts", "0 of 10,000 ·")
    browser.run(LARGE, "small", 4, 50, size)
    equal(browser.run_async(BUDGET, "small", console.address, 1_000_000),
          {"held": 30, "all": 30, "isAtBudget": True, "newest": "17000000000000200", "elements": size // 3, "cleared": [0, False]})
    browser.faultless(console)
