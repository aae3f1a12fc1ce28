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


def test_port_writes_label_in_front_of_array_of_cases():
    """port --write gives an argument its label if it also makes an array of the cases that | joins, and the calls compile"""
    text = ("import PubNub\nfunc log() {\n    PNLogger.enableFor(PNLogLevel.GeneralLevel | PNLogLevel.ReachabilityLevel)\n"
            "    PubNub.changeApplicationAccessRightsTo(PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight, onPeriod: 10)\n}\n")
    with Files(App_swift=text) as files:
        path = files.path("App_swift")
        port("--write", path)
        expected = text.replace("enableFor(PNLogLevel.GeneralLevel | PNLogLevel.ReachabilityLevel)",
                                "enable(for: PNLogLevel([.generalLevel, .reachabilityLevel]))")
        expected = expected.replace("RightsTo(PNAccessRights.ReadAccessRight | PNAccessRights.WriteAccessRight,",
                                    "Rights(to: PNAccessRights([.readAccessRight, .writeAccessRight]),")
        equal(path.read_text(), expected)
        equal(errors(path), [])


def test_port_does_not_import_library_for_names_of_other_modules():
    """port --write does not change a file whose only uses can belong to other modules, and lists them"""
    lines = "func pan(r: UIPanGestureRecognizer) {\n    if r.state == .Changed {}\n}\n"
    with Files(Pan_swift="import UIKit\n" + lines, Room_swift="import UIKit\nvar room: PNChannel?\n" + lines) as files:
        path = files.path("Pan_swift")
        result = port("--write", path)
        equal((result["written"], path.read_text()), ([], "import UIKit\n" + lines))
        equal([(use["line"], use["old"], use["sure"], use["written"]) for use in result["uses"]], [(3, ".Changed", False, False)])
        # The bridging header gave the file this type.
        path = files.path("Room_swift")
        equal(port("--write", path)["written"], [str(path)])
        equal(path.read_text(), "import Foundation\nimport PubNub\nimport UIKit\nvar room: PNChannel?\n" + lines)


CASTS = '''import PubNub
func send(d: NSDictionary, c: PNChannel) {
    PubNub.requestServerTimeTokenWithCompletionBlock({ t, e in
        let byRow = self.rows as [NSObject: AnyObject]
        self.use(byRow)
    })
    PubNub.sendMessage(pack(d as [NSObject: AnyObject]), toChannel: c)
    PubNub.sendMessage(table[d as [NSObject: AnyObject]], toChannel: c)
    PubNub.sendMessage(d as [NSObject: AnyObject], toChannel: c)
    PubNub.sendMessage(["rows": [d as [NSObject: AnyObject]]], toChannel: c)
}
'''


def test_port_keeps_casts_in_closures_and_in_other_calls():
    """port --write changes the cast of an argument and of the elements of its literals, and not those in closures, other calls and subscripts"""
    with Files(App_swift=CASTS) as files:
        path = files.path("App_swift")
        port("--write", path)
        expected = CASTS.replace("TokenWithCompletionBlock({", "Token(completionBlock: {").replace("toChannel:", "to:")
        expected = expected.replace("sendMessage(d as [NSObject: AnyObject]", "sendMessage(d as! [String: Any]")
        expected = expected.replace("[d as [NSObject: AnyObject]]]", "[d as! [String: Any]]]")
        equal(path.read_text(), expected)


def test_port_keeps_labels_of_methods_whose_calls_can_mean_others():
    """port --write keeps the first label of a method if its calls have it, or can mean another method or a global function"""
    old = "    PubNub.subscribeOn([room])\n"
    calls = "func run(message: PNMessage, other: Screen) {\n%s}\n"
    shown = calls % (old + "    show(message)\n")
    cases = [
        ("func show(text: String) {}\nfunc show(_ m: PNMessage) {}\n" + shown, False),
        ("func show(text: String) {}\n" + calls % (old + "    show(message)\n    other.show(text: \"a\")\n"), False),
        ("func print(text: String) {}\n" + calls % (old + "    print(message)\n"), False),
        ("func show(text: String) {}\n" + shown, True),
    ]
    for text, isChanged in cases:
        with Files(App_swift="import PubNub\n" + text) as files:
            path = files.path("App_swift")
            port("--write", path)
            expected = "import PubNub\n" + text.replace("subscribeOn([room])", "subscribe(on: [room])")
            equal(path.read_text(), expected.replace("show(text: String)", "show(_ text: String)") if isChanged else expected)


def test_port_keeps_labels_of_methods_in_current_spelling():
    """port --write does not change a method with a label in a file that has no name in an old spelling"""
    # The type of a list is not a name.
    closure = "{ (state: PNSubscriptionProcessState, list: [AnyObject]!, error: PNError!) in print(1) }"
    for call in ("PubNub.subscribe(on: [room])", "PubNub.subscribe(on: [room]) " + closure):
        text = ("import PubNub\nfunc show(text: String) {}\nfunc run(message: PNMessage, room: PNChannel) {\n"
                f"    {call}\n    show(message)\n}}\n")
        with Files(App_swift=text) as files:
            path = files.path("App_swift")
            port("--write", path)
            equal(path.read_text(), text.replace("[AnyObject]!", "[any PNChannelProtocol]!"))


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


def test_port_ends_comment_of_objective_c_at_first_end():
    """port ends a comment of Objective-C at the first end, also if it contains the start of another"""
    with Files(Room_m="/* see docs/*.md */\n[PubNub connect];\n/*/ [PubNub connect]; /*/\n[PubNub connect];\n") as files:
        equal([use["line"] for use in port(files.path("Room_m"))["uses"]], [2, 4])


def test_port_reports_use_with_all_of_its_keys():
    """port reports a use with all of its keys, and the differences by topic"""
    with Files(App_swift="PubNub.sendMessage(text, toChannel: room)\nPubNub.disconnect()\n") as files:
        path = str(files.path("App_swift"))
        result = port(path)
        equal(sorted(result), ["differences", "notRead", "uses", "written"])
        equal((result["written"], result["notRead"]), ([], []))
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
