"""The search of every output of the command for secrets that it was given."""

import collections
import queue
import re
import urllib.parse

SECRET_FLAGS = {"--secret-key", "--cipher-key", "--auth-key"}
SECRET_VARIABLES = {"PUBNUB_SECRET_KEY", "PUBNUB_CIPHER_KEY", "PUBNUB_AUTH_KEY"}
SHORTEST_SECRET = 6
# How many outputs were searched, and how many times for a secret.
SEARCHED = collections.Counter()
_FOUND = queue.SimpleQueue()


def secrets_in(arguments, environment=None):
    """The secrets that a command is given; those that are too short to be distinctive are left out."""
    arguments = [str(argument) for argument in arguments]
    found = [value for name, value in zip(arguments, arguments[1:]) if name in SECRET_FLAGS]
    found += [argument.split("=", 1)[1] for argument in arguments if argument.split("=", 1)[0] in SECRET_FLAGS
              and "=" in argument]
    found += [value for name, value in (environment or {}).items() if name in SECRET_VARIABLES]
    if arguments[:1] == ["push"]:
        found += [argument for argument in arguments[2:] if re.fullmatch("[0-9a-fA-F]{16,}", argument)]
    if arguments[:1] == ["token"]:
        found += [argument for argument in arguments[2:] if re.fullmatch("[qp][0-9A-Za-z_-]{40,}=*", argument)]
    return {secret for secret in found if len(secret) >= SHORTEST_SECRET}


def leak(text, secrets):
    """The first line of the text with a secret, plain or escaped, with all secrets masked; None if there is none."""
    forms = {form for secret in secrets for form in (secret, urllib.parse.quote(secret, safe=""))}
    if not forms:
        return None
    # The longest first, so that no part of one is left.
    pattern = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    for line in text.splitlines():
        masked = re.sub(pattern, "<<here>>", line, flags=re.IGNORECASE)
        if masked != line:
            return masked
    return None


def search(text, secrets, command):
    """Searches an output; a secret in it fails the check that runs, and the run."""
    SEARCHED["outputs"] += 1
    SEARCHED["secrets"] += len(secrets)
    found = leak(text, secrets)
    if found is not None:
        _FOUND.put(f"pubnub {command} shows a secret: {found}")


def taken():
    """A line for each secret that was found since the last call."""
    return [_FOUND.get() for _ in range(_FOUND.qsize())]
