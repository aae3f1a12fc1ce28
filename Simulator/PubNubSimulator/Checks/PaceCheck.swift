@testable import PubNubMachines

/// Checks that a request of the same kind is repeated only after a pause if its failure may be temporary, and no earlier
/// than the service asked for. ``CallCheck`` checks calls one by one.
struct PaceCheck {
    private var notBefore: [Fault.Lane: Int] = [:]

    /// The shortest pause before repetition number `attempt` (from 0), in microseconds.
    static func shortestPause(_ attempt: Int, after failure: Failure) -> Int {
        let pauses: [Int] = [.milliseconds(75), .milliseconds(750), .milliseconds(1500)]
        let usual = pauses[min(attempt, pauses.count - 1)]
        return max(usual, failure.retryAfter?.microseconds ?? 0)
    }

    /// Whether the client itself may send the request again.
    static func mayPass(_ failure: Failure) -> Bool {
        switch failure.kind {
        case .serverError, .malformed, .interrupted: true
        default: failure.code == ErrorCode.rateExceeded
        }
    }

    mutating func failed(_ lane: Fault.Lane, _ failure: Failure, at now: Int) {
        guard Self.mayPass(failure) else { return }
        notBefore[lane] = now + Self.shortestPause(0, after: failure)
    }

    /// The application acted, or the connection changed: the next request is not a repetition.
    mutating func forget() { notBefore = [:] }

    mutating func sent(_ lane: Fault.Lane, at now: Int) throws(Violation) {
        guard let earliest = notBefore.removeValue(forKey: lane), now < earliest else { return }
        let early = (earliest - now).secondsText
        throw Violation(.backOff, "a \(lane.rawValue) request is sent again \(early) before it may be")
    }
}
