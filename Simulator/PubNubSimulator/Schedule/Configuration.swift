@testable import PubNubMachines

/// The configuration of the simulated client.
struct Configuration: Equatable, Sendable {
    /// Seconds between heartbeats; nil for none.
    var heartbeat: Int?
    var mayReduceSecurity = false
    var mayGoPlain = false
    /// Whether the client fills gaps from history.
    var fillsGaps = false
    /// The index of the keyset.
    var keyset = 0

    var permission: SecurityLadder.Permission {
        .init(mayReduce: mayReduceSecurity, mayGoPlain: mayGoPlain)
    }

    var subscribeKey: String { "keyset \(keyset)" }

    var heartbeatInterval: Duration? { heartbeat.map { .seconds($0) } }
}

extension Configuration: CustomStringConvertible {
    var description: String {
        let ladder =
            mayReduceSecurity ? (mayGoPlain ? "unverified TLS and plain HTTP" : "unverified TLS") : "strict TLS only"
        let filling = fillsGaps ? ", gaps filled from history" : ""
        return (heartbeat.map { "a heartbeat every \($0) s, " } ?? "no heartbeat, ") + ladder + filling
    }
}
