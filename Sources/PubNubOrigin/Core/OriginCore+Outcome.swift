import PubNubWire

extension OriginCore {
    /// The state that the lock of the core guards.
    struct Guarded {
        var machine: OriginMachine
        var faults: FaultInjector
        var pending = RequestTable<Pending>()
        /// The request that is being taken in. Most get their response immediately and never enter `pending`.
        var arriving: Arriving?
        var lastID: UInt64 = 0
        var alarm: (deadline: Duration, task: Task<Void, Never>)?
        var delays: [OriginRequestID: Task<Void, Never>] = [:]
        /// Whether calls no longer wait for messages, as the server is about to stop.
        var isEnding = false
        var isStopped = false
        /// When the subscribers are released again; nil while the log is available.
        var nextRelease: Duration?
        /// What waits for the batch in progress to be committed.
        private(set) var proposals = Proposals()
        /// How many changes that leads to, by keyset.
        private(set) var room: FairQueueQuota
        /// The clients that wait for the batch in progress; nil without one.
        var requesters: [Requester?]?
        var lastBatch: UInt64 = 0
        /// How many event loops are serving requests.
        var tickCount = 0
        /// The tick of the request that is being taken in; nil outside of ticks.
        var tick: Int?
        /// Whether what is too old is removed every minute.
        var removesOld = false
        /// The messages that a log in memory commits at the end of each tick, by the numbers of the ticks. Other changes do not wait:
        /// a subscriber that waits is present.
        var ticks: [Proposals] = []
        /// Access to the event loops, by the numbers of their ticks.
        var eventLoops: [EventLoopAccess] = []
        /// The wait of the next batch after a commit; nil if it does not wait.
        var batchWait: BatchWait?
        var lastIssued: UInt64 = 0
        /// Messages in responses to subscribe calls.
        var deliveries: UInt64 = 0
        /// Entries of the log that were applied.
        var entries: UInt64 = 0
        /// Called when no entry waits for the log any more.
        var idle: [CheckedContinuation<Void, Never>] = []
        /// Whether no entry waits for the log.
        var isIdle: Bool { requesters == nil && proposals.isEmpty && ticks.allSatisfy(\.isEmpty) }

        init(machine: OriginMachine, faults: FaultInjector, room: FairQueueQuota) {
            self.machine = machine
            self.faults = faults
            self.room = room
        }

        /// Whether a batch is to be proposed, when the event loops have served what had arrived.
        var hasNextBatch: Bool {
            requesters == nil && !proposals.isEmpty && proposals.count >= batchWait?.expected ?? 0
        }

        /// Makes the next batch wait for the next requests of the clients of a batch, those on event loops.
        mutating func beginBatchWait(after batch: LogBatch, _ requesters: [Requester?]) {
            // A client that publishes one message after the other sends the next one as soon as it has its response. The commit after a batch is
            // cheaper for each message the more of them it has, so it waits for these clients.
            let clients = requesters.count { requester in
                guard let requester, let pending = pending[requester.id] else { return false }
                return pending.tick != nil && pending.fault == nil
            }
            let expected = proposals.count + clients
            guard clients > 0, expected >= Self.minBatchSize else { return }
            batchWait = BatchWait(batch: batch.number, expected: expected)
        }

        /// A batch does not wait for fewer entries: that would delay them for little.
        private static let minBatchSize = 16

        /// Makes an entry wait for the batch in progress. It takes as much room as it leads to changes.
        mutating func append(_ entry: LogEntry, _ requester: Requester?) {
            let weight = machine.state.weight(of: entry)
            proposals.append(entry, requester, weight: weight)
            room.add(weight, to: entry.keyset ?? "")
        }

        /// Takes out the entries that have waited for longest: as many as have so many bytes, one at least.
        mutating func takeProposals(bytes: Int) -> Proposals { release(proposals.takeFirst(bytes: bytes)) }

        /// Takes out the entries that clients wait for.
        mutating func takeClientProposals() -> Proposals { release(proposals.takeClients()) }

        /// Takes out the callers that wait until no entry waits for the log.
        mutating func takeIdle() -> [CheckedContinuation<Void, Never>] {
            defer { idle = [] }
            return idle
        }

        private mutating func release(_ taken: Proposals) -> Proposals {
            for (keyset, weight) in taken.weightsByKeyset { room.add(-weight, to: keyset.text) }
            return taken
        }

        /// Takes out a request that gets its response; nil if it has had it, or its client is gone.
        mutating func take(_ id: OriginRequestID) -> Pending? {
            guard let arriving, arriving.id == id else { return pending.removeValue(of: id) }
            self.arriving = nil
            return arriving.pending
        }
    }

    /// A request, and who waits for its response.
    struct Arriving {
        let id: OriginRequestID
        let pending: Pending
    }

    /// A request without a response so far.
    struct Pending {
        let receiver: any ReplyReceiver
        /// The address of its client; nil for one without an address.
        var address: AddressKey?
        var fault: FaultAction?
        /// The ticks of the event loop that it came from; nil if it came from none.
        var tick: Int?
    }

    /// Entries that wait for the log, and the clients that wait for them.
    struct Proposals {
        private(set) var entries: [LogEntry] = []
        /// The client of each entry; nil for an entry without one.
        private(set) var requesters: [Requester?] = []
        /// About how many changes each entry leads to.
        private var weights: [Int] = []

        var count: Int { entries.count }
        var isEmpty: Bool { entries.isEmpty }

        /// About how many changes the entries of each keyset lead to; those without one are counted together.
        var weightsByKeyset: [NameKey: Int] {
            var sums: [NameKey: Int] = [:]
            for (entry, weight) in zip(entries, weights) { sums[NameKey(entry.keyset ?? ""), default: 0] += weight }
            return sums
        }

        mutating func append(_ entry: LogEntry, _ requester: Requester?, weight: Int = 1) {
            entries.append(entry)
            requesters.append(requester)
            weights.append(weight)
        }

        /// Takes out the first entries: as many as have so many bytes, one at least.
        mutating func takeFirst(bytes: Int = .max) -> Proposals {
            let count = bytes < .max ? countOfFirst(bytes: bytes) : entries.count
            guard count < entries.count else {
                let all = self
                self = Proposals()
                entries.reserveCapacity(count)
                requesters.reserveCapacity(count)
                weights.reserveCapacity(count)
                return all
            }
            var first = Proposals()
            first.entries = Array(entries[..<count])
            first.requesters = Array(requesters[..<count])
            first.weights = Array(weights[..<count])
            entries.removeFirst(count)
            requesters.removeFirst(count)
            weights.removeFirst(count)
            return first
        }

        private func countOfFirst(bytes: Int) -> Int {
            var size = 0
            let first = entries.prefix { entry in
                defer { size += entry.size }
                return size == 0 || size + entry.size <= bytes
            }
            return first.count
        }

        /// Takes out the entries that clients wait for.
        mutating func takeClients() -> Proposals {
            var taken = Proposals()
            var rest = Proposals()
            for (index, requester) in requesters.enumerated() {
                if requester == nil {
                    rest.append(entries[index], nil, weight: weights[index])
                } else {
                    taken.append(entries[index], requester, weight: weights[index])
                }
            }
            self = rest
            return taken
        }
    }

    /// What runs work on the thread of an event loop.
    struct EventLoopAccess {
        let execute: Executor
        let schedule: Scheduler
    }

    /// A wait of the next batch for the next requests of the clients that get their responses.
    struct BatchWait {
        /// The number of the batch of those clients.
        let batch: UInt64
        /// With so many entries it ends.
        let expected: Int
    }

    /// Work of the current input, to be done without the lock.
    struct Outcome {
        var responses = Responses()
        var pages: [Page] = []
        var rest: [OriginAction] = []
        /// The batch to propose now.
        var batch: LogBatch?
        /// The wait of the batch after that; nil if it does not wait.
        var batchWait: BatchWait?
        /// The highest timetoken that a read gave out; nil if it has not changed.
        var lastIssued: UInt64?
        /// The callers that waited until no entry waits for the log, if none does.
        var idle: [CheckedContinuation<Void, Never>] = []
    }
}
