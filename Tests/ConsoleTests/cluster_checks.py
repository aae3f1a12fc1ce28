"""The nodes of a cluster in the view Server: responses that a check makes up, and real servers on NATS."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ClusterTests"))

from browser import Browser, eventually  # noqa: E402
from cluster import Cluster  # noqa: E402
from page_checks import HOSTILE  # noqa: E402
from running import equal  # noqa: E402

PATH = "/api/cluster"
CARD = "section[aria-labelledby='nodes-title']"
ROWS = ".nodes tbody tr"
# The text that a reader sees, without hidden elements.
VISIBLE = "return Array.from(document.querySelectorAll(arguments[0]), (element) => element.innerText.replace(/\\s+/g, ' ').trim())"


def node(name, **changes):
    return {"name": name, "version": "0.7.0", "url": "http://127.0.0.1:8080", "admin": "http://127.0.0.1:8081", "position": 1234,
            "lag": 0, "ready": True, "reasons": [], "uptime": 12.3, **changes}


def report(*nodes, **changes):
    return {"cluster": "test", "this": "o1", "quorum": True, "last": 1234, "nodes": list(nodes), **changes}


def is_shown(browser, selector):
    return browser.run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector)


def refresh(browser):
    browser.button("Refresh")


def test_server_lists_nodes_of_cluster_with_their_states(console, browser):
    """Server lists the nodes of a cluster with their states; hostile values stay text, and links lead to consoles only"""
    browser.fake(PATH, report(
        node("o1"),
        node("o2", admin="https://o2.example:8443/any?path", position=1_200, lag=34, version="0.6.1", uptime=90_061),
        node(HOSTILE, ready=False, reasons=["log behind", HOSTILE], admin="javascript:hacked('link')", version=HOSTILE),
        node("x" * 5000, admin="http://0.0.0.0:8081", reasons="none", ready="yes", position="12", lag=None, uptime=None, version=7),
        "not a node", None,
        cluster=HOSTILE))
    browser.open(console.page, "server")
    browser.shows(".cluster h2", f"Cluster {HOSTILE}")
    eventually(lambda: len(browser.all(ROWS)) == 4, "four nodes")
    first, second, third, fourth = browser.run(VISIBLE, ROWS)
    equal(first, "o1 this node ready 1,234 0 0.7.0 12 s this page")
    equal(second, "o2 ready 1,200 34 0.6.1 1 d 1 h o2.example:8443")
    assert third.startswith(HOSTILE[:20]) and f"not ready log behind, {HOSTILE}" in third, third
    assert fourth.startswith("xxx") and fourth.endswith("not ready none – – 7 – http://0.0.0.0:8081") and len(fourth) < 500, fourth
    equal(browser.run("return Array.from(document.querySelectorAll('.nodes a[href]'), ({href, rel}) => [href, rel])"),
          [["https://o2.example:8443/console/", "noreferrer"]])
    equal(browser.run("return document.querySelectorAll('main img, main script, main svg:not(.icon):not(.plot), iframe').length"), 0)
    equal(browser.texts(f"{CARD} [role=status]"), ["4 nodes, 2 ready"])
    for scheme in ("light", "dark"):
        browser.colours(scheme)
        browser.accessible(f"nodes, {scheme}")
    browser.resize(390, 800)
    equal(browser.run("return document.documentElement.scrollWidth"), 390)
    assert browser.run("const box = document.querySelector('.nodes').parentElement; return box.scrollWidth > box.clientWidth && box.tabIndex === 0")
    browser.faultless(console)


def test_nodes_are_updated_in_place_as_often_as_lists_of_view(console, browser):
    """the nodes are updated in place, as often as the lists of the view; a node keeps its row and the focus of its link"""
    browser.fake(PATH, report(node("o1"), node("o3", admin="http://127.0.0.1:8101")))
    browser.open(console.page, "server")
    eventually(lambda: len(browser.all(ROWS)) == 2, "two nodes")
    browser.run("document.querySelector('.nodes a[href]').focus()")
    # The list changes before and after the focused row, and by itself: nobody asks for it.
    browser.fake(PATH, report(node("o2"), node("o3", admin="http://127.0.0.1:8101", position=1300, ready=False, reasons=["starting"]), node("o4")))
    browser.shows(ROWS, "starting")
    equal([text.split()[0] for text in browser.run(VISIBLE, ROWS)], ["o2", "o3", "o4"])
    equal(browser.run("return [document.activeElement.href, document.activeElement.closest('tr').innerText.includes('o3')]"),
          ["http://127.0.0.1:8101/console/", True])
    assert not is_shown(browser, ".nodes .badge.message"), "a node is marked that is not there"
    counts = browser.run("return [asked['/api/cluster'], asked['/v1/keysets']]")
    assert 2 <= counts[0] <= counts[1], counts
    # Another view needs no nodes.
    browser.view("live")
    before = browser.run("return asked['/api/cluster']")
    lists = browser.run("return asked['/metrics']")
    eventually(lambda: browser.run("return asked['/metrics']") >= lists + 4, "the metrics of eight seconds")
    equal(browser.run("return asked['/api/cluster']"), before)
    browser.faultless(console)


def test_server_without_cluster_has_one_line_and_no_table(console, browser):
    """a server without a cluster has one line and no table; a lost quorum, no nodes and a failed call say what is wrong"""
    browser.fake(PATH, report(node("o1"), cluster=None, quorum=True))
    browser.open(console.page, "server")
    browser.shows(".cluster > p", "not part of a cluster")
    assert is_shown(browser, ".cluster > p") and not is_shown(browser, CARD) and not is_shown(browser, ".nodes")
    browser.fake(PATH, report(node("o1", ready=False, reasons=["no quorum"]), quorum=False))
    refresh(browser)
    browser.shows(f"{CARD} [role=alert]", "no quorum")
    equal([is_shown(browser, ".cluster > p"), is_shown(browser, CARD)], [False, True])
    equal(browser.texts(f"{CARD} .card-head .badge"), ["no quorum"])
    for scheme in ("dark", "light"):
        browser.colours(scheme)
        browser.accessible(f"no quorum, {scheme}")
    browser.fake(PATH, report(quorum=True))
    refresh(browser)
    browser.shows(f"{CARD} .empty", "No nodes")
    equal([is_shown(browser, ".nodes"), is_shown(browser, f"{CARD} [role=alert]")], [False, False])
    browser.fake(PATH, report(node("o1"), node("o2")))
    refresh(browser)
    eventually(lambda: is_shown(browser, ".nodes"), "the table")
    browser.fake(PATH, {"error": "The nodes do not respond."}, 503)
    refresh(browser)
    browser.shows(f"{CARD} [role=alert]", "The nodes cannot be listed: The nodes do not respond. The last report is from")
    equal(len(browser.all(ROWS)), 2)
    browser.fake(PATH, None, 0)
    refresh(browser)
    browser.shows(f"{CARD} [role=alert]", "does not respond")
    browser.open(console.page, "server")
    browser.shows(f"{CARD} .empty", "The nodes cannot be listed")
    assert not is_shown(browser, ".nodes")
    browser.fake(PATH, report(*(node(f"o{number}") for number in range(1, 151))))
    refresh(browser)
    eventually(lambda: len(browser.all(ROWS)) == 100, "the first hundred")
    browser.shows(f"{CARD} p", "The first 100 of 150.")
    browser.faultless(console)


def test_two_real_nodes_on_nats():
    """two real nodes on NATS list each other, and a node that was killed is not ready or gone"""
    with Cluster(stored=(False, False), arguments=("--console",)) as cluster, Browser() as browser:
        first, second = cluster.nodes
        browser.open(first.addresses["console"], "server")
        browser.shows(".cluster h2", "Cluster test")
        browser.shows(f"{CARD} [role=status]", "2 nodes, 2 ready")
        equal(browser.texts(f"{CARD} .card-head .badge"), ["quorum"])
        equal([text.split()[0] for text in browser.run(VISIBLE, ROWS)], ["o0", "o1"])
        assert "o0 this node ready" in browser.run(VISIBLE, ROWS)[0]
        for number in range(20):
            second.publish("room", number)

        def positions():
            return [int(text.replace(",", "")) for text in browser.texts(f"{ROWS} td:nth-of-type(2)")]
        before = positions()
        eventually(lambda: min(positions()) >= max(before) + 5, "later positions of both")
        # The link of the other node opens its console, which marks that node.
        address = browser.run("return document.querySelector('.nodes a[href]').href")
        equal(address, second.addresses["console"])
        browser.open(address, "server")
        eventually(lambda: any("o1 this node ready" in text for text in browser.run(VISIBLE, ROWS)), "the mark of the other node")
        browser.open(first.addresses["console"], "server")
        browser.shows(f"{CARD} [role=status]", "2 nodes, 2 ready")
        second.kill()
        eventually(lambda: browser.text(f"{CARD} [role=status]") in ("2 nodes, 1 ready", "1 node, 1 ready"), "one ready node")
        equal(browser.run("return [checks.violations, checks.errors]"), [[], []])
