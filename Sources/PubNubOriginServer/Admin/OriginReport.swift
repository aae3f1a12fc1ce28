import PubNubOrigin
import PubNubWire
import Synchronization

/// The text that Prometheus collects.
struct OriginReport {
    let metrics: OriginMetrics
    let statistics: OriginStatistics
    let isReady: Bool
    let process: ProcessMetrics
    /// The last reload of the settings; nil before the first.
    var reload: OriginMonitor.Reload?
    /// What listed keysets use.
    var keysets: [KeysetUsage] = []
    /// The files whose state it reports.
    var files = ReportedFiles()

    /// The metrics in the Prometheus text format.
    var text: String {
        var report = PrometheusText()
        report.family("pubnub_info", .gauge, "The version of the server.")
        report.sample("pubnub_info", UInt64(1), [("version", PackageVersion.current)])
        report.family("pubnub_ready", .gauge, "Whether the server takes traffic: 1 or 0.")
        report.sample("pubnub_ready", UInt64(isReady ? 1 : 0))
        addReload(to: &report)
        addRequests(to: &report)
        addQuotas(to: &report)
        addKeysets(to: &report)
        addMessages(to: &report)
        addConnections(to: &report)
        addStorage(to: &report)
        addFiles(to: &report)
        files.add(to: &report)
        addCluster(to: &report)
        addProcess(to: &report)
        return report.text
    }

    private func addReload(to report: inout PrometheusText) {
        guard let reload else { return }
        report.family("pubnub_reload_success", .gauge, "Whether the last reload read all settings: 1 or 0.")
        report.sample("pubnub_reload_success", UInt64(reload.isComplete ? 1 : 0))
        report.family("pubnub_reload_timestamp_seconds", .gauge, "When the last reload ended, since 1970 UTC.")
        report.sample("pubnub_reload_timestamp_seconds", reload.date / 10_000_000)
    }

    private func addRequests(to report: inout PrometheusText) {
        let routes = metrics.requests.all.map { route in
            (label: route.label, outcomes: route.metrics.outcomes, durations: route.metrics.durations.snapshot)
        }
        report.family("pubnub_requests_total", .counter, "Requests by route and status.")
        for route in routes {
            for outcome in route.outcomes {
                report.sample(
                    "pubnub_requests_total",
                    outcome.count,
                    [("route", route.label), ("status", outcome.label)]
                )
            }
        }
        report.family("pubnub_request_duration_seconds", .histogram, "Time from a request to the end of its response.")
        for route in routes where !route.outcomes.isEmpty {
            report.histogram("pubnub_request_duration_seconds", route.durations, [("route", route.label)], unit: 1e9)
        }
        report.family("pubnub_requests_refused_total", .counter, "Requests refused because of a limit.")
        for (limit, status) in [("time", 408), ("body", 413), ("url", 414), ("rate_or_room", 429), ("headers", 431)] {
            report.sample(
                "pubnub_requests_refused_total",
                metrics.requests.count(ofStatus: status),
                [("limit", limit)]
            )
        }
    }

    private func addQuotas(to report: inout PrometheusText) {
        report.family("pubnub_quota_refusals_total", .counter, "Calls refused because of a quota of their keyset.")
        for quota in OriginQuota.allCases {
            let count = statistics.quotaRefusals[quota] ?? 0
            report.sample("pubnub_quota_refusals_total", count, [("quota", quota.rawValue)])
        }
    }

    private func addKeysets(to report: inout PrometheusText) {
        guard !keysets.isEmpty else { return }
        report.family("pubnub_keyset_usage", .gauge, "What a listed keyset uses of the resource of a quota.")
        for keyset in keysets {
            for (quota, amount) in keyset.amounts {
                let labels = [("keyset", keyset.subscribeKey), ("quota", quota.rawValue)]
                report.sample("pubnub_keyset_usage", UInt64(clamping: amount), labels)
            }
        }
        report.family("pubnub_keyset_quota", .gauge, "A quota of a listed keyset.")
        for keyset in keysets {
            for quota in OriginQuota.allCases {
                guard let bound = keyset.quotas[keyPath: quota.path] else { continue }
                let labels = [("keyset", keyset.subscribeKey), ("quota", quota.rawValue)]
                report.sample("pubnub_keyset_quota", UInt64(clamping: bound), labels)
            }
        }
    }

    private func addMessages(to report: inout PrometheusText) {
        report.family("pubnub_publishes_total", .counter, "Messages and signals accepted.")
        report.sample("pubnub_publishes_total", statistics.publishes)
        report.family("pubnub_deliveries_total", .counter, "Messages in responses to subscribe calls.")
        report.sample("pubnub_deliveries_total", statistics.deliveries)
        report.family("pubnub_held_polls", .gauge, "Subscribe calls that wait for messages.")
        report.sample("pubnub_held_polls", UInt64(clamping: statistics.heldPolls))
        report.family("pubnub_buffered_channels", .gauge, "Channels with a catch-up buffer.")
        report.sample("pubnub_buffered_channels", UInt64(clamping: statistics.bufferedChannels))
        report.family("pubnub_buffered_messages", .gauge, "Messages in all catch-up buffers.")
        report.sample("pubnub_buffered_messages", UInt64(clamping: statistics.bufferedMessages))
        report.family("pubnub_buffered_bytes", .gauge, "Bytes of all catch-up buffers.")
        report.sample("pubnub_buffered_bytes", UInt64(clamping: statistics.bufferedBytes))
        report.family("pubnub_buffer_evictions_total", .counter, "Messages removed from catch-up buffers by a limit.")
        report.sample("pubnub_buffer_evictions_total", statistics.evictions)
    }

    private func addConnections(to report: inout PrometheusText) {
        report.family("pubnub_connections", .gauge, "Open connections.")
        report.sample("pubnub_connections", UInt64(clamping: statistics.connections))
        report.family("pubnub_connections_accepted_total", .counter, "Connections accepted.")
        report.sample("pubnub_connections_accepted_total", statistics.acceptedConnections)
        report.family("pubnub_connections_refused_total", .counter, "Connections closed because of a limit.")
        report.sample("pubnub_connections_refused_total", statistics.refusedConnections)
    }

    private func addStorage(to report: inout PrometheusText) {
        let commits = metrics.commits
        report.family("pubnub_commit_batch_entries", .histogram, "Entries in each commit to the data file.")
        report.histogram("pubnub_commit_batch_entries", commits.sizes.snapshot)
        report.family("pubnub_commit_duration_seconds", .histogram, "Time of each commit to the data file.")
        report.histogram("pubnub_commit_duration_seconds", commits.durations.snapshot, unit: 1e9)
        report.family("pubnub_storage_errors_total", .counter, "Writes to the data file and reads of it that failed.")
        report.sample("pubnub_storage_errors_total", statistics.storageErrors)
        report.family("pubnub_log_lag_changes", .gauge, "Applied changes that history does not contain yet.")
        report.sample("pubnub_log_lag_changes", UInt64(clamping: statistics.viewLag))
    }

    private func addFiles(to report: inout PrometheusText) {
        report.family("pubnub_files_open", .gauge, "Whether the server serves files: 1 or 0.")
        report.sample("pubnub_files_open", UInt64(statistics.servesFiles ? 1 : 0))
        report.family("pubnub_files", .gauge, "Stored files.")
        report.sample("pubnub_files", UInt64(clamping: statistics.files))
        report.family("pubnub_file_bytes", .gauge, "Bytes of all stored files.")
        report.sample("pubnub_file_bytes", UInt64(clamping: statistics.fileBytes))
        report.family("pubnub_file_uploads_total", .counter, "Uploads of files by result.")
        for result in FileUploadResult.allCases {
            let count = statistics.fileUploads[result] ?? 0
            report.sample("pubnub_file_uploads_total", count, [("result", result.rawValue)])
        }
        report.family("pubnub_file_downloads_total", .counter, "Downloads of files, or of parts of them.")
        report.sample("pubnub_file_downloads_total", statistics.fileDownloads)
    }

    private func addCluster(to report: inout PrometheusText) {
        guard let cluster = statistics.cluster else { return }
        report.family("pubnub_cluster_position", .gauge, "The last record of the cluster that the server has applied.")
        report.sample("pubnub_cluster_position", cluster.position)
        report.family("pubnub_cluster_lag_records", .gauge, "Records of the cluster that the server has not applied.")
        report.sample("pubnub_cluster_lag_records", cluster.lag)
        report.family("pubnub_cluster_quorum", .gauge, "Whether the cluster stores changes: 1 or 0.")
        report.sample("pubnub_cluster_quorum", UInt64(cluster.hasQuorum ? 1 : 0))
        report.family("pubnub_cluster_skipped_records_total", .counter, "Records of other programs in the stream.")
        report.sample("pubnub_cluster_skipped_records_total", cluster.skipped)
    }

    private func addProcess(to report: inout PrometheusText) {
        report.family("process_cpu_seconds_total", .counter, "Processor time in user and kernel mode.")
        report.sample("process_cpu_seconds_total", process.cpuSeconds)
        report.family("process_resident_memory_bytes", .gauge, "Memory in RAM.")
        report.sample("process_resident_memory_bytes", process.residentBytes)
        report.family("process_virtual_memory_bytes", .gauge, "Address space.")
        report.sample("process_virtual_memory_bytes", process.virtualBytes)
        report.family("process_open_fds", .gauge, "Open file descriptors.")
        report.sample("process_open_fds", process.openDescriptors)
        if let maximum = process.maximumDescriptors {
            report.family("process_max_fds", .gauge, "The limit of open file descriptors.")
            report.sample("process_max_fds", maximum)
        }
        report.family("process_start_time_seconds", .gauge, "When the process started, since 1970 UTC.")
        report.sample("process_start_time_seconds", process.startSeconds)
    }
}
