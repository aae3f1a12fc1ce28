"""Prometheus with the examples of Deployment/, and the queries of the dashboard."""

import json
import subprocess
import tempfile
import urllib.parse

from harness import PATIENCE, check, equal
from serving import RECIPES, Program, Server, fetch, publish, reached

PROMETHEUS = "http://127.0.0.1:9090"


def query(text):
    """The values that a query has now, or the error."""
    status, body = fetch(f"{PROMETHEUS}/api/v1/query?" + urllib.parse.urlencode({"query": text}))
    assert status == 200, (text, body)
    return [float(series["value"][1]) for series in json.loads(body)["data"]["result"]]


@check("the rules and the scrape file are valid")
def _():
    for kind, name in (("config", "prometheus.yml"), ("rules", "pubnub.rules.yml")):
        finished = subprocess.run(["promtool", "check", kind, str(RECIPES / "prometheus" / name)], capture_output=True,
                                  text=True, timeout=PATIENCE)
        equal((name, finished.returncode), (name, 0))


@check("promtool check metrics finds nothing wrong with what Prometheus collects")
def _():
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


@check("Prometheus collects the metrics of a server, and every query of the dashboard is valid")
def _():
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
