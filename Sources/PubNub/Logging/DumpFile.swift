import Dispatch
import Foundation

/// A file that records are appended to.
///
/// When it is opened and larger than allowed, it becomes the old file (in place of the one there was) and a new one is
/// begun: at most two files exist. While it is open it is not checked, so that a run's records stay together.
final class DumpFile {
    let path: String
    private let maximumSize: UInt64
    private var handle: FileHandle?

    init(path: String, maximumSize: UInt) {
        self.path = path
        self.maximumSize = UInt64(maximumSize)
    }

    deinit {
        try? handle?.close()
    }

    /// The path of the file before the last change of files.
    static func oldPath(of path: String) -> String {
        path + ".old"
    }

    /// Appends; a file that cannot be written is given up without a word, as there is nowhere to say it.
    func append(_ text: String) {
        if handle == nil { open() }
        try? handle?.write(contentsOf: Data(text.utf8))
    }

    private func open() {
        let files = FileManager.default
        let folder = (path as NSString).deletingLastPathComponent
        if !files.fileExists(atPath: folder) {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try? files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: attributes)
        }
        let size = (try? files.attributesOfItem(atPath: path)[.size] as? NSNumber)?.uint64Value ?? 0
        if size > maximumSize { rename(path, Self.oldPath(of: path)) }
        if !files.fileExists(atPath: path), !PrivateFile.create(path) { return }
        handle = FileHandle(forWritingAtPath: path)
        _ = try? handle?.seekToEnd()
    }
}
