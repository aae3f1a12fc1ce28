/// Why a call about message actions is not served, as its answer says it.
struct ActionRefusal: Error, Equatable {
    let status: Int
    let message: String
    /// What is wrong with the request, and where: message, location, and the part of the request.
    var detail: (message: String, location: String, place: String)?

    static let alreadyAdded = ActionRefusal(status: 409, message: "Action Already Added")
    static let notFound = ActionRefusal(status: 404, message: "No matching message actions to delete")
    static let full = ActionRefusal(status: 429, message: "There are as many message actions as there may be.")
    static let notJSON = ActionRefusal(status: 415, message: "Request payload must be in JSON format.")
    static let storageFailed = ActionRefusal(
        status: 500,
        message: "An unexpected error ocurred while processing the request."
    )

    static func invalid(_ message: String, at location: String, in place: String = "body") -> ActionRefusal {
        ActionRefusal(
            status: 400,
            message: "Request payload contained invalid input.",
            detail: (message, location, place)
        )
    }

    static func == (left: ActionRefusal, right: ActionRefusal) -> Bool { left.answer == right.answer }

    var answer: OriginResponse {
        var text =
            "{\"status\": \(status), \"error\": {\"source\": \"actions\", \"message\": \(EnvelopeWriter.quoted(message))"
        if let detail {
            text += ", \"details\": [{\"message\": \(EnvelopeWriter.quoted(detail.message)), "
            text += "\"location\": \"\(detail.location)\", \"locationType\": \"\(detail.place)\"}]"
        }
        return OriginResponse(status: status, text: text + "}}")
    }
}
