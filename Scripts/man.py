#!/usr/bin/env python3
"""Writes the manual page of `pubnub` from the command's own description of itself.

Usage: man.py BINARY >pubnub.1
"""

import json
import re
import subprocess
import sys

# The topics of `pubnub help TOPIC`, which are sections of the page.
TOPICS = {"output": "OUTPUT", "formats": "FORMATS OF EVENTS", "times": "MOMENTS AND DURATIONS", "contexts": "CONTEXTS",
          "environment": "ENVIRONMENT", "server": "SERVER", "status": "EXIT STATUS"}


def escaped(text):
    """Text escaped for roff: backslashes, hyphens and leading control characters."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace('"', "\\(dq")
    text = "".join(character if ord(character) < 128 else f"\\[u{ord(character):04X}]" for character in text)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def shown(command):
    """The visible subcommands of a command."""
    return [found for found in command.get("subcommands", [])
            if found["commandName"] != "help" and found.get("shouldDisplay", True)]


def arguments(command):
    return [found for found in command.get("arguments", []) if found.get("shouldDisplay", True)]


def spelled(argument):
    """An option with its value, or the name of a positional argument."""
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
    return names if argument["kind"] == "flag" else f"{names} {value}"


def synopsis(names, command):
    parts = [f"\\fB{escaped(' '.join(names))}\\fR"]
    if any(argument["kind"] != "positional" for argument in arguments(command)):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments(command):
        if argument["kind"] == "positional":
            part = spelled(argument) + ("\\ ..." if argument["isRepeating"] else "")
            parts.append(f"[{part}]" if argument["isOptional"] else part)
    if shown(command):
        parts.append("\\fIsubcommand\\fR")
    return " ".join(parts)


def prose(text):
    """The paragraphs of a discussion; indented lines are examples or tables and stay unchanged."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith("  "):
            lines += [".PP", ".RS 4", ".nf", *[escaped(line[2:]) for line in block.split("\n")], ".fi", ".RE"]
        else:
            lines += [".PP", escaped(" ".join(block.split()))]
    return lines


def sections(text):
    """A discussion as (heading, text) pairs; a heading is a line of capitals with a colon."""
    parts = re.split(r"^([A-Z][A-Z ]+):\n", text, flags=re.MULTILINE)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2])]


def entries(found):
    lines = []
    for argument in found:
        text = argument.get("abstract", "")
        if argument.get("allValues"):
            text += f" One of {', '.join(argument['allValues'])}."
        if argument.get("defaultValue"):
            text += f" Default: {argument['defaultValue']}."
        lines += [".TP", spelled(argument), escaped(text)]
    return lines


def common(command):
    """The options that almost every subcommand has: described once, by their names."""
    def leaves(found):
        below = shown(found)
        return [leaf for sub in below for leaf in leaves(sub)] if below else [found]
    counts = {}
    every = leaves(command)
    for leaf in every:
        for argument in arguments(leaf):
            if argument["kind"] != "positional":
                counts.setdefault(spelled(argument), [0, argument])[0] += 1
    return {name: argument for name, (count, argument) in counts.items() if count > len(every) // 2}


def subcommand(names, command, shared):
    lines = [".SS " + escaped(" ".join(names)), synopsis(names, command), ".PP", escaped(command["abstract"])]
    lines += prose(command.get("discussion", ""))
    lines += entries([found for found in arguments(command) if spelled(found) not in shared])
    for found in shown(command):
        lines += subcommand([*names, found["commandName"]], found, shared)
    return lines


def page(command):
    name = command["commandName"]
    first, *others = sections(command.get("discussion", ""))
    shared = common(command)
    lines = [f".TH {name.upper()} 1", ".SH NAME", f"{name} \\- {escaped(lower(command['abstract']))}", ".SH SYNOPSIS"]
    lines += [synopsis([name], command), ".SH DESCRIPTION", *prose(first[1])[1:]]
    lines += [".SH OPTIONS", "These go with almost every subcommand.", *entries(shared.values()), ".SH SUBCOMMANDS"]
    for found in shown(command):
        lines += subcommand([name, found["commandName"]], found, shared)
    for heading, text in others:
        lines += [f".SH {heading}", *prose(text)[1:]]
    for topic in TOPICS:
        text = subprocess.run([sys.argv[1], "help", topic], capture_output=True, text=True, check=True).stdout
        lines += [f".SH {TOPICS[topic]}", *prose(text)[1:]]
    return "\n".join(lines) + "\n"


def lower(abstract):
    """An abstract in the form of the NAME section."""
    return abstract[:1].lower() + abstract[1:].rstrip(".")


description = subprocess.run([sys.argv[1], "--experimental-dump-help"], capture_output=True, text=True, check=True)
sys.stdout.write(page(json.loads(description.stdout)["command"]))
