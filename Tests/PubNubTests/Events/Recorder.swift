import PubNubLocks

/// Keeps texts in the order in which they come.
final class Recorder: Sendable {
    private let lines = Locked<[String]>([])

    func record(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    var all: [String] {
        lines.withLock { $0 }
    }
}
