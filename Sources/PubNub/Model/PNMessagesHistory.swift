/// Messages of the past: the answer to a history request.
public final class PNMessagesHistory: Sendable {
    /// The channel that was asked for.
    public let channel: PNChannel

    /// The messages, in the order of the answer.
    public let messages: [PNMessage]

    /// When the first of them was sent, as the service reports it.
    public let startDate: PNDate

    /// When the last of them was sent, as the service reports it.
    public let endDate: PNDate

    init(channel: PNChannel, messages: [PNMessage], startDate: PNDate, endDate: PNDate) {
        self.channel = channel
        self.messages = messages
        self.startDate = startDate
        self.endDate = endDate
    }
}

extension PNMessagesHistory: CustomStringConvertible {
    /// The channel, the number of messages and their time frame.
    public var description: String {
        "PNMessagesHistory(\(channel.name): \(messages.count) messages, \(startDate) to \(endDate))"
    }
}
