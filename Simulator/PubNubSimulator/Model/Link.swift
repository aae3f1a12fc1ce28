/// The way between client and service.
enum Link: Equatable, Sendable {
    /// The time a request or an answer takes in one direction, in microseconds.
    case good(latency: Int)
    /// Nobody listens there.
    case refused
    /// The name of the origin does not resolve.
    case unnamed
    /// TLS fails, even without verification when `evenReduced`.
    case insecure(evenReduced: Bool)
    /// Nothing comes through, and nobody says so.
    case silent

    static let usual = Link.good(latency: .milliseconds(20))

    /// nil where nothing passes.
    var latency: Int? {
        switch self {
        case .good(let latency): latency
        // What is connected stays so; only handshakes fail.
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
