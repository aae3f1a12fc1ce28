/// Identifiers, each of which counts until a date.
///
/// Those that have expired are removed when there are twice as many as after the last removal, which reads all of them, so that it
/// costs each addition little.
struct ExpiringIDs<ID: Hashable & Sendable>: Sendable {
    private var expiries: [ID: UInt64] = [:]
    /// The smallest number with which expired ones are removed.
    private let firstSweep: Int
    /// The number with which they are removed next.
    private var nextSweep: Int
    /// When they were removed last.
    private var lastSweep: UInt64?
    /// How many times they were removed.
    private(set) var sweeps = 0

    /// - Parameter firstSweep: The smallest number with which expired ones are removed.
    init(firstSweep: Int) {
        self.firstSweep = firstSweep
        nextSweep = firstSweep
    }

    /// How many are known, some of which may have expired.
    var count: Int { expiries.count }

    func contains(_ id: ID) -> Bool { expiries[id] != nil }

    /// Adds an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - expiry: The date from which on it need not be known.
    mutating func add(_ id: ID, until expiry: UInt64) {
        expiries[id] = expiry
    }

    /// Removes those that have expired if there are many.
    ///
    /// - Parameters:
    ///   - capacity: The most identifiers.
    ///   - date: The present time, in the unit of the expiries.
    /// - Returns: Whether another one fits in.
    mutating func makeRoom(in capacity: Int, at date: UInt64) -> Bool {
        // At one date, a second removal finds nothing.
        if expiries.count >= min(nextSweep, capacity), lastSweep != date {
            expiries = expiries.filter { $0.value > date }
            nextSweep = max(firstSweep, 2 * expiries.count)
            lastSweep = date
            sweeps += 1
        }
        return expiries.count < capacity
    }
}
