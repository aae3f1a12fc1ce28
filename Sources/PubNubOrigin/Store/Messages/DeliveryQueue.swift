/// Messages that wait for their delivery, in the order of their timetokens.
///
/// A published message waits here until it is stored, and later messages wait behind it. So no subscriber receives a message
/// that a crash could still lose, and no subscriber's timetoken moves past a message that it has not received.
struct DeliveryQueue: Sendable {
    /// The publish request that waits for a message to be stored.
    struct Publication: Sendable {
        let request: RequestID
        /// The response once the message is stored.
        let response: OriginResponse
    }

    /// One message of the queue.
    struct Entry: Sendable {
        let message: ChannelMessage
        /// The request that gets the response; `nil` if no client waits for it, or if it was sent.
        var publication: Publication?
        var isStored: Bool
    }

    private var entries: [Entry] = []

    /// Whether a message can be delivered immediately.
    var isEmpty: Bool { entries.isEmpty }

    /// The timetoken of the oldest message that is not stored yet; `nil` if all are stored.
    var oldest: UInt64? { entries.first?.message.timetoken }

    /// Appends a message whose timetoken is above all earlier ones.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    /// Notes that the message with this timetoken is stored.
    ///
    /// - Returns: The messages that can be delivered now, oldest first.
    mutating func stored(_ timetoken: UInt64) -> [Entry] {
        guard let index = index(of: timetoken) else { return [] }
        entries[index].isStored = true
        return takeReady()
    }

    /// Removes the message with this timetoken, which could not be stored.
    ///
    /// - Returns: The messages that can be delivered now, oldest first.
    mutating func failed(_ timetoken: UInt64) -> [Entry] {
        guard let index = index(of: timetoken) else { return [] }
        entries.remove(at: index)
        return takeReady()
    }

    /// Messages are stored in about the order in which they came, so the search ends near the beginning.
    private func index(of timetoken: UInt64) -> Int? {
        entries.firstIndex { $0.message.timetoken == timetoken }
    }

    private mutating func takeReady() -> [Entry] {
        let end = entries.firstIndex { !$0.isStored } ?? entries.count
        guard end > 0 else { return [] }
        defer { entries.removeFirst(end) }
        return Array(entries[..<end])
    }
}
