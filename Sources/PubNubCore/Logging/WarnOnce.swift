import Synchronization

/// A warning that is logged once and that no level hides.
package final class WarnOnce: Sendable {
    private let hasWarned = Atomic(false)
    private let warn: @Sendable (String) -> Void

    init(_ warn: @escaping @Sendable (String) -> Void = { ClientLog.warn($0) }) {
        self.warn = warn
    }

    /// Logs the warning, unless it was logged before.
    func log(_ text: @autoclosure () -> String) {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        warn(text())
    }
}
