public import GRDB

/// A row of the store that stands for something in a chat.
///
/// Its functions are called inside `ChatStore.read` and `ChatStore.write`, with the database that these give.
public protocol ManagedChatEntity: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable
where ID: Sendable {}
