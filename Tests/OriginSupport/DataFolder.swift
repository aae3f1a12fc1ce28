import Foundation

/// A folder for one test, removed when the value is released.
final class DataFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "origin-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "data.sqlite") -> String { path + "/" + name }

    /// Copies the data file and the files of SQLite next to it, as a crash at this moment would leave them.
    func copyFiles(from source: String, to target: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file(source) + suffix) {
            try FileManager.default.copyItem(atPath: file(source) + suffix, toPath: file(target) + suffix)
        }
    }
}
