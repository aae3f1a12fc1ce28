import Foundation
import PubNubLocks
package import PubNubWire

/// A message that is being sent or was received.
///
/// A received message keeps its JSON text and decodes it when ``message`` is first read.
public final class PNMessage: Sendable {
    // Unchecked because it only ever holds what `RawJSON.native` made: values, and the one `NSNull`.
    private struct Content: @unchecked Sendable {
        let value: Any
    }

    private struct State: Sendable {
        var decoded: Content?
        var timetoken: Timetoken?
    }

    package let payload: RawJSON

    /// How a message that is sent differs from its ``payload`` on the wire; `nil` for received ones.
    let outgoing: Outgoing?

    /// What the service delivered it as; a message unless it was received as something else.
    package let kind: EnvelopeKind

    /// The name, on the wire, of the group or wildcard it came through; `nil` when it came through its channel.
    package let subscription: String?

    private let arrival: Timetoken?
    private let state: Locked<State>

    /// The channel it was sent on.
    public let channel: PNChannel

    /// The identifier of the client that sent it. nil when the service did not say: for messages that are sent, those that
    /// history gave, and those received with ``PNSubscribeVersion/v1``. Not part of 3.7.8.
    public let publisher: String?

    /// The group through which it was received; `nil` when it came through the channel itself.
    public let channelGroup: PNChannelGroup?

    /// Makes a message that was received at `arrival`, and sent at `timetoken` as far as known.
    init(
        payload: RawJSON,
        channel: PNChannel,
        group: PNChannelGroup? = nil,
        timetoken: Timetoken? = nil,
        arrival: Timetoken? = nil,
        outgoing: Outgoing? = nil,
        kind: EnvelopeKind = .message,
        subscription: String? = nil,
        publisher: String? = nil
    ) {
        self.kind = kind
        self.publisher = publisher
        self.subscription = subscription
        self.payload = payload
        self.channel = channel
        self.outgoing = outgoing
        self.arrival = arrival
        channelGroup = group
        state = Locked(State(decoded: nil, timetoken: timetoken))
    }

    /// The content: `String`, `Int`, `UInt` above `Int.max`, `Double`, `Bool`, `NSNull`, `[Any]` or `[String: Any]`.
    ///
    /// `"DECRYPTION_ERROR"` stands for a received message that could not be decrypted.
    public var message: Any {
        if let decoded = state.withLock({ $0.decoded }) { return decoded.value }
        let decoded = Content(value: JSONBridge.any(payload))
        return state.withLock { state in
            if let earlier = state.decoded { return earlier }
            state.decoded = decoded
            return decoded
        }.value
    }

    /// When the service accepted the message; `nil` while it is not sent, or when history was asked for without time
    /// tokens.
    public var date: PNDate? {
        state.withLock { $0.timetoken }.map { PNDate(timetoken: $0) }
    }

    /// When this client received the message; `nil` for one that it sends.
    public var receiveDate: PNDate? {
        arrival.map { PNDate(timetoken: $0) }
    }
}

extension PNMessage {
    /// What goes with a message on its way out.
    struct Outgoing: Sendable, Equatable {
        /// What push gateways are given, by the member of the message that holds it, such as `pn_apns`.
        var push: [String: JSONValue] = [:]
        var isCompressed = false
        var isStored = true
    }

    /// The time token of the message, when it is known.
    var timetoken: Timetoken? {
        state.withLock { $0.timetoken }
    }

    /// Keeps the time token the service gave a sent message.
    func accepted(at timetoken: Timetoken) {
        state.withLock { $0.timetoken = timetoken }
    }
}

extension PNMessage: CustomStringConvertible {
    /// The channel and the size. The content is left out: it may be long, or nobody's business.
    public var description: String {
        "PNMessage(\(payload.count) bytes on \(channel.name))"
    }
}

/// Where a message that is sent stands.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNMessageState: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The message is being sent.
    public static let sending: PNMessageState = []

    /// The service accepted the message.
    public static let sent = PNMessageState(rawValue: 1)

    /// The message was not sent; an error comes with it.
    public static let sendingError = PNMessageState(rawValue: 2)
}
