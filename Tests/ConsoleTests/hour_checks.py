"""The memory of a page that is left open for an hour, on a clock that runs as fast as the page can follow."""

import pathlib
import time

from browser import VIEWS, eventually
from running import equal

SCRIPT = pathlib.Path(__file__).with_name("virtual_hour.js")
# How much more there may be after an hour than after a quarter of it. An event that is kept by mistake needs over 300 bytes, a row some ten nodes.
MOST_BYTES, MOST_NODES, MOST_LISTENERS = 2 << 20, 400, 40


def kept(browser):
    """What the page keeps after a garbage collection: bytes of the heap, nodes, and listeners."""
    command = browser.driver.execute_cdp_cmd
    command("HeapProfiler.enable", {})
    # Objects with finalizers go with a second collection.
    for _ in range(3):
        command("HeapProfiler.collectGarbage", {})
    counters = command("Memory.getDOMCounters", {})
    return command("Runtime.getHeapUsage", {})["usedSize"], counters["nodes"], counters["jsEventListeners"]


def pass_minutes(browser, minutes):
    """Lets the hour go on. A busy machine may need its time for each five minutes."""
    for _ in range(0, minutes, 5):
        browser.run("virtual.drive(300)")
        eventually(lambda: browser.run("return virtual.isDone"), "five virtual minutes")
        equal(browser.run("return virtual.errors"), [])


def test_page_left_open_for_hour_of_40_800_messages(console, browser):
    """a page left open for an hour of 40,800 messages, presence, bursts and failures, with visits of each view, keeps no more than after 15 minutes"""
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SCRIPT.read_text()})
    browser.open(console.page)
    browser.subscribe(*(f"hour.{number}" for number in range(10)))
    # A view is made when it is first opened, and then kept.
    for view in VIEWS:
        browser.view(view)
    browser.view("live")
    start = time.monotonic()
    pass_minutes(browser, 15)
    quarter = kept(browser)
    pass_minutes(browser, 45)
    hour = kept(browser)
    took = time.monotonic() - start
    sent = browser.run("const {messages, events, requests} = virtual; return {messages, events, requests}")
    browser.run("virtual.release()")
    print(f"      an hour in {took:.0f} s: {sent['messages']} messages of {sent['events']} events, {sent['requests']} requests; heap {quarter[0] / (1 << 20):.1f} and "
          f"{hour[0] / (1 << 20):.1f} MiB, nodes {quarter[1]} and {hour[1]}, listeners {quarter[2]} and {hour[2]}", flush=True)
    # The page received all of it, and kept what it should.
    browser.shows(".counts", "10,000 of 10,000")
    browser.view("faults")
    browser.shows(".tile", f"Events received{sent['events']:,}")
    equal(sent["messages"], 3600 * 10 + 60 * 80)
    browser.view("server")
    eventually(lambda: browser.run("return Number(document.querySelector('#requests .row').getAttribute('aria-setsize'))") == 5000, "5,000 requests")
    browser.view("presence")
    equal(len(browser.all(".changes li")), 100)
    # Rows with two lines of text are as high as these, also in a list that scrolls.
    browser.resize(390, 800)
    equal(browser.run("return Array.from(document.querySelectorAll('.changes li')).filter((row) => row.querySelector('.text').offsetHeight > row.clientHeight).length"), 0)
    growth = [after - before for before, after in zip(quarter, hour)]
    assert growth[0] < MOST_BYTES and growth[1] < MOST_NODES and growth[2] < MOST_LISTENERS, growth
    browser.faultless(console)
