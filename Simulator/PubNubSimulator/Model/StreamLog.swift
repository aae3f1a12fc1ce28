@testable import PubNubWire

/// All messages that were sent to one stream, and which of them the service still stores.
struct StreamLog {
    struct Entry {
        let timetoken: UInt64
        /// Unique for each message of a run; it is also the payload.
        let serial: Int
        let envelope: Envelope
    }

    private(set) var entries: [Entry] = []

    var latest: UInt64 { entries.last?.timetoken ?? 0 }

    /// The index of the first entry that the service still stores.
    var firstStored: Int { max(0, entries.count - ServiceLimits.messageBuffer) }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Returns the index of the first entry after a timetoken.
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
