import Dispatch
import Foundation
import Glibc
import PubNubSupport

/// The files of the logger. Records are written in order, on a queue of their own.
package final class LogStore: Sendable {
    private struct State {
        var folder: String
        var maximumSize: UInt = 10 * 1024 * 1024
        /// Changes when the files have to be closed and opened again.
        var generation: UInt = 0
        /// Bytes that wait to be written.
        var pendingBytes = 0
        /// Records that were left out since the last one that was written.
        var leftOut = 0
    }

    /// The files as they are open.
    private struct Files {
        var open: [Kind: DumpFile] = [:]
        var generation: UInt = 0
        /// The last failure that was reported: a failure that stays is reported once.
        var reported: FileError?
    }

    private enum Kind {
        case records
        case packets

        var name: String {
            switch self {
            case .records: LogStore.dumpName
            case .packets: LogStore.packetsName
            }
        }
    }

    static let dumpName = "pubnub-console-dump.txt"
    static let packetsName = "pubnub-http-packets-dump.txt"
    /// How many bytes may wait for a slow disk; records beyond are left out and counted.
    static let pendingLimit = 16 * 1024 * 1024

    private let queue = DispatchQueue(label: "com.pubnub.log")
    private let state: Locked<State>
    private let files = Locked(Files())
    private let reporter = Locked<Reporter?>(nil)

    private struct Reporter: Sendable {
        let report: @Sendable (String) -> Void
    }

    init(folder: String = LogStore.defaultFolder) {
        state = Locked(State(folder: folder))
    }

    /// `$XDG_STATE_HOME/pubnub`, or `~/.local/state/pubnub`.
    static var defaultFolder: String { defaultFolder(in: ProcessInfo.processInfo.environment) }

    /// The default folder with these variables. Relative paths are ignored, as the XDG specification requires.
    static func defaultFolder(in environment: [String: String]) -> String {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        // NSHomeDirectory ignores HOME.
        let base = absolute("XDG_STATE_HOME") ?? (absolute("HOME") ?? NSHomeDirectory()) + "/.local/state"
        return base + "/pubnub"
    }

    package var dumpPath: String {
        state.withLock { $0.folder } + "/" + Self.dumpName
    }

    var packetsPath: String {
        state.withLock { $0.folder } + "/" + Self.packetsName
    }

    /// Reports failures to `report` from now on, on the store's queue.
    func reportFailures(to report: @escaping @Sendable (String) -> Void) {
        reporter.withLock { $0 = Reporter(report: report) }
    }

    /// Begins anew in another folder.
    package func setFolder(_ folder: String) {
        state.withLock { state in
            state.folder = folder
            state.generation += 1
        }
    }

    /// Takes effect when a file is opened the next time.
    package func setMaximumSize(_ size: UInt) {
        state.withLock { $0.maximumSize = size }
    }

    /// Closes the files, so that they are checked and opened again with the next record.
    func close() {
        queue.async { [self] in
            state.withLock { $0.generation += 1 }
            files.withLock { $0 = Files(reported: $0.reported) }
        }
    }

    func append(_ line: String) {
        enqueue(line, .records)
    }

    func append(packet: String) {
        enqueue(packet, .packets)
    }

    /// Waits until everything is written.
    func flush() {
        queue.sync {}
    }

    private func enqueue(_ text: String, _ kind: Kind) {
        let size = text.utf8.count
        let hasCapacity = state.withLock { state in
            guard state.pendingBytes + size <= Self.pendingLimit else {
                state.leftOut += 1
                return false
            }
            state.pendingBytes += size
            return true
        }
        if hasCapacity { queue.async { self.write(text, size, kind) } }
    }

    private func write(_ text: String, _ size: Int, _ kind: Kind) {
        let (now, leftOut) = state.withLock { state in
            defer {
                state.pendingBytes -= size
                state.leftOut = 0
            }
            return (state, state.leftOut)
        }
        let text = leftOut == 0 ? text : "(\(leftOut) records before this one were left out: the disk is slow)\n" + text
        let problem = files.withLock { files -> FileError? in
            if files.generation != now.generation {
                files = Files(generation: now.generation, reported: files.reported)
            }
            let path = "\(now.folder)/\(kind.name)"
            let file = files.open[kind] ?? DumpFile(path: path, maximumSize: now.maximumSize)
            files.open[kind] = file
            do throws(FileError) {
                try file.append(text)
                files.reported = nil
                return nil
            } catch {
                guard error != files.reported else { return nil }
                files.reported = error
                return error
            }
        }
        // Not under the lock: what it calls is the application's.
        if let problem { reporter.withLock { $0 }?.report("A log record cannot be written. \(problem)") }
    }
}

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
    private let maxSize: UInt64
    private var size: UInt64 = 0
    private var file: OpenFile?

    init(path: String, maximumSize: UInt, growth: UInt = DumpFile.growth) {
        self.path = path
        self.maximumSize = UInt64(maximumSize)
        let (sum, isTooLarge) = self.maximumSize.addingReportingOverflow(UInt64(growth))
        maxSize = isTooLarge ? .max : sum
    }

    /// The path of the file before the last change of files.
    static func oldPath(of path: String) -> String {
        path + ".old"
    }

    /// Appends a string. After a failure the next call opens the file again.
    func append(_ text: String) throws(FileError) {
        do throws(FileError) {
            if size > maxSize { file = nil }
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
        try PrivateFile.restrict(Self.oldPath(of: path))
        let file = try PrivateFile.openForAppending(path)
        size = try file.size()
        guard size > maximumSize else { return file }
        guard rename(path, Self.oldPath(of: path)) == 0 else {
            throw FileError(path: path, reason: String(cString: strerror(errno)) + ".")
        }
        size = 0
        return try PrivateFile.openForAppending(path)
    }
}
