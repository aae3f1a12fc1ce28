import Foundation
import PubNub
import PubNubWire

/// Subscribes once connected, and prints what the client tells its delegate. It lives on the callback queue.
final class EventReporter: PNDelegate {
    private let output: Output
    private let objects: [any PNChannelProtocol]
    private let state: [String: Any]?
    private let ending: AsyncStream<SubscriptionEnd>.Continuation
    private var missing: Int?
    private var isSubscribed = false
    private var hasEnded = false
    private var lastError: PNError?

    /// - Parameter limit: how many events other than status are printed; nil for all.
    init(
        output: Output,
        objects: [any PNChannelProtocol],
        state: [String: Any]?,
        limit: Int?,
        ending: AsyncStream<SubscriptionEnd>.Continuation
    ) {
        self.output = output
        self.objects = objects
        self.state = state
        self.ending = ending
        missing = limit
    }

    /// The time that the user gave is over: fine when no number of events was asked for, an error otherwise.
    func timeIsUp() {
        guard missing != nil || !isSubscribed else { return end(.asked) }
        end(.failed(lastError ?? PNError(code: kPNRequestExecutionFailedByTimeoutError)))
    }

    // MARK: Connection

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        status("connected", [])
        guard !isSubscribed else { return }
        client.subscribe(on: objects, withClientState: state, andCompletionHandling: nil)
    }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        status("disconnected", objects, error)
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        status("disconnected", objects, error)
    }

    // MARK: Subscription

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        isSubscribed = true
        lastError = nil
        status("subscribed", channelObjects)
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        status("will-restore", channelObjects)
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        status("restored", channelObjects)
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        guard error.isNetworkTrouble else { return end(.failed(error)) }
        isSubscribed = false
        status("not-subscribed", objects, error)
    }

    // MARK: Events

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        let content = JSONValue(any: message.message)
        event(
            "message",
            on: message.channel,
            through: message.channelGroup,
            ["message": content, "timetoken": .timetoken(message.date ?? message.receiveDate)],
            forPeople: content.forPeople
        )
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        self.event(
            "presence",
            on: event.channel,
            through: event.channelGroup,
            event.report,
            forPeople: "\(event.type.word) \(event.client?.identifier ?? "") (\(event.occupancy) here)"
        )
    }

    private func event(
        _ kind: String,
        on channel: PNChannel,
        through group: PNChannelGroup?,
        _ members: [String: JSONValue],
        forPeople text: String
    ) {
        guard !hasEnded else { return }
        let common: [String: JSONValue] = [
            "event": .string(kind), "channel": .string(channel.name), "group": .text(group?.name),
        ]
        output.event(
            .object(common.merging(members) { $1 }),
            forPeople: "\(Self.now) \(output.terminal.paint(kind, .blue)) \(channel.name): \(text)"
        )
        guard let left = missing.map({ $0 - 1 }) else { return }
        missing = left
        if left == 0 { end(.asked) }
    }

    private func status(_ state: String, _ objects: [any PNChannelProtocol], _ error: PNError? = nil) {
        guard !hasEnded else { return }
        if let error { lastError = error }
        let names = objects.map(\.name)
        output.event(
            .object([
                "event": "status", "state": .string(state), "channels": .array(names.map(JSONValue.string)),
                "error": error?.report ?? .null,
            ]),
            forPeople: ["\(Self.now) \(output.terminal.paint(state, error == nil ? .green : .yellow))",
                names.joined(separator: ", "), error?.localizedDescription ?? ""]
                .filter { !$0.isEmpty }.joined(separator: " ")
        )
    }

    private func end(_ end: SubscriptionEnd) {
        hasEnded = true
        ending.yield(end)
    }

    private static var now: String {
        Date.now.formatted(date: .omitted, time: .standard)
    }
}
