import Foundation
import HowtoSupport
import PubNub

/// Subscribes to one channel and shows what comes: messages, who joins and leaves, and who is where.
final class SimpleSubscribe: PNDelegate {
    private let story: Narrator
    private let client: PubNub
    private let visitor: PubNub
    private let channel = PNChannel.channel(withName: "a", shouldObservePresence: true)
    private let lines = ["Anybody here?", "Ah, you are listening.", "Goodbye!"]

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        configuration.presenceHeartbeatTimeout = 5  // after so many silent seconds the service may call us gone
        client = PubNub.client(with: configuration)
        visitor = PubNub.client(with: configuration)
        visitor.setClientIdentifier("Visitor")
        client.setDelegate(self)
        client.observationCenter.addMessageReceiveObserver(self) { [story] in story.tell(.observer, $0) }
        client.observationCenter.addPresenceEventObserver(self) { [story] in story.tell(.observer, $0) }
        client.setClientIdentifier("SimpleSubscribeInstance")
    }

    func start() {
        client.connect { [self] origin in
            story.tell(.closure, "connected to \(origin ?? "")")
            subscribe()
        } errorBlock: { [story] error in
            story.fail(error)
        }
    }

    func subscribe() {
        let state = ["a": ["appEvent": "demo app started"]]
        client.subscribe(on: [channel], withClientState: state) { [self] _, objects, error in
            if let error { story.fail(error) }
            story.tell(.closure, "subscribed to \(objects?.map(\.name) ?? [])")
            sendVisitor()
        }
    }

    /// Lets a second client come in, say its lines and go, so that there is something to receive.
    func sendVisitor() {
        visitor.connect()
        visitor.subscribe(on: [channel]) { [self] _, _, error in
            if let error { story.fail(error) }
            for line in lines { visitor.sendMessage(line, to: channel) }
        }
    }

    func lookAround() {
        client.requestParticipantsList(withClientIdentifiers: false, clientState: true) { [self] hereNow, _, error in
            if let error { story.fail(error) }
            let counts = hereNow?.channels().map { "\($0.name): \(hereNow?.participantsCount(for: $0) ?? 0)" } ?? []
            story.tell(.closure, "clients on all channels: \(counts)")
            story.end("subscribed with state, received \(lines.count) lines, saw a visitor come and go")
        }
    }

    func pubnubClient(_: PubNub, didConnectToOrigin origin: String) { story.tell(.delegate, "connected to \(origin)") }
    func pubnubClient(_: PubNub, subscriptionDidFailWithError error: PNError) { story.fail(error) }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) {
        story.tell(.delegate, message)
        if message.message as? String == lines.last { visitor.unsubscribe(from: [channel]) }
    }

    func pubnubClient(_: PubNub, didReceive event: PNPresenceEvent) {
        story.tell(.delegate, event)
        if event.type == .leave {
            story.after(0.5) { self.lookAround() }
        }
    }
}

let story = Narrator("SimpleSubscribe", ways: [.delegate, .closure, .observer])
let app = SimpleSubscribe(story, await Service.configuration(for: story))
app.start()
await story.untilItEnds()
