"""The recipes in Deployment/, tried: the Debian package under a supervisor, HAProxy and nginx in front of servers, Prometheus.

Everything runs in a network namespace and a mount namespace of its own, so that the recipes can have their usual ports, and so that
installing a package changes nothing on this machine. That needs the rights of root; without them nothing is tried, and a line says so.
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

INSIDE = "PUBNUB_DEPLOYMENT_NAMESPACE"

if INSIDE not in os.environ:
    tried = subprocess.run(["unshare", "--mount", "--net", "true"], capture_output=True, text=True)
    if tried.returncode:
        print(f"deployment: not tried, this machine allows no namespaces: {tried.stderr.strip()}")
        sys.exit(0)
    os.environ[INSIDE] = "1"
    os.execvp("unshare", ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable,
                          *sys.argv])
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)

import deb_checks  # noqa: E402, F401
import prometheus_checks  # noqa: E402, F401
import proxy_server_checks  # noqa: E402, F401
from harness import run_all  # noqa: E402

# One at a time: the recipes have fixed ports.
sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None, jobs=1))
