"""The sample behind `make console`: people talk, also while and after the server fails."""

import signal

from browser import Browser, Sample, eventually, fetch
from running import PATIENCE, equal


def publishes(sample):
    return fetch(sample.admin + "/v1/server")[1]["statistics"]["publishes"]


def test_sample_shows_messages_of_several_rooms_at_once():
    """the sample shows messages of several rooms at once, survives every fault, and goes on"""
    with Sample() as sample, Browser() as browser:
        browser.open(sample.page)
        eventually(lambda: len(fetch(sample.admin + "/v1/channels?subscribeKey=demo")[1]["channels"]) >= 5, "the rooms")
        # The page subscribes to the rooms that it finds at its start.
        browser.open(sample.page)
        eventually(lambda: len(set(browser.texts("#events .row:not([hidden]) .channel"))) >= 3, "events of several rooms")
        equal(len(fetch(f"{sample.address}/v2/objects/demo/uuids?limit=100")[1]["data"]), 10)
        for rule in ({"action": "status", "status": 503}, {"action": "drop"}, {"action": "status", "status": 403, "family": "publish"}):
            equal(fetch(sample.admin + "/v1/faults", "PUT", {"rules": [rule]})[0], 200)
            eventually(lambda: fetch(sample.admin + "/v1/faults")[1]["rules"][0]["injected"] >= 20, f"the fault {rule}")
        equal(fetch(sample.admin + "/v1/faults", "PUT", {})[0], 200)
        before = publishes(sample)
        eventually(lambda: publishes(sample) > before + 5, "people to talk again")
        browser.shows("#status", "Connected")
        assert sample.process.poll() is None, "the sample has ended"
        browser.faultless(sample, network=True)


def test_people_of_sample_join_and_leave_type_and_react():
    """people of the sample join and leave, type and react, and every half minute many reports come at once; Ctrl-C ends it"""
    with Sample() as sample, Browser() as browser:
        eventually(lambda: len(fetch(sample.admin + "/v1/channels?subscribeKey=demo")[1]["channels"]) >= 7, "the rooms and the reports")
        browser.open(sample.page)
        for kind, text in (("signal", "typing"), ("presence", "join"), ("presence", "leave"), ("action", "added reaction"), ("message", '"step":79')):
            browser.shows(f"#events .row:not([hidden]).{kind}", text)
        browser.faultless(sample)
        sample.process.send_signal(signal.SIGINT)
        equal(sample.process.wait(PATIENCE), -signal.SIGINT)
