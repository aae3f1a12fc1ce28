package import PubNub
import PubNubCore
import PubNubSupport

/// A network source whose changes a test makes.
package final class ManualNetwork: NetworkSource {
    private let heard = Locked<(@Sendable (NetworkNotice) -> Void)?>(nil)

    package init() {}

    /// Whether a client observes the source.
    package var isWatched: Bool { heard.withLock { $0 != nil } }

    package func watch(_ heard: @escaping @Sendable (NetworkNotice) -> Void) {
        self.heard.withLock { $0 = heard }
    }

    package func unwatch() {
        heard.withLock { $0 = nil }
    }

    /// Notifies the observer of a change.
    package func tell(_ change: (inout NetworkNotice) -> Void) {
        var notice = NetworkNotice()
        change(&notice)
        heard.withLock { $0 }?(notice)
    }
}
