/// The thread of a message: a channel with the replies to it.
///
/// The name of the channel, and the message action of the type `threadRootId` that shows that a message has a thread,
/// are those of PubNub's Chat SDK. A message of a thread has no thread of its own.
public struct ChatThread: Identifiable, Hashable, Sendable {
    /// The channel of the message.
    public let parentChannelId: String
    /// The timetoken of the message.
    public let parentTimetoken: Timetoken

    /// The beginning of the names of the channels of threads.
    static let prefix = "PUBNUB_INTERNAL_THREAD_"

    /// The channel with the replies.
    public var id: String { "\(Self.prefix)\(parentChannelId)_\(parentTimetoken)" }

    /// Creates the thread of a message, without a request.
    ///
    /// - Parameters:
    ///   - parentChannelId: The channel of the message.
    ///   - parentTimetoken: The timetoken of the message.
    public init(parentChannelId: String, parentTimetoken: Timetoken) {
        self.parentChannelId = parentChannelId
        self.parentTimetoken = parentTimetoken
    }

    /// Reads the name of a channel.
    ///
    /// - Parameter id: The identifier of a channel; nil results if it is not the channel of a thread.
    public init?(id: String) {
        guard id.hasPrefix(Self.prefix), let end = id.lastIndex(of: "_"),
            let timetoken = Timetoken(id[id.index(after: end)...])
        else { return nil }
        let start = id.index(id.startIndex, offsetBy: Self.prefix.count)
        guard start < end, timetoken > 0 else { return nil }
        self.init(parentChannelId: String(id[start..<end]), parentTimetoken: timetoken)
    }
}

extension EditAction {
    /// The type of the action that starts a thread. Its value is the channel of the thread.
    static let threadRoot = "threadRootId"
}

extension ChatMessage {
    /// The channel of its thread; nil if it has no thread.
    public var threadId: String? {
        messageActions.filter { action in
            guard action.sourceType == EditAction.threadRoot else { return false }
            // Another value would send the replies to a channel that somebody chose.
            let own = ChatThread(parentChannelId: action.pubnubChannelId, parentTimetoken: action.parentTimetoken)
            return action.value == own.id
        }
        .min { ($0.actionTimetoken, $0.id) < ($1.actionTimetoken, $1.id) }?.value
    }

    /// The message whose thread it is part of; nil if it is not part of a thread.
    public var thread: ChatThread? { ChatThread(id: pubnubChannelId) }
}
