/// The types of message actions that change messages. They are those of PubNub's Chat SDK, so that its clients
/// show the same.
enum EditAction {
    /// Its value is the new text.
    static let edited = "edited"
    /// Its value is `deleted`.
    static let deleted = "deleted"
}

extension ChatMessageAction {
    /// Whether it changes columns of its message: it edits or deletes it, or starts its thread.
    var changesMessage: Bool {
        [EditAction.edited, EditAction.deleted, EditAction.threadRoot].contains(sourceType)
    }
}

extension ChatMessage {
    /// The edits among its message actions, oldest first. The value of each is the text after the edit.
    public var edits: [ChatMessageAction<Custom>] {
        messageActions.filter { $0.sourceType == EditAction.edited }
            .sorted { ($0.actionTimetoken, $0.id) < ($1.actionTimetoken, $1.id) }
    }

    /// The text to show: that of the newest edit, or the published text.
    public var currentText: String { edits.last?.value ?? text }

    /// Whether it was deleted so that it can be restored.
    public var isDeleted: Bool { messageActions.contains { $0.sourceType == EditAction.deleted } }
}

/// How a message is deleted.
public enum ChatDeletion: Hashable, Sendable {
    /// A message action marks it as deleted. It can be restored, and every client learns of it immediately.
    case soft
    /// Its publications are deleted from history. It cannot be restored. Other clients learn of it when they fetch that
    /// part of the history.
    case hard
}
