import PubNubWire

/// All that was ever sent on one stream, and which of it the service still has.
struct StreamLog {
    struct Entry {
        let timetoken: UInt64
        /// Different for each message of a run; it is the payload, too.
        let serial: Int
        let envelope: Envelope
    }

    private(set) var entries: [Entry] = []

    var latest: UInt64 { entries.last?.timetoken ?? 0 }

    /// Where that begins which the service still has.
    var firstKept: Int { max(0, entries.count - ServiceLimits.messageBuffer) }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// The position of the first entry after a timetoken.
    func position(after timetoken: UInt64) -> Int {
        guard timetoken < latest else { return entries.count }
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].timetoken <= timetoken { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
