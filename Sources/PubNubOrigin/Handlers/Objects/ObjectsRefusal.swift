/// Why a call of App Context is not served, as its answer says it.
struct ObjectsRefusal: Error, Equatable {
    /// One thing that is wrong with a request, and where.
    struct Detail: Sendable, Equatable {
        enum Place: String, Sendable {
            case body, query, path
        }

        let message: String
        let location: String
        var place = Place.body
    }

    let status: Int
    let message: String
    var details: [Detail] = []

    static let notFound = ObjectsRefusal(status: 404, message: "Requested object was not found.")
    static let notJSON = ObjectsRefusal(status: 415, message: "Request payload must be in JSON format.")
    static let notEnabled = ObjectsRefusal(
        status: 403,
        message: "App Context is not enabled for this subscribe key."
    )
    static let forbidden = ObjectsRefusal(
        status: 403,
        message: "Supplied authorization key does not have the permissions required to perform this operation."
    )
    static let full = ObjectsRefusal(status: 429, message: "The keyset holds as many objects as it may.")
    static let storageFailed = ObjectsRefusal(
        status: 500,
        message: "An unexpected error ocurred while processing the request."
    )

    /// Something is wrong with these parts of a request.
    static func invalid(_ details: [Detail]) -> ObjectsRefusal {
        ObjectsRefusal(status: 400, message: "Request payload contained invalid input.", details: details)
    }

    /// Something is wrong with an item of the query.
    static func invalid(query item: String, _ message: String) -> ObjectsRefusal {
        invalid([Detail(message: message, location: item, place: .query)])
    }

    /// A filter compares a value with one of another kind.
    static func mismatch(_ relation: ObjectRelation) -> ObjectsRefusal {
        guard case .custom(let name) = relation.path.field else {
            return invalid(query: "filter", "Values of another kind are compared.")
        }
        return invalid(query: "filter", "custom.\(name) holds values of another kind than it is compared with.")
    }

    static func modified(_ kind: ObjectKind) -> ObjectsRefusal {
        ObjectsRefusal(status: 412, message: "\(kind.title) to update has been modified after it was read.")
    }

    var answer: OriginResponse {
        let quoted = EnvelopeWriter.quoted(message)
        var text = "{\"status\":\(status),\"error\":{\"message\":\(quoted),\"source\":\"objects\""
        if !details.isEmpty {
            let items = details.map { detail in
                "{\"message\":\(EnvelopeWriter.quoted(detail.message)),"
                    + "\"location\":\(EnvelopeWriter.quoted(detail.location)),"
                    + "\"locationType\":\"\(detail.place.rawValue)\"}"
            }
            text += ",\"details\":[\(items.joined(separator: ","))]"
        }
        var response = OriginResponse(status: status, text: text + "}}")
        response.contentType = ObjectsAnswer.contentType
        return response
    }
}
