import NIOCore
import NIOConcurrencyHelpers

/// The connections that are open, so that they can be closed at once.
final class OpenConnections: Sendable {
    private let channels = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])

    var count: Int { channels.withLockedValue { $0.count } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLockedValue { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            _ = self?.channels.withLockedValue { $0.removeValue(forKey: id) }
        }
    }

    /// Closes all connections without a word, and returns when they are closed.
    func closeAll() async {
        let endings = channels.withLockedValue { $0.values.map { $0.close() } }
        for ending in endings { try? await ending.get() }
    }
}
