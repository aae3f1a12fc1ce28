/// The counts of a ledger.
public struct DeliveryTally: Sendable, Equatable {
    static let shownFaults = 10

    /// Messages that were passed to the client.
    public internal(set) var sent = 0
    /// Messages that the service acknowledged.
    public internal(set) var acknowledged = 0
    /// Messages whose publishing ended with an error.
    public internal(set) var unknown = 0
    /// Those of them that arrived nevertheless.
    public internal(set) var unknownArrived = 0
    /// Messages that arrived for the first time.
    public internal(set) var arrived = 0
    /// Gaps that the client reported.
    public internal(set) var gaps = 0
    /// Acknowledged messages that did not arrive and lie in a gap.
    public internal(set) var inGaps = 0
    /// Those of them whose gap was reported after a later message.
    public internal(set) var reportedLate = 0
    /// The number of messages with a delivery fault.
    public internal(set) var faultCount = 0
    /// The first of these faults.
    public internal(set) var faults: [DeliveryFault] = []

    /// Creates counts of zero.
    public init() {}
}
