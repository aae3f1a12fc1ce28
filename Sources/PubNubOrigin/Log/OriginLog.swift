/// Puts the changes of a server into one order.
///
/// A server proposes a batch of entries. The log commits it: it gives the batch a position and a moment, and stores both. Only then
/// does the server apply the entries, respond to their clients, and deliver messages. So no client sees a change that could
/// not be stored, and every server that applies the same log has the same state.
package protocol OriginLog: Sendable {
    /// Commits a batch before the call returns, if this log can do that for this batch.
    ///
    /// The server calls it under its lock. The log does not call back.
    ///
    /// - Parameter batch: The batch.
    /// - Returns: The committed batch; `nil` if the log has to store it first. Then call ``propose(_:)``.
    func commitImmediately(_ batch: LogBatch) -> Committed?

    /// Takes in a batch to commit. Returns immediately.
    ///
    /// Committed batches arrive at the follower in order of their positions. A batch that could not be committed arrives there as a
    /// failure. A server proposes its next batch when the last one has arrived, with all entries that came in the meantime.
    func propose(_ batch: LogBatch)

    /// Sets the receiver of everything that ``propose(_:)`` took in. Call it once, before the first proposal.
    ///
    /// - Parameter receive: Called on a thread of the log, one call after the other.
    func follow(_ receive: @escaping @Sendable (OriginLogEvent) -> Void)

    /// Notes that clients received timetokens up to this one from reads, so that none is given to a message after a restart.
    func timetokensIssued(upTo timetoken: UInt64)

    /// Whether it commits every batch immediately, as it stores none. False by default.
    var storesNothing: Bool { get }

    /// How the log is.
    var health: LogHealth { get }

    /// The largest size of a batch in bytes, about. Unlimited by default.
    var batchBytes: Int { get }

    /// For how long at most the next batch waits, after a commit, for the next requests of the clients that got their responses.
    /// With them it is larger, and there are fewer. nil by default: it does not wait.
    var batchWaitLimit: Duration? { get }

    /// Returns when everything that was committed before the start was delivered. Immediately by default.
    func caughtUp() async

    /// Whether a client's entry has to be refused, as the log cannot commit it within a few seconds.
    ///
    /// - Parameter waiting: How many entries wait for the batch in progress.
    /// - Returns: Whether it has to be refused. False by default.
    func refuses(waiting: Int) -> Bool

    /// Tries to store something, so that ``health`` shows whether storing works again. Does not wait for it.
    func checkStorage()

    /// Finishes the proposals in progress and takes in no more. A later proposal arrives as a failure.
    func close() async
}

extension OriginLog {
    package var storesNothing: Bool { false }

    package var batchBytes: Int { .max }

    package var batchWaitLimit: Duration? { nil }

    package func caughtUp() async {}

    package func refuses(waiting: Int) -> Bool { false }
}

/// Entries that are committed together, all or none.
package struct LogBatch: Sendable {
    /// The number that the proposing server gave the batch.
    package var number: UInt64
    /// Every timetoken that the entries get is above this one: clients of the proposing server received it from a read.
    package var after: UInt64
    package var entries: [LogEntry]

    package init(number: UInt64, after: UInt64, entries: [LogEntry]) {
        self.number = number
        self.after = after
        self.entries = entries
    }
}

/// A batch with its place in the order of all changes.
package struct Committed: Sendable {
    package let position: LogPosition
    /// When the log committed it. Applying uses this moment and no clock.
    package let moment: Moment
    package let batch: LogBatch

    package init(position: LogPosition, moment: Moment, batch: LogBatch) {
        self.position = position
        self.moment = moment
        self.batch = batch
    }
}

/// The events that a log reports to its follower.
package enum OriginLogEvent: Sendable {
    case committed(Committed)
    /// A batch of another server was committed, or one of this server that was reported as failed.
    case received(Committed)
    case failed(LogBatch, LogFailure)
}

/// Why a batch could not be committed.
package enum LogFailure: Error, Sendable, Equatable {
    /// The storage reported an error; the text has no content of messages.
    case storage(String)
    /// Too much waits for the log, or for its place in the view.
    case behind
    /// The log is closed.
    case closed
    /// The servers of the cluster have no quorum, or too much waits for one. The batch was not proposed.
    case unavailable
    /// No acknowledgement of the cluster arrived in time; the text says why. The batch may be committed all the same, or later.
    case unknown(String)
}

/// How a log is.
package struct LogHealth: Sendable, Equatable {
    /// The reasons why the server should take no traffic; empty if it is well.
    package var reasons: [UnreadyReason] = []
    /// The position of the last batch that was committed and delivered.
    package var position = LogPosition.start
    /// Batches committed since the start.
    package var commits: UInt64 = 0
    /// Commits that failed since the start.
    package var failures: UInt64 = 0
    /// The place of the server in its cluster; nil for a server by itself.
    package var cluster: ClusterHealth?

    package init(position: LogPosition = LogPosition.start, commits: UInt64 = 0, failures: UInt64 = 0) {
        self.position = position
        self.commits = commits
        self.failures = failures
    }

    var isReady: Bool { reasons.isEmpty }
}
