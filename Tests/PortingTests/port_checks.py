"""`pubnub port`: the uses of the old SDK that it finds, and the changes that it makes."""

import pathlib
import tempfile

from compiling import errors
from running import equal, pubnub


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


def test_port_write_changes_calls_of_library():
    """port --write changes calls of the library only: not comments, strings, methods of the app with the same name, or unknown types"""
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


CLOSURES = '''import PubNub
class Screen {
    var pn: PubNub!
    func show(room: PNChannel) {
        PubNub.requestParticipantsListFor([room], withCompletionBlock: { [weak self] (found, channels, error) -> Void in
            let copy = found
            found.participantsForChannel(room)
            copy.participantsForChannel(room)
            self?.pn.subscribeOn([room])
            self!.pn.unsubscribeFrom([room])
        })
    }
}
'''


def test_port_knows_types_of_parameters_of_closures():
    """port knows the types of the parameters of closures that have none in the file, and those of properties of a weak self"""
    with Files(Screen_swift=CLOSURES) as files:
        path = files.path("Screen_swift")
        result = port("--write", path)
        equal([(use["line"], use["note"]) for use in result["uses"] if not use["sure"]], [])
        expected = CLOSURES.replace("requestParticipantsListFor([room], ", "requestParticipantsList(for: [room], ")
        expected = expected.replace("participantsForChannel(room)", "participants(for: room)")
        expected = expected.replace("subscribeOn([room])", "subscribe(on: [room])").replace("unsubscribeFrom([", "unsubscribe(from: [")
        equal(path.read_text(), expected)


NOTIFICATIONS = '''import Foundation
import PubNub
func received(note: NSNotification, table: NSDictionary) {
    let first = note.valueForKey("userInfo") as! PNMessage
    let second = note.value(forKey: "userInfo") as? PNMessage
    let third = (note as AnyObject).value(forKey: "userInfo") as! PNMessage
    let fourth = note.valueForKey("userInfo")
    let other = table.valueForKey("other") as? PNMessage
}
'''


def test_port_reads_payload_of_notification_by_its_key():
    """port changes each way to read the payload of a notification by its key, if the type of the payload is of the library"""
    payload = "note.userInfo?[kPNNotificationPayloadKey]"
    with Files(App_swift=NOTIFICATIONS) as files:
        path = files.path("App_swift")
        result = port("--write", path)
        expected = NOTIFICATIONS.replace('note.valueForKey("userInfo") as', payload + " as")
        expected = expected.replace('note.value(forKey: "userInfo")', payload)
        expected = expected.replace('(note as AnyObject).value(forKey: "userInfo")', payload)
        equal(path.read_text(), expected)
        equal([(use["line"], use["old"]) for use in result["uses"] if use["note"]], [(7, 'valueForKey("userInfo")')])


def test_port_names_each_type_of_case():
    """port names each type that has a case if the type is not known, and knows that of a property to which the case is compared"""
    text = "import PubNub\nfunc read(event: PNPresenceEvent) {\n    if event.type == .Leave {}\n    if other.type == .Leave {}\n}\n"
    with Files(App_swift=text) as files:
        path = files.path("App_swift")
        result = port("--write", path)
        equal(news(result), [(3, ".Leave", "PNPresenceEventType.leave"), (4, ".Leave", ".leave")])
        note = result["uses"][1]["note"]
        assert "PNOperationResultEvent or PNPresenceEventType" in note, note
        equal(path.read_text(), text.replace("event.type == .Leave", "event.type == .leave"))


def test_port_changes_raw_values_of_enumerations():
    """port changes `value`, as Swift 1 named raw values, of cases and of properties and variables that are enumerations, and of nothing else"""
    text = ("import PubNub\nfunc read(event: PNPresenceEvent, state: PNMessageState, other: Item) {\n"
            "    if event.type.value == PNPresenceEventType.Join.value {}\n    if state.value == PNMessageState.Sent.value {}\n"
            "    if other.value == 1 {}\n}\n")
    with Files(App_swift=text) as files:
        path = files.path("App_swift")
        port("--write", path)
        expected = text.replace("event.type.value == PNPresenceEventType.Join.value", "event.type.rawValue == PNPresenceEventType.join.rawValue")
        equal(path.read_text(), expected.replace("state.value == PNMessageState.Sent.value", "state.rawValue == PNMessageState.sent.rawValue"))


def test_port_names_parameters_of_closures_that_changed():
    """port says what a closure receives if its parameters had other types, as those of here-now in 3.4 to 3.6, and gives lists their type"""
    call = "PubNub.requestParticipantsListForChannel(room, withCompletionBlock: { (%s) in print(1) })"
    text = "import PubNub\nlet room: PNChannel = PNChannel.channelWithName(\"a\")\n"
    for old in ("Array<AnyObject>!", "AnyObject[]!", "[AnyObject]!", "NSArray!", "Array!"):
        with Files(App_swift=text + call % f"list: {old}, channel: PNChannel!, error: PNError!" + "\n") as files:
            use = port(files.path("App_swift"))["uses"][-1]
            equal((old, use["sure"]), (old, False))
            assert "(PNHereNow?, [any PNChannelProtocol]?, PNError?)" in use["note"], use
        with Files(App_swift=text + call % f"now: PNHereNow!, list: {old}, error: PNError!" + "\n") as files:
            path = files.path("App_swift")
            use = port("--write", path)["uses"][-1]
            equal((old, use["sure"], use["note"]), (old, True, None))
            assert "now: PNHereNow!, list: [any PNChannelProtocol]!, error: PNError!" in path.read_text(), path.read_text()


UNIONS = '''import PubNub
func change(rights: PNAccessRights, _ old: UInt) {}
func grant() {
    change(PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight, 1)
    let rights = PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight
        | PNAccessRights.ManagementRight
    change(rights, 1 | 2)
}
'''


def test_port_makes_array_of_cases_that_operator_joins():
    """port --write makes an array of the cases of an option set that | joins, which compiles"""
    with Files(App_swift=UNIONS) as files:
        path = files.path("App_swift")
        result = port("--write", path)
        equal([use["note"] for use in result["uses"] if not use["sure"]], [])
        expected = UNIONS.replace("rights: PN", "_ rights: PN").replace(
            "PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight, 1",
            "PNAccessRights([.readAccessRight, .writeAccessRight]), 1")
        expected = expected.replace(
            "PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight\n        | PNAccessRights.ManagementRight",
            "PNAccessRights([.readAccessRight, .writeAccessRight, .managementRight])")
        equal(path.read_text(), expected)
        equal(errors(path), [])


def test_port_reports_operators_of_option_sets():
    """port gives advice for each operator of an option set with another operand, and none for logical operators"""
    lines = ["rights = rights | PNAccessRights.ReadAccessRight", "rights |= PNAccessRights.ReadAccessRight",
             "if rights & PNAccessRights.ReadAccessRight != nil {}", "change(.ReadAccessRight | .WriteAccessRight)",
             "if done || PNAccessRights.ReadAccessRight == rights {}"]
    with Files(App_swift="import PubNub\n" + "\n".join(lines) + "\n") as files:
        uses = port(files.path("App_swift"))["uses"]
        equal(sorted({use["line"] for use in uses if "operators | and &" in (use["note"] or "")}), [2, 3, 4, 5])
        equal([use["note"] for use in uses if use["line"] == 6], [None])


OBJECTIVE_C = """@interface Room : NSObject {
    PNChannel *first, *second;
}
@property (nonatomic, strong) PubNub *pubNub;
@property (nonatomic, strong) PNChannel *target;
@end
@interface Settings : NSObject
@property (nonatomic, strong) PNConfiguration *target;
@end
@implementation Room
@synthesize target = target_;
- (void)enter {
    [_pubNub connect];
    [self->_pubNub connect];
    self.target.channelGroup;
    target_.channelGroup;
    second.channelGroup;
    NSString *thing = @"text";
    [thing connect];
}
- (void)leave:(PubNub *)thing {
    [thing connect];
    [self count:(PNMessage *)thing.userInfo];
    for (PNChannel *thing in list) { thing.channelGroup; }
    [thing connect];
    PNConfiguration *object = [PNConfiguration defaultConfiguration];
    object.useSecureConnection = NO;
}
- (void)change:(Settings *)settings {
    PNChannel *object = nil;
    object.useSecureConnection = NO;
    settings.target.useSecureConnection = NO;
}
@end
@implementation Settings
- (void)change { _target.useSecureConnection = NO; }
@end
"""


def test_port_knows_types_of_variables_in_objective_c():
    """port knows the types of variables, instance variables and properties in Objective-C by their scopes"""
    with Files(Room_m=OBJECTIVE_C) as files:
        found = [(use["line"], use["old"].removeprefix("-")) for use in port(files.path("Room_m"))["uses"]]
        connect, group, secure = "[PubNub connect]", "PNChannel.channelGroup", "PNConfiguration.useSecureConnection"
        equal(found, [(13, connect), (14, connect), (15, group), (16, group), (17, group), (22, connect), (24, group),
                      (25, connect), (26, "+[PNConfiguration defaultConfiguration]"), (27, secure), (32, secure), (36, secure)])


def test_port_reports_use_with_all_of_its_keys():
    """port reports a use with all of its keys, and the differences by topic"""
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


def test_port_prints_one_line_for_each_use():
    """port prints one line for each use, then the topics and the totals"""
    with Files(App_swift="import PubNub\nPubNub.subscribeOnChannel(room)\n") as files:
        path = files.path("App_swift")
        finished = pubnub("port", str(path))
        equal(finished.status, 0)
        assert finished.lines[0].startswith(
            f"{path}:2:8: subscribeOnChannel(_:) -> PubNub.subscribe(on:)  ["), finished.output
        assert "MESSAGES AND SUBSCRIPTIONS" in finished.lines, finished.output
        equal(finished.lines[-1], "1 use in 1 file.")


def test_port_reads_swift_and_objective_c_files_of_folder():
    """port reads the Swift and Objective-C files of a folder, and not those of other people or hidden ones"""
    line = "PubNub.subscribeOn([room])\n"
    with Files(a__App_swift=line, b__Room_m="[PubNub connect];\n", Pods__PubNub_swift=line, notes_txt=line) as files:
        (files.root / ".hidden").mkdir()
        (files.root / ".hidden" / "App.swift").write_text(line)
        names = {pathlib.Path(use["file"]).name for use in port(files.root)["uses"]}
        equal(names, {"App.swift", "Room.m"})


def test_port_write_keeps_permissions_of_file():
    """port --write keeps the permissions of a file, and a link to it"""
    with Files(App_swift="PubNub.subscribeOn([room])\n") as files:
        path = files.path("App_swift")
        path.chmod(0o640)
        link = files.root / "Link.swift"
        link.symlink_to(path)
        equal(port("--write", link)["written"], [str(link)])
        equal((link.is_symlink(), path.stat().st_mode & 0o777), (True, 0o640))
        assert "PubNub.subscribe(on: [room])" in path.read_text(), path.read_text()


def test_port_of_file_that_is_not_there_or_of_none():
    """port of a file that is not there, or of none, is wrong usage"""
    missing = pubnub("port", "/nowhere/App.swift")
    equal(missing.status, 64)
    assert "does not exist" in missing.errors, missing.errors
    equal(pubnub("port").status, 64)


def test_port_of_files_without_use_of_old_sdk():
    """port of files without a use of the old SDK says so"""
    with Files(App_swift="print(1)\n") as files:
        finished = pubnub("port", str(files.path("App_swift")))
        equal((finished.status, finished.lines), (0, ["No use of the 3.x SDK was found in 1 file."]))
