import HeapModule

/// Deadlines by identifier, in order. Moving a deadline back is cheap, as heartbeats do it all the time.
struct DeadlineQueue<ID: Hashable & Comparable & Sendable>: Sendable {
    private var heap = Heap<Deadline<ID>>()
    private var deadlines: [ID: Duration] = [:]

    var count: Int { deadlines.count }
    /// A lower bound of all deadlines; nil if the queue is empty.
    var earliest: Duration? { deadlines.isEmpty ? nil : heap.min?.time }

    func deadline(of id: ID) -> Duration? { deadlines[id] }

    mutating func set(_ id: ID, at deadline: Duration) {
        let previous = deadlines.updateValue(deadline, forKey: id)
        // An entry that comes up too early is put back where it belongs, so only an earlier deadline needs a new one.
        if let previous, previous <= deadline { return }
        heap.insert(Deadline(time: deadline, id: id))
        dropStaleEntries()
    }

    mutating func remove(_ id: ID) {
        deadlines[id] = nil
        dropStaleEntries()
    }

    /// Removes and returns what is due, as much as `limit` allows, earliest first, and by identifier where deadlines are equal.
    mutating func expired(at now: Duration, limit: Int = .max) -> [ID] {
        var due: [Deadline<ID>] = []
        while due.count < limit, let first = heap.popMin(dueAt: now) {
            guard let deadline = deadlines[first.id] else { continue }
            if deadline <= now {
                deadlines[first.id] = nil
                due.append(Deadline(time: deadline, id: first.id))
            } else {
                heap.insert(Deadline(time: deadline, id: first.id))
            }
        }
        // An entry whose deadline moved comes up early, so the heap gives what is due in no order.
        due.sort { ($0.time, $0.id) < ($1.time, $1.id) }
        return due.map(\.id)
    }

    /// Returns what is due, as much as `limit` allows, in the same order, and keeps it. What stays due is returned again after a pause.
    mutating func due(at now: Duration, again pause: Duration, limit: Int = .max) -> [ID] {
        var due: [ID: Duration] = [:]
        while due.count < limit, let first = heap.popMin(dueAt: now) {
            guard let deadline = deadlines[first.id], due[first.id] == nil else { continue }
            if deadline <= now { due[first.id] = deadline }
            heap.insert(Deadline(time: deadline <= now ? now + pause : deadline, id: first.id))
        }
        return due.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    private mutating func dropStaleEntries() {
        guard heap.count > 2 * deadlines.count + 64 else { return }
        heap = Heap(deadlines.map { Deadline(time: $0.value, id: $0.key) })
    }
}
