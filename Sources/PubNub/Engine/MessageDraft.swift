import PubNubWire

/// What an application gave to be sent, before it is known to be a message.
struct MessageDraft {
    var message: Any?
    var apns: [String: Any]?
    var gcm: [String: Any]?
    var channel: PNChannel?

    /// The message, or the documented error (133 without content, 134 without channel, 117 for a name that cannot be,
    /// 112 for what JSON cannot hold).
    func checked() -> Result<PNMessage, PNError> {
        Result { () throws(PNError) in
            let push = PNMessage.Outgoing(
                appleNotification: try apns.map { value throws(PNError) in try JSONBridge.value(value) },
                googleNotification: try gcm.map { value throws(PNError) in try JSONBridge.value(value) }
            )
            let isPush = push.appleNotification != nil || push.googleNotification != nil
            guard message != nil || isPush else { throw PNError(code: kPNMessageObjectError) }
            let payload = try JSONBridge.value(message)
            guard payload != .string("") || isPush else { throw PNError(code: kPNMessageHasNoContentError) }
            return PNMessage(payload: RawJSON(payload), channel: try Validation.channel(channel), outgoing: push)
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
