import Dispatch
import Foundation
import GRDB
import PubNubLocks

/// Reads the pages of a file in the background, so that damage is found before a write meets it.
final class StoreCheck: Sendable {
    /// The maximum number of seconds that it reads.
    private static let maxSeconds = 10

    private let queue = Locked<DatabaseQueue?>(nil)

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
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        queue.withLock { $0 = reader }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(Self.maxSeconds)) { [weak self] in
            self?.end()
        }
        DispatchQueue.global(qos: .utility).async { [weak self] in
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
            self?.end()
        }
    }

    /// Ends the reading.
    func end() {
        let reader = queue.withLock { queue in
            defer { queue = nil }
            return queue
        }
        reader?.interrupt()
        try? reader?.close()
    }
}

extension StoreFile {
    /// Whether SQLite's log is next to the file: the last program that had it open did not end it cleanly.
    var hasLog: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        return (size?.intValue ?? 0) > 0
    }
}
