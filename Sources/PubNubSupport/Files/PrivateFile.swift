import Glibc

/// Creates and opens files that only their owner may read and write, from their first byte.
///
/// The mode is part of the call that creates a file, so that no other user can open it in between. A symbolic link as the last
/// part of a path is not followed. Every failure is reported.
package enum PrivateFile {
    static let mode: mode_t = 0o600

    /// `O_PATH` of Linux, which Swift's Glibc module leaves out.
    private static let namesOnly: Int32 = 0o10_000_000

    /// How often a path is tried that other processes create and remove at the same time.
    private static let attempts = 8

    /// Replaces the file at `path` in one step, or creates it. Readers see the old or the new content, never a part of it.
    ///
    /// The bytes go to a temporary file in the same folder, are synchronized to the disk, and then take the name. A symbolic
    /// link at `path` is replaced; its target stays as it was. After a failure the file at `path` is the former one.
    package static func replace(
        _ path: String,
        with bytes: ArraySlice<UInt8>,
        calls: FileCalls = .system
    ) throws(FileError) {
        let (temporary, descriptor) = try createTemporary(for: path, calls)
        do throws(FileError) {
            try fill(descriptor, with: bytes, path: path, calls: calls)
            guard calls.rename(temporary, path) == 0 else { throw .system(path) }
        } catch {
            // It would hold the content for ever.
            unlink(temporary)
            throw error
        }
    }

    /// Whether a name in a folder is that of a temporary file of `replace`, which a process that was killed leaves
    /// behind.
    package static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(".tmp") }

    /// Waits until the names in a folder are on the disk.
    package static func synchronize(folder path: String, calls: FileCalls = .system) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path) }
        defer { close(descriptor) }
        guard calls.synchronize(descriptor) == 0 else { throw .system(path) }
    }

    /// Opens the file at `path` for appending, or creates it.
    ///
    /// An existing file gets mode 0600 before anything is written. A symbolic link, and anything else that is not a regular
    /// file, is refused.
    package static func openForAppending(_ path: String, calls: FileCalls = .system) throws(FileError) -> OpenFile {
        // Without O_NONBLOCK the call would wait for the reader of a named pipe.
        let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        for _ in 0..<attempts {
            var descriptor = calls.open(path, flags)
            if descriptor < 0, errno == ENOENT { descriptor = calls.open(path, flags | O_CREAT | O_EXCL) }
            if descriptor < 0, errno == EEXIST || errno == ENOENT && exists(path) { continue }
            guard descriptor >= 0 else { throw .system(path) }
            let file = OpenFile(path: path, descriptor: descriptor, calls: calls)
            try check(descriptor, path, calls)
            return file
        }
        throw FileError(path: path, reason: "Another process repeatedly creates and removes it.")
    }

    /// Removes the access rights of other users from an existing file. Does nothing if the file does not exist.
    package static func restrict(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw .system(path)
        }
        defer { close(descriptor) }
        try check(descriptor, path, .system)
    }

    /// Creates a folder that only its owner may enter, with the folders above it. Succeeds if the folder exists.
    package static func createFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o700) != 0 else { return }
        let code = errno
        if code == EEXIST { return }
        let above = folder(of: path)
        guard code == ENOENT, above.utf8.count < path.utf8.count else { throw .system(path) }
        try createFolder(above)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(path) }
    }

    /// The folder of a path: the path without its last part, `.` for a plain name.
    package static func folder(of path: String) -> String {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == bytes.startIndex ? "/" : String(path[..<slash])
    }

    /// Prepares the file of an SQLite database before SQLite opens it: creates the file with mode 0600, or removes the
    /// access rights of other users from it and from the companion files next to it. SQLite gives new companion files
    /// the mode of the database.
    ///
    /// The database itself may be a symbolic link to an existing file. The mode of another user's file is not changed.
    package static func prepareDatabase(_ path: String) throws(FileError) {
        // Opening and closing the file would release the locks that this process holds on an open database.
        guard mknod(path, S_IFREG | mode, 0) == 0 || errno == EEXIST else { throw .system(path) }
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try restrictUnopened(path + suffix, mustExist: suffix.isEmpty)
        }
    }
}

extension PrivateFile {
    /// Writes all bytes at the position of an open file, in as many calls as that takes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The file.
    ///   - path: The path that an error names.
    ///   - calls: The system calls.
    /// - Throws: ``FileError``. A part of the bytes may be written then.
    package static func write(
        _ bytes: ArraySlice<UInt8>,
        to descriptor: Int32,
        path: String,
        calls: FileCalls = .system
    ) throws(FileError) {
        let isWritten = bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = calls.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
                if count < 0, errno == EINTR { continue }
                if count == 0 { errno = ENOSPC }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
        guard isWritten else { throw .system(path) }
    }

    private static func fill(
        _ descriptor: Int32,
        with bytes: ArraySlice<UInt8>,
        path: String,
        calls: FileCalls
    ) throws(FileError) {
        defer { close(descriptor) }
        try check(descriptor, path, calls)
        try write(bytes, to: descriptor, path: path, calls: calls)
        guard calls.synchronize(descriptor) == 0 else { throw .system(path) }
    }

    static func createTemporary(
        for path: String,
        _ calls: FileCalls
    ) throws(FileError) -> (path: String, descriptor: Int32) {
        for _ in 0..<attempts {
            // A suffix could make the name too long.
            let temporary = "\(folder(of: path))/.\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = calls.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
            if descriptor >= 0 { return (temporary, descriptor) }
            guard errno == EEXIST else { throw .system(path) }
        }
        throw FileError(path: path, reason: "No name for a temporary file is free.")
    }

    /// Refuses anything but a regular file, and removes the access rights of other users.
    private static func check(_ descriptor: Int32, _ path: String, _ calls: FileCalls) throws(FileError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(path) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path: path, reason: "It is not a regular file.")
        }
        guard facts.st_mode & 0o7777 == mode || calls.restrict(descriptor) == 0 else { throw .system(path) }
    }

    static func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    private static func restrictUnopened(_ path: String, mustExist: Bool) throws(FileError) {
        // A descriptor that only names the file: closing it releases no lock.
        let descriptor = open(path, namesOnly | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT, !mustExist { return }
            throw .system(path)
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(path) }
        let isLoose = facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o077 != 0
        guard isLoose, facts.st_uid == geteuid() else { return }
        guard chmod("/proc/self/fd/\(descriptor)", facts.st_mode & 0o700) == 0 else { throw .system(path) }
    }
}
