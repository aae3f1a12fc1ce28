import Glibc

/// The time of the last backup of a data file: that of an empty file next to it, so that a server knows what another process did.
enum BackupStamp {
    private static func path(of source: String) -> String { "\(source).backup" }

    /// Notes a backup. Does nothing if the user of this process may not write there: the backup is complete all the same.
    static func write(for source: String) {
        let descriptor = open(path(of: source), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }

    /// When the last backup was made, in seconds since 1970 UTC; nil if none was noted.
    static func read(for source: String) -> UInt64? {
        var facts = stat()
        guard lstat(path(of: source), &facts) == 0 else { return nil }
        return UInt64(clamping: facts.st_mtim.tv_sec)
    }
}
