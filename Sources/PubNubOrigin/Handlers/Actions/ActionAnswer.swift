/// Writes what is told of message actions, members in the order the service has them.
enum ActionAnswer {
    /// The action that was added.
    static func added(_ action: MessageAction) -> OriginResponse {
        OriginResponse(text: "{\"status\": 200, \"data\": \(text(of: action))}")
    }

    static let removed = OriginResponse(text: "{\"status\": 200, \"data\": {}}")

    /// A page, with where to go on when there is more.
    static func page(_ actions: [MessageAction], more: String?) -> OriginResponse {
        let data = actions.map { text(of: $0) }.joined(separator: ", ")
        return OriginResponse(text: "{\"status\": 200, \"data\": [\(data)]\(more.map { ", \"more\": \($0)" } ?? "")}")
    }

    /// What subscribers are told.
    static func event(_ event: String, _ action: MessageAction) -> [UInt8] {
        Array(
            ("{\"source\":\"actions\",\"version\":\"1.0\",\"data\":{\"messageTimetoken\":\"\(action.message)\","
                + "\"type\":\(EnvelopeWriter.quoted(action.type)),\"value\":\(EnvelopeWriter.quoted(action.value)),"
                + "\"actionTimetoken\":\"\(action.timetoken)\"},\"event\":\"\(event)\"}").utf8
        )
    }

    private static func text(of action: MessageAction) -> String {
        "{\"messageTimetoken\": \"\(action.message)\", \"type\": \(EnvelopeWriter.quoted(action.type)), "
            + "\"uuid\": \(EnvelopeWriter.quoted(action.publisher)), \"value\": \(EnvelopeWriter.quoted(action.value)), "
            + "\"actionTimetoken\": \"\(action.timetoken)\"}"
    }
}
