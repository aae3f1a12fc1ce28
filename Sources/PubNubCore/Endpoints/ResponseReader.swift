package import PubNubMachines
package import PubNubWire

/// The common parts of all replies: encoding, JSON, envelope and error forms.
package enum ResponseReader {
    /// Reads a reply and passes its content, without the envelope, to `interpret`.
    ///
    /// `interpret` converts it into the operation's result, or returns `nil` if the operation cannot use the content,
    /// which is reported as a malformed reply. `wrappers` is the number of levels around the values of single clients: one
    /// that is nested too deeply is replaced and takes no other with it.
    package static func decode<Value>(
        _ response: TransportResponse,
        wrappers: Int = JSON.replyWrappers,
        _ interpret: (JSON) -> Value?
    ) -> Result<Value, Failure> {
        do throws(ServiceFailure) {
            guard let value = interpret(try content(of: response, wrappers: wrappers)) else { throw .malformed }
            return .success(value)
        } catch {
            return .failure(Failure(error, status: response.status))
        }
    }

    /// The content of a successful reply.
    static func content(
        of response: TransportResponse,
        wrappers: Int = JSON.replyWrappers
    ) throws(ServiceFailure) -> JSON {
        guard let value = value(of: response, wrappers: wrappers) else { throw unreadable(response) }
        switch value {
        case .object(let fields):
            let envelope = ResponseEnvelope(fields)
            if let refusal = envelope.refusal(httpStatus: response.status) { throw ServiceFailure(refusal) }
            return envelope.content
        case .array(let elements):
            let text = errorText(in: elements)
            guard text == nil, response.status < 400 else { throw ServiceFailure(text: text, status: response.status) }
            return value
        default:
            throw unreadable(response)
        }
    }

    /// The whole reply with its envelope; `nil` if it cannot be read.
    static func value(of response: TransportResponse, wrappers: Int = JSON.replyWrappers) -> JSON? {
        try? JSON(reply: JSONP.unwrap(response.body), wrappers: wrappers)
    }

    private static func unreadable(_ response: TransportResponse) -> ServiceFailure {
        let isTelling = ServiceFailure.isTelling(status: response.status)
        return isTelling ? ServiceFailure(text: nil, status: response.status) : .unreadable(response.body)
    }

    /// The message of `[0, "text", …]` and of `[["text"], 0, 0]`.
    private static func errorText(in elements: [JSON]) -> String? {
        guard elements.count >= 2, let first = elements.first else { return nil }
        if first == .integer(0) { return elements[1].string }
        guard elements.count == 3, elements[1] == .integer(0), elements[2] == .integer(0) else { return nil }
        return first.array?.last?.string
    }
}

extension JSON {
    /// The elements of a list, for which services also send `null` if it is empty; `nil` for any other value.
    var elements: [JSON]? { isNull ? [] : array }

    /// The members of an object, for which services also send `null` if it is empty; `nil` for any other value.
    package var members: [String: JSON]? { isNull ? [:] : object }

    /// The names in a list; `nil` if it is not a list of names, or is longer than `ReplyLimits.items`.
    var names: [String]? {
        guard let items = elements, items.count <= ReplyLimits.items else { return nil }
        let names = items.compactMap(\.string)
        return names.count == items.count ? names : nil
    }
}
