public import Foundation
import Glibc
public import PubNubOrigin

extension OriginBackup {
    /// Copies a data file into a folder under a name with the date, verifies the copy, and then removes the oldest copies.
    ///
    /// The names are `NAME-2026-11-29T101500Z.sqlite`, where `NAME` is that of the data file without its last extension, with the date in UTC. Other
    /// names in the folder are never touched. A copy that is not complete has another name; what a killed call left behind is removed by the next.
    /// The call blocks its thread.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - folder: The folder. It is created with mode 0700 if it does not exist.
    ///   - count: How many copies of this data file stay, the newest included. At least 1.
    ///   - includingFiles: Whether to copy the bytes of files. True by default.
    ///   - date: The date of the copy; the present time by default.
    /// - Returns: The path of the copy.
    /// - Throws: `OriginError.cannotOpen` if copying or the check of the copy fails, or if another call works in the folder. No older copy is removed
    ///   then.
    @discardableResult
    public static func copy(
        _ source: String,
        into folder: String,
        keeping count: Int,
        includingFiles: Bool = true,
        date: Date = Date()
    ) throws(OriginError) -> String {
        try copy(source, into: folder, keeping: count, includingFiles ? .folder : .none, date: date)
    }

    /// Copies a data file into a folder, with the files of its folder or of a cluster.
    static func copy(
        _ source: String,
        into folder: String,
        keeping count: Int,
        _ files: Files,
        date: Date
    ) throws(OriginError) -> String {
        let includingFiles = if case .none = files { false } else { true }
        let generations = try BackupGenerations(of: source, in: folder)
        defer { generations.release() }
        generations.removePartial()
        let target = generations.path(at: date)
        try makeCopy(source, to: target, files)
        do throws(OriginError) {
            try verify(target, includingFiles: includingFiles)
        } catch {
            generations.remove(target)
            throw error
        }
        // Only after the check: a damaged copy must not stop the alert about old backups.
        BackupStamp.write(for: source)
        generations.removeOldest(keeping: max(1, count), including: target)
        return target
    }
}

/// The copies of one data file in a folder.
private struct BackupGenerations {
    private let folder: String
    private let prefix: String
    private let descriptor: Int32

    private static let suffix = ".sqlite"
    /// The form of a date in a name: digits are `0`.
    private static let pattern = Array("0000-00-00T000000Z".utf8)

    /// Creates the folder if it does not exist, and locks it.
    init(of source: String, in folder: String) throws(OriginError) {
        let name = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
        self.folder = folder
        prefix = "\(name)-"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure(folder) }
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .cannotOpen("another backup into \(folder) is running")
        }
    }

    func release() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The path of the copy of a date.
    func path(at date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        let day = "\(1900 + parts.tm_year)-\(numbers[0])-\(numbers[1])"
        return "\(folder)/\(prefix)\(day)T\(numbers[2])\(numbers[3])\(numbers[4])Z\(Self.suffix)"
    }

    /// Removes what a call left behind that was killed.
    func removePartial() {
        for name in names where name.hasSuffix(".partial") {
            // A dot and a UUID are in front of it.
            let rest = name.dropLast(".partial".count)
            guard UUID(uuidString: String(rest.suffix(36))) != nil, isCopy(String(rest.dropLast(37))) else { continue }
            DataFileCopy.remove("\(folder)/\(name)")
        }
        // The bytes of files whose copy did not get its name.
        let all = Set(names)
        for name in all where name.hasSuffix(".files") && isCopy(String(name.dropLast(6))) {
            guard !all.contains(String(name.dropLast(6))) else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Removes all but the newest copies. The one that was just made stays, even if the clock went back and others have later dates.
    func removeOldest(keeping count: Int, including made: String) {
        let others = names.filter(isCopy).map { "\(folder)/\($0)" }.filter { $0 != made }
        for path in others.sorted().dropLast(count - 1) { remove(path) }
    }

    /// Removes a copy with its files: the name of the copy first, which says that it is complete.
    func remove(_ path: String) {
        DataFileCopy.remove(path)
        try? FileManager.default.removeItem(atPath: FileCopies.folder(of: path))
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    private func isCopy(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return false }
        let date = Array(name.utf8.dropFirst(prefix.utf8.count).dropLast(Self.suffix.utf8.count))
        guard date.count == Self.pattern.count else { return false }
        return zip(date, Self.pattern).allSatisfy { byte, form in
            form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
        }
    }

    private static func failure(_ path: String) -> OriginError {
        .cannotOpen("\(path): \(String(cString: strerror(errno)))")
    }
}
