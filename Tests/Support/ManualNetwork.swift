package import PubNub
import PubNubLocks

/// A machine whose network changes when a test says so.
package final class ManualNetwork: NetworkSource {
    private let heard = Locked<(@Sendable (NetworkNotice) -> Void)?>(nil)

    package init() {}

    /// Whether anybody listens.
    package var isWatched: Bool { heard.withLock { $0 != nil } }

    package func watch(_ heard: @escaping @Sendable (NetworkNotice) -> Void) {
        self.heard.withLock { $0 = heard }
    }

    package func unwatch() {
        heard.withLock { $0 = nil }
    }

    /// Tells whoever listens of a change.
    package func tell(_ change: (inout NetworkNotice) -> Void) {
        var notice = NetworkNotice()
        change(&notice)
        heard.withLock { $0 }?(notice)
    }
}
