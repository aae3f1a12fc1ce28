"""What the compiler says to an app in the spelling of Swift 1 and 2, or in that of Objective-C."""

import pathlib
import tempfile

from compiling import diagnostics, errors
from generating import name_map
from running import equal

OBJECTS = {"PubNub": "client", "PNConfiguration": "configuration", "PNChannel": "channel"}
# Types with names that a program hardly makes by itself.
PARAMETERS = "client: PubNub, configuration: PNConfiguration, channel: PNChannel"


def call(owner, name, is_static):
    base, _, labels = name.partition("(")
    arguments = ", ".join("nil" if label == "_" else label + ": nil" for label in labels.rstrip(")").split(":") if label)
    target = owner if is_static else "x" + owner
    return f"{target}.{base}({arguments})" if "(" in name else f"{target}.{base}"


def renamed():
    """Every expression in an old spelling, and the name that the compiler has to give."""
    for row in name_map():
        if not row.owner or row.owner == "PNDelegate":
            continue
        if row.is_initializer:
            if row.sign == "+":
                labels = row.old.split(":")
                yield call(row.owner, f"{labels[0]}(_:{''.join(label + ':' for label in labels[1:-1])})", True), row.new, row.owner
            if row.swift2 != row.new:
                yield row.owner + call("", row.swift2, True).removeprefix(".init"), row.new, row.owner
        elif row.swift2 != row.new:
            is_case = not row.sign and row.old.startswith("PN")
            for is_static in {"+": [True], "-": [False], "±": [True, False]}.get(row.sign, [is_case]):
                yield call(row.owner, row.swift2, is_static), row.new, row.owner


def test_every_old_spelling_is_reported_with_its_name_here():
    """every old spelling of a method, property, case, initializer and factory is reported with its name here"""
    expected = list(renamed())
    assert len(expected) > 500, len(expected)
    owners = sorted({owner for _, _, owner in expected})
    parameters = ", ".join(f"x{owner}: {'any ' if owner == 'PNChannelProtocol' else ''}{owner}" for owner in owners)
    lines = ["import Foundation", "import PubNub", f"func app({parameters}) {{"]
    lines += [f"    _ = {expression}" for expression, _, _ in expected] + ["}"]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "App.swift"
        source.write_text("\n".join(lines) + "\n")
        found = {}
        for _, line, _, text in errors(source):
            found.setdefault(line, []).append(text)
    wrong = [(expression, new, found.get(number)) for number, (expression, new, _) in enumerate(expected, 4)
             if len(found.get(number, [])) != 1 or f"'{new}'" not in found[number][0]]
    assert not wrong, "\n".join(map(str, wrong[:20]))


# Lines of an app, and a part of what the compiler says to each; nil for nothing.
LINES = [
    ('PubNub.subscribeOn([channel], withCompletionHandlingBlock: { (state, channels, error) -> Void in print(error?.code ?? 0) })',
     "has been renamed to 'subscribe(on:withCompletionHandling:)'"),
    ('PubNub.subscribeOn([channel]) { (state, channels, error) -> Void in print(error?.code ?? 0) }',
     "has been renamed to 'subscribe(on:withCompletionHandling:)'"),
    ('client.sendMessage("hello", toChannel: channel)', "has been renamed to 'sendMessage(_:to:)'"),
    ('client.sendMessage("hello", to: channel)', None),
    ('client.subscribeOnChannel(channel, withPresenceEvent: true)', "Use subscribe(on:)"),
    ('PubNub.unsubscribeFromChannels([channel], withPresenceEvent: true, andCompletionHandlingBlock: { _, _ in })',
     "Use unsubscribe(from:withCompletionHandling:)"),
    ('let _: PNChannel = PNChannel.channelWithName("a", shouldObservePresence: true)',
     "has been renamed to 'channel(withName:shouldObservePresence:)'"),
    ('let _ = PNConfiguration.configurationForOrigin("o", publishKey: "p", subscribeKey: "s", secretKey: nil)',
     "has been replaced by 'init(forOrigin:publishKey:subscribeKey:secretKey:)'"),
    ('configuration.useSecureConnection = false', "has been renamed to 'shouldUseSecureConnection'"),
    ('let _ = PNChannel()', "Declare the variable as PNChannel! without a value"),
    ('let _ = PubNub()', None),
    ('let _ = PNCryptoHelper()', None),
    ('let _ = PNMessage()', "Declare the variable as PNMessage! without a value"),
    ('PNObservationCenter.defaultCenter().addMessageReceiveObserver(client, withBlock: { (message: PNMessage!) -> Void in })',
     "has been renamed to 'default()'"),
    ('PNObservationCenter.default().addMessageReceiveObserver(client) { _ in }', None),
    ('PubNub.connect { _ in }', None),
]


def test_each_old_call_gets_one_hint():
    """calls, assignments, trailing closures, placeholders and calls of 3.4 to 3.6 get one hint each, and current calls none"""
    text = f"import Foundation\nimport PubNub\nfunc app({PARAMETERS}) {{\n" + "".join(f"    {line}\n" for line, _ in LINES) + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "App.swift"
        source.write_text(text)
        found = errors(source)
    for number, (line, hint) in enumerate(LINES, 4):
        texts = [text for _, at, _, text in found if at == number]
        if hint is None:
            equal((line, texts), (line, []))
        else:
            assert any(hint in text for text in texts), f"{line}: {texts}"


def test_app_in_language_mode_of_swift_5_compiles_with_delegate():
    """an app in the language mode of Swift 5 compiles with a delegate in each spelling, and without a warning"""
    text = """import Foundation
import PubNub

class Verbatim: NSObject, PNDelegate {
    var texts: [String] = []
    func pubnubClient(client: PubNub!, didReceiveMessage message: PNMessage!) { texts.append("\\(message.message)") }
    func pubnubClient(client: PubNub!, didSubscribeOn channelObjects: [AnyObject]!) {}
    func pubnubClient(client: PubNub!, didDisconnectFromOrigin origin: String!, withError error: PNError!) {}
    func shouldReconnectPubNubClient(client: PubNub!) -> NSNumber! { return NSNumber(value: true) }
}
class Migrated: NSObject, PNDelegate {
    func pubnubClient(_ client: PubNub!, didReceiveMessage message: PNMessage!) {}
    func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [AnyObject]!) {}
}
class Current: NSObject, PNDelegate {
    func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) {}
    func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!) {}
}
@MainActor class Model: @preconcurrency PNDelegate {
    var count = 0
    func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) { count += 1 }
}
func delegates() -> [PNDelegate] { return [Verbatim(), Migrated(), Current()] }
"""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "App.swift"
        source.write_text(text)
        equal(diagnostics(source), [])
