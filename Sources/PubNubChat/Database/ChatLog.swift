import GRDB
import Logging
import PubNubSupport

/// Logs errors that no caller receives.
enum ChatLog {
    /// The logger. Tests replace it for their own tasks.
    @TaskLocal static var logger = Logger(label: "pubnub.chat")

    /// Logs an item from the service that is left out.
    static func leftOut(_ error: any Error) {
        logger.warning("An item from the service is skipped: \(error)")
    }

    /// Logs fields of an item from the service that do not fit the app's types. Logs only the names of fields, never
    /// their content.
    static func mismatched(_ item: @autoclosure () -> String, _ fields: [String]) {
        guard !fields.isEmpty else { return }
        logger.warning("\(item()) is stored; these fields do not match their types: \(fields.joined(separator: ", "))")
    }
}

/// Limits the lines of a kind, which may repeat each second, to one a minute.
final class LogPace: Sendable {
    private static let pause = Duration.seconds(60)

    private let last = Locked<[Int32: ContinuousClock.Instant]>([:])

    /// Whether a line of a kind may be written now.
    func allows(_ kind: Int32, at now: ContinuousClock.Instant = .now) -> Bool {
        last.withLock { last in
            if let former = last[kind], former.duration(to: now) < Self.pause { return false }
            last[kind] = now
            return true
        }
    }

    /// Whether a line about an error may be written now. The kind is the code of the database.
    func allows(_ error: any Error, at now: ContinuousClock.Instant = .now) -> Bool {
        allows((error as? DatabaseError)?.extendedResultCode.rawValue ?? -1, at: now)
    }
}
