import Glibc
import PubNubFiles

/// A private file that records are appended to.
///
/// If it is larger than allowed when it is opened, it becomes the old file, in place of the former old one, and a new file is
/// begun: at most two files exist. While it is open it may grow beyond that, so that a run's records stay together, but by a
/// bounded amount: then the same happens. Both files have mode 0600, and symbolic links are not followed.
final class DumpFile {
    let path: String
    /// By how much an open file may be larger than it may be when it is opened.
    static let growth: UInt = 10 * 1024 * 1024

    private let maximumSize: UInt64
    private let largestSize: UInt64
    private let calls: FileCalls
    private var size: UInt64 = 0
    private var file: OpenFile?

    init(path: String, maximumSize: UInt, growth: UInt = DumpFile.growth, calls: FileCalls = .system) {
        self.path = path
        self.maximumSize = UInt64(maximumSize)
        self.calls = calls
        let (sum, isTooLarge) = self.maximumSize.addingReportingOverflow(UInt64(growth))
        largestSize = isTooLarge ? .max : sum
    }

    /// The path of the file before the last change of files.
    static func oldPath(of path: String) -> String {
        path + ".old"
    }

    /// Appends a text. After a failure the next call opens the file again.
    func append(_ text: String) throws(FileError) {
        do throws(FileError) {
            if size > largestSize { file = nil }
            let file = if let file { file } else { try open() }
            self.file = file
            let bytes = Array(text.utf8)
            try file.append(bytes)
            size += UInt64(bytes.count)
        } catch {
            file = nil
            throw error
        }
    }

    private func open() throws(FileError) -> OpenFile {
        try PrivateFile.createFolder(PrivateFile.folder(of: path))
        // A build that created it with another mode may be long gone.
        try PrivateFile.restrict(Self.oldPath(of: path), calls: calls)
        let file = try PrivateFile.openForAppending(path, calls: calls)
        size = try file.size()
        guard size > maximumSize else { return file }
        guard calls.rename(path, Self.oldPath(of: path)) == 0 else {
            throw FileError(path: path, reason: String(cString: strerror(errno)) + ".")
        }
        size = 0
        return try PrivateFile.openForAppending(path, calls: calls)
    }
}
