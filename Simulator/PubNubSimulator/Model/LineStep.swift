@testable import PubNubMachines

/// A call of the application that waits for the calls before it.
enum LineStep: Equatable, Sendable {
    /// The call is this many requests, one after another.
    case requests(Int)
    case change(SubscriptionChange.Kind, [SubscriptionChange.Entry])
    case connect
    case disconnect
    case reconfigure(Configuration, requiresReconnect: Bool)
    case changeKeys(keyset: Int)
}

extension LineStep {
    /// The effect of the call on the client.
    var kind: CallLine.Kind {
        switch self {
        case .requests: .request(limit: CallCheck.limit)
        case .change(let kind, _): kind.isIdentity ? .control : .change
        case .connect, .reconfigure: .control
        case .disconnect, .changeKeys: .ending
        }
    }
}

extension LineStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .requests(let count): "\(count) requests"
        case .change(let kind, let entries): "\(kind.words) " + entries.map(\.words).joined(separator: ", ")
        case .connect: "connect"
        case .disconnect: "disconnect"
        case .reconfigure(let configuration, let requiresReconnect):
            "configure \(configuration)" + (requiresReconnect ? ", which needs a reconnect" : "")
        case .changeKeys(let keyset): "configure the keys of keyset \(keyset)"
        }
    }
}

/// The calls in line: what they do when it is their turn.
struct LineModel {
    /// The calls that wait.
    var waiting: [CallLine.Ticket: LineStep] = [:]
    /// The requests of calls that have begun: the call, and how many requests follow.
    var requests: [RequestID: (ticket: CallLine.Ticket, rest: Int)] = [:]
}
