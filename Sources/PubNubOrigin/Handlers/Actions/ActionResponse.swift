/// Writes responses and events of message actions, members in the order of the service.
enum ActionResponse {
    static func added(_ action: StoredAction) -> OriginResponse {
        OriginResponse(text: "{\"status\": 200, \"data\": \(text(of: action))}")
    }

    static let removed = OriginResponse(text: "{\"status\": 200, \"data\": {}}")

    /// A page, with where to go on if the limit of the server ended it.
    static func page(_ actions: [StoredAction], more: String?) -> OriginResponse {
        let data = actions.map { text(of: $0) }.joined(separator: ", ")
        return OriginResponse(text: "{\"status\": 200, \"data\": [\(data)]\(more.map { ", \"more\": \($0)" } ?? "")}")
    }

    /// The event that subscribers receive.
    static func event(_ event: String, _ action: StoredAction) -> [UInt8] {
        Array(
            ("{\"source\":\"actions\",\"version\":\"1.0\",\"data\":{\"messageTimetoken\":\"\(action.message)\","
                + "\"type\":\(EnvelopeWriter.quoted(action.type)),\"value\":\(EnvelopeWriter.quoted(action.value)),"
                + "\"actionTimetoken\":\"\(action.timetoken)\"},\"event\":\"\(event)\"}").utf8
        )
    }

    private static func text(of action: StoredAction) -> String {
        "{\"messageTimetoken\": \"\(action.message)\", \"type\": \(EnvelopeWriter.quoted(action.type)), "
            + "\"uuid\": \(EnvelopeWriter.quoted(action.publisher)), \"value\": \(EnvelopeWriter.quoted(action.value)), "
            + "\"actionTimetoken\": \"\(action.timetoken)\"}"
    }
}

/// Why a call about message actions is not served, as its response says it.
struct ActionRefusal: Error, Equatable {
    let status: Int
    let message: String
    /// The error in the request: message, location, and the part of the request.
    var detail: (message: String, location: String, locationType: String)?

    static let invalidSubscribeKey = ActionRefusal(status: 400, message: "Invalid Subkey")
    static let alreadyAdded = ActionRefusal(status: 409, message: "Action Already Added")
    static let notFound = ActionRefusal(status: 404, message: "No matching message actions to delete")
    static let full = ActionRefusal(status: 429, message: "The limit of message actions is reached.")
    static let notJSON = ActionRefusal(status: 415, message: "Request payload must be in JSON format.")
    static let storageFailed = ActionRefusal(
        status: 500,
        message: "An unexpected error ocurred while processing the request."
    )

    static func invalid(_ message: String, at location: String, in locationType: String = "body") -> ActionRefusal {
        ActionRefusal(
            status: 400,
            message: "Request payload contained invalid input.",
            detail: (message, location, locationType)
        )
    }

    static func == (left: ActionRefusal, right: ActionRefusal) -> Bool { left.response == right.response }

    var response: OriginResponse {
        var text =
            "{\"status\": \(status), \"error\": {\"source\": \"actions\", \"message\": \(EnvelopeWriter.quoted(message))"
        if let detail {
            text += ", \"details\": [{\"message\": \(EnvelopeWriter.quoted(detail.message)), "
            text += "\"location\": \"\(detail.location)\", \"locationType\": \"\(detail.locationType)\"}]"
        }
        return OriginResponse(status: status, text: text + "}}")
    }
}
