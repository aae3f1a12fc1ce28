"""Servers of a cluster on NATS JetStream, in processes that are killed; run by `make cluster`, or quickly with `quick` as the argument.

Everything runs in namespaces of its own, so that a check can cut machines off and fill a disk, and so that all processes end with it. On a
machine that allows none, the checks that need them say that they are not run.
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

INSIDE = "PUBNUB_CLUSTER_NAMESPACE"
NAMESPACES = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]

if INSIDE not in os.environ and "PUBNUB_CLUSTER_PLAIN" not in os.environ:
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    tried = subprocess.run(["unshare", *user, *NAMESPACES, "ip", "link", "add", "cluster", "type", "bridge"],
                           capture_output=True, text=True)
    if tried.returncode:
        print(f"cluster: without namespaces, which this machine does not allow: {tried.stderr.strip()}", flush=True)
        os.environ["PUBNUB_CLUSTER_PLAIN"] = "1"
    else:
        os.environ[INSIDE] = "1"
        os.execvp("unshare", ["unshare", *user, *NAMESPACES, sys.executable, *sys.argv])
if INSIDE in os.environ:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)

# First the check that waits for longest.
import start_checks  # noqa: E402, F401
import account_checks  # noqa: E402, F401
import article_checks  # noqa: E402, F401
import balancer_checks  # noqa: E402, F401
import chat_checks  # noqa: E402, F401
import clock_checks  # noqa: E402, F401
import exchange_checks  # noqa: E402, F401
import fault_checks  # noqa: E402, F401
import file_checks  # noqa: E402, F401
import lost_checks  # noqa: E402, F401
import node_checks  # noqa: E402, F401
import outbox_checks  # noqa: E402, F401
import partition_checks  # noqa: E402, F401
import quorum_checks  # noqa: E402, F401
from harness import CHECKS, run_all  # noqa: E402

# Several at a time, so without those that have more than one NATS server, which then elect another leader for want of time.
SLOW = (clock_checks.different_leaders, fault_checks.full_replica, fault_checks.killed_nats_servers,
        fault_checks.stopped_leader)
if sys.argv[1:] == ["quick"]:
    CHECKS[:] = [entry for entry in CHECKS if entry[1] not in SLOW]
    sys.exit(run_all())

import isolation_checks  # noqa: E402, F401
import replica_checks  # noqa: E402, F401
import snapshot_checks  # noqa: E402, F401
import figures  # noqa: E402

# One at a time: each has up to seven servers, and the networks have fixed names.
status = run_all(sys.argv[1] if len(sys.argv) > 1 else None, jobs=1)
if len(sys.argv) == 1:
    figures.report()
sys.exit(status)
