public import Foundation
import PubNubWire

import typealias PubNubTime.Timetoken

/// A message as a screen shows it, with everything that belongs to it.
///
/// `ChatProvider.messageRows(on:limit:)` observes those of a channel.
public struct ChatMessageRow<Model: ChatCustomData>: Identifiable, Hashable, Sendable {
    /// The message, with typed content and custom data, and its message actions without their users. It has no channel model.
    public let message: ChatMessage<Model>
    /// The author; nil if the row of the author was removed.
    public let author: ChatUser<Model.User>?
    /// Whether the current user is the author.
    public let isOwn: Bool
    /// Whether the marker of the current user has reached it. True for own messages, and in a channel without a marker.
    public let isRead: Bool
    /// The other members whose read markers have reached it, those with the latest marker first, at most 100. Neither the
    /// author nor the current user is among them.
    public let readBy: [String]
    /// The reactions, grouped by value, in the order of their first use.
    public let reactions: [ChatReactionGroup]
    /// Its thread; nil if it has none.
    public let thread: ChatThreadSummary?
    /// The progress of its publication.
    public let sendState: ChatSendState
    /// The changes of the current user that the row shows and the service does not have yet.
    public let pending: Set<ChatPendingChange>

    /// The identifier in the payload of the message.
    public var id: String { message.id }

    /// The text to show: that of the newest edit, or the published text.
    public var text: String { message.currentText }

    /// The date to show: that of publication, or of creation for a message that is not published.
    public var date: Date { message.timetoken == 0 ? message.createdAt : Date(timetoken: message.timetoken) }
}

/// Equal reactions to a message.
public struct ChatReactionGroup: Identifiable, Hashable, Sendable {
    /// The maximum number of users that a group names.
    static let maxUsers = 20

    /// The value, such as an emoji.
    public let value: String
    /// The number of users who reacted with it.
    public let count: Int
    /// Whether the current user is among them.
    public let isMine: Bool
    /// The first users who reacted with it, at most 20.
    public let userIds: [String]

    /// The value.
    public var id: String { value }
}

extension ChatReactionGroup {
    /// Groups the reactions among message actions.
    ///
    /// - Parameters:
    ///   - actions: The actions of a message by age.
    ///   - owner: The current user.
    /// - Returns: The groups, in the order of their first use.
    static func groups<Model>(of actions: [ChatMessageAction<Model>], owner: String) -> [ChatReactionGroup] {
        var order: [String] = []
        var users: [String: [String]] = [:]
        for action in actions where ReactionType.all.contains(action.sourceType) {
            if users[action.value] == nil { order.append(action.value) }
            // A user may have reacted with both types.
            if users[action.value]?.contains(where: action.pubnubUserId.hasSameBytes) == true { continue }
            users[action.value, default: []].append(action.pubnubUserId)
        }
        return order.map { value in
            let all = users[value] ?? []
            return ChatReactionGroup(
                value: value,
                count: all.count,
                isMine: all.contains(where: owner.hasSameBytes),
                userIds: Array(all.prefix(maxUsers))
            )
        }
    }
}

/// The thread of a message, as far as it is stored.
public struct ChatThreadSummary: Hashable, Sendable {
    /// The channel of the thread.
    public let id: String
    /// The number of stored replies, without those that were deleted.
    public let replyCount: Int
    /// The timetoken of the last stored reply; nil if none is stored.
    public let lastReply: Timetoken?
}

/// A change of a message by the current user that the service does not have yet.
public enum ChatPendingChange: Hashable, Sendable {
    /// Its text was changed, or an edit undone.
    case edit
    /// It was deleted or restored.
    case deletion
    /// This reaction was added or removed.
    case reaction(String)
    /// Its thread was started.
    case thread
}

extension ChatPendingChange {
    /// The change of an entry of the outbox; nil for entries that change no message.
    init?(_ kind: ChatOutboxEntry.Kind, _ value: String?) {
        switch kind {
        case .edit, .editRemoval: self = .edit
        case .deletion, .restoration: self = .deletion
        case .reaction, .reactionRemoval: self = .reaction(value ?? "")
        case .thread: self = .thread
        case .message, .join, .leave, .membership, .marker: return nil
        }
    }
}
