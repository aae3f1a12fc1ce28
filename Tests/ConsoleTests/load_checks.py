"""Load: a thousand messages in a second for 20 seconds, and the memory of a page that stays open."""

import re
import socket
import threading
import time

from browser import Browser, Console, eventually, quoted
from running import equal

RATE, SECONDS, CHANNELS = 1000, 20, 20
TOTAL = RATE * SECONDS
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")


def publish_many(console, total, rate):
    """Publishes numbered messages over one connection, at a rate; returns when each has its response. A response other than 200 is an error."""
    host, port = console.address.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)))
    connection.settimeout(300)
    counted = {"good": 0, "other": 0}

    def read():
        rest = b""
        while sum(counted.values()) < total:
            data = connection.recv(1 << 16)
            if not data:
                return
            rest += data
            found = list(STATUS.finditer(rest))
            counted["good"] += sum(match[1] == b"200" for match in found)
            counted["other"] += sum(match[1] != b"200" for match in found)
            # A status line may be cut in two by the end of what was read.
            rest = rest[max(found[-1].end() if found else 0, len(rest) - 11):]
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    start = time.monotonic()
    for first in range(0, total, rate // 20):
        pause = start + first / rate - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        batch = "".join(
            f"GET /publish/demo-pub/demo-sub/0/load.{number % CHANNELS}/0/{quoted({'number': number, 'text': 'a message of the usual length'})}?uuid=loader HTTP/1.1\r\nHost: origin\r\n\r\n"
            for number in range(first, min(total, first + rate // 20)))
        connection.sendall(batch.encode())
    reader.join(300)
    connection.close()
    equal(counted, {"good": total, "other": 0})
    return time.monotonic() - start


def test_20_000_messages_at_1_000_in_second_arrive_without_loss():
    """20,000 messages at 1,000 in a second arrive without loss; the page stays responsive, and its memory stays flat"""
    with Console("--limit", "messageBuffer=2000", "--limit", "pageMessages=1000") as console, Browser() as browser:
        browser.open(console.page)
        browser.subscribe(*(f"load.{number}" for number in range(CHANNELS)))
        # Counts each frame's delay, and what the feed has received.
        browser.run("""checks.longTasks.length = 0; checks.frames = 0; const count = () => { checks.frames += 1; requestAnimationFrame(count); }; requestAnimationFrame(count);""")

        def received():
            browser.run("location.hash = '#faults'")
            return next((int(text.removeprefix("Events received").replace(",", "")) for text in browser.texts(".tile") if text.startswith("Events received")), 0)

        def memory():
            browser.driver.execute_cdp_cmd("HeapProfiler.enable", {})
            browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
            return browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / (1 << 20)
        before = received()
        # The first half fills what the page keeps, the second must not grow it.
        browser.run("location.hash = '#live'")
        took = publish_many(console, TOTAL // 2, RATE)
        eventually(lambda: received() - before >= TOTAL // 2, "the first half")
        half = memory()
        browser.run("location.hash = '#live'")
        took += publish_many(console, TOTAL // 2, RATE)
        eventually(lambda: received() - before >= TOTAL, "the second half")
        full = memory()
        joins = received() - before - TOTAL
        browser.run("location.hash = '#live'")
        browser.shows(".counts", "10,000 of 10,000")
        browser.set("[name='search']", '"number":9999,')
        browser.shows(".counts", "1 found")
        found = browser.run("return checks")
        tasks = sorted(found["longTasks"], reverse=True)
        print(f"      {TOTAL} messages in {took:.1f} s; {len(tasks)} tasks over 50 ms, the longest {tasks[0] if tasks else 0} ms; "
              f"{sum(task > 200 for task in tasks)} over 200 ms; {found['frames']} frames; memory {half:.1f} and {full:.1f} MiB", flush=True)
        assert joins >= 0, joins
        assert full - half < 16, (half, full)
        browser.faultless(console)
