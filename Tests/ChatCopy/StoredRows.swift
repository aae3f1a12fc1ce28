import GRDB
import PubNubChat

/// Reports what is stored, with `--stored` among the arguments: `stored message ID` and `stored reaction ID`, each after its transaction, and `synced CHANNEL`
/// once the history of a channel was fetched by the application's own call.
enum StoredRows {
    static let argument = "--stored"

    /// Reports what is stored from now on.
    static func report(_ provider: CopyProvider) async throws {
        let messages = try await provider.store.read { try PubNubManagedMessage.fetchAll($0).map(\.id) }
        let reactions = try await provider.store.read { try PubNubManagedMessageAction.fetchAll($0).map(\.id) }
        Task { try await follow(provider, PubNubManagedMessage.all(), "message", Set(messages)) }
        Task { try await follow(provider, PubNubManagedMessageAction.all(), "reaction", Set(reactions)) }
    }

    /// Fetches the history of channels, while events arrive and what is missing is fetched.
    static func sync(_ provider: CopyProvider, _ channels: [String]) {
        for channel in channels {
            Task {
                try await provider.dataProvider.syncAllRemoteMessages(MessageHistoryRequest(channels: [channel]))
                ChatCopy.say("synced \(channel)")
            }
        }
    }

    private static func follow<Entity: ManagedChatEntity & Identifiable>(
        _ provider: CopyProvider,
        _ request: QueryInterfaceRequest<Entity>,
        _ name: String,
        _ before: Set<String>
    ) async throws where Entity.ID == String {
        var known = before
        for try await change in provider.store.changes(of: request) {
            for entity in change.entities where known.insert(entity.id).inserted {
                ChatCopy.say("stored \(name) \(entity.id)")
            }
        }
    }
}
