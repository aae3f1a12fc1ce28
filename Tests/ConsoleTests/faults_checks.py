"""Faults: the page's own client under the faults that the library is tested with. It loses nothing, and reports what it may have missed."""

from browser import Browser, Console, eventually
from running import equal

COUNT = 120
FAULTS = {
    "drop": {"action": "drop", "family": "subscribe", "occurrence": "every", "count": 3},
    "a lost response": {"action": "dropResponse", "family": "subscribe", "occurrence": "every", "count": 2},
    "truncate": {"action": "truncate", "bytes": 20, "family": "subscribe", "occurrence": "every", "count": 2},
    "503": {"action": "status", "status": 503, "family": "subscribe", "occurrence": "first", "count": 4},
    "a body that is no JSON": {"action": "status", "status": 200, "body": "<html>", "family": "subscribe", "occurrence": "every", "count": 3},
    "delay": {"action": "delay", "seconds": 0.3, "family": "subscribe", "occurrence": "every", "count": 2},
    "reset": {"action": "reset", "family": "subscribe", "occurrence": "every", "count": 3},
    "a wrong encoding": {"action": "wrongEncoding", "family": "subscribe", "occurrence": "every", "count": 2},
    "trickling": {"action": "slow", "bytes": 200, "seconds": 0.01, "family": "subscribe", "occurrence": "every", "count": 2},
}


def add_rule(browser, rule):
    """Adds a rule in the view Faults, as a reader does."""
    browser.view("faults")
    eventually(lambda: len(browser.all("[name='family'] option")) > 1, "the families of requests")
    for name, value in rule.items():
        browser.set(f"[name='{name}']", str(value))
    browser.button("Add the rule")
    browser.wait("[aria-label='Remove rule 1']")


def remove_rules(browser):
    browser.view("faults")
    browser.button("Remove all faults")
    browser.shows(".result", "No faults")


def test_pages_client_receives_each_message_once_and_in_order():
    """the page's client receives each message once and in order under every fault that the view Faults sets"""
    with Console("--limit", "messageBuffer=1000") as console, Browser() as browser:
        browser.open(console.page)
        for name, rule in FAULTS.items():
            channel = "under " + name
            browser.subscribe(channel)
            browser.button("Clear")
            if "body" in rule:
                # The view has no field for a body.
                equal(console.api("/v1/faults", "PUT", {"rules": [rule]})[0], 200)
            else:
                add_rule(browser, rule)
            for number in range(COUNT):
                console.publish(channel, {"number": number})
            # The last message comes after the faults, so that the list is complete when it is there.
            matched = eventually(lambda: console.api("/v1/faults")[1]["rules"][0]["injected"], f"the fault {name}")
            remove_rules(browser)
            console.publish(channel, {"number": COUNT})
            browser.view("live")
            browser.shows("#events .row:not([hidden])", f'"number":{COUNT}}}')
            browser.set("[name='search']", "number")
            browser.shows(".counts", f"{COUNT + 1} found")
            numbers = []
            browser.run("document.getElementById('events').focus(); document.getElementById('events').scrollTop = 0")
            for top in range(0, (COUNT + 10) * 30, 300):
                browser.run("document.getElementById('events').scrollTop = arguments[0]", top)
                rows = browser.run_async("""const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(
                    Array.from(document.querySelectorAll('#events .row:not([hidden])'), (row) => row.textContent))))""")
                for text in rows:
                    number = int(text.split('"number":')[1].split("}")[0])
                    if number not in numbers:
                        numbers.append(number)
            equal(numbers, list(range(COUNT + 1)))
            browser.set("[name='search']", "")
            assert matched > 0
        browser.view("faults")
        failures = int(next(text for text in browser.texts(".tile") if text.startswith("Failed attempts")).removeprefix("Failed attempts"))
        assert failures > 0, "no fault reached the client"
        browser.faultless(console, network=True)


def test_view_faults_sets_and_removes_rules(console, browser):
    """the view Faults sets and removes rules, counts what they match, and shows how the client recovers"""
    browser.open(console.page)
    browser.subscribe("chat")
    browser.view("faults")
    browser.shows(".result", "No faults")
    browser.set("[name='action']", "status")
    browser.set("[name='family']", "subscribe")
    browser.set("[name='occurrence']", "first")
    browser.set("[name='count']", "2")
    browser.button("Add the rule")
    browser.shows("code", "--fault subscribe:status=503#first2")
    for number in range(3):
        console.publish("chat", number)
    browser.shows(".changes li", "(503)")
    browser.shows(".changes li.connected", "from timetoken")
    browser.shows("td.number", "2")
    equal([rule["injected"] for rule in console.api("/v1/faults")[1]["rules"]], [2])
    browser.button("Remove all faults")
    browser.shows(".result", "No faults")
    equal(console.api("/v1/faults")[1]["rules"], [])
    pressed = "return Array.from(document.querySelectorAll('.presets [aria-pressed=true]'), (button) => button.textContent)"
    browser.button("Every 3rd poll is dropped")
    browser.shows(".result td", "subscribe, every 3rd time")
    equal(browser.run(pressed), ["Every 3rd poll is dropped"])
    browser.button("Publishing takes 2 s")
    eventually(lambda: browser.run(pressed) == ["Every 3rd poll is dropped", "Publishing takes 2 s"], "two trials")
    # A trial that is on is switched off by the same button.
    browser.button("Every 3rd poll is dropped")
    eventually(lambda: browser.run(pressed) == ["Publishing takes 2 s"], "one trial")
    equal([rule["action"] for rule in console.api("/v1/faults")[1]["rules"]], ["delay"])
    browser.button("Remove all faults")
    browser.shows(".result", "No faults")
    browser.view("live")
    for number in range(3):
        browser.shows("#events .row .text", str(number))
    browser.faultless(console, network=True)


def test_after_absence_with_more_messages_than_server_buffers():
    """after an absence with more messages than the server buffers, the page has all of them, or reports the gap"""
    with Console("--limit", "messageBuffer=20") as console, Browser() as browser:
        browser.open(console.page)
        browser.subscribe("chat")
        console.publish("chat", {"number": 0})
        browser.shows("#events .row", '"number":0')
        equal(console.api("/v1/faults", "PUT", {"rules": [{"action": "drop", "family": "subscribe"}]})[0], 200)
        console.publish("chat", {"number": 1})
        browser.shows("#status", "Reconnecting")
        for number in range(2, 61):
            console.publish("chat", {"number": number})
        equal(console.api("/v1/faults", "PUT", {"rules": []})[0], 200)
        browser.shows("#events .row", '"number":60')
        browser.set("[name='search']", "number")
        browser.shows(".counts", "61 found")
        browser.faultless(console, network=True)


def miss(console, browser, count, query=""):
    """Lets the page miss messages of the channel chat, numbered from 2 on, and lets it come back. Message 1 is for the poll that is held."""
    eventually(lambda: console.api("/v1/server")[1]["statistics"]["heldPolls"] == 1, "the poll")
    equal(console.api("/v1/faults", "PUT", {"rules": [{"action": "drop", "family": "subscribe"}]})[0], 200)
    console.publish("chat", {"number": 1}, query=query)
    browser.shows("#status", "Reconnecting")
    for number in range(2, count + 1):
        console.publish("chat", {"number": number}, query=query)
    equal(console.api("/v1/faults", "PUT", {"rules": []})[0], 200)
    browser.shows("#events .row", f'"number":{count}}}')


def test_where_server_loses_messages_of_absence():
    """where the server loses messages of an absence, the page marks the gap: with all that history has, or that messages may be missing"""
    with Console("--limit", "messageBuffer=20", "--limit", "catchesUpFromHistory=false") as console, Browser() as browser:
        browser.open(console.page)
        for count, query, marker, found in ((250, "", "229 messages came from history", 250), (40, "&store=0", "messages may be missing here", 21)):
            browser.subscribe("chat")
            browser.button("Clear")
            console.publish("chat", {"start": count})
            browser.shows("#events .row", f'"start":{count}')
            miss(console, browser, count, query)
            browser.set("[name='search']", "number")
            browser.shows(".counts", f"{found} found")
            browser.set("[name='search']", "gap")
            browser.shows("#events .row.gap", marker)
            browser.click("#events .row.gap")
            browser.shows(".detail", "had more messages of this channel than it buffers")
            browser.set("[name='search']", "")
        browser.shows(".counts", "2 gaps")
        for scheme in ("dark", "light"):
            browser.colours(scheme)
            browser.accessible(f"gaps, {scheme}")
        browser.view("faults")
        browser.shows(".tile", "Gaps reported2")
        browser.shows(".tile", "Filled from history229")
        browser.faultless(console, network=True)


def test_gap_is_filled_from_pages_that_server_cuts_by_bytes():
    """a gap is filled from all pages of history if the server cuts them by bytes"""
    limits = ("messageBuffer=20", "catchesUpFromHistory=false", "historyBytes=150")
    with Console(*(part for limit in limits for part in ("--limit", limit))) as console, Browser() as browser:
        browser.open(console.page)
        browser.subscribe("chat")
        console.publish("chat", {"start": 60})
        browser.shows("#events .row", '"start":60')
        miss(console, browser, 60)
        browser.set("[name='search']", "number")
        browser.shows(".counts", "60 found")
        browser.set("[name='search']", "gap")
        eventually(lambda: browser.texts("#events .row.gap:not([hidden]) .text") == ["39 messages came from history"], "the gap")
        browser.faultless(console, network=True)


def test_page_whose_server_is_gone(console, browser):
    """a page whose server is gone says so, and goes on when it is back"""
    browser.open(console.page)
    browser.subscribe("chat")
    browser.view("server")
    equal(console.api("/v1/faults", "PUT", {"rules": [{"action": "reset", "family": "subscribe", "occurrence": "first", "count": 6}]})[0], 200)
    console.publish("chat", "the last before")
    browser.shows("#status", "Reconnecting")
    browser.shows("#status", "Connected")
    console.publish("chat", "back again")
    browser.view("live")
    browser.shows("#events .row", "back again")
    browser.faultless(console, network=True)
