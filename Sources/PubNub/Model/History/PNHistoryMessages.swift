public import Foundation
import PubNubWire

/// A request for the numbers of stored messages of channels after a timetoken.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNHistoryMessagesCountRequest {
    /// The names of the channels.
    public let channels: [String]

    /// The timetokens after which messages are counted: one for all channels, or one for each channel in the same order.
    public let timetokens: [NSNumber]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channels: The names of the channels, at least one.
    ///   - timetokens: One timetoken for all channels, or one for each channel in the same order.
    public init(channels: [String], timetokens: [NSNumber]) {
        self.channels = channels
        self.timetokens = timetokens
    }
}

/// A request to delete stored messages of a channel.
///
/// With both bounds the request deletes the messages after `start` up to and including `end`. With `start` only, it deletes the
/// messages before `start`; with `end` only, the messages from `end` on. Without bounds it deletes all messages.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNHistoryMessagesDeleteRequest {
    /// The name of the channel.
    public let channel: String

    /// The exclusive bound: a message with this timetoken remains. `nil`, the default, sets none.
    public var start: NSNumber?

    /// The inclusive bound: a message with this timetoken is deleted. `nil`, the default, sets none.
    public var end: NSNumber?

    /// Creates a request.
    ///
    /// - Parameter channel: The name of the channel.
    public init(channel: String) {
        self.channel = channel
    }
}

/// The numbers of stored messages.
public final class PNMessageCountData: PNServiceData {
    private let counts: [NameKey: Int]

    /// The number of messages by the name of the channel; 0 for a channel without messages.
    ///
    /// A dictionary takes names that differ only in their Unicode normalization for one. It then has the number of the name
    /// whose bytes come first; ``count(of:)`` has that of each name.
    public let channels: [String: NSNumber]

    init(_ counts: [NameKey: Int]) {
        self.counts = counts
        channels = NameKey.strings(counts).mapValues { NSNumber(value: $0) }
    }

    /// Returns the number of messages of one channel. Names are equal if their UTF-8 bytes are.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: The number; `nil` for a channel that the request does not have.
    public func count(of channel: String) -> NSNumber? { counts[NameKey(channel)].map { NSNumber(value: $0) } }
}

/// The outcome of ``PubNub/fetchMessagesCount(with:completion:)``.
public final class PNMessageCountResult: PNResult {
    /// The numbers of messages.
    public let data: PNMessageCountData

    init(data: PNMessageCountData) {
        self.data = data
    }
}

/// Receives the numbers of stored messages or the error: exactly one of the two.
public typealias PNMessageCountCompletionBlock = (PNMessageCountResult?, (any PNErrorStatus)?) -> Void

/// Receives the outcome of deleting stored messages.
public typealias PNMessageDeleteCompletionBlock = (any PNAcknowledgmentStatus) -> Void
