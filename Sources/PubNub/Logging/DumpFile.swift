import Dispatch
import Foundation

/// A file that records are appended to.
///
/// When it is opened and larger than allowed, it becomes the old file (in place of the one there was) and a new one is
/// begun: at most two files exist. While it is open it may become larger, so that a run's records stay together, but not
/// without end: then the same happens.
final class DumpFile {
    let path: String
    /// By how much an open file may be larger than it may be when it is opened.
    static let growth: UInt = 10 * 1024 * 1024

    private let maximumSize: UInt64
    private let largestSize: UInt64
    private var size: UInt64 = 0
    private var handle: FileHandle?

    init(path: String, maximumSize: UInt, growth: UInt = DumpFile.growth) {
        self.path = path
        self.maximumSize = UInt64(maximumSize)
        let (sum, isTooLarge) = self.maximumSize.addingReportingOverflow(UInt64(growth))
        largestSize = isTooLarge ? .max : sum
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
        if size > largestSize {
            try? handle?.close()
            handle = nil
            open()
        }
        let bytes = Data(text.utf8)
        size += UInt64(bytes.count)
        try? handle?.write(contentsOf: bytes)
    }

    private func open() {
        let files = FileManager.default
        let folder = (path as NSString).deletingLastPathComponent
        if !files.fileExists(atPath: folder) {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try? files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: attributes)
        }
        size = (try? files.attributesOfItem(atPath: path)[.size] as? NSNumber)?.uint64Value ?? 0
        if size > maximumSize {
            rename(path, Self.oldPath(of: path))
            size = 0
        }
        if !files.fileExists(atPath: path), !PrivateFile.create(path) { return }
        handle = FileHandle(forWritingAtPath: path)
        _ = try? handle?.seekToEnd()
    }
}
