"""The recipes in Deployment/, tried: the Debian package under a supervisor, HAProxy and nginx in front of servers, Prometheus.

Everything runs in a network namespace and a mount namespace of its own, so that the recipes can have their usual ports, and so that
installing a package changes nothing on this machine. That needs the rights of root; without them nothing is tried, and a line says so.
"""

import isolating
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    reason = isolating.enter(config, "true", as_root=True)
    if reason:
        print(f"deployment: not tried, this machine allows no namespaces: {reason}")
        return pytest.ExitCode.OK


def pytest_xdist_auto_num_workers():
    """One at a time: the recipes have fixed ports."""
    return 0
