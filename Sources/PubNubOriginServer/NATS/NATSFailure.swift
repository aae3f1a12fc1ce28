#if NATS
import CPubNubNATS

/// A message while it is looked at.
struct NATSMessage {
    private let message: OpaquePointer?

    init(_ message: OpaquePointer?) {
        self.message = message
    }

    var bytes: [UInt8] { NATSConnection.bytes(of: message) }

    /// Where a response goes; nil without.
    var reply: String? { natsMsg_GetReply(message).map { String(cString: $0) } }

    /// The value of a header; nil without it.
    subscript(header name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
        return value.map { String(cString: $0) }
    }
}

/// A failure of NATS; the text has no content of messages.
struct NATSFailure: Error {
    /// The kinds of failures that are handled in a way of their own.
    enum Kind {
        case other
        /// No program responds to the subject.
        case noResponder
        /// The user has no right to make the request, or to receive the response.
        case refused
        /// The server does not accept the user, the password or the credentials.
        case unauthorized
        /// TLS could not be set up, or only one side wants it.
        case insecure
    }

    let text: String
    var kind: Kind
    /// Whether no program responds to the subject.
    var hasNoResponder: Bool { kind == .noResponder }

    init(_ text: String, _ kind: Kind = .other) {
        self.text = text
        self.kind = kind
    }

    /// Turns a status into an error.
    static func check(_ status: natsStatus, _ subject: String? = nil) throws(NATSFailure) {
        guard status != NATS_OK else { return }
        var text = natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
        // The library's own text about TLS names what is wrong with a certificate, and the server's why it refuses a user.
        let isDetailed = status == NATS_SSL_ERROR || status == NATS_CONNECTION_AUTH_FAILED
        if isDetailed, let detail = nats_GetLastError(nil) { text = String(cString: detail) }
        if let subject { text += ": \(subject)" }
        var failure = NATSFailure(text)
        switch status {
        case NATS_NO_RESPONDERS: failure.kind = .noResponder
        // A busy server takes too long for a user that it may accept the next time.
        case NATS_CONNECTION_AUTH_FAILED: failure.kind = text.lowercased().contains("timeout") ? .other : .unauthorized
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED: failure.kind = .insecure
        default: break
        }
        throw failure
    }
}
#endif
