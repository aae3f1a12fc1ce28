import PubNubWire

/// Reads the answers of App Context.
enum ObjectsReader {
    /// Reads a page of objects. One that cannot be read is left out; the others are kept.
    static func list<Item>(
        _ response: TransportResponse,
        _ read: ([String: JSONValue]) -> Item?
    ) -> Result<ObjectList<Item>, PNError> {
        decode(response) { members in
            guard let elements = members["data"]?.arrayValue else { return nil }
            return ObjectList(
                items: elements.compactMap { $0.objectValue.flatMap(read) },
                totalCount: members["totalCount"]?.uint64Value.flatMap { UInt(exactly: $0) } ?? 0,
                next: members["next"]?.stringValue,
                prev: members["prev"]?.stringValue
            )
        }
    }

    /// Reads one object.
    static func object<Item>(
        _ response: TransportResponse,
        _ read: ([String: JSONValue]) -> Item?
    ) -> Result<Item, PNError> {
        decode(response) { $0["data"]?.objectValue.flatMap(read) }
    }

    /// Reads that something was removed, or was not there.
    static func acknowledgment(_ response: TransportResponse) -> Result<Void, PNError> {
        decode(response) { $0["status"] == nil && $0["data"] == nil ? nil : () }
    }

    /// Reads the members of an answer, or why it is a refusal.
    static func decode<Value>(
        _ response: TransportResponse,
        _ interpret: ([String: JSONValue]) -> Value?
    ) -> Result<Value, PNError> {
        let content = try? JSONValue(parsing: response.body, wrappers: JSONValue.replyWrappers)
        guard let members = content?.objectValue else { return .failure(unreadable(response)) }
        guard ResponseEnvelope(members).failure(httpStatus: response.status) == nil else {
            return .failure(refusal(members, httpStatus: response.status))
        }
        return interpret(members).map { .success($0) } ?? .failure(ServiceFailure.malformed.error)
    }

    private static func unreadable(_ response: TransportResponse) -> PNError {
        guard response.status >= 400 else {
            let isText = String(validating: response.body, as: UTF8.self) != nil
            return (isText ? ServiceFailure.malformed : ServiceFailure.undecodable).error
        }
        return PNError(speechless: response.status)
    }

    private static func refusal(_ members: [String: JSONValue], httpStatus: Int) -> PNError {
        let claimed = members["status"]?.int64Value.flatMap { Int(exactly: $0) } ?? httpStatus
        let status = claimed >= 400 ? claimed : httpStatus
        let error = members["error"]
        let said = [error?["message"], error, members["message"], members["error_message"]]
        guard let text = said.lazy.compactMap({ $0?.stringValue }).first(where: { !$0.isEmpty }) else {
            return PNError(speechless: status)
        }
        let details = error?["details"]?.arrayValue?.compactMap(detail) ?? []
        let lines = details.isEmpty ? [text] : [text, "Details:"] + details
        return PNError(ServiceAnswer(status: status, information: lines.joined(separator: "\n")))
    }

    private static func detail(_ value: JSONValue) -> String? {
        guard let message = value["message"]?.stringValue else { return nil }
        return "• " + message + (value["location"]?.stringValue.map { " Location: \($0)" } ?? "")
    }
}

extension PNError {
    /// The error as which a refusal is reported. The words of the service are kept.
    fileprivate convenience init(_ answer: ServiceAnswer) {
        let code =
            switch answer.status {
            case _ where answer.isNotEnabled, 402: kPNAPINotAvailableOrNotEnabledError
            case 401: kPNAPIUnauthorizedAccessError
            case 403: kPNAPIAccessForbiddenError
            case 413: kPNTooLongMessageError
            case 429: kPNAPIRateExceededError
            default: kPNUnknownError
            }
        self.init(message: answer.information, code: code, underlying: answer)
    }

    /// The error as which a refusal without words is reported.
    fileprivate convenience init(speechless status: Int) {
        let answer = ServiceAnswer(status: status, information: "The service answered with status \(status).")
        self.init(message: answer.information, code: ServiceFailure.code(ofStatus: status), underlying: answer)
    }
}

extension ServiceAnswer {
    /// Whether App Context is off for the subscribe key.
    var isNotEnabled: Bool { information.contains("not enabled") }
}
