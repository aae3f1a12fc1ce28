import PubNubWire

/// What an application gave to be sent, before it is known to be a message.
enum MessageDraft {
    case new(message: Any?, apns: [String: Any]?, gcm: [String: Any]?, channel: PNChannel?)
    /// Made before, or loaded from a file; nil when the application gave none.
    case again(PNMessage?)

    /// The message, or the documented error: 132 without a message, 133 without content, 134 without a channel, 117 for a
    /// channel name that cannot be, 112 for what JSON cannot hold.
    func message() throws(PNError) -> PNMessage {
        switch self {
        case .again(nil):
            throw PNError(code: kPNMessageObjectError)
        case .again(let message?):
            _ = try Validation.channel(message.channel)
            return message
        case .new(let message, let apns, let gcm, let channel):
            let push = try Self.push(apns, gcm)
            guard message != nil || push.isPush else { throw PNError(code: kPNMessageObjectError) }
            let payload = try JSONBridge.value(message)
            guard payload != .string("") || push.isPush else { throw PNError(code: kPNMessageHasNoContentError) }
            return PNMessage(payload: RawJSON(payload), channel: try Validation.channel(channel), outgoing: push)
        }
    }

    /// What can be shown of a message that is none: its channel, and its content as far as JSON can hold it.
    var attempt: PNMessage {
        switch self {
        case .again(let message?): return message
        case .again(nil): return PNMessage(payload: RawJSON(.null), channel: PNChannel(name: ""))
        case .new(let message, _, _, let channel):
            let payload = (try? JSONBridge.value(message)) ?? .null
            return PNMessage(payload: RawJSON(payload), channel: channel ?? PNChannel(name: ""))
        }
    }

    private static func push(_ apns: [String: Any]?, _ gcm: [String: Any]?) throws(PNError) -> PNMessage.Outgoing {
        var push = PNMessage.Outgoing()
        if let apns { push.appleNotification = try JSONBridge.value(apns) }
        if let gcm { push.googleNotification = try JSONBridge.value(gcm) }
        return push
    }
}

extension PNMessage.Outgoing {
    /// Whether a push gateway is to be told.
    var isPush: Bool { appleNotification != nil || googleNotification != nil }
}
