"""Shorthands for running `pubnub` against an origin."""

from harness import KEYS, PATIENCE, Process, pubnub

NESTED = {"actions", "state", "groups", "namespaces", "push", "users", "channels", "memberships", "members"}
# The commands that make no request, or for which the time given is how long they run.
TIMELESS = {"encrypt", "decrypt", "push-payload", "subscribe"}


def words(name, *arguments):
    """The words that name a subcommand, and the rest."""
    count = 1 if name in NESTED else 0
    return [name, *arguments[:count]], arguments[count:]


def patience(name, arguments):
    """The flag that lets a request of this subcommand take as long as a check waits."""
    return [] if name in TIMELESS or "--timeout" in arguments else ["--timeout", f"{PATIENCE:.0f}"]


def at(origin, name, *arguments, **options):
    """Runs a subcommand to its end against this origin, with its keys."""
    names, rest = words(name, *arguments)
    return pubnub(*names, "--origin", origin.address, *KEYS, "--json", *patience(name, rest), *rest, **options)


def people(origin, name, *arguments, **options):
    """The same without --json."""
    names, rest = words(name, *arguments)
    return pubnub(*names, "--origin", origin.address, *KEYS, *patience(name, rest), *rest, **options)


def subscribed(origin, *arguments, **options):
    """A running `pubnub subscribe`, returned once it is subscribed."""
    process = Process("subscribe", *arguments, "--origin", origin.address, *KEYS, "--json", **options)
    process.until(lambda event: event.get("state") == "subscribed")
    return process


def tokens(*found):
    """Checks that these are timetokens as the command prints them."""
    for token in found:
        assert isinstance(token, str) and len(token) == 17 and token.isdigit(), token
