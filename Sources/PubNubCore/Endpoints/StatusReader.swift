import PubNubMachines
import PubNubWire

/// Reads the replies to calls that end in a status, which are those of App Context, message actions and stored
/// messages. The code of an error follows from the message of the service or else from the HTTP status, and the error
/// contains the message.
enum StatusReader {
    /// The levels around the custom values of an object, in a list of objects.
    private static let listWrappers = 4
    /// The levels around the custom values of one object.
    private static let objectWrappers = 3

    /// Reads a page of objects, which has at most `ReplyLimits.items`. Drops an object that cannot be read, and returns
    /// the others.
    static func list<Item>(
        _ response: TransportResponse,
        _ read: ([String: JSON]) -> Item?
    ) -> Result<ObjectList<Item>, Failure> {
        decode(response, wrappers: listWrappers) { members in
            guard let elements = members["data"]?.elements, elements.count <= ReplyLimits.items else { return nil }
            return ObjectList(
                items: elements.compactMap { $0.object.flatMap(read) },
                totalCount: members["totalCount"]?.wholeNumber.flatMap { UInt(exactly: $0) } ?? 0,
                next: cursor(members["next"]),
                prev: cursor(members["prev"]),
                received: elements.count
            )
        }
    }

    /// Reads the cursor of another page; `nil` without another page.
    private static func cursor(_ value: JSON?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Reads one object.
    static func object<Item>(
        _ response: TransportResponse,
        _ read: ([String: JSON]) -> Item?
    ) -> Result<Item, Failure> {
        decode(response, wrappers: objectWrappers) { $0["data"]?.object.flatMap(read) }
    }

    /// Reads the acknowledgement of a removal, which succeeds also for a missing object.
    static func acknowledgment(_ response: TransportResponse) -> Result<Void, Failure> {
        decode(response) { $0["status"] == nil && $0["data"] == nil ? nil : () }
    }

    /// Reads the members of a reply, or the reason of its refusal. `wrappers` is as in `ResponseReader.decode`.
    static func decode<Value>(
        _ response: TransportResponse,
        wrappers: Int = JSON.replyWrappers,
        _ interpret: ([String: JSON]) -> Value?
    ) -> Result<Value, Failure> {
        guard let members = ResponseReader.value(of: response, wrappers: wrappers)?.object else {
            guard response.status >= 400 else {
                return .failure(Failure(.unreadable(response.body), status: response.status))
            }
            return .failure(Failure(ServiceRefusal(status: response.status, text: nil), status: response.status))
        }
        if let refusal = ResponseEnvelope(members).refusal(httpStatus: response.status) {
            return .failure(Failure(refusal, status: response.status))
        }
        return interpret(members).map { .success($0) } ?? .failure(Failure(.malformed, status: response.status))
    }
}

extension Failure {
    /// The failure that reports a refusal in a response with this HTTP status.
    fileprivate init(_ refusal: ServiceRefusal, status: Int) {
        let response = ServiceResponse(refusal)
        // Without a message, these calls report the status like all others, except for 412.
        let isPlain = refusal.text == nil && refusal.status != 412
        let code = isPlain ? ServiceFailure.code(ofStatus: refusal.status) : response.code(saying: refusal.text ?? "")
        let failure = ServiceFailure(
            code: code,
            text: response.information,
            isTokenEnded: ServerErrorText.saysTokenEnded(refusal.text)
        )
        self.init(failure, status: status, response: response)
    }
}

extension ServiceResponse {
    fileprivate init(_ refusal: ServiceRefusal) {
        let text = refusal.text ?? ServiceFailure.description(ofStatus: refusal.status)
        let lines = refusal.details.isEmpty ? [text] : [text, "Details:"] + refusal.details.map { "• " + $0 }
        self.init(status: refusal.status, information: lines.joined(separator: "\n"))
    }

    /// The code for status and message together: that of the message, or of the status if the message has none.
    fileprivate func code(saying message: String) -> Int {
        let code = ServerErrorText.code(for: message)
        return switch status {
        case 412: ErrorCode.entityTagMismatch
        case _ where code != ErrorCode.unknown: code
        case _ where isNotEnabled, 402: ErrorCode.notEnabled
        case 401: ErrorCode.unauthorized
        case 403: ErrorCode.accessForbidden
        case 413: ErrorCode.messageTooLong
        case 429: ErrorCode.rateExceeded
        default: ErrorCode.unknown
        }
    }
}
