import Glibc
import PubNubSupport

/// The folder next to a data file that has the bytes of files: `FILE.files/{2 digits}/{identifier}`.
///
/// Identifiers are those that the server gave out. No name and no identifier of a client becomes a path. Folders have mode 0700 and files
/// mode 0600. A file never changes after it has its name, so a copy may be a hard link.
struct FileFolder: Sendable {
    /// A file that was opened for reading. Its bytes can be read after it is removed.
    final class OpenedFile: Sendable {
        private let descriptor: Int32

        fileprivate init(descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }

        /// Reads a part; nil if the file does not have it, or cannot be read.
        func read(_ range: Range<Int>) -> [UInt8]? {
            FileRange.read(range, of: descriptor)
        }
    }

    /// A name in the folder that is not that of a file with a record, or may become one.
    struct FolderItem {
        let name: String
        /// When it was last written, in seconds since 1970 UTC.
        let written: Int
    }

    /// The path of the folder.
    let path: String
    private let calls: FileCalls
    /// The folders that are known to be on the disk.
    private let prepared = PreparedFolders()

    private final class PreparedFolders: Sendable {
        let paths = Locked(Set<String>())
    }

    /// - Parameters:
    ///   - dataFile: The path of the data file. A symbolic link and its target have the same folder.
    ///   - calls: The system calls that write.
    init(dataFile: String, calls: FileCalls = .system) {
        path = "\(Self.resolved(dataFile)).files"
        self.calls = calls
    }

    /// The folder of a copy, whose data file has another name until it is complete.
    init(folder: String) {
        path = folder
        calls = .system
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether a string is an identifier that the server gives out: a UUID in lowercase.
    static func isIdentifier(_ id: String) -> Bool {
        let bytes = Array(id.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
            return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    /// The two digits with which the names of all folders within the folder are made.
    static let parts: [String] = (0..<256).map { number in
        (number < 16 ? "0" : "") + String(number, radix: 16)
    }

    /// The path of a file; nil for an identifier that the server did not give out.
    func path(of id: String) -> String? {
        Self.isIdentifier(id) ? "\(path)/\(id.prefix(2))/\(id)" : nil
    }

    /// Whether the folder exists.
    var exists: Bool {
        var facts = stat()
        return stat(path, &facts) == 0
    }

    /// Writes a file. It is on the disk when this returns.
    ///
    /// - Throws: `FileError`. The file may exist then.
    func write(_ content: ArraySlice<UInt8>, as id: String) throws(FileError) {
        guard let file = path(of: id) else { throw FileError(path: path, reason: "The identifier is invalid.") }
        let part = PrivateFile.folder(of: file)
        do throws(FileError) {
            try prepare(path)
            try prepare(part)
            try PrivateFile.replace(file, with: content, calls: calls)
            try PrivateFile.synchronize(folder: part, calls: calls)
        } catch {
            // A folder may have been removed, and is created again next time.
            prepared.paths.withLock { $0 = [] }
            throw error
        }
    }

    /// Creates a folder, and waits until its name is on the disk.
    private func prepare(_ folder: String) throws(FileError) {
        // Other uploads wait here until the folder is on the disk: without it, their files would be lost as well.
        try prepared.paths.withLock { paths throws(FileError) in
            guard !paths.contains(folder) else { return }
            try PrivateFile.createFolder(folder)
            try PrivateFile.synchronize(folder: PrivateFile.folder(of: folder), calls: calls)
            paths.insert(folder)
        }
    }

    /// Opens a new file without a name, for reading and writing.
    ///
    /// - Returns: A descriptor; a negative number if that fails.
    func openUnnamed() -> Int32 {
        guard (try? prepare(path)) != nil else { return -1 }
        let descriptor = Self.openUnnamed(in: path)
        // The folder may have been removed.
        if descriptor < 0 { prepared.paths.withLock { $0 = [] } }
        return descriptor
    }

    /// Opens a new file without a name in a folder that exists, for reading and writing.
    ///
    /// - Returns: A descriptor; a negative number if that fails.
    static func openUnnamed(in folder: String) -> Int32 {
        let descriptor = Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return descriptor }
        // A file system without such files.
        let name = "\(folder)/.\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let named = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if named >= 0 { unlink(name) }
        return named
    }

    /// `O_TMPFILE` of Linux, which Swift's Glibc module leaves out.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Opens a file; nil if it does not exist.
    ///
    /// - Throws: `FileError` if it cannot be opened.
    func open(_ id: String) throws(FileError) -> OpenedFile? {
        guard let file = path(of: id) else { return nil }
        let descriptor = Glibc.open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 { return OpenedFile(descriptor: descriptor) }
        guard errno == ENOENT else { throw FileError(path: file, reason: String(cString: strerror(errno)) + ".") }
        return nil
    }

    /// Removes a file. Does nothing if it does not exist.
    func remove(_ id: String) {
        if let file = path(of: id) { unlink(file) }
    }

    /// Removes a file, or a temporary one, of a folder within the folder.
    func remove(_ entry: FolderItem, in part: String) {
        unlink("\(path)/\(part)/\(entry.name)")
    }

    /// The regular files of a folder within the folder; none if it does not exist.
    ///
    /// - Throws: `FileError` if it cannot be read: its files must not be taken for lost.
    func entries(in part: String) throws(FileError) -> [FolderItem] {
        let folder = "\(path)/\(part)"
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw FileError(path: folder, reason: String(cString: strerror(errno)) + ".")
        }
        defer { closedir(stream) }
        var entries: [FolderItem] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            // The entry ends with its name, and need not have all the bytes of its type.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            var facts = stat()
            guard fstatat(dirfd(stream), name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG
            else { continue }
            entries.append(FolderItem(name: name, written: facts.st_mtim.tv_sec))
        }
        return entries
    }

    /// Lets only the owner enter the folder and those within it.
    func restrict() {
        for folder in [path] + Self.parts.map({ "\(path)/\($0)" }) {
            var facts = stat()
            guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
                facts.st_mode & 0o077 != 0
            else { continue }
            chmod(folder, 0o700)
        }
    }

    /// The lock by which a backup, which holds it shared, keeps bytes from being removed. Creates the folder if it does not exist.
    ///
    /// - Throws: `FileError` if the lock cannot be opened.
    func removalLock() throws(FileError) -> FileLock {
        try prepare(path)
        return try FileLock("\(path)/.lock")
    }
}
