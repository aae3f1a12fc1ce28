"""Shorthands for running `pubnub` against an origin."""

from running import KEYS, Process, pubnub

NESTED = {"actions", "files", "state", "groups", "namespaces", "push", "users", "channels", "memberships", "members",
          "token"}


def words(name, *arguments):
    """The words that name a subcommand, and the rest."""
    count = 1 if name in NESTED or (name, *arguments[:1]) == ("history", "delete") else 0
    return [name, *arguments[:count]], arguments[count:]


def at(origin, name, *arguments, **options):
    """Runs a subcommand to its end against this origin, with its keys."""
    names, rest = words(name, *arguments)
    return pubnub(*names, "--origin", origin.address, *KEYS, "--json", *rest, **options)


def people(origin, name, *arguments, **options):
    """The same without --json."""
    names, rest = words(name, *arguments)
    return pubnub(*names, "--origin", origin.address, *KEYS, *rest, **options)


def subscribed(origin, *arguments, **options):
    """Starts `pubnub subscribe`, and returns once it is subscribed."""
    process = Process("subscribe", *arguments, "--origin", origin.address, *KEYS, "--json", **options)
    process.until(lambda event: event.get("state") == "subscribed")
    return process


def tokens(*found):
    """Checks that these are timetokens as the command prints them."""
    for token in found:
        assert isinstance(token, str) and len(token) == 17 and token.isdigit(), token
