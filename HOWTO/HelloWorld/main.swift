import Foundation
import HowtoSupport
import PubNub

/// Says hello on a channel and hears it in each of the four ways: delegate, closure, observer, notification.
final class HelloWorld: PNDelegate {
    private let story: Narrator
    private let client: PubNub
    private let hall = PNChannel.channel(withName: "hall", shouldObservePresence: true)
    private let vault = PNChannel.channel(withName: "vault")

    init(_ story: Narrator, _ configuration: PNConfiguration, _ identifier: String) {
        self.story = story
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.setClientIdentifier(identifier)
    }

    func connect() {
        client.observationCenter.addMessageReceiveObserver(self) { [story] in story.tell(.observer, $0) }
        let name = Notification.Name(kPNClientDidReceiveMessageNotification)
        _ = NotificationCenter.default.addObserver(forName: name, object: client, queue: nil) { [story] notification in
            story.tell(.notification, notification.userInfo?[kPNNotificationPayloadKey] as? PNMessage)
        }
        client.connect { [self] origin in
            story.tell(.closure, "connected to \(origin ?? "")")
            client.subscribe(on: [hall]) { [self] _, _, error in
                if let error { story.fail(error) }
                story.tell(.closure, "subscribed to the hall")
                client.sendMessage("Hello, world!", to: hall)
            }
        } errorBlock: { [story] error in
            story.fail(error)
        }
    }

    func lookAround() {
        client.requestServerTimeToken { [story] token, _ in story.tell(.closure, "time of the service: \(token ?? 0)") }
        client.requestHistory(for: hall, from: nil, limit: 10) { [self] messages, _, _, _, error in
            if let error { story.fail(error) }
            story.tell(.closure, "said in the hall before: \(messages?.map(\.message) ?? [])")
            client.requestParticipantsList(for: [hall]) { [self] hereNow, _, error in
                if let error { story.fail(error) }
                story.tell(.closure, "in the hall: \(hereNow?.participants(for: hall).map(\.identifier) ?? [])")
                whisper()
            }
        }
    }

    func whisper() {
        let configuration = client.configuration()
        configuration.cipherKey = configuration.cipherKey ?? "open sesame"  // from now on messages are encrypted
        client.setConfiguration(configuration)
        client.subscribe(on: [vault]) { [self] _, _, error in
            if let error { story.fail(error) }
            client.sendMessage(["treasure": "under the stairs"], to: vault)
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        story.tell(.delegate, message)
        guard message.channel == vault else { return lookAround() }
        client.unsubscribe(from: [hall, vault]) { _, _ in client.disconnect() }
    }

    func pubnubClient(_: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) { story.fail(error) }
    func pubnubClient(_: PubNub, didReceive event: PNPresenceEvent) { story.tell(.delegate, event) }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        story.end("connected, subscribed, published, received a plain and an encrypted message, and left")
    }
}

let story = Narrator("HelloWorld")
let options = Options(story, values: ["--cipher-key", "--uuid"], switches: ["--tls"])
let configuration = await Service.configuration(for: story, secure: options.has("--tls"))
configuration.cipherKey = options["--cipher-key"]
let app = HelloWorld(story, configuration, options["--uuid"] ?? "HelloWorld")
app.connect()
await story.untilItEnds()
