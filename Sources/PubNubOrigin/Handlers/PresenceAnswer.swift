/// The answers of the presence service, which writes a space after every colon and comma.
enum PresenceAnswer {
    static let ok = object(status: 200, message: "OK")
    static let left = answer("{\"status\": 200, \"message\": \"OK\", \"action\": \"leave\", \"service\": \"Presence\"}")

    /// An object with status and message, sent as HTTP 200 whatever its own status is.
    static func object(status: Int, message: String, members: [(name: String, json: String)] = []) -> OriginResponse {
        let extra = members.map { "\"\($0.name)\": \($0.json), " }.joined()
        return answer("{\"status\": \(status), \"message\": \"\(message)\", \(extra)\"service\": \"Presence\"}")
    }

    private static func answer(_ text: String) -> OriginResponse {
        OriginResponse(server: "Pubnub Presence", text: text)
    }
}
