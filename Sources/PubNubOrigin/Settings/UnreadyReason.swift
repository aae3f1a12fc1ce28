/// Why a server takes no traffic.
package enum UnreadyReason: String, Sendable, CaseIterable {
    /// The server does not accept connections yet.
    case starting
    /// The server ends its connections and will stop.
    case draining
    /// The server has stopped.
    case stopped
    /// The last write to the data file failed.
    case storageFailing = "storage failing"
    /// A read or write found damaged pages in the data file. The file has to be restored, and the server restarted.
    case storageDamaged = "storage damaged"
    /// Too many applied changes wait to be written to the tables of the data file.
    case storageBehind = "storage behind"
    /// The cluster stores nothing, or this server cannot reach it.
    case noQuorum = "no quorum"
    /// The server starts, and cannot reach the log of the cluster.
    case logUnreachable = "log unreachable"
    /// Other servers of the cluster have applied changes that this one has not.
    case logBehind = "log behind"
    /// The log of the cluster has an entry that this version of the server does not know.
    case logUnreadable = "log unreadable"
    /// The stream of the cluster no longer has records that this server has not applied. It has to be restarted.
    case logTrimmed = "log trimmed"
    /// The stream of the cluster lost records that this server has applied, or is another one of the same name.
    case logLost = "log lost"
}
