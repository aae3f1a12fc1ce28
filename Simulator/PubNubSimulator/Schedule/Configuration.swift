import PubNubMachines

/// What a configuration of the simulated client says.
struct Configuration: Equatable, Sendable {
    /// Seconds between heartbeats; nil for none.
    var heartbeat: Int?
    var mayReduceSecurity = false
    var mayGoPlain = false
    /// Whether gaps are filled from history.
    var fillsGaps = false
    /// Which of the sets of keys.
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
