import Foundation
import PubNubSupport
package import PubNubWire

/// A message that is being sent or was received.
///
/// A received message stores its JSON and decodes it when ``message`` is first read.
public final class PNMessage: Sendable {
    // Unchecked because nothing in it can be changed: the values of `RawJSON.native`, `NSNumber` and `NSNull`.
    private struct Content: @unchecked Sendable {
        let value: Any
    }

    private struct State: Sendable {
        var decoded: Content?
        var timetoken: Timetoken?
    }

    package let payload: RawJSON

    /// The difference between a message to send and its ``payload`` on the wire; `nil` for received ones.
    let outgoing: Outgoing?

    /// The string that the application sent as JSON, and which ``payload`` contains; `nil` for every other message.
    let jsonText: String?

    /// The kind of the received envelope; a message for every other object.
    package let kind: EnvelopeKind

    /// The name, on the wire, of the group or wildcard through which it came; `nil` if it came through its channel.
    package let subscription: String?

    /// The metadata of the sender; `nil` for a message without metadata, and for every message that was not received live.
    package let metadata: RawJSON?

    private let arrival: Timetoken?
    private let state: Locked<State>

    /// The channel of the message.
    public let channel: PNChannel

    /// The identifier of the client that sent it. `nil` if the service does not report it: for messages to send, for
    /// those from history, and for those received with ``PNSubscribeVersion/v1``. Not part of 3.7.8.
    public let publisher: String?

    /// The group through which it was received; `nil` if it came through the channel itself.
    public let channelGroup: PNChannelGroup?

    /// Makes a message that the service accepted at `timetoken` as far as known; `arrival` is the same time for a received
    /// message.
    init(
        payload: RawJSON,
        channel: PNChannel,
        group: PNChannelGroup? = nil,
        timetoken: Timetoken? = nil,
        arrival: Timetoken? = nil,
        outgoing: Outgoing? = nil,
        jsonText: String? = nil,
        kind: EnvelopeKind = .message,
        subscription: String? = nil,
        publisher: String? = nil,
        metadata: RawJSON? = nil
    ) {
        self.kind = kind
        self.publisher = publisher
        self.metadata = metadata
        self.subscription = subscription
        self.payload = payload
        self.channel = channel
        self.outgoing = outgoing
        self.jsonText = jsonText
        self.arrival = arrival
        channelGroup = group
        state = Locked(State(decoded: nil, timetoken: timetoken))
    }

    /// The content, in the types of `JSONSerialization`: `String`, `NSNumber` for numbers and booleans, `NSNull`, `[Any]` or
    /// `[String: Any]`. So `message as? Double` is 43 for `43`, and `message as? [String: Double]` succeeds for an object
    /// of numbers. For a message that was sent as JSON text (``PNConfiguration/shouldSendTextAsJSON``) it is that string.
    ///
    /// `"DECRYPTION_ERROR"` replaces a received message that could not be decrypted, and `"NESTED_TOO_DEEPLY"` one with
    /// more than 512 levels of arrays and dictionaries.
    public var message: Any {
        if let jsonText { return jsonText }
        if let decoded = state.withLock({ $0.decoded }) { return decoded.value }
        let decoded = Content(value: JSONBridge.any(payload))
        return state.withLock { state in
            if let earlier = state.decoded { return earlier }
            state.decoded = decoded
            return decoded
        }.value
    }

    /// The time at which the service accepted the message; `nil` before it is sent, and for a message from history
    /// without timetokens.
    public var date: PNDate? {
        state.withLock { $0.timetoken }.map { PNDate(timetoken: $0) }
    }

    // Implicitly unwrapped because some apps write `message.receiveDate.timeToken`, and others `message.receiveDate?.timeToken`.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The time at which the service accepted a received message, the same as ``date``.
    ///
    /// With ``PNSubscribeVersion/v1`` it is the time of the response that brought the message. It is `nil` for a message
    /// to send, and for one from history without timetokens. Passed to a history request as its start, it excludes this
    /// message and no other.
    public var receiveDate: PNDate! {
        arrival.map { PNDate(timetoken: $0) }
    }
}

extension PNMessage {
    /// The settings with which a message is sent.
    struct Outgoing: Sendable, Equatable {
        /// The payloads for push gateways, by the names of their members, such as `pn_apns`.
        var push: [String: JSON] = [:]
        var isCompressed = false
        var isStored = true
    }

    /// The timetoken of the message; `nil` if it is not known.
    var timetoken: Timetoken? {
        state.withLock { $0.timetoken }
    }

    /// Stores the timetoken of a sent message.
    func accepted(at timetoken: Timetoken) {
        state.withLock { $0.timetoken = timetoken }
    }
}

extension PNMessage: CustomStringConvertible {
    /// The channel and the size. The content is omitted, because it may be long or confidential.
    public var description: String {
        "PNMessage(\(payload.count) bytes on \(channel.name))"
    }
}

/// The state of a message that is sent.
///
/// The values exclude each other and work in a `switch`. The type is an option set because 3.7.8 has one.
public struct PNMessageState: OptionSet, Hashable, Sendable {
    /// The number in the interface of 3.7.8.
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

    /// The message was not sent; the call reports the error.
    public static let sendingError = PNMessageState(rawValue: 2)
}
