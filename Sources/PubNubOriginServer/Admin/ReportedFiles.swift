import Glibc
import PubNubOrigin

/// The files of a server whose state the admin listener reports: the data file, its last backup, and certificates.
struct ReportedFiles: Sendable {
    /// The data file; nil for a server in memory.
    var dataFile: String?
    var certificates: [(listener: String, tls: OriginTLS)] = []

    init() {}

    /// The files of a server with a configuration.
    init(_ configuration: OriginConfiguration) {
        dataFile = configuration.storage.path
        let all = [("public", configuration.tls), ("admin", configuration.admin?.tls)]
        certificates = all.compactMap { listener, tls in tls.map { (listener, $0) } }
    }

    /// Adds the metrics of the files. Those that do not exist have none.
    func add(to report: inout PrometheusText) {
        addData(to: &report)
        let ends = certificates.compactMap { listener, tls in
            tls.settings.certificateEnd.map { (listener: listener, end: UInt64(clamping: $0)) }
        }
        guard !ends.isEmpty else { return }
        report.family(
            "pubnub_certificate_end_timestamp_seconds",
            .gauge,
            "When the certificate in use ends, since 1970 UTC."
        )
        for (listener, end) in ends {
            report.sample("pubnub_certificate_end_timestamp_seconds", end, [("listener", listener)])
        }
    }

    private func addData(to report: inout PrometheusText) {
        guard let dataFile else { return }
        let sizes = [dataFile, dataFile + "-wal"].compactMap { path -> UInt64? in
            var facts = stat()
            return stat(path, &facts) == 0 ? UInt64(clamping: facts.st_size) : nil
        }
        if !sizes.isEmpty {
            report.family("pubnub_data_file_bytes", .gauge, "The size of the data file and of its log.")
            report.sample("pubnub_data_file_bytes", sizes.reduce(0, +))
        }
        var disk = statvfs()
        if statvfs(dataFile, &disk) == 0 {
            report.family("pubnub_data_disk_bytes", .gauge, "The size of the file system of the data file.")
            report.sample("pubnub_data_disk_bytes", UInt64(disk.f_blocks) * UInt64(disk.f_frsize))
            report.family("pubnub_data_disk_free_bytes", .gauge, "The bytes of it that the server may use.")
            report.sample("pubnub_data_disk_free_bytes", UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
        }
        if let date = BackupStamp.read(for: dataFile) {
            report.family("pubnub_backup_timestamp_seconds", .gauge, "When the last backup was made, since 1970 UTC.")
            report.sample("pubnub_backup_timestamp_seconds", date)
        }
    }
}
