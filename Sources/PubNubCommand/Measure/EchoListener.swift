import Foundation
import PubNub
import PubNubLocks

/// Publishes messages to a channel and waits until this client receives them.
final class EchoListener: PNDelegate, Sendable {
    private let client: PubNub
    private let channel: PNChannel
    /// Tells the messages of this process from those of others.
    private let mark = UUID().uuidString
    private let waiting = Locked<[Int: Once<Void>]>([:])

    /// - Parameters:
    ///   - client: A connected client, whose delegate the listener becomes.
    ///   - channel: The name of the channel.
    /// - Throws: A `PNError` if the name cannot be a channel.
    init(_ client: PubNub, channel: String) throws {
        self.client = client
        self.channel = PNChannel.channel(withName: channel)
        client.setDelegate(self)
    }

    /// Subscribes to the channel.
    ///
    /// - Parameter limit: The time limit in seconds; `nil` for that of the client.
    /// - Throws: The `PNError` of the subscription.
    func start(within limit: Double?) async throws {
        try await client.subscribed(to: [channel], within: limit)
    }

    /// Publishes a message and waits until it arrives, for 10 seconds at most.
    ///
    /// - Parameter number: The number of the round trip.
    /// - Throws: The `PNError` of the publish, or that of a time limit.
    func roundTrip(_ number: Int) async throws {
        try await client.answer(within: 10) { (once: Once<Void>) in
            waiting.withLock { $0[number] = once }
            client.sendMessage(["ping": mark, "number": number], to: channel, storeInHistory: false) { _, result in
                if let error = result as? PNError { once.fail(error) }
            }
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        guard let content = message.message as? [String: Any], content["ping"] as? String == mark,
            let number = content["number"] as? Int
        else { return }
        waiting.withLock { $0.removeValue(forKey: number) }?.resume(.success(()))
    }
}
