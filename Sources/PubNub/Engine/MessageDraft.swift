import PubNubWire

/// What an application gave to be sent, before it is known to be a message.
struct MessageDraft {
    var message: Any?
    var apns: [String: Any]?
    var gcm: [String: Any]?
    var channel: PNChannel?

    /// The message, or the documented error (133 without content, 134 without channel, 112 for what JSON cannot hold).
    func checked() -> Result<PNMessage, PNError> {
        Result { () throws(PNError) in
            let channel = try Validation.channel(channel)
            let payload = try PayloadComposer.composed(
                message: message.map { try JSONBridge.value($0) },
                apns: apns.map { try JSONBridge.value($0) },
                gcm: gcm.map { try JSONBridge.value($0) }
            )
            guard let payload, payload != .string("") else { throw PNError(code: kPNMessageHasNoContentError) }
            return PNMessage(payload: RawJSON(payload), channel: channel)
        }
    }

    /// A message that was made before, checked as if it were new: it may come from a file.
    static func checked(_ message: PNMessage) -> Result<PNMessage, PNError> {
        Result { () throws(PNError) in
            _ = try Validation.channel(message.channel)
            return message
        }
    }
}
