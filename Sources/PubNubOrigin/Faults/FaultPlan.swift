/// The faults an origin injects: nothing is left to chance, so that a test with a plan runs the same every time.
public struct FaultPlan: Sendable, Equatable {
    /// The rules, in order: each counts the requests it matches, and the first that strikes decides.
    public var rules: [FaultRule]
    /// How many of the next connections are closed as soon as they are accepted.
    public var refusedConnections: Int

    /// A plan; without arguments, one without faults.
    public init(rules: [FaultRule] = [], refusedConnections: Int = 0) {
        self.rules = rules
        self.refusedConnections = refusedConnections
    }
}
