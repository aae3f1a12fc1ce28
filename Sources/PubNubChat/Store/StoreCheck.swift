import Dispatch
import Foundation
import GRDB
import PubNubSupport

/// Reads the pages of a file in the background, so that damage is found before a write meets it.
final class StoreCheck: Sendable {
    /// The maximum number of seconds that it reads.
    private static let maxSeconds = 10

    private enum State {
        case waiting
        case reading
        case ended
    }

    private let state = Locked(State.waiting)
    private let reader: DatabaseQueue

    /// Begins to read. `found` receives damage, on any thread.
    ///
    /// - Parameters:
    ///   - path: The file, which is open.
    ///   - found: Receives the error of the first damaged page.
    /// - Throws: A `DatabaseError` if the file cannot be opened.
    init(_ path: String, found: @escaping @Sendable (DatabaseError) -> Void) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "pubnub.chat.check"
        configuration.prepareDatabase { $0.add(tokenizer: SearchTokenizer.self) }
        reader = try DatabaseQueue(path: path, configuration: configuration)
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(Self.maxSeconds)) { [weak self] in
            self?.end()
        }
        DispatchQueue.global(qos: .utility).async { [self] in run(found) }
    }

    private func run(_ found: @Sendable (DatabaseError) -> Void) {
        let isWanted = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .reading
            return true
        }
        if isWanted {
            do {
                let problem = try reader.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
                if let problem, problem != "ok" {
                    found(DatabaseError(resultCode: .SQLITE_CORRUPT, message: problem))
                }
            } catch let error as DatabaseError where ChatStore.isDamage(error) {
                found(error)
            } catch {
                // The time is over, or the store was closed. The next opening after an unclean end checks again.
            }
        }
        // A connection that is closed must not be interrupted.
        state.withLock { $0 = .ended }
        try? reader.close()
    }

    /// Ends the reading. The thread that reads closes the connection.
    func end() {
        state.withLock { state in
            if case .reading = state { reader.interrupt() }
            state = .ended
        }
    }
}

extension StoreFile {
    /// Whether SQLite's log is next to the file: the last program that had it open did not end it cleanly.
    var hasLog: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        return (size?.intValue ?? 0) > 0
    }
}
