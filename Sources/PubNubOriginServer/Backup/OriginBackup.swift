public import PubNubOrigin
import Foundation
import PubNubFiles

/// Copies the data file of a server, also while the server runs.
public enum OriginBackup {
    /// Writes a copy of a data file.
    ///
    /// The copy has everything that was acknowledged before the call, and nothing of a change in part. The server goes on serving;
    /// publishes do not wait for the copy. The copy is a data file like the original: give it to
    /// ``OriginStorage/file(_:retention:keysetRetention:)`` to restore. It is complete when its name appears. The call blocks its thread.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - target: The path of the copy, which must not exist. It is created with mode 0600.
    /// - Throws: `OriginError.cannotOpen` if the source is not a data file, if the target exists, or if copying fails.
    public static func copy(_ source: String, to target: String) throws(OriginError) {
        var found = stat()
        guard stat(source, &found) == 0 else {
            throw .cannotOpen("\(source): \(String(cString: strerror(errno)))")
        }
        guard lstat(target, &found) != 0 else { throw .cannotOpen("\(target) exists already") }
        let partial = "\(target).\(UUID().uuidString).partial"
        defer { DataFileCopy.remove(partial) }
        do {
            try DataFileCopy.make(of: source, to: partial)
        } catch let error as OriginError {
            throw error
        } catch {
            throw .cannotOpen("\(error)")
        }
        // A link fails if the name exists by now, which a rename does not.
        guard link(partial, target) == 0 else {
            throw .cannotOpen("\(target): \(String(cString: strerror(errno)))")
        }
        DataFileCopy.synchronize(PrivateFile.folder(of: target), isFolder: true)
    }
}
