import Foundation
import HowtoSupport
import PubNub

/// Says that somebody is typing, reacts to what he wrote, takes a reaction back, and reads the channel with what is left.
final class Reactions: PNDelegate {
    private let story: Narrator
    private let client, friend: PubNub
    private let name = "reactions"

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        client = PubNub.client(with: configuration)
        friend = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.observationCenter.addSignalObserver(self) { [self] in hear($0) }
        client.observationCenter.addMessageActionObserver(self) { [story] in
            story.tell(.observer, "\($0?.data.action.value ?? "nothing") \($0?.data.event ?? "")")
        }
    }

    func start() {
        friend.connect()
        client.connect(errorBlock: { [story] in story.fail($0) })
        client.subscribe(on: [PNChannel.channel(withName: name)]) { [self] _, _, _ in
            friend.signal("typing", channel: name) { [self] in check($0, "the friend's signal is on its way") }
        }
    }

    func hear(_ signal: PNSignalResult?) {
        story.tell(.observer, "signal: \(signal?.data.message ?? "none")")
        friend.sendMessage("Is there cake?", to: PNChannel.channel(withName: name))
    }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) {
        story.tell(.delegate, message)
        guard let timetoken = message.date?.timeToken else { story.fail("a message without a time") }
        react("yes", to: timetoken) { [self] in react("now!", to: timetoken) {} }
    }

    func react(_ value: String, to timetoken: NSNumber, then next: @escaping () -> Void) {
        let request = PNAddMessageActionRequest(channel: name, messageTimetoken: timetoken)
        (request.type, request.value) = ("reaction", value)
        client.addMessageAction(with: request) { [self] status in
            check(status, "reacted with \(value)")
            next()
        }
    }

    func pubnubClient(_: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        let action = event.data.action
        story.tell(.delegate, "\(action.value) \(event.data.event) by the one who reacted")
        if event.data.event == "removed" { return read() }
        guard action.value == "now!" else { return }
        let request = PNRemoveMessageActionRequest(channel: name, messageTimetoken: action.messageTimetoken)
        request.actionTimetoken = action.actionTimetoken
        client.removeMessageAction(with: request) { [self] in check($0, "took \(action.value) back") }
    }

    func read() {
        let request = PNHistoryFetchRequest(channels: [name])
        (request.includeMessageActions, request.max) = (true, 1)
        client.fetchHistory(with: request) { [self] result, failure in
            let left = result?.data.channels[name]?.last?.actions.map(\.value)
            guard left == ["yes"] else { story.fail(failure?.errorData.information ?? "history has \(left ?? [])") }
            story.tell(.closure, "history has the other one")
            story.end("heard somebody type, reacted twice, took one back, found the other in history")
        }
    }

    func check(_ status: any PNErrorStatus, _ text: String) {
        if status.isError { story.fail(status.errorData.information) }
        story.tell(.closure, text)
    }
}

let story = Narrator("Reactions", ways: [.delegate, .closure, .observer])
let app = Reactions(story, await Service.configuration(for: story))
app.start()
await story.untilItEnds()
