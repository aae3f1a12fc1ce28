import PubNubWire

import typealias PubNubTime.Timetoken

/// The types of message actions that change messages. They are those of PubNub's Chat SDK, so that its clients
/// show the same.
enum EditAction {
    /// Its value is the new text.
    static let edited = "edited"
    /// Its value is `deleted`.
    static let deleted = "deleted"
    /// The maximum number of bytes of the type and the value together that the service accepts.
    static let maxBytes = 4_096
}

/// The types of message actions that are reactions.
enum ReactionType {
    /// The type that this layer writes, as PubNub's Chat SDK does.
    static let own = "reactions"
    /// The type that earlier versions of this layer wrote.
    static let former = "reaction"
    static let all = [own, former]
}

extension ChatMessageAction {
    /// Whether it changes columns of its message: it edits or deletes it, or starts its thread.
    var changesMessage: Bool {
        [EditAction.edited, EditAction.deleted, EditAction.threadRoot].contains(sourceType)
    }
}

extension ChatMessage {
    /// The edits among its message actions that count, oldest first. The value of each is the text after the edit.
    ///
    /// Edits and deletions count if they are by the author of the message. A message from a store also follows the
    /// ``ChatChangePolicy`` of the provider.
    public var edits: [ChatMessageAction<Custom>] {
        oldestFirst { $0.sourceType == EditAction.edited && counts($0) }
    }

    /// The text to show: that of the newest edit, or the published text.
    public var currentText: String { edits.last?.value ?? text }

    /// Whether it was deleted so that it can be restored.
    public var isDeleted: Bool { messageActions.contains { $0.sourceType == EditAction.deleted && counts($0) } }

    /// The edits and deletions by users who may not change the message, which change nothing, oldest first.
    public var ignoredChanges: [ChatMessageAction<Custom>] {
        oldestFirst { action in
            [EditAction.edited, EditAction.deleted].contains(action.sourceType) && !counts(action)
                && !isUnreadable(action)
        }
    }

    /// The message actions of a type by a user, oldest first, with those that the service does not have yet.
    func actions(_ type: String?, of userId: String) -> [ChatMessageAction<Custom>] {
        oldestFirst { $0.sourceType == type && $0.pubnubUserId.hasSameBytes(as: userId) }
    }

    private func oldestFirst(
        where isIncluded: (ChatMessageAction<Custom>) -> Bool
    ) -> [ChatMessageAction<Custom>] {
        messageActions.filter(isIncluded).sorted { ($0.actionTimetoken, $0.id) < ($1.actionTimetoken, $1.id) }
    }

    /// Whether it would count if it could be decrypted.
    private func isUnreadable(_ change: ChatMessageAction<Custom>) -> Bool {
        if let verdict = change.verdict { return verdict == .unreadable }
        return change.encryption == .unreadable && change.pubnubUserId.hasSameBytes(as: pubnubUserId)
    }

    private func counts(_ change: ChatMessageAction<Custom>) -> Bool {
        if let verdict = change.verdict { return verdict == .counted }
        return change.encryption != .unreadable && change.pubnubUserId.hasSameBytes(as: pubnubUserId)
    }
}

/// How a message is deleted.
public enum ChatDeletion: Hashable, Sendable {
    /// A message action marks it as deleted. It can be restored, and every client learns of it immediately.
    case soft
    /// Its publications are deleted from history. It cannot be restored. Other clients learn of it when they fetch that
    /// part of the history.
    case hard
}
