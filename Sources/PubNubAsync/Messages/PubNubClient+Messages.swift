import Foundation
import PubNubCore
import PubNubMachines
import PubNubWire

public import typealias PubNubTime.Timetoken

/// How a message is published.
public struct PublishOptions: Sendable {
    /// Whether history may store the message; `true` by default.
    public var isStored = true
    /// For how long history stores the message, in whole hours: `.seconds(3_600 * 24)` for a day. `nil`, the default, for the
    /// setting of the keyset. Any other time is an error with the code ``PubNubError/Code-swift.struct/invalidArgument``.
    public var timeToLive: Duration?
    /// Values for the filters of subscribers, an object; `nil`, the default, for none.
    public var metadata: JSON?
    /// The type that the sender gives the message; `nil`, the default, for none. Messages of an outbox have none.
    public var customType: String?
    /// Whether the message is sent compressed, as the body of a POST; `false` by default.
    public var isCompressed = false

    /// Makes the default options.
    public init() {}
}

/// Sending messages and signals.
extension PubNubClient {
    /// Publishes a message and waits until the service has accepted it.
    ///
    /// The client never sends a message twice. If no response arrives, or the task is cancelled while the request is in
    /// flight, ``PubNubError/isOutcomeUnknown`` is `true`. A message that waits in the queue is not sent after a cancellation. One
    /// that an outbox has taken is sent in any case.
    ///
    /// - Parameters:
    ///   - message: Any `Encodable` value; it is encoded by `JSONEncoder`.
    ///   - channel: The channel.
    ///   - options: Storage, metadata, type, compression.
    /// - Returns: The timetoken of the message.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func publish(
        _ message: some Encodable & Sendable,
        to channel: String,
        options: PublishOptions = .init()
    ) async throws(PubNubError) -> Timetoken {
        try await publish(bytes: try Self.encoded(message), to: channel, options)
    }

    /// Publishes a message that is JSON already; see ``publish(_:to:options:)``.
    ///
    /// - Parameters:
    ///   - json: JSON in UTF-8.
    ///   - channel: The channel.
    ///   - options: Storage, metadata, type, compression.
    /// - Returns: The timetoken of the message.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func publish(
        json: some Sequence<UInt8>,
        to channel: String,
        options: PublishOptions = .init()
    ) async throws(PubNubError) -> Timetoken {
        try await publish(bytes: Array(json), to: channel, options)
    }

    /// Sends a signal: a message of at most 64 bytes that history does not store.
    ///
    /// - Parameters:
    ///   - message: Any `Encodable` value of at most 64 bytes as JSON.
    ///   - channel: The channel.
    ///   - customType: The type that the sender gives it; `nil`, the default, for none.
    /// - Returns: The timetoken of the signal.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func signal(
        _ message: some Encodable & Sendable,
        to channel: String,
        customType: String? = nil
    ) async throws(PubNubError) -> Timetoken {
        let json = try Self.encoded(message)
        return try await call { engine async throws(Failure) in
            try await engine.signal(json: json, to: channel, type: customType).rawValue
        }
    }

    /// Returns the time of the service.
    ///
    /// - Returns: The time.
    /// - Throws: ``PubNubError``.
    public func time() async throws(PubNubError) -> Timetoken {
        try await call { engine async throws(Failure) in try await engine.serverTime().rawValue }
    }

    private func publish(
        bytes: [UInt8],
        to channel: String,
        _ options: PublishOptions
    ) async throws(PubNubError) -> Timetoken {
        try begin()
        var publication = ClientEngine.Publication()
        publication.isStored = options.isStored
        publication.hoursStored = try options.timeToLive.map { time throws(PubNubError) in try Self.hours(time) }
        publication.isCompressed = options.isCompressed
        publication.customType = options.customType
        publication.metadata = options.metadata
        return try await traced(publishingTo: channel, &publication) { publication async throws(Failure) in
            try await self.engine.publish(json: bytes, to: channel, publication).rawValue
        }
    }

    /// The hours for which history stores a message.
    static func hours(_ time: Duration) throws(PubNubError) -> Int {
        guard let hours = time.count(ofUnits: 3_600), hours > 0 else {
            throw PubNubError(
                .invalidArgument,
                "'timeToLive' is \(time), which is not a number of whole hours from 1 on."
            )
        }
        return Int(clamping: hours)
    }

    /// The JSON of a value that an app encodes.
    static func json(of value: some Encodable) throws(PubNubError) -> JSON {
        let bytes = try encoded(value)
        do throws(JSONError) {
            return try JSON(parsing: bytes)
        } catch {
            throw PubNubError(.invalidMessage, "The value is not JSON.", underlying: error)
        }
    }

    static func encoded(_ message: some Encodable) throws(PubNubError) -> [UInt8] {
        if let json = message as? JSON { return json.bytes }
        do {
            return Array(try JSONEncoder().encode(message))
        } catch {
            throw PubNubError(.invalidMessage, "The message cannot be encoded as JSON.", underlying: error)
        }
    }
}
