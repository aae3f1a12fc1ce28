/// The work of a server at one moment, and its counters since the start.
public struct OriginStatistics: Sendable, Equatable {
    /// Open connections.
    public var connections = 0
    /// Subscribe calls that wait for messages.
    public var heldPolls = 0
    /// Channels with a catch-up buffer.
    public var bufferedChannels = 0
    /// Messages in all catch-up buffers.
    public var bufferedMessages = 0
    /// Bytes of all catch-up buffers.
    public var bufferedBytes = 0
    /// Messages that left a catch-up buffer because of a limit, since the start.
    public var evictions: UInt64 = 0
    /// Messages in responses to subscribe calls, since the start. A message to ten subscribers counts ten times.
    public var deliveries: UInt64 = 0
    /// Messages and signals that were accepted, since the start.
    public var publishes: UInt64 = 0
    /// Connections that were accepted, since the start.
    public var acceptedConnections: UInt64 = 0
    /// Connections that were closed because of a limit of connections, either new ones or idle ones that gave way to them, since the start.
    public var refusedConnections: UInt64 = 0
    /// Changes that were applied, since the start: messages, signals, calls that change something, and presence.
    public var entries: UInt64 = 0
    /// Commits of changes that succeeded, since the start. A commit contains one or more changes.
    public var commits: UInt64 = 0
    /// Commits that failed, since the start. Their clients received an error, and nothing of them was applied.
    public var failedCommits: UInt64 = 0
    /// Writes to the data file and reads of it that failed, since the start, including ``failedCommits``.
    public var storageErrors: UInt64 = 0
    /// Changes that are committed and applied, and that history does not contain yet.
    public var viewLag = 0
    /// Stored files.
    public var files = 0
    /// Bytes of all stored files.
    public var fileBytes = 0
    /// Downloads of files, or of parts of them, since the start.
    public var fileDownloads: UInt64 = 0

    /// Whether the server serves files. False at a server of a cluster that could not open their stream yet.
    package var servesFiles = false

    /// How many uploads of files ended in which way, since the start.
    package var fileUploads: [FileUploadResult: UInt64] = [:]

    /// How many calls each quota of keysets has refused, since the start.
    package var quotaRefusals: [OriginQuota: UInt64] = [:]

    /// The place of the server in its cluster; nil for a server by itself.
    package var cluster: ClusterHealth?

    init() {}
}

/// The place of a server in its cluster.
package struct ClusterHealth: Sendable, Equatable {
    /// The last record that the server has applied.
    package var position: UInt64
    /// How many records the server has not applied yet.
    package var lag: UInt64
    /// Whether the cluster stores changes, as far as the server can see.
    package var hasQuorum: Bool
    /// How many records of other programs the server has skipped since its start.
    package var skipped: UInt64

    package init(position: UInt64, lag: UInt64, hasQuorum: Bool, skipped: UInt64) {
        self.position = position
        self.lag = lag
        self.hasQuorum = hasQuorum
        self.skipped = skipped
    }
}
