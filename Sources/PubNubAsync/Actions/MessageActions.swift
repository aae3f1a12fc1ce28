import PubNubCore
import PubNubMachines
import PubNubWire

public import typealias PubNubTime.Timetoken

/// An action on a message, such as a reaction or a receipt.
public struct MessageAction: Sendable, Hashable {
    /// The type, for example `reaction`.
    public let type: String
    /// The value, for example an emoji.
    public let value: String
    /// The client that added it.
    public let userID: String
    /// The message.
    public let messageTimetoken: Timetoken
    /// When it was added, which identifies it.
    public let timetoken: Timetoken

    init(_ action: ActionRecord) {
        type = action.type
        value = action.value
        userID = action.user
        messageTimetoken = action.message.rawValue
        timetoken = action.action.rawValue
    }
}

/// Actions on messages.
public struct MessageActions: Sendable {
    let client: PubNubClient

    /// Adds an action to a message.
    ///
    /// - Parameters:
    ///   - type: The type: 1 to 15 characters.
    ///   - value: The value, which is not empty.
    ///   - message: The timetoken of the message.
    ///   - channel: The channel of the message.
    /// - Returns: The action.
    /// - Throws: ``PubNubError``; ``PubNubError/isOutcomeUnknown`` if no response arrived.
    @discardableResult
    public func add(
        _ type: String,
        _ value: String,
        to message: Timetoken,
        in channel: String
    ) async throws(PubNubError) -> MessageAction {
        try await client.call { engine async throws(Failure) in
            MessageAction(try await engine.addAction(type, value, to: PubNubTimetoken(message), on: channel))
        }
    }

    /// Removes an action that this client added.
    ///
    /// - Parameters:
    ///   - action: The timetoken of the action.
    ///   - message: The timetoken of the message.
    ///   - channel: The channel of the message.
    /// - Throws: ``PubNubError``; ``PubNubError/isOutcomeUnknown`` if no response arrived.
    public func remove(
        _ action: Timetoken,
        from message: Timetoken,
        in channel: String
    ) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.removeAction(
                PubNubTimetoken(action),
                from: PubNubTimetoken(message),
                on: channel
            )
        }
    }

    /// Returns the actions on the messages of a channel as a sequence, from the newest page to the oldest, which requests each page when the iteration reaches it.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The actions.
    public func all(in channel: String) -> PagedSequence<MessageAction> {
        PagedSequence { [client] cursor async throws(PubNubError) in
            let page = try await client.call { engine async throws(Failure) in
                let start = cursor.flatMap { UInt64($0) }.map { PubNubTimetoken($0) }
                return try await engine.actions(on: channel, before: start)
            }
            return .init(items: page.items.reversed().map { MessageAction($0) }, next: page.older)
        }
    }
}

extension PubNubClient {
    /// The actions on messages.
    public var actions: MessageActions { MessageActions(client: self) }
}
