import Foundation
import HowtoSupport
import PubNub

/// Calls the shared client of the 3.x class methods, one call after the other, and waits for none of them: only the
/// delegate tells what came of it.
final class CallsWithoutBlocks: PNDelegate {
    private let story: Narrator
    private let channels = PNChannel.channels(withNames: ["phones", "tablets"])
    private var awaited: Set = ["phones", "presence", "no tablets", "hello", "still here", "everybody", "them later"]

    init(_ story: Narrator) {
        self.story = story
    }

    func start(_ configuration: PNConfiguration) {
        PubNub.setup(with: configuration, andDelegate: self)
        PubNub.setClientIdentifier("CallsWithoutBlocks")
        PubNub.connect()
        PubNub.subscribe(on: channels)
        PubNub.enablePresenceObservation(for: [channels[0]])
        PubNub.disablePresenceObservation(for: [channels[1]])
        PubNub.unsubscribe(from: [channels[1]])
        PubNub.requestParticipantsList(for: channels)
        PubNub.sendMessage("hello", to: channels[0])
        PubNub.sendMessage("still here", to: channels[0])
        story.after(1) { [channels] in PubNub.requestParticipantsList(for: [channels[0]]) }
    }

    private func saw(_ what: String, _ text: String) {
        story.tell(.delegate, text)
        awaited.remove(what)
        if awaited.isEmpty { story.end("every call was made at once and told its outcome in its time") }
    }

    func pubnubClient(_: PubNub, didConnectToOrigin origin: String) { story.tell(.delegate, "connected to \(origin)") }

    func pubnubClient(_: PubNub, didSubscribeOn objects: [any PNChannelProtocol]) {
        saw("phones", "subscribed to \(objects.map(\.name))")
    }

    func pubnubClient(_: PubNub, didEnablePresenceObservationOn objects: [any PNChannelProtocol]) {
        saw("presence", "observing the presence of \(objects.map(\.name))")
    }

    func pubnubClient(_: PubNub, didDisablePresenceObservationOn objects: [any PNChannelProtocol]) {
        story.tell(.delegate, "not observing the presence of \(objects.map(\.name))")
    }

    func pubnubClient(_: PubNub, didUnsubscribeFrom objects: [any PNChannelProtocol]) {
        saw("no tablets", "unsubscribed from \(objects.map(\.name))")
    }

    func pubnubClient(_: PubNub, didSend message: PNMessage) {
        saw("\(message.message)", "sent to the \(message.channel.name): \(message.message)")
    }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) { story.tell(.delegate, message) }
    func pubnubClient(_: PubNub, didReceive event: PNPresenceEvent) { story.tell(.delegate, event) }

    func pubnubClient(_: PubNub, didReceiveParticipants hereNow: PNHereNow, for objects: [any PNChannelProtocol]) {
        let counts = hereNow.channels().map { "\($0.name): \(hereNow.participantsCount(for: $0))" }
        saw(objects.count == 2 ? "everybody" : "them later", "participants of \(objects.map(\.name)): \(counts)")
    }

    func pubnubClient(_: PubNub, error: PNError) { story.fail(error) }
    func pubnubClient(_: PubNub, subscriptionDidFailWithError error: PNError) { story.fail(error) }
    func pubnubClient(_: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) { story.fail(error) }
}

let story = Narrator("CallsWithoutBlocks", ways: [.delegate])
let app = CallsWithoutBlocks(story)
app.start(await Service.configuration(for: story))
await story.untilItEnds()
