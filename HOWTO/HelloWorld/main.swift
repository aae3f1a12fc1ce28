import Foundation
import HowtoSupport
import PubNub

/// Says hello on a channel, and hears it in each of the four ways: delegate, closure, observer, notification.
final class HelloWorld: PNDelegate {
    private let narrator: Narrator
    private let configuration: PNConfiguration
    private let client: PubNub
    private let hall = PNChannel.channel(withName: "hall", shouldObservePresence: true)
    private let vault = PNChannel.channel(withName: "vault")

    init(_ narrator: Narrator, _ configuration: PNConfiguration) {
        self.narrator = narrator
        self.configuration = configuration
        client = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.setClientIdentifier("HelloWorld")
    }

    func connect() {
        client.observationCenter.addMessageReceiveObserver(self) { [narrator] message in
            if let message { narrator.tell(.observer, "message \(message.message)") }
        }
        let name = Notification.Name(kPNClientDidReceiveMessageNotification)
        _ = NotificationCenter.default.addObserver(forName: name, object: client, queue: nil) { [narrator] note in
            guard let message = note.userInfo?[kPNNotificationPayloadKey] as? PNMessage else { return }
            narrator.tell(.notification, "message \(message.message)")
        }
        client.connect { [self] origin in
            narrator.tell(.closure, "connected to \(origin ?? "")")
            greet()
        } errorBlock: { [narrator] error in
            if let error { narrator.fail(error) }
        }
    }

    func greet() {
        narrator.step("subscribe to the hall, with presence, and publish")
        client.subscribe(on: [hall]) { [self] _, _, error in
            if let error { narrator.fail(error) }
            narrator.tell(.closure, "subscribed to the hall")
            client.sendMessage("Hello, world!", to: hall)
        }
    }

    func lookAround() {
        narrator.step("ask for the history and for who is here")
        client.requestHistory(for: hall, from: nil, limit: 10) { [self] messages, _, _, _, error in
            if let error { narrator.fail(error) }
            narrator.tell(.closure, "history of the hall: \((messages ?? []).map(\.message))")
            client.requestParticipantsList(for: [hall]) { [self] hereNow, _, error in
                if let error { narrator.fail(error) }
                narrator.tell(.closure, "in the hall: \(hereNow?.participants(for: hall).map(\.identifier) ?? [])")
                whisper()
            }
        }
    }

    func whisper() {
        narrator.step("set a cipher key: from now on messages are encrypted")
        configuration.cipherKey = "open sesame"
        client.setConfiguration(configuration)
        client.subscribe(on: [vault]) { [self] _, _, error in
            if let error { narrator.fail(error) }
            client.sendMessage(["secret": "The treasure is under the stairs"], to: vault)
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        narrator.tell(.delegate, "message \(message.message) on \(message.channel.name)")
        if message.channel == hall { lookAround() } else { client.unsubscribe(from: [hall, vault]) }
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        narrator.tell(.delegate, "presence: \(event.client.identifier) joined, \(event.occupancy) in \(event.channel.name)")
    }
}
