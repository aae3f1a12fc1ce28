import GRDB
import PubNubChat

/// Reports stored rows if `--stored` is among the arguments: `stored message ID` and `stored reaction ID`, each after its
/// transaction, and `synced CHANNEL` after the process fetched the history of a channel with its own request.
enum StoredRows {
    static let argument = "--stored"

    /// Reports rows that are stored from now on.
    static func report(_ provider: ProcessProvider) async throws {
        let messages = try await provider.store.read { try PubNubManagedMessage.fetchAll($0).map(\.id) }
        let reactions = try await provider.store.read { try PubNubManagedMessageAction.fetchAll($0).map(\.id) }
        Task { try await follow(provider, PubNubManagedMessage.all(), "message", Set(messages)) }
        Task { try await follow(provider, PubNubManagedMessageAction.all(), "reaction", Set(reactions)) }
    }

    /// Fetches the history of channels, concurrently with real-time events and the backfill.
    static func sync(_ provider: ProcessProvider, _ channels: [String]) {
        for channel in channels {
            Task {
                try await provider.dataProvider.syncAllRemoteMessages(MessageHistoryRequest(channels: [channel]))
                say("synced \(channel)")
            }
        }
    }

    private static func follow<Entity: ManagedChatEntity & Identifiable>(
        _ provider: ProcessProvider,
        _ request: sending QueryInterfaceRequest<Entity>,
        _ name: String,
        _ before: Set<String>
    ) async throws where Entity.ID == String {
        var known = before
        for try await change in provider.store.changes(of: request) {
            for entity in change.entities where known.insert(entity.id).inserted {
                say("stored \(name) \(entity.id)")
            }
        }
    }
}
