import PubNubMachines
import PubNubTestSupport

@testable import PubNub
@testable import PubNubCore

/// The state that a client stores for unfinished work.
struct Unfinished: Equatable {
    var calls = 0
    var queued = 0
    var changes = 0
    var inLine = 0
    var timers: [TimerName] = []
    var requests: [String] = []

    static let nothing = Unfinished()
}

extension ScriptedClient {
    var unfinished: Unfinished {
        settle()
        let engine = client.engine
        return engine.read { state in
            Unfinished(
                calls: state.calls.count,
                queued: state.machine.queue.count,
                changes: state.changes.count,
                inLine: state.machine.line.isEmpty ? state.lineCalls.count : state.machine.line.count + 1,
                timers: Array(timers.running.keys),
                requests: waiting
            )
        }
    }
}

extension TransportRequest {
    /// Whether the request is a long poll and not a first request.
    var isLongPoll: Bool {
        path.hasPrefix("/v2/subscribe/") && !path.contains("tt=0&") && !path.hasSuffix("tt=0")
    }
}

extension PNConfiguration {
    /// The configuration of a ``ScriptedClient`` that may change access rights.
    static func signing() -> PNConfiguration {
        PNConfiguration(
            origin: "origin.test",
            publishKey: "pub",
            subscribeKey: "sub",
            secretKey: "sec",
            cipherKey: nil
        )
    }
}
