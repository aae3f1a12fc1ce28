import Foundation

/// Files nobody but their owner may read.
enum PrivateFile {
    /// Replaces the file at `path` in one step.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let temporary = "\(path).\(UUID().uuidString)"
        guard create(temporary, bytes) else { return false }
        guard rename(temporary, path) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }

    /// Makes a file with `bytes` in it; readable by its owner from the first moment.
    static func create(_ path: String, _ bytes: [UInt8] = []) -> Bool {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        return FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: attributes)
    }
}
