"""The command's own description: a list of its subcommands with their arguments."""

import functools
import json

from running import pubnub


class Command:
    """A command or a subcommand; `parts` are the words that name it after `pubnub`."""

    def __init__(self, found, parts):
        self.parts = parts
        self.name = " ".join(parts)
        self.abstract = found.get("abstract", "")
        self.discussion = found.get("discussion", "")
        self.arguments = [argument for argument in found.get("arguments", []) if argument["shouldDisplay"]]


@functools.cache
def commands():
    """Every command, each before its subcommands."""
    found = []

    def add(command, parts):
        found.append(Command(command, parts))
        for subcommand in command.get("subcommands", []):
            if subcommand["commandName"] != "help":
                add(subcommand, [*parts, subcommand["commandName"]])
    add(json.loads(pubnub("--experimental-dump-help").output)["command"], [])
    return found
