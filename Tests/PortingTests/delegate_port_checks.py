"""`pubnub port --write`: the delegate methods get the types with which the client calls them."""

import re

import delegate_forms
import pytest
from compiling import errors
from port_checks import Files, news, port
from running import equal

# Types that apps write instead of those of the protocol, by a name.
SPELLINGS = {
    "without-mark": lambda text: text.rstrip("!"),
    "optional": lambda text: text.rstrip("!") + "?",
    "arrays": lambda text: text.replace("[AnyObject]!", "Array<AnyObject>!"),
    "objective-c": lambda text: text.replace("[AnyObject]!", "NSArray!").replace("PNError", "NSError").replace("PNDate", "NSDate"),
}


def methods():
    """The methods of the protocol whose forms the client calls, and their declarations in Swift 1 and 2."""
    legacy = delegate_forms.read(delegate_forms.LEGACY_DELEGATE)
    found = delegate_forms.old_forms(legacy)
    for method in legacy:
        old = [form for form in found.get(method.declaration, []) if form.labels[0] == "client"]
        if old:
            yield method, old[0]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_ported_delegate_methods_have_types_that_are_called(spelling):
    """after port --write, each delegate method has the types of the protocol, in every spelling of the types"""
    # The class does not conform to PNDelegate, whose defaults would satisfy the protocol.
    change = SPELLINGS[spelling]
    required, declared = [], []
    for method, form in methods():
        result = " " + method.result if method.result else ""
        required.append(f"    func {method.name}({', '.join(p.text for p in method.parameters)}){result}")
        first, *rest = form.parameters
        parameters = [first, *(re.sub(r": (.*)", lambda found: ": " + change(found[1]), text) for text in rest)]
        declared.append(f"    func {method.name}({', '.join(parameters)}){result and change(result)} {{{' return nil ' if result else ''}}}")
    assert len(required) > 65, required
    text = "import Foundation\nimport PubNub\nclass App: Required {\n" + "\n".join(declared) + "\n}\n"
    protocol = "import Foundation\nimport PubNub\nprotocol Required {\n" + "\n".join(required) + "\n}\n"
    with Files(App_swift=text, Required_swift=protocol) as files:
        path = files.path("App_swift")
        equal([use for use in port("--write", path)["uses"] if not use["sure"]], [])
        equal(errors(path, files.path("Required_swift")), [])
        equal(port("--write", path)["written"], [])


METHODS = [
    ("func pubnubClient(client: PubNub!, didReceiveMessage message: PNMessage) { show(message) }",
     "func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) { show(message) }", None),
    ("func pubnubClient(client: PubNub?, didReceivePresenceEvent event: PNPresenceEvent?) {}",
     "func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent!) {}", None),
    ("func pubnubClient(client: PubNub, didReceiveMessageHistory messages: [AnyObject], forChannel channel: PNChannel, "
     "startingFrom start: NSDate!, to end: NSDate!) { show(messages as! [PNMessage], start: start) }",
     "func pubnubClient(_ client: PubNub!, didReceiveMessageHistory messages: [Any]!, for channel: PNChannel!, "
     "startingFrom start: PNDate!, to end: PNDate!) { show(messages as! [PNMessage], start: start) }",
     "The library passes PNDate! for start: change the uses in the method."),
    ("func pubnubClient(client: PubNub!, didSubscribeOn channels: [PNChannel]!) { show(channels[0].name) }",
     "func pubnubClient(_ client: PubNub!, didSubscribeOn channels: [Any]!) { show(channels[0].name) }",
     "The library passes [Any]! for channels: change the uses in the method."),
    ("func pubnubClient(client: PubNub!, didUnsubscribeFrom channels: [PNChannel]!) { show(channels as! [PNChannel]) }",
     "func pubnubClient(_ client: PubNub!, didUnsubscribeFrom channels: [Any]!) { show(channels as! [PNChannel]) }", None),
    ("func shouldReconnectPubNubClient(client: PubNub) -> NSNumber { return true }",
     "func shouldReconnectPubNubClient(_ client: PubNub!) -> NSNumber! { return true }", None),
    ("func shouldResubscribeOnConnectionRestore() -> Bool { return true }",
     "func shouldResubscribeOnConnectionRestore() -> NSNumber! { return true }",
     "The method returns NSNumber!: change what it returns."),
    # The other form that the client calls.
    ("func pubnubClient(client: PubNub, didReceiveMessageHistory messages: [PNMessage], forChannel channel: PNChannel, "
     "startingFrom start: PNDate, to end: PNDate) {}",
     "func pubnubClient(_ client: PubNub, didReceiveMessageHistory messages: [PNMessage], for channel: PNChannel, "
     "startingFrom start: PNDate, to end: PNDate) {}", None),
    ("func pubnubClient(_ client: PubNub, didSubscribeOn channels: Array<PNChannelProtocol>) {}",
     "func pubnubClient(_ client: PubNub, didSubscribeOn channels: Array<PNChannelProtocol>) {}", None),
    # Two methods have these labels; the type of the last parameter shows which one it is.
    ("func pubnubClient(_ client: PubNub!, didFailParticipantsListDownloadFor channel: PNChannel!, withError error: NSError!) {}",
     "func pubnubClient(_ client: PubNub!, didFailParticipantsListDownloadFor channel: PNChannel!, withError error: PNError!) {}", None),
    ("func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent?) {}",
     "func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent!) {}", None),
]


@pytest.mark.parametrize("before, after, note", METHODS)
def test_port_write_gives_delegate_method_types_that_are_called(before, after, note):
    """port --write gives a delegate method the types that are called, and a note says if its body uses a type that it lost"""
    with Files(App_swift=f"import PubNub\n{before}\n") as files:
        path = files.path("App_swift")
        result = port("--write", path)
        equal(path.read_text(), f"import PubNub\n{after}\n")
        equal([(use["sure"], use["note"]) for use in result["uses"] if use["old"].endswith(")")], [(True, note)])


def test_port_does_not_change_delegate_method_that_could_be_several():
    """port names the methods that a declaration can be if its types do not show which one, and does not change it"""
    text = "import PubNub\nfunc pubnubClient(_ client: PubNub!, didReceive object: AnyObject!) {}\n"
    with Files(App_swift=text) as files:
        path = files.path("App_swift")
        result = port("--write", path)
        equal(path.read_text(), text)
        equal(news(result), [(2, "pubnubClient(_:didReceive:)", "PNDelegate.pubnubClient(_:didReceive:)")])
        use = result["uses"][0]
        equal(use["sure"], False)
        assert "pubnubClient:didReceiveMessage: or pubnubClient:didReceivePresenceEvent:" in use["note"], use
