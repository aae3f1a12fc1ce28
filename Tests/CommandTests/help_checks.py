"""--help: that every command says what it does and shows how, and that what it shows works."""

import os
import pathlib
import shlex
import subprocess
import tempfile

from commands import commands
from running import BINARY, PATIENCE, ROOT, Origin, Process, clean_environment, equal, pubnub

# What a reader who has followed the help so far has in the environment.
READER = {"PUBNUB_PUBLISH_KEY": "demo", "PUBNUB_SUBSCRIBE_KEY": "demo", "PUBNUB_SECRET_KEY": "sec-c-demo",
          "TOKEN": "0123456789abcdef" * 4}
SETTINGS = ["PUBNUB_ORIGIN", "PUBNUB_PUBLISH_KEY", "PUBNUB_SUBSCRIBE_KEY", "PUBNUB_SECRET_KEY", "PUBNUB_CIPHER_KEY",
            "PUBNUB_AUTH_KEY", "PUBNUB_UUID", "PUBNUB_PROXY"]


class Example:
    """A line of a help text that runs `pubnub`, taken apart as a shell would."""

    def __init__(self, line, environment):
        self.line = line
        tokens = shlex.split(line)
        if "|" in tokens:
            pipe = tokens.index("|")
            tokens = tokens[pipe + 1:] if "pubnub" in tokens[pipe:] else tokens[:pipe]
        self.environment = dict(environment)
        while "=" in tokens[0]:
            name, value = tokens.pop(0).split("=", 1)
            self.environment[name] = value
        equal(tokens[0], "pubnub")
        self.arguments = [self.environment.get(token[1:], token) if token.startswith("$") else token
                          for token in tokens[1:]]

    @property
    def subject(self):
        return self.arguments[0]

    def run(self):
        return pubnub(*self.arguments, environment=self.environment)


def examples(command):
    """The lines of a command's help that are to be pasted into a shell."""
    lines = [line.strip() for line in command.discussion.splitlines() if line.startswith("  ")]
    return [line for line in lines if "pubnub " in line]


def test_every_command_has_abstract_discussion_and_example():
    """--help: every command has an abstract, a discussion and an example of itself"""
    for command in commands():
        assert command.abstract.endswith("."), command.name
        own = [line for line in examples(command) if f"pubnub {command.name}" in line or not command.parts]
        assert own, f"{command.name}: no example in\n{command.discussion}"


def test_every_argument_option_and_flag_is_explained():
    """--help: every argument, option and flag is explained"""
    for command in commands():
        for argument in command.arguments:
            assert argument.get("abstract", "").strip().endswith("."), (command.name, argument)


def test_whole_text_fits_terminal_of_80_columns():
    """--help: the whole text fits a terminal of 80 columns, examples unbroken"""
    for command in commands():
        text = pubnub(*command.parts, "--help", environment={"COLUMNS": "80"}).output
        for line in text.splitlines():
            assert len(line) <= 80 or "pubnub" in line, (command.name, line)
        for example in examples(command):
            assert example in text, (command.name, example)


def test_help_environment_and_help_status_list_every_variable():
    """help environment and help status list every variable that is read, and the exit statuses"""
    text = pubnub("help", "environment").output
    for name in SETTINGS:
        assert name in text, name
    lines = pubnub("help", "status").output.splitlines()
    equal([line.split()[0] for line in lines], ["0", "1", "64", "78"])


def test_every_example_works_one_after_other_against_origin():
    """--help: every example works, one after the other, against an origin"""
    with tempfile.TemporaryDirectory() as directory, Origin("--admin-port", "0", keys=[]) as origin:
        reader = {**READER, "PUBNUB_ORIGIN": origin.address, "XDG_CONFIG_HOME": directory}
        # The group that several examples listen to.
        equal(pubnub("groups", "add", "friends", "ann", environment=reader).status, 0)
        # The app that an example ports.
        (pathlib.Path(directory) / "Sources").mkdir()
        (pathlib.Path(directory) / "Sources" / "Chat.swift").write_text("PubNub.subscribeOnChannel(room)\n")
        before = os.getcwd()
        os.chdir(directory)
        try:
            for command in commands():
                for line in examples(command) if command.parts[:1] != ["token"] else []:
                    # The checks of a cluster start servers of NATS, and servers with these flags.
                    if not line.startswith("export ") and "--nats" not in line:
                        # Port 8080 may belong to another program.
                        line = line.replace("http://127.0.0.1:8080", origin.address)
                        # A context with --local is saved and not connected to; the environment has precedence over it.
                        line = line if line.startswith("pubnub context") else line.replace(" --local", "")
                        line = line.replace("http://127.0.0.1:8081", origin.admin)
                        works(Example(present(line, reader), reader))
        finally:
            os.chdir(before)


def test_every_example_works_in_shell():
    """token --help: every example works in a shell, against an origin with the access manager"""
    keys = ["--publish-key", "demo", "--subscribe-key", "demo", "--access-manager"]
    secret = {"PUBNUB_SECRET_KEY": READER["PUBNUB_SECRET_KEY"]}
    with tempfile.TemporaryDirectory() as directory, Origin(keys=keys, environment=secret) as origin:
        reader = {**READER, "PUBNUB_ORIGIN": origin.address, "XDG_CONFIG_HOME": directory,
                  "PATH": f"{pathlib.Path(BINARY).parent}:{os.environ['PATH']}"}
        for command in [command for command in commands() if command.parts[:1] == ["token"]]:
            granted = pubnub("token", "grant", "--ttl", "1h", "--channel", "lobby=read", environment=reader)
            equal((granted.status, granted.errors), (0, ""))
            reader["TOKEN"] = granted.output.strip()
            # The examples of a command are one script, as a later one uses what an earlier one has set.
            script = "\n".join(examples(command))
            finished = subprocess.run(["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True,
                                      timeout=PATIENCE, env=clean_environment(reader), stdin=subprocess.DEVNULL)
            equal((script, finished.returncode, finished.stderr), (script, 0, ""))


def present(line, reader):
    """The example; where it removes an action or names a file, one that is there."""
    if line.startswith("pubnub files"):
        return with_file(line, reader)
    if not line.startswith("pubnub actions remove"):
        return line
    added = pubnub("actions", "add", "chat", "16000000000000000", "example", "removed", "--uuid", "ann", "--json",
                   environment=reader).result
    return line.replace("16000000000000001", added["actionTimetoken"])


def with_file(line, reader):
    """The example, with a file to send, or with one of the channel in place of the identifier that it shows."""
    words = shlex.split(line)
    if words[2] == "send":
        if words[4] != "-":
            pathlib.Path(words[4]).write_text("content")
        return line
    if words[2] == "list":
        return line
    name = words[5]
    pathlib.Path(name).unlink(missing_ok=True)
    sent = pubnub("files", "send", words[3], "-", "--name", name, "--json", input="content", environment=reader).result
    return line.replace(words[4], sent["id"])


def works(example):
    if example.subject == "origin" and "backup" not in example.arguments:
        # The port of the example may be taken.
        with Process(*example.arguments, "--port", "0", environment=example.environment) as process:
            assert "127.0.0.1" in process.line(), example.line
            process.signal(15)
            equal((example.line, process.wait()), (example.line, 0))
        return
    if example.subject == "subscribe":
        # Ended as soon as it is subscribed, since no events will come.
        with Process(*example.arguments, environment=example.environment, errors=subprocess.STDOUT) as process:
            while "subscribed" not in (line := process.line()):
                assert line is not None, example.line
            process.signal(15)
            equal((example.line, process.wait()), (example.line, 0))
        return
    # What would run for long is cut short.
    example.arguments += {"bench": ["--duration", "100ms"], "ping": ["--count", "2"]}.get(example.subject, [])
    outcome = example.run()
    equal((example.line, outcome.status, outcome.errors if outcome.status else ""), (example.line, 0, ""))


def test_completion_scripts_are_valid_for_bash():
    """completion scripts are valid for bash, zsh and fish, and offer subcommands, flags and values"""
    scripts = {shell: pubnub(f"--generate-completion-script={shell}").output for shell in ("bash", "zsh", "fish")}
    with tempfile.TemporaryDirectory() as directory:
        for shell, text in scripts.items():
            for command in commands():
                assert all(part in text for part in command.parts), (shell, command.name)
            for value in ("trace", "critical", "apns", "fcm"):
                assert value in text, (shell, value)
            file = pathlib.Path(directory) / f"pubnub.{shell}"
            file.write_text(text)
            if subprocess.run(["which", shell], capture_output=True).returncode == 0:
                parsed = subprocess.run([shell, "-n", str(file)], capture_output=True, text=True, timeout=PATIENCE)
                equal((shell, parsed.returncode, parsed.stderr), (shell, 0, ""))

        def offered(*words):
            """What bash offers for the last word."""
            script = f"""
                source {shlex.quote(str(pathlib.Path(directory) / "pubnub.bash"))}
                COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}
                COMP_LINE={shlex.quote(" ".join(words))}; COMP_POINT=${{#COMP_LINE}}
                _pubnub pubnub "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}" 2>/dev/null
                printf '%s\\n' "${{COMPREPLY[@]}}" """
            found = subprocess.run(["bash", "--norc", "-O", "extglob", "-c", script], capture_output=True, text=True,
                                   timeout=PATIENCE, cwd=directory, env=clean_environment())
            return found.stdout.split()
        assert {"publish", "subscribe", "origin"} <= set(offered("pubnub", "")), offered("pubnub", "")
        equal(offered("pubnub", "his"), ["history"])
        equal(sorted(offered("pubnub", "groups", "")), sorted(["-h", "--help", "--version", "list", "channels", "add", "remove", "delete"]))
        equal(offered("pubnub", "time", "--log", "tr"), ["trace"])
        equal(sorted(offered("pubnub", "push", "list", "--type", "")), ["apns", "fcm"])
        assert "--no-store" in offered("pubnub", "publish", "--no"), offered("pubnub", "publish", "--no")
        (pathlib.Path(directory) / "settings.json").write_text("{}")
        (pathlib.Path(directory) / "settings.txt").write_text("")
        equal(offered("pubnub", "time", "--config", "sett"), ["settings.json"])


def test_manual_page_is_one_that_commands_help_makes():
    """the manual page is the one that the command's help makes"""
    finished = subprocess.run([str(ROOT / "Scripts" / "man.sh"), "--check"], capture_output=True, text=True,
                              timeout=PATIENCE, env={**os.environ, "PUBNUB_BINARY": BINARY})
    equal((finished.returncode, finished.stderr), (0, ""))
