"""Draws every view of the console, light and dark, into Documentation/images, or into the folder that is named."""

import contextlib
import pathlib
import sys
import time

for folder in ("PythonSupport", "ClusterTests"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))

import running  # noqa: E402
from browser import VIEWS, Browser, Console, Sample, eventually, fetch  # noqa: E402
from cluster import Cluster  # noqa: E402

# How long the sample lives before and between pictures, so that there is something to see, in seconds.
BEFORE, BETWEEN = 20.0, 1.5
WIDTH, HEIGHT = 1440, 900
SECRET = {"PUBNUB_SECRET_KEY": "secret-key-of-the-pictures"}


def prepare(browser, view):
    """Does in a view what a visitor would do first."""
    if view == "live":
        browser.button("Unsubscribe")
        browser.set("[name='channels']", "kitchen, garden, workshop, travel, support.*")
        browser.button("Subscribe")
        eventually(lambda: browser.run("""const rows = Array.from(document.querySelectorAll('#events .row.message:not([hidden])'));
            const found = rows.length > 6 && rows.findLast((row) => row.textContent.includes('"text"')); if (found) found.click(); return Boolean(found)"""), "a message")
    elif view == "publish":
        browser.set("[name='channel']", "kitchen")
        browser.set("[name='message']", '{\n  "text": "The kettle is on.",\n  "from": "The console"\n}')
        browser.set("[name='count']", "8")
        browser.button("Send")
        eventually(lambda: len(browser.all(".outcomes li")) >= 8, "outcomes")
    elif view == "history":
        browser.set("[name='channel']", "kitchen")
        browser.set("[name='range']", "5")
        browser.button("Read")
        browser.wait(".messages li")
    elif view == "registry":
        browser.click(".item")
    elif view == "faults":
        browser.button("503 for 5 polls")
        browser.button("Every 3rd poll is dropped")
        browser.wait(".changes .badge.waiting")
        time.sleep(4)
    elif view == "code":
        browser.click("[data-call='publish']")
        browser.click("[data-form='swiftAsync']")
        browser.button("Run")


def draw(browser, folder, name, scheme):
    """Draws what the browser shows from the top, without notices, which are over a view, and without the mark of a focus."""
    browser.run("document.getElementById('notices').replaceChildren(); document.activeElement.blur(); document.getElementById('main').scrollTop = 0")
    path = folder / f"console-{name}-{scheme}.png"
    browser.driver.save_screenshot(str(path))
    print(f"screenshots: {path}", flush=True)


def draw_sample(browser, folder, scheme, sample):
    """Every view with the traffic of the sample, except Access, for which the sample has no use."""
    browser.open(sample.page)
    browser.shows("#status", "Connected")
    for view in VIEWS:
        if view == "access":
            continue
        browser.view(view)
        time.sleep(BETWEEN)
        if view == "code":
            fetch(f"{sample.admin}/v1/faults", "PUT", {"rules": []})
            browser.shows("#status", "Connected")
        prepare(browser, view)
        time.sleep(BETWEEN)
        draw(browser, folder, view, scheme)


def guarded():
    """A server with the access manager and some grants."""
    console = Console("--access-manager", keys=["--publish-key", "demo", "--subscribe-key", "demo"], environment=SECRET)
    for grant in ({"channels": ["lobby"], "read": True, "ttl": 1440}, {"channels": ["kitchen", "garden"], "keys": ["key-of-ann"], "read": True, "write": True, "ttl": 60},
                  {"groups": ["support"], "keys": ["key-of-ann", "key-of-bob"], "read": True, "manage": True, "ttl": 60},
                  {"users": ["ann"], "keys": ["key-of-ann"], "get": True, "update": True, "ttl": 0}):
        running.equal(console.api("/v1/grant", "POST", {"subscribeKey": "demo", **grant})[0], 200)
    return console


def draw_access(browser, folder, scheme, console):
    """The grants of a server with the access manager, the rights of a client, and a token that is issued and read."""
    browser.open(console.page, "access")
    for name, value in (("channels", "kitchen, garden"), ("groups", "support"), ("channelPattern", "-pnpres$"), ("user", "ann"), ("meta", '{"plan": "gold"}')):
        browser.set(f"[name='token-{name}']", value)
    browser.click("[name='token-right-write']")
    browser.button("Issue")
    eventually(lambda: browser.run("return document.querySelector('[name=issued-token]')?.value"), "the token")
    browser.button("Read it")
    browser.shows(".answer", "for the user ann")
    # The page is a client as any other: with the token it may read the kitchen and the garden, and who is there.
    browser.button("Use it on this page")
    browser.subscribe("kitchen", "garden")
    browser.view("access")
    browser.shows(".result td", "key 1 of 2")
    browser.set("[name='channels']", "kitchen")
    browser.set("[name='keys']", "key-of-chloe")
    browser.set("[name='check-target']", "kitchen")
    browser.set("[name='check-key']", "key-of-ann")
    browser.button("Check")
    browser.shows(".answer", "The client may")
    browser.button("Read")
    browser.shows(".answer", "for the user ann")
    # The content of the token and the grants are below the forms.
    browser.resize(WIDTH, 1400)
    draw(browser, folder, "access", scheme)
    browser.resize(WIDTH, HEIGHT)


def draw_cluster(browser, folder, scheme, cluster):
    """The nodes of a cluster, with messages that each of them publishes."""
    browser.open(cluster.nodes[0].addresses["console"], "server")
    browser.shows("[aria-labelledby='nodes-title'] [role=status]", "3 nodes, 3 ready")
    end = time.monotonic() + BEFORE
    number = 0
    while time.monotonic() < end:
        for node in cluster.nodes:
            for _ in range(10):
                number += 1
                node.publish("kitchen", number)
        time.sleep(0.5)
    draw(browser, folder, "cluster", scheme)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(Browser(WIDTH, HEIGHT))
        sample, console = stack.enter_context(Sample()), stack.enter_context(guarded())
        cluster = stack.enter_context(Cluster(arguments=("--console",)))
        time.sleep(BEFORE)
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            draw_sample(browser, folder, scheme, sample)
            draw_access(browser, folder, scheme, console)
            draw_cluster(browser, folder, scheme, cluster)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else running.ROOT / "Documentation" / "images")
