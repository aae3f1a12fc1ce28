"""Headless Chromium, and what checks of pages ask of it."""

import json

from running import PATIENCE, equal, eventually
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

__all__ = ["Chromium", "Keys", "eventually"]

# Runs in each document before its own scripts.
OBSERVER = """
window.checks = {violations: [], errors: [], longTasks: [], hacked: []};
window.hacked = (what) => checks.hacked.push(what);
addEventListener('securitypolicyviolation', (event) => checks.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
addEventListener('error', (event) => checks.errors.push(String(event.message)));
addEventListener('unhandledrejection', (event) => checks.errors.push(String(event.reason)));
new PerformanceObserver((list) => { for (const entry of list.getEntries()) checks.longTasks.push(Math.round(entry.duration)); })
    .observe({entryTypes: ['longtask']});
"""


class Chromium:
    """Headless Chromium. It makes no connection of its own to anywhere."""

    def __init__(self, width=1280, height=860):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-default-apps", "--hide-scrollbars",
                     "--force-color-profile=srgb", "--lang=en-US", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVER})
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def colours(self, scheme):
        """Lets the system prefer light or dark colours."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        self.driver.set_script_timeout(PATIENCE)
        return self.driver.execute_async_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, selector, patience=PATIENCE):
        """The first element of a selector that is displayed."""
        def find():
            try:
                return next((element for element in self.all(selector) if element.is_displayed()), None)
            except StaleElementReferenceException:
                return None
        return eventually(find, f"an element {selector}", patience)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def texts(self, selector):
        return self.run("return Array.from(document.querySelectorAll(arguments[0]), (element) => element.textContent)", selector)

    def shows(self, selector, text, patience=PATIENCE):
        """Waits until an element of a selector contains a text."""
        eventually(lambda: any(text in found for found in self.texts(selector)), f"{text!r} in {selector}", patience)

    def fill(self, selector, value):
        """Replaces the text of a control, as typing does."""
        element = self.wait(selector)
        element.clear()
        element.send_keys(value)

    def set(self, selector, value):
        """Sets the value of a control at once; for characters that a driver cannot type."""
        self.wait(selector)
        self.run("""const element = document.querySelector(arguments[0]); element.value = arguments[1];
            element.dispatchEvent(new Event('input', {bubbles: true})); element.dispatchEvent(new Event('change', {bubbles: true}));""",
                 selector, value)

    def click(self, selector):
        self.wait(selector)
        self.run("const element = document.querySelector(arguments[0]); element.scrollIntoView({block: 'center'}); element.click()", selector)

    def button(self, label, scope="body"):
        """Presses the button with a text."""
        def press():
            return self.run("""const found = Array.from(document.querySelectorAll(`${arguments[1]} button`))
                .find((button) => button.textContent.trim() === arguments[0] && !button.disabled && button.offsetParent !== null);
                found?.click(); return Boolean(found)""", label, scope)
        eventually(press, f"a button {label!r}")

    def logs(self):
        """The entries of the browser's log since the last call."""
        return self.driver.get_log("browser")

    def requests(self):
        """The URLs that were requested since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]

    def faultless(self, *addresses, network=False):
        """Checks that the page made no error and no request to elsewhere. With `network`, requests may have failed."""
        found = self.run("return window.checks")
        equal([found["violations"], found["errors"], found["hacked"]], [[], [], []])
        entries = [entry for entry in self.logs() if entry["level"] == "SEVERE" and not (network and entry["source"] == "network")]
        equal(entries, [])
        allowed = (*(address + "/" for address in addresses), *("blob:" + address for address in addresses), "about:", "data:")
        equal([url for url in self.requests() if not url.startswith(allowed)], [])
