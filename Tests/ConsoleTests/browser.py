"""The console in a browser, and the server that serves it."""

import json
import urllib.error
import urllib.parse
import urllib.request

from accessibility import CONTRAST, DISORDER, UNNAMED
from chromium import Chromium, Keys, eventually
from running import KEYS, PATIENCE, ROOT, Process, equal

__all__ = ["Browser", "Console", "Keys", "Sample", "VIEWS", "eventually", "fetch", "quoted"]

# Responds to some paths instead of the server, and counts the requests for every path. Runs in each document before its own scripts.
FAKES = """
window.fakes ??= {};
window.asked = {};
const fetchFromServer = window.fetch;
window.fetch = (resource, options) => {
    const path = new URL(resource, location.href).pathname;
    asked[path] = (asked[path] ?? 0) + 1;
    if (!(path in fakes)) return fetchFromServer(resource, options);
    const {status, body} = fakes[path];
    return status === 0 ? Promise.reject(new TypeError('no connection')) : Promise.resolve(new Response(JSON.stringify(body), {status}));
};
"""

VIEWS = ["live", "publish", "presence", "history", "files", "registry", "context", "access", "server", "faults", "code"]


def quoted(value):
    """A value as JSON for a path or a query."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return urllib.parse.quote(text, safe="")


class Console(Process):
    """`pubnub origin --console`, on free ports unless they are named; `address`, `admin` and `page` are known once it is ready."""

    def __init__(self, *arguments, mode="--console", keys=KEYS, environment=None, port="0", admin_port="0"):
        super().__init__("origin", "--port", port, "--admin-port", admin_port, mode, "--json", *keys, *arguments, environment=environment)
        found = self.object()["result"]
        self.address, self.admin, self.page = found["origin"], found["admin"], found["console"]

    def get(self, path):
        """The status and the JSON of a GET request to the public port."""
        return fetch(self.address + path)

    def api(self, path, method="GET", body=None, headers=None):
        """The status and the JSON of a call of the admin port."""
        return fetch(self.admin + path, method, body, headers)

    def publish(self, channel, message, user="publisher", query=""):
        status, body = self.get(f"/publish/demo-pub/demo-sub/0/{urllib.parse.quote(channel, safe='')}/0/{quoted(message)}"
                                f"?uuid={urllib.parse.quote(user, safe='')}{query}")
        equal(status, 200)
        return body[2]


class Sample(Process):
    """The program of Samples/Console on free ports."""

    def __init__(self):
        super().__init__("--any-port", binary=str(ROOT / ".build" / "debug" / "Console"))
        self.page = self.line().removeprefix("console ")
        self.admin = self.page.removesuffix("/console/")
        self.address = self.line().split()[1]


def fetch(url, method="GET", body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={
        **({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, json.loads(response.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")


class Browser(Chromium):
    """A browser with the console."""

    has_fakes = False

    def open(self, url, view=None):
        self.driver.get("about:blank")
        self.logs()
        self.driver.get(url + (f"#{view}" if view else ""))
        self.wait(".view h1" if view != "none" else "body")

    def fake(self, path, body, status=200):
        """Responds to the page with a JSON value instead of the server, in this document and in later ones; status 0 is a broken connection."""
        script = f"(window.fakes ??= {{}})[{json.dumps(path)}] = {json.dumps({'status': status, 'body': body})};"
        if not self.has_fakes:
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"{{ {FAKES} }}"})
            self.has_fakes = True
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.run(script)

    def view(self, name):
        """Goes to a view."""
        self.run("location.hash = arguments[0]", f"#{name}")
        title = {"context": "App Context", "code": "All calls"}.get(name.split("?")[0], name.split("?")[0].title())
        eventually(lambda: self.text(".view h1") == title, f"the view {name}")

    def subscribe(self, *channels):
        """Subscribes the view Live to channels, and waits until the server knows."""
        self.begin_to_subscribe(*channels)
        self.shows("#status", "Connected")

    def begin_to_subscribe(self, *channels):
        self.view("live")
        self.set("[name='channels']", ", ".join(channels))
        self.button("Subscribe")

    def accessible(self, state):
        """Checks that each text has the contrast of AA, that each control has a name, and that the order of focus is that of the screen.

        Returns the number of texts."""
        found = self.run(CONTRAST)
        equal((state, found["wrong"], self.run(UNNAMED), self.run(DISORDER)), (state, [], [], []))
        return found["count"]

    def faultless(self, console, network=False):
        """Checks that the page made no error and no request to elsewhere. With `network`, requests may have failed."""
        super().faultless(console.admin, console.address, network=network)
