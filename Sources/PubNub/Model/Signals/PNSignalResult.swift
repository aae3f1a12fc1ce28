import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// That a signal arrived.
public final class PNSignalResult: PNResult, @unchecked Sendable {
    /// The signal, and where it came from.
    public let data: PNSignalEventData

    init(data: PNSignalEventData) {
        self.data = data
    }
}

extension PNSignalResult: CustomStringConvertible {
    /// The channel and the size. The content is left out, as nobody knows whose business it is.
    public var description: String {
        "PNSignalResult(\(data.payload.count) bytes on \(data.channel))"
    }
}
