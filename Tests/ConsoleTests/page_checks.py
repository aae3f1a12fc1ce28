"""The page as a whole: every view without errors, labels, contrast, the keyboard, narrow screens, and hostile values."""

import urllib.parse

from accessibility import CONTRAST, DISORDER
from browser import VIEWS, Browser, Console, Keys, eventually, fetch, quoted
from running import equal
from selenium.webdriver.common.action_chains import ActionChains

HOSTILE = "<img src=x onerror=hacked('img')>\"'`</script><script>hacked('script')</script><svg/onload=hacked('svg')>{{7*7}}${7*7}"

IDENTIFIER = "<img src=x onerror=hacked('id')>"


def busy(console):
    """A server with something to show in each view."""
    for user in ("ann", "bob"):
        console.get(f"/v2/presence/sub-key/demo-sub/channel/chat,a-long-name-{'x' * 60}/heartbeat?uuid={user}&heartbeat=300")
    console.get("/v1/channel-registration/sub-key/demo-sub/channel-group/friends?add=chat,lobby")
    for number in range(12):
        console.publish("chat", {"text": "hello", "number": number}, user="ann")
    console.get("/nowhere")
    console.api("/v1/faults", "PUT", {"rules": [{"action": "delay", "seconds": 0.1, "family": "time", "occurrence": "always"}]})


def test_every_view_opens_without_error(console, browser):
    """every view opens without an error, a violation of the policy or a request elsewhere; each text has the contrast of AA, in light and dark"""
    busy(console)
    total = 0
    for scheme in ("light", "dark"):
        browser.colours(scheme)
        browser.open(console.page)
        browser.wait("#status .pill")
        for view in VIEWS:
            browser.view(view)
            browser.run_async("setTimeout(arguments[0], 700)")
            total += browser.accessible(f"{view}, {scheme}")
        browser.faultless(console)
    print(f"      {total} texts have the contrast of AA", flush=True)


def test_dialogs_code_of_call_wrong_input():
    """dialogs, the code of a call, wrong input, refusals and notices have names, an order of focus as on the screen, and the contrast of AA"""
    with Console("--limit", "messageBytes=100") as console, Browser() as browser:
        def accessible(state):
            for scheme in ("light", "dark"):
                browser.colours(scheme)
                browser.accessible(f"{state}, {scheme}")
        busy(console)
        browser.open(console.page)
        browser.subscribe("chat")
        console.publish("chat", {"text": "in detail"})
        browser.shows("#events .row", "in detail")
        browser.click("#events .row:not([hidden])")
        browser.wait(".detail dl")
        accessible("an event in detail")
        browser.click("#tools .keys")
        browser.wait("dialog")
        accessible("the dialog of the keys")
        browser.button("Use these", "dialog")
        browser.view("publish")
        browser.button("Code")
        browser.wait("#code .sample")
        browser.set("[name='message']", '"' + "x" * 200 + '"')
        browser.fill("[name='meta']", "{")
        eventually(lambda: len(browser.all("[aria-invalid='true']")) == 2, "both editors invalid")
        accessible("wrong input, and its code")
        browser.set("[name='message']", "1")
        browser.set("[name='meta']", "")
        console.api("/v1/faults", "PUT", {"rules": [{"action": "status", "status": 403, "family": "publish"}]})
        browser.button("Send")
        browser.wait(".outcomes li.bad")
        accessible("a refused message")
        browser.view("history")
        browser.button("Import")
        browser.wait(".notice.error")
        accessible("a notice of an error")
        console.api("/v1/faults", "PUT", {"rules": [{"action": "status", "status": 403, "family": "subscribe"}]})
        console.publish("chat", 1)
        browser.shows("#status", "Access denied")
        accessible("no access")
        console.api("/v1/faults", "PUT", {"rules": [{"action": "drop", "family": "subscribe"}]})
        browser.begin_to_subscribe("chat")
        browser.shows("#status", "Reconnecting")
        accessible("no connection")
        # Mistakes that are made on purpose are found.
        browser.run("document.getElementById('tools').style.flexDirection = 'row-reverse'; document.querySelector('h1').style.color = 'transparent'")
        equal([bool(browser.run(DISORDER)), bool(browser.run(CONTRAST)["wrong"])], [True, True])
        browser.faultless(console, network=True)


def test_theme_follows_system_until_it_is_chosen(console, browser):
    """the theme follows the system until it is chosen, and the choice stays"""
    def background():
        return browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.colours("light")
    browser.open(console.page)
    light = background()
    browser.colours("dark")
    dark = background()
    assert light != dark
    browser.click("#tools [data-theme='auto']")
    eventually(lambda: background() == light, "light colours")
    browser.click("#tools [data-theme='light']")
    eventually(lambda: background() == dark, "dark colours")
    browser.colours("light")
    browser.open(console.page)
    equal(background(), dark)
    browser.faultless(console)


def test_characters_that_are_not_seen_are_shown_as_escapes(console, browser):
    """characters that are not seen are shown as escapes, so that no name looks like another one"""
    # Without the escape it looks like `evilname`.
    name, shown = "evil\u202eeman", "evil\\u202eeman"
    browser.open(console.page)
    browser.subscribe(name)
    console.publish(name, {"text": f"a{name}\x1b"}, user=name)
    for selector in (".channel", ".publisher"):
        browser.shows(f"#events .row.message {selector}", shown)
    browser.shows("#events .row.message .text", f'"a{shown}\\u001b"')
    browser.click("#events .row.message:not([hidden])")
    browser.shows(".detail h2", shown)
    browser.view("presence")
    browser.shows(".matrix th", shown)
    # It is the name nevertheless.
    equal(console.get(f"/v2/presence/sub-key/demo-sub/channel/{urllib.parse.quote(name)}")[1]["occupancy"], 1)
    browser.faultless(console)


def test_hostile_names_and_values_stay_text_in_every_view(console, browser):
    """hostile names and values stay text in every view"""
    # A comma separates names in the wire format.
    name = HOSTILE.replace(",", "")[:80]
    escaped = urllib.parse.quote(name, safe="")
    console.get(f"/v2/presence/sub-key/demo-sub/channel/{escaped}/heartbeat?uuid={escaped}&heartbeat=300&state={quoted({name: {'mood': HOSTILE}})}")
    console.get(f"/v1/channel-registration/sub-key/demo-sub/channel-group/hostile?add={escaped}")
    console.api("/v1/faults", "PUT", {"rules": [{"action": "delay", "seconds": 0, "family": "time", "channel": name, "occurrence": "always"}]})
    token = console.publish(name, {HOSTILE: [HOSTILE, {"text": HOSTILE}]}, user=name, query=f"&meta={quoted({'m': HOSTILE})}&custom_message_type=abc")
    console.publish(name, HOSTILE, user=name)
    # Identifiers of objects have fewer characters.
    status, _ = fetch(f"{console.address}/v2/objects/demo-sub/uuids/{urllib.parse.quote(IDENTIFIER, safe='')}?include=custom", "PATCH",
                      {"name": HOSTILE, "custom": {"text": HOSTILE}})
    equal(status, 200)
    browser.open(console.page)
    # The first channels are those that the server has.
    eventually(lambda: name in browser.run("return document.querySelector('[name=channels]').value"), "the hostile channel")
    browser.shows("#status", "Connected")
    console.publish(name, {"late": HOSTILE}, user=name)
    browser.shows("#events .row .text", "<img src=x")
    browser.shows("#events .row .publisher", name)
    browser.click("#events .row:not([hidden])")
    browser.wait(".detail dl")
    console.get(f"/v1/push/sub-key/demo-sub/devices/{'ab' * 32}?add={escaped}")
    for view, selector in (("presence", ".matrix th"), (f"history?channel={escaped}", ".messages .value"), ("registry", ".item"), ("context", ".result td"),
                           ("faults", ".result td"), ("server", "#requests .row .text"), ("access", ".card"), ("code", ".item"), ("publish", ".card")):
        browser.view(view)
        browser.wait(selector)
        browser.run_async("setTimeout(arguments[0], 300)")
    browser.view("registry")
    browser.click(".item")
    browser.shows(".group-content .chip", name)
    browser.view("code")
    browser.set("[name='message']", HOSTILE)
    browser.set("[name='channel']", name)
    browser.button("Run")
    browser.shows(".response", "Sent")
    equal(browser.run("return document.querySelectorAll('img:not(.brand img), main script, main svg:not(.icon):not(.plot), iframe').length"), 0)
    browser.faultless(console)
    assert token


def test_keyboard_alone_suffices_every_control_shows_its_focus(console, browser):
    """the keyboard alone suffices: every control shows its focus, views open, a message is sent, and an event is read"""
    browser.open(console.page)
    browser.subscribe("chat")
    console.publish("chat", {"text": "read me"})
    browser.shows("#events .row", "read me")

    def press(*keys):
        ActionChains(browser.driver).send_keys(*keys).perform()

    def focused():
        return browser.run("const at = document.activeElement; return at.ariaLabel || at.textContent.trim() || at.name || at.tagName")
    browser.run("document.activeElement.blur()")
    press(Keys.TAB)
    equal(focused(), "Skip to the content")
    press(Keys.ENTER)
    equal(browser.run("return document.activeElement.id"), "main")
    # From the head to the list of events: every stop is visible and shows its focus.
    browser.run("document.querySelector('.skip').focus()")
    seen = []
    while focused() != "Events":
        press(Keys.TAB)
        assert browser.run("""const at = document.activeElement; const style = getComputedStyle(at);
                return at.checkVisibility() && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2"""), focused()
        seen.append(focused())
        assert len(seen) < 60, seen
    for name in ("Live", "Publish", "Faults", "Subscribe", "Pause", "Search the events"):
        assert name in seen, (name, seen)
    press(Keys.END)

    def reads():
        if any("read me" in text for text in browser.texts(".detail .value")):
            return True
        # The server may have announced the page itself after the message.
        press(Keys.ARROW_UP)
        return False

    eventually(reads, "the event that was sent")
    press(Keys.HOME)
    # Alt and a digit open a view, and the focus is there.
    ActionChains(browser.driver).key_down(Keys.ALT).send_keys("2").key_up(Keys.ALT).perform()
    browser.shows("h1", "Publish")
    while browser.run("return document.activeElement.name") != "channel":
        press(Keys.TAB)
    press(Keys.CONTROL, "a")
    ActionChains(browser.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys("by-keyboard").send_keys(Keys.ENTER).perform()
    browser.shows(".outcomes li", "by-keyboard")
    equal(console.get("/v3/history/sub-key/demo-sub/message-counts/by-keyboard?timetoken=1")[1]["channels"], {"by-keyboard": 1})
    # The code of the call opens, and its forms change with the arrows.
    ActionChains(browser.driver).key_down(Keys.ALT).send_keys("c").key_up(Keys.ALT).perform()
    browser.wait("#code .sample")
    browser.run("document.querySelector('#code [role=tab][aria-selected=true]').focus()")
    press(Keys.ARROW_RIGHT)
    browser.shows("#code .sample", "pubnub publish by-keyboard")
    browser.faultless(console)


def test_shortcuts_leave_characters_that_alt_types_to_fields(console, browser):
    """a shortcut whose keys type a character in a field, as Option and 8 type `{` on a German keyboard, types it; elsewhere it opens its view"""
    browser.open(console.page, "publish")
    browser.wait("[name='message']")
    # Dispatches the event of a key to an element; whether the page took it, the view afterwards, and whether the code is open.
    press = """const [selector, code, key] = arguments; const event = new KeyboardEvent('keydown', {code, key, altKey: true, cancelable: true, bubbles: true});
        document.querySelector(selector).dispatchEvent(event); return [event.defaultPrevented, location.hash, !document.getElementById('code').hidden]"""
    for code, key in (("Digit8", "{"), ("Digit5", "["), ("Digit7", "|"), ("KeyC", "ç")):
        for selector in ("[name='message']", "[name='channel']", "[name='kind']"):
            equal((key, selector, browser.run(press, selector, code, key)), (key, selector, [False, "#publish", False]))
    equal(browser.run(press, "[name='message']", "KeyC", "c"), [True, "#publish", True])
    equal(browser.run(press, "[name='message']", "Digit8", "8"), [True, "#access", True])
    browser.shows("h1", "Access")
    # Outside of fields nothing is typed, so the place of the key decides.
    equal(browser.run(press, "#main", "Digit2", "™"), [True, "#publish", True])
    browser.shows("h1", "Publish")
    browser.faultless(console)


def test_focus_stays_on_button_that_is_pressed(console, browser):
    """the focus stays on a button that the page draws again or disables while its call runs, and returns to “Code” from the panel that it closes"""
    def press(*keys):
        ActionChains(browser.driver).send_keys(*keys).perform()

    label = "const at = document.activeElement; return at.textContent.trim() || at.ariaLabel || at.tagName"
    browser.open(console.page, "history?channel=chat")
    # The calls at the start are over, each of which is drawn as code.
    browser.shows("#status", "Connected")
    browser.shows(".page", "The channel has none")
    browser.shows(".line-box", "0 messages")
    browser.run("document.querySelector('#tools [aria-controls=code]').focus()")
    for is_open in ("true", "false", "true"):
        press(Keys.ENTER)
        eventually(lambda expected=is_open: browser.run("return document.querySelector('#tools [aria-controls=code]').ariaExpanded") == expected, f"expanded: {is_open}")
        equal(browser.run(label), "Code")
    browser.run("document.querySelector('#code [aria-label=\"Close the code\"]').focus()")
    press(Keys.ENTER)
    eventually(lambda: browser.run("return document.getElementById('code').hidden"), "the closed panel")
    equal(browser.run(label), "Code")
    browser.run("document.querySelector('#tools .keys').focus()")
    press(Keys.ENTER)
    browser.wait("dialog")
    browser.button("Use these", "dialog")
    eventually(lambda: not browser.all("dialog"), "the closed dialog")
    equal(browser.run("return document.activeElement.className"), "keys")
    # A slow response: the browser takes the focus from the disabled button in the meantime.
    equal(console.api("/v1/faults", "PUT", {"rules": [{"action": "delay", "seconds": 0.5, "family": "history"}]})[0], 200)
    browser.run("""const button = document.querySelector('form.bar-row button[type=submit]'); window.disabled = []; button.focus();
        new MutationObserver(() => disabled.push(button.disabled)).observe(button, {attributeFilter: ['disabled']});""")
    press(Keys.ENTER)
    eventually(lambda: browser.run("return disabled") == [True, False], "the response")
    equal(browser.run(label), "Read")
    browser.faultless(console)


def test_status_is_not_drawn_again_while_it_stays(console, browser):
    """the status, which a screen reader reads aloud, is not drawn again while it stays the same"""
    browser.open(console.page)
    browser.subscribe("chat")
    browser.view("server")
    browser.shows("dd", "ready")
    # The view reads the server again every five seconds.
    browser.run("""window.changes = 0; window.refreshes = 0;
        new MutationObserver((records) => { changes += records.length; }).observe(document.getElementById('status'), {childList: true, subtree: true, characterData: true, attributes: true});
        new MutationObserver(() => { refreshes += 1; }).observe(document.querySelector('dl.facts'), {childList: true});""")
    eventually(lambda: browser.run("return refreshes") >= 2, "two refreshes")
    equal(browser.run("return changes"), 0)
    equal(console.api("/v1/faults", "PUT", {"rules": [{"action": "drop", "family": "subscribe"}]})[0], 200)
    console.publish("chat", 1)
    console.publish("chat", 2)
    browser.shows("#status", "Reconnecting")
    assert browser.run("return changes") > 0
    browser.faultless(console, network=True)


def test_tables_that_are_read_again_keep_focus_of_control_in_them(console, browser):
    """tables that are read again keep the focus of a control in them, and the place to which they were scrolled"""
    busy(console)
    browser.resize(390, 800)
    browser.open(console.page)
    browser.subscribe("chat")
    label = "return document.activeElement.getAttribute('aria-label')"
    browser.view("faults")
    browser.wait("[aria-label='Remove rule 1']")
    browser.run("document.querySelector('[aria-label=Rules]').scrollLeft = 40; document.querySelector('[aria-label=\"Remove rule 1\"]').focus({preventScroll: true})")
    equal(console.get("/time/0")[0], 200)
    browser.shows("[aria-label='Rules'] td.number", "1")
    equal([browser.run(label), browser.run("return document.querySelector('[aria-label=Rules]').scrollLeft")], ["Remove rule 1", 40])
    browser.view("presence")
    browser.wait("[aria-label='ann in chat']")
    browser.run("document.querySelector('[aria-label=\"ann in chat\"]').focus()")
    console.get("/v2/presence/sub-key/demo-sub/channel/chat/heartbeat?uuid=abe&heartbeat=300")
    browser.wait("[aria-label='abe in chat']")
    equal(browser.run(label), "ann in chat")
    browser.view("server")
    browser.shows("[aria-label='Keysets'] td", "demo-sub")
    browser.run("window.former = document.querySelector('[aria-label=Keysets]'); former.focus()")
    eventually(lambda: browser.run("return former !== document.querySelector('[aria-label=Keysets]')"), "the keysets again")
    equal(browser.run(label), "Keysets")
    browser.faultless(console)


def test_on_screen_of_phone_no_view_is_wider_than_screen(console, browser):
    """on a screen of a phone no view is wider than the screen, and every control is inside it"""
    busy(console)
    browser.resize(390, 800)
    browser.open(console.page)
    for view in VIEWS:
        browser.view(view)
        browser.run_async("setTimeout(arguments[0], 500)")
        wide = browser.run("""const right = innerWidth + 1; return [document.documentElement.scrollWidth, ...Array.from(document.querySelectorAll('main button, main input, main select, main textarea'))
                .filter((element) => element.checkVisibility() && !element.closest('.scroll, .tabs')).filter((element) => element.getBoundingClientRect().right > right).map((element) => element.outerHTML.slice(0, 120))]""")
        equal((view, wide), (view, [390]))
    browser.faultless(console)
