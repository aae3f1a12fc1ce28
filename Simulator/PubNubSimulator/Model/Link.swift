/// The state of the connection between client and service.
enum Link: Equatable, Sendable {
    /// The connection works; `latency` is the time of a request or a response in one direction, in microseconds.
    case good(latency: Int)
    /// The origin refuses connections.
    case refused
    /// The name of the origin does not resolve.
    case unnamed
    /// TLS fails; if `evenReduced`, also without verification.
    case insecure(evenReduced: Bool)
    /// Packets are lost in both directions, without an error.
    case silent

    static let usual = Link.good(latency: .milliseconds(20))

    /// The time in one direction, in microseconds; nil if no data passes.
    var latency: Int? {
        switch self {
        case .good(let latency): latency
        // Open connections stay open; only handshakes fail.
        case .insecure: .milliseconds(20)
        case .refused, .unnamed, .silent: nil
        }
    }
}

extension Link: CustomStringConvertible {
    var description: String {
        switch self {
        case .good(let latency): "good, \(latency.secondsText) each way"
        case .refused: "refused"
        case .unnamed: "without name resolution"
        case .insecure(let evenReduced): evenReduced ? "without TLS" : "without certificates that verify"
        case .silent: "silent"
        }
    }
}
