import PubNub
import PubNubSupport
import PubNubTestSupport

/// Records strings in order.
final class Recorder: Sendable {
    private let lines = Locked<[String]>([])

    func record(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    var all: [String] {
        lines.withLock { $0 }
    }
}

extension Recorder {
    private static let overloads: Set<Substring> = [
        "didReceive", "didFailParticipantsListDownloadFor:withError", "didReceiveParticipantsLits:for",
    ]

    /// Records a call of a delegate by its labels, and by the type of its argument if the method has overloads.
    func record(_ call: DelegateCall) {
        guard Self.overloads.contains(call.labels) else { return record(String(call.labels)) }
        let argument = call.labels.hasPrefix("didReceiveParticipants") ? call.values.last : call.values.first
        switch argument ?? nil {
        case is PNMessage: record("\(call.labels) PNMessage")
        case is PNPresenceEvent: record("\(call.labels) PNPresenceEvent")
        case is [Any]: record("\(call.labels) objects")
        // A channel, or nil if the call concerned every channel.
        default: record("\(call.labels) PNChannel")
        }
    }
}
