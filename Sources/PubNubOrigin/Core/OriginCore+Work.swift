extension OriginCore {
    /// The state that the lock of the core guards.
    struct Guarded {
        var machine: OriginMachine
        var faults: FaultInjector
        var pending: [RequestID: Pending] = [:]
        /// The request that is being taken in. Most get their response immediately and never enter `pending`.
        var arriving: Arriving?
        var lastID: UInt64 = 0
        var alarm: (deadline: Duration, task: Task<Void, Never>)?
        var delays: [RequestID: Task<Void, Never>] = [:]
        /// Whether calls no longer wait for messages, as the server is about to stop.
        var isEnding = false
        var isStopped = false
        /// When the subscribers are released again; nil while the log is available.
        var nextRelease: Duration?
        /// What waits for the batch in progress to be committed.
        private(set) var proposals: [Proposal] = []
        /// The same, counted by keyset.
        private(set) var room: SharedRoom
        /// The clients that wait for the batch in progress; nil without one.
        var requesters: [Requester?]?
        var lastBatch: UInt64 = 0
        /// How many event loops are serving requests.
        var turnCount = 0
        var given: UInt64 = 0
        /// Messages in responses to subscribe calls.
        var deliveries: UInt64 = 0
        /// Entries of the log that were applied.
        var entries: UInt64 = 0
        /// Called when no entry waits for the log any more.
        var idle: [CheckedContinuation<Void, Never>] = []

        init(machine: OriginMachine, faults: FaultInjector, room: SharedRoom) {
            self.machine = machine
            self.faults = faults
            self.room = room
        }

        /// Makes an entry wait for the batch in progress.
        mutating func append(_ proposal: Proposal) {
            proposals.append(proposal)
            room.add(1, to: proposal.entry.keyset ?? "")
        }

        /// Takes out the entries that have waited for longest.
        mutating func takeProposals(_ count: Int) -> [Proposal] {
            let taken = Array(proposals.prefix(count))
            proposals.removeFirst(taken.count)
            release(taken)
            return taken
        }

        /// Takes out the entries that clients wait for.
        mutating func takeClientProposals() -> [Proposal] {
            let taken = proposals.filter { $0.requester != nil }
            proposals.removeAll { $0.requester != nil }
            release(taken)
            return taken
        }

        private mutating func release(_ taken: [Proposal]) {
            for proposal in taken { room.add(-1, to: proposal.entry.keyset ?? "") }
        }

        /// Takes out a request that gets its response; nil if it has had it, or its client is gone.
        mutating func take(_ id: RequestID) -> Pending? {
            guard let arriving, arriving.id == id else { return pending.removeValue(forKey: id) }
            self.arriving = nil
            return arriving.pending
        }
    }

    /// A request, and who waits for its response.
    struct Arriving {
        let id: RequestID
        let pending: Pending
    }

    /// A request without a response so far.
    struct Pending {
        let completion: Completion
        var fault: FaultAction?
    }

    /// An entry that waits for the log, and the client that waits for it.
    struct Proposal {
        let entry: LogEntry
        let requester: Requester?
    }

    /// Work of the current input, to be done without the lock.
    struct Work {
        var responses: [Response] = []
        var pages: [Page] = []
        var rest: [OriginAction] = []
        /// The batch to propose now.
        var batch: LogBatch?
        /// The highest timetoken that a read gave out; nil if it has not changed.
        var given: UInt64?
    }

    struct Response {
        let id: RequestID
        let pending: Pending
        let response: OriginResponse
    }

    struct Page {
        let page: PageForPolls
        let pending: [(id: RequestID, pending: Pending)]
    }
}
