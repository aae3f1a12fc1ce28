import PubNubWire

/// What an application gave to be sent, before it is known to be a message.
enum MessageDraft {
    /// A message, and what push gateways are given, by the member of the message that is to hold it.
    case new(message: Any?, push: [String: Any] = [:], channel: PNChannel?)
    /// Made before, or loaded from a file; nil when the application gave none.
    case again(PNMessage?)

    /// The message.
    ///
    /// - Parameter options: How a new message is sent; it remembers them.
    /// - Returns: The message, which can be sent.
    /// - Throws: 132 without a message, 133 without content, 134 without a channel, 117 for a channel name that cannot
    ///   be, 112 for what JSON cannot hold.
    func message(_ options: ClientEngine.PublishOptions) throws(PNError) -> PNMessage {
        switch self {
        case .again(nil):
            throw PNError(code: kPNMessageObjectError)
        case .again(let message?):
            _ = try Validation.channel(message.channel)
            return message
        case .new(let message, let push, let channel):
            let outgoing = try Self.outgoing(push, options)
            guard message != nil || !push.isEmpty else { throw PNError(code: kPNMessageObjectError) }
            let payload = try JSONBridge.value(message)
            guard payload != .string("") || !push.isEmpty else { throw PNError(code: kPNMessageHasNoContentError) }
            return PNMessage(payload: RawJSON(payload), channel: try Validation.channel(channel), outgoing: outgoing)
        }
    }

    /// What can be shown of a message that is none: its channel, and its content as far as JSON can hold it.
    var attempt: PNMessage {
        switch self {
        case .again(let message?): return message
        case .again(nil): return PNMessage(payload: RawJSON(.null), channel: PNChannel(name: ""))
        case .new(let message, _, let channel):
            let payload = (try? JSONBridge.value(message)) ?? .null
            return PNMessage(payload: RawJSON(payload), channel: channel ?? PNChannel(name: ""))
        }
    }

    private static func outgoing(
        _ push: [String: Any],
        _ options: ClientEngine.PublishOptions
    ) throws(PNError) -> PNMessage.Outgoing {
        var outgoing = PNMessage.Outgoing(isCompressed: options.isCompressed, isStored: options.isStored)
        for (name, payload) in push { outgoing.push[name] = try JSONBridge.value(payload) }
        return outgoing
    }
}
