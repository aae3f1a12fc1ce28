import PubNubWire

/// Writes presence events in the service's form.
enum PresenceWriter {
    static func payload(of change: PresenceChange, seconds: UInt64) -> [UInt8] {
        var text: String
        switch change.action {
        case .join(let client): text = event("join", client, change.occupancy, seconds)
        case .leave(let client): text = event("leave", client, change.occupancy, seconds)
        case .timeout(let client): text = event("timeout", client, change.occupancy, seconds)
        case .stateChange(let client): text = event("state-change", client, change.occupancy, seconds)
        case .interval(let joined, let left, let timedOut, let isIncomplete):
            text = "{\"action\":\"interval\",\"timestamp\":\(seconds),\"occupancy\":\(change.occupancy)"
            text += list("join", joined) + list("leave", left) + list("timeout", timedOut)
            if isIncomplete { text += ",\"here_now_refresh\":true" }
        }
        if let state = change.state { text += ",\"data\":\(state.text)" }
        return Array((text + "}").utf8)
    }

    private static func event(_ action: String, _ client: String, _ occupancy: Int, _ seconds: UInt64) -> String {
        "{\"action\":\"\(action)\",\"timestamp\":\(seconds),\"uuid\":\(EnvelopeWriter.quoted(client)),"
            + "\"occupancy\":\(occupancy)"
    }

    private static func list(_ name: String, _ clients: [String]) -> String {
        clients.isEmpty ? "" : ",\"\(name)\":[\(clients.map(EnvelopeWriter.quoted).joined(separator: ","))]"
    }
}
