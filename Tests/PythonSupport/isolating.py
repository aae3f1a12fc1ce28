"""Running pytest again in namespaces of its own, with which all processes that it starts end."""

import os
import subprocess
import sys

# In the environment of a run inside.
INSIDE = "PUBNUB_CHECKS_NAMESPACE"
NAMESPACES = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")


def is_inside():
    return INSIDE in os.environ


def enter(config, *tried, as_root=False):
    """Replaces this process by pytest with the same arguments in new namespaces, and returns inside with an empty string.

    `tried` is a command that has to succeed in such namespaces; otherwise the result is the reason why it does not. With `as_root`, the
    rights of root in a namespace of users do not suffice.
    """
    if is_inside() or config.option.collectonly:
        return ""
    isolated = ["unshare", *([] if as_root or os.geteuid() == 0 else ["--user", "--map-root-user"]), *NAMESPACES]
    found = subprocess.run([*isolated, *tried], capture_output=True, text=True)
    if found.returncode:
        return found.stderr.strip()
    os.environ[INSIDE] = "1"
    sys.stdout.flush()
    os.execvp("unshare", [*isolated, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, "-m", "pytest",
                          *config.invocation_params.args])
