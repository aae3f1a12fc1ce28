import Testing

/// Messages of the service with their error codes (Documentation/WireProtocol.md, "Errors and retries").
enum ServerMessages {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let code: Int

        var testDescription: String { text }
    }

    static let rows: [Row] = [
        Row(text: "Presence is not available", code: 111),
        Row(text: "Presence: Invalid JSON", code: 111),
        Row(text: "Invalid JSON", code: 112),
        Row(text: "Invalid Character in namespace name", code: 116),
        Row(text: "Invalid Character in channel group name", code: 115),
        Row(text: "Invalid Character in Channel name", code: 117),
        Row(text: "Invalid Key", code: 113),
        Row(text: "Invalid Subscribe Key", code: 113),
        Row(text: "Invalid Timestamp", code: -1),
        Row(text: "Invalid device token", code: -1),
        Row(text: "Invalid type argument", code: -1),
        Row(text: "Invalid ttl", code: -1),
        Row(text: "Message Too Large", code: 114),
        Row(text: "Message lost", code: -1),
        Row(text: "Channel group size exceeded", code: 119),
        Row(text: "Channel Registry not enabled", code: 120),
        Row(text: "Missing channel", code: 118),
        Row(text: "Channel group or groups result in empty subscription set", code: 118),
        Row(text: "Missing parameter", code: -1),
        Row(text: "Push notifications are not enabled", code: 137),
        Row(
            text: "Use of the mobile push notifications API requires Push Notifications which is not enabled for this "
                + "subscribe key.",
            code: 137
        ),
        Row(text: "Push failed", code: -1),
        Row(text: "Forbidden", code: 122),
        Row(
            text: "Use of the history API requires the Storage & Playback which is not enabled for this subscribe key.",
            code: 140
        ),
        Row(text: "Storage trouble", code: -1),
        Row(text: "Signature Does Not Match", code: 138),
        Row(text: "API rate limited", code: 141),
        Row(text: "Expected 32byte hex device token", code: -1),
        Row(text: "Expected 32 or 100 byte hex device token", code: -1),
        Row(text: "Reserved character in input parameters.", code: -1),
        Row(text: "No valid channels specified", code: -1),
        Row(text: "Not Found", code: -1),
        Row(text: "Request URI Too Long", code: -1),
        Row(text: "", code: -1),
    ]
}
