"""`pubnub port`: the uses of the old SDK that it finds, and the changes that it makes."""

import pathlib
import re
import tempfile

from compiling import COMPLETIONS, FIXTURES, STORIES, errors
from harness import check, equal, pubnub

# The stories are parts of apps; these lines complete their classes.
COMPLETED = {"card-game": ("    let name: String\n", '    let name = "ann"\n')}


def port(*arguments):
    return pubnub("port", "--json", *map(str, arguments)).result


def news(result):
    """The line, the old and the new name of each use."""
    return [(use["line"], use["old"], use["new"]) for use in result["uses"]]


class Files:
    """A folder with files; `path(name)` is one of them."""

    def __init__(self, **texts):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for name, text in texts.items():
            self.path(name).parent.mkdir(parents=True, exist_ok=True)
            self.path(name).write_text(text)

    def path(self, name):
        return self.root / name.replace("__", "/").replace("_swift", ".swift").replace("_m", ".m")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def outside_code(text):
    """The comments and the strings of a file."""
    return re.findall(r'//.*|"(?:\\.|[^"\\\n])*"', text)


def ported(name, folder):
    """A story in the spelling of Swift 1, after `port --write`."""
    path = pathlib.Path(folder) / "Story.swift"
    path.write_text((FIXTURES / f"{name}-swift1.txt").read_text())
    result = port("--write", path)
    equal(result["written"], [str(path)])
    return path, result


def story(name):
    @check(f"after port --write the story {name} in the spelling of Swift 1 compiles")
    def _():
        with tempfile.TemporaryDirectory() as folder:
            path, result = ported(name, folder)
            text = path.read_text()
            equal([use for use in result["uses"] if not use["sure"]], [])
            equal(port("--write", path)["written"], [])
            before, after = COMPLETED.get(name, ("", ""))
            assert before in text, text
            path.write_text(text.replace(before, after) if before else text)
            equal(errors(path, COMPLETIONS / "Apple.swift", COMPLETIONS / f"{name}.swift"), [])

    @check(f"port --write leaves the comments and the strings of the story {name}")
    def _():
        with tempfile.TemporaryDirectory() as folder:
            before = outside_code((FIXTURES / f"{name}-swift1.txt").read_text())
            path, _ = ported(name, folder)
            # One call has a string for an argument that is a constant here.
            equal([part for part in outside_code(path.read_text())], [part for part in before if part != '"userInfo"'])

    @check(f"port finds the uses of the story {name} in Objective-C, and changes nothing there")
    def _():
        path = FIXTURES / f"{name}-objc.txt"
        text = path.read_text()
        result = port("--write", path)
        equal(result["written"], [])
        equal(path.read_text(), text)
        lines = text.splitlines()
        found = {use["line"] for use in result["uses"]}
        expected = {number for number, line in enumerate(lines, 1) if re.search(
            r"\[PubNub \w|\[PN\w+ \w|pubnubClient:|\b(kPN\w+|PNMessageSent|PNSubscriptionProcess\w+State)\b|self\.client \w", line)
            and not line.startswith("//")}
        # A call that ends in a later line begins in the line of its receiver.
        missing = {number for number in expected - found if "setClientIdentifier" not in lines[number - 1]}
        equal([lines[number - 1] for number in sorted(missing)], [])

    @check(f"port finds nothing to change in the program {name}, which has the current spelling")
    def _():
        result = port("--write", FIXTURES / f"{name}.swift")
        equal(result["written"], [])
        equal([use for use in result["uses"] if not use["new"].endswith(use["old"])], [])
        assert result["differences"], result


for name in STORIES:
    story(name)


TRICKY = '''// PubNub.subscribeOn(x) stays in a comment
import UIKit
class Screen: PNDelegate {
    let sender = Sender()
    var room = PNChannel()
    func show() {
        /* PNMessageState.Sent /* nested */ stays */
        print("PubNub.subscribeOn(room) \\(PubNub.sendMessage("x", toChannel: room)) stays")
        print("""
            PNMessageState.Sent stays
            """)
        sender.sendMessage("mine", toChannel: 3)
        self.sendMessage("mine", toChannel: 3)
        unknown.sendMessage("perhaps", toChannel: room)
        if PubNub.isSubscribedOn(room) { print(1) }
        PubNub.subscribeOn([room]) { _, _, _ in
            PubNub.sendMessage(["a": ["b": 1]], toChannel: self.room)
        }
        let count = flag ? PubNub.subscribedChannels().count : 0
    }
    func sendMessage(text: String, toChannel: Int) {}
    func pubnubClient(client: PubNub!, didReceiveParticipantsList list: [AnyObject]!, forChannel: PNChannel!) {}
}
class Sender { func sendMessage(text: String, toChannel: Int) {} }
'''


@check("port --write changes calls of the library only: not comments, strings, methods of the app with the same name, or unknown types")
def _():
    with Files(Screen_swift=TRICKY) as files:
        path = files.path("Screen_swift")
        result = port("--write", path)
        expected = TRICKY.replace("import UIKit", "import Foundation\nimport PubNub\nimport UIKit")
        for before, after in [
            ("var room = PNChannel()", "var room: PNChannel!"),
            ("if PubNub.isSubscribedOn(room)", "if PubNub.isSubscribed(on: room)"),
            ("PubNub.subscribeOn([room]) {", "PubNub.subscribe(on: [room]) {"),
            ('PubNub.sendMessage(["a": ["b": 1]], toChannel: self.room)', 'PubNub.sendMessage(["a": ["b": 1]], to: self.room)'),
            ("pubnubClient(client: PubNub!, didReceiveParticipantsList list: [AnyObject]!, forChannel: PNChannel!)",
             "pubnubClient(_ client: PubNub!, didReceiveParticipantsList list: [Any]!, for forChannel: PNChannel!)"),
        ]:
            assert before in expected, before
            expected = expected.replace(before, after)
        equal(path.read_text(), expected)
        notes = {use["line"]: use["note"] for use in result["uses"] if use["note"]}
        equal(sorted(notes), [8, 14])
        assert "inside a string" in notes[8], notes
        assert "not known here" in notes[14], notes


@check("port reports a use with all of its keys, and the differences by topic")
def _():
    with Files(App_swift="PubNub.sendMessage(text, toChannel: room)\nPubNub.disconnect()\n") as files:
        path = str(files.path("App_swift"))
        result = port(path)
        equal(sorted(result), ["differences", "uses", "written"])
        equal(result["written"], [])
        use = result["uses"][0]
        equal(sorted(use), ["column", "file", "line", "new", "note", "old", "sure", "topics", "written"])
        call = next(use for use in result["uses"] if use["old"].startswith("send"))
        equal([call[key] for key in ("file", "line", "column", "old", "new", "sure", "written", "note")],
              [path, 1, 8, "sendMessage(_:toChannel:)", "PubNub.sendMessage(_:to:)", True, False, None])
        assert "Messages and subscriptions" in call["topics"], call
        topics = {found["topic"]: found["rows"] for found in result["differences"]}
        assert any("had to send a message again" in row["before"] and "configuration.outbox" in row["here"]
                   for row in topics["Messages and subscriptions"]), topics


@check("port prints one line for each use, then the topics and the totals")
def _():
    with Files(App_swift="import PubNub\nPubNub.subscribeOnChannel(room)\n") as files:
        path = files.path("App_swift")
        finished = pubnub("port", str(path))
        equal(finished.status, 0)
        assert finished.lines[0].startswith(
            f"{path}:2:8: subscribeOnChannel(_:) -> PubNub.subscribe(on:)  ["), finished.output
        assert "MESSAGES AND SUBSCRIPTIONS" in finished.lines, finished.output
        equal(finished.lines[-1], "1 use in 1 file.")


@check("port reads the Swift and Objective-C files of a folder, and not those of other people or hidden ones")
def _():
    line = "PubNub.subscribeOn([room])\n"
    with Files(a__App_swift=line, b__Room_m="[PubNub connect];\n", Pods__PubNub_swift=line, notes_txt=line) as files:
        (files.root / ".hidden").mkdir()
        (files.root / ".hidden" / "App.swift").write_text(line)
        names = {pathlib.Path(use["file"]).name for use in port(files.root)["uses"]}
        equal(names, {"App.swift", "Room.m"})


@check("port --write keeps the permissions of a file, and a link to it")
def _():
    with Files(App_swift="PubNub.subscribeOn([room])\n") as files:
        path = files.path("App_swift")
        path.chmod(0o640)
        link = files.root / "Link.swift"
        link.symlink_to(path)
        equal(port("--write", link)["written"], [str(link)])
        equal((link.is_symlink(), path.stat().st_mode & 0o777), (True, 0o640))
        assert "PubNub.subscribe(on: [room])" in path.read_text(), path.read_text()


@check("port of a file that is not there, or of none, is wrong usage")
def _():
    missing = pubnub("port", "/nowhere/App.swift")
    equal(missing.status, 64)
    assert "does not exist" in missing.errors, missing.errors
    equal(pubnub("port").status, 64)


@check("port of files without a use of the old SDK says so")
def _():
    with Files(App_swift="print(1)\n") as files:
        finished = pubnub("port", str(files.path("App_swift")))
        equal((finished.status, finished.lines), (0, ["No use of the 3.x SDK was found in 1 file."]))
