/// The sums of a ledger.
public struct DeliveryTally: Sendable, Equatable {
    static let shownFaults = 10

    /// Messages that were given to the client to send.
    public internal(set) var sent = 0
    /// Messages that the service acknowledged.
    public internal(set) var acknowledged = 0
    /// Messages whose publishing ended with an error.
    public internal(set) var unknown = 0
    /// Of those, the ones that arrived all the same.
    public internal(set) var unknownArrived = 0
    /// Messages that arrived for the first time.
    public internal(set) var arrived = 0
    /// Gaps that the client told.
    public internal(set) var gaps = 0
    /// Acknowledged messages that did not arrive and lie in one of them.
    public internal(set) var inGaps = 0
    /// Of those, the ones whose gap was told only after a message behind them.
    public internal(set) var toldLate = 0
    /// How many messages did not arrive as they should have.
    public internal(set) var faultCount = 0
    /// The first of them.
    public internal(set) var faults: [DeliveryFault] = []

    /// Nothing happened yet.
    public init() {}
}
