import PubNubSupport

/// The entries and turns of this program that could not be released, because the store could not be written. They are
/// released when it can be written again.
///
/// Only an entry that is being sent and a channel whose turn is taken are added, so they are not more than those.
final class OutboxReleases: Sendable {
    /// How an entry is released: see ``Ledger/release(_:isFailure:isOpen:)``.
    struct Release: Sendable {
        let isFailure: Bool
        let isOpen: Bool
    }

    /// The entries and turns to release.
    struct Content: Sendable {
        /// The entries by their sequence.
        var entries: [Int64: Release] = [:]
        /// The channels whose turns are to end.
        var channels: Set<String> = []

        var isEmpty: Bool { entries.isEmpty && channels.isEmpty }
    }

    private let state = Locked(Content())

    /// The entries and turns to release now.
    var content: Content { state.withLock { $0 } }

    func add(_ sequence: Int64, _ release: Release) {
        state.withLock { $0.entries[sequence] = release }
    }

    func add(turnOf channel: String) {
        state.withLock { _ = $0.channels.insert(channel) }
    }

    /// Removes what was released.
    func remove(_ released: Content) {
        state.withLock { content in
            for sequence in released.entries.keys { content.entries[sequence] = nil }
            content.channels.subtract(released.channels)
        }
    }
}
