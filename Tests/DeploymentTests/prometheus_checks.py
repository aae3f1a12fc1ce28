"""Prometheus with the examples of Deployment/, and the queries of the dashboard."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse

from running import PATIENCE, ROOT, equal
from serving import RECIPES, Program, Server, fetch, publish, reached

PROMETHEUS = "http://127.0.0.1:9090"


def query(text):
    """The values that a query has now, or the error."""
    status, body = fetch(f"{PROMETHEUS}/api/v1/query?" + urllib.parse.urlencode({"query": text}))
    assert status == 200, (text, body)
    return [float(series["value"][1]) for series in json.loads(body)["data"]["result"]]


def test_rules_and_scrape_file_are_valid():
    """the rules and the scrape file are valid"""
    for kind, name in (("config", "prometheus.yml"), ("rules", "pubnub.rules.yml")):
        finished = subprocess.run(["promtool", "check", kind, str(RECIPES / "prometheus" / name)], capture_output=True,
                                  text=True, timeout=PATIENCE)
        equal((name, finished.returncode), (name, 0))


def test_each_alert_fires_for_its_cause_and_not_for_healthy_server():
    """each alert fires for its cause and not for a healthy server, and has a severity and a section of the runbook"""
    with tempfile.TemporaryDirectory() as folder:
        for source in (RECIPES / "prometheus" / "pubnub.rules.yml", pathlib.Path(__file__).with_name("alerts.test.yml")):
            shutil.copy(source, folder)
        finished = subprocess.run(["promtool", "test", "rules", f"{folder}/alerts.test.yml"], capture_output=True,
                                  text=True, timeout=PATIENCE)
        equal((finished.returncode, finished.stderr), (0, ""))
    rules = (RECIPES / "prometheus" / "pubnub.rules.yml").read_text(encoding="utf-8")
    alerts = re.findall(r"- alert: (\w+)\n", rules)
    assert len(alerts) >= 19, alerts
    tested = pathlib.Path(__file__).with_name("alerts.test.yml").read_text(encoding="utf-8")
    sections = re.findall(r"^### (\w+)$", (ROOT / "Documentation" / "Alerts.md").read_text(encoding="utf-8"), re.M)
    equal(sorted(sections), sorted(alerts))
    for rule in rules.split("- alert: ")[1:]:
        name = rule.split("\n")[0]
        assert re.search(r"severity: (critical|warning)}", rule), name
        assert f'runbook: "Alerts.md#{name.lower()}"' in rule, name
        assert f'alertname="{name}"' in tested, name


def test_alerts_and_dashboard_name_only_metrics_that_exist():
    """the alerts and the dashboard name only metrics that the server has"""
    texts = [(RECIPES / name).read_text(encoding="utf-8") for name in ("prometheus/pubnub.rules.yml", "grafana/pubnub.json")]
    names = set(re.findall(r"\bpubnub_[a-z_]+", "".join(texts)))
    assert len(names) >= 25, names
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "Sources" / "PubNubOriginServer").rglob("*.swift"))
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in names}
    equal(sorted(name for name in families if f'"{name}"' not in sources), [])


def test_promtool_accepts_metrics():
    """promtool check metrics finds nothing wrong with what Prometheus collects"""
    with Server(8080) as server:
        equal(publish(server.address, "c", "1"), 200)
        equal(fetch(f"{server.address}/v2/history/sub-key/demo/channel/c")[0], 200)
        fetch(server.address + "/nowhere")
        status, metrics = fetch(server.admin + "/metrics")
        equal(status, 200)
        assert "pubnub_publishes_total 1\n" in metrics, metrics
        finished = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True,
                                  timeout=PATIENCE)
        equal((finished.returncode, finished.stdout, finished.stderr), (0, "", ""))


def test_prometheus_collects_metrics_of_server():
    """Prometheus collects the metrics of a server, and every query of the dashboard is valid"""
    with tempfile.TemporaryDirectory() as folder, Server(8080) as server:
        for number in range(3):
            equal(publish(server.address, "c", str(number)), 200)
        with Program("prometheus", f"--config.file={RECIPES}/prometheus/prometheus.yml", f"--storage.tsdb.path={folder}",
                     "--web.listen-address=127.0.0.1:9090"):
            reached(lambda: fetch(PROMETHEUS + "/-/ready")[0] == 200, "Prometheus being ready")
            reached(lambda: query('up{job="pubnub"}') == [1.0], "the first scrape")
            equal(query("pubnub_publishes_total"), [3.0])
            equal(query('pubnub_requests_total{route="publish",status="200"}'), [3.0])
            dashboard = json.loads((RECIPES / "grafana" / "pubnub.json").read_text(encoding="utf-8"))
            queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
            assert len(queries) >= 18, len(queries)
            for text in queries:
                for name, value in (("$__rate_interval", "1m"), ("$__range", "1h"), ("$instance", ".*")):
                    text = text.replace(name, value)
                query(text)
