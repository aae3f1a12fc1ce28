public import Foundation
package import PubNubWire

/// A request to send a signal: a message of at most 64 bytes that the service does not store, for short-lived information
/// such as a typing indicator.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNSignalRequest {
    /// The name of the channel.
    public let channel: String

    /// The content: string, number, boolean, array, dictionary or null.
    public let message: Any?

    /// The type of the signal for its receivers. The default is `nil`, for none.
    public var customMessageType: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel, without `,` `/` and `:`.
    ///   - signal: String, number, boolean, array, dictionary or null: at most 64 bytes as JSON, including the quotation marks
    ///     of a string. Signals are never encrypted, not even with a cipher key.
    public init(channel: String, signal: Any?) {
        self.channel = channel
        message = signal
    }
}

/// The response to a signal.
public final class PNSignalStatusData: PNServiceData {
    /// The time at which the service accepted the signal; `nil` if it did not.
    public let timetoken: NSNumber?

    init(_ timetoken: Timetoken?) {
        self.timetoken = timetoken.map { NSNumber(value: $0.rawValue) }
    }
}

/// The outcome of ``PubNub/sendSignal(with:completion:)``.
public final class PNSignalStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The response; it has no timetoken if the operation failed.
    public let data: PNSignalStatusData

    init(_ content: PNStatusContent, _ timetoken: Timetoken?) {
        self.content = content
        data = PNSignalStatusData(timetoken)
    }
}

/// A received signal.
public final class PNSignalEventData: PNServiceData {
    let sentAt: Timetoken

    /// The signal as the service sent it.
    package let payload: RawJSON

    /// The name of the channel to which the signal was sent.
    public let channel: String

    /// The name of the subscription that delivered the signal: the group, the wildcard or the channel itself.
    public let subscription: String

    /// The identifier of the client that sent the signal; `nil` if the service does not return it.
    public let publisher: String?

    /// The type that the sender assigned; `nil` without one.
    public let customMessageType: String?

    /// Reads a signal with the timetoken of its envelope.
    init(_ envelope: Envelope, at timetoken: Timetoken) {
        payload = envelope.payload.compacted()
        channel = envelope.channel
        subscription = envelope.subscription ?? envelope.channel
        publisher = envelope.publisher
        customMessageType = envelope.customType
        sentAt = timetoken
    }

    /// The content: `String`, `NSNumber` for numbers and booleans, `NSNull`, `[Any]` or `[String: Any]`, as in
    /// ``PNMessage/message``. Each access decodes the content.
    public var message: Any { JSONBridge.any(payload) }

    /// The timetoken at which the service accepted the signal.
    public var timetoken: NSNumber { NSNumber(value: sentAt.rawValue) }
}

/// An event about a received signal.
public final class PNSignalResult: PNResult {
    /// The signal and its origin.
    public let data: PNSignalEventData

    init(data: PNSignalEventData) {
        self.data = data
    }
}

extension PNSignalResult: CustomStringConvertible {
    /// The channel and the size. The content is left out because it may be confidential.
    public var description: String {
        "PNSignalResult(\(data.payload.count) bytes on \(data.channel))"
    }
}
