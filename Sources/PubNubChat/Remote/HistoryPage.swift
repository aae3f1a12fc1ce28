/// A page of the past of channels.
struct HistoryPage<Custom: ChatCustomData>: Sendable {
    /// The messages that could be read, by channel, oldest first.
    let messages: [String: [ChatMessage<Custom>]]
    /// Why the others could not be, with the times of their publication.
    let failures: [CopyFault]
    /// When the messages were published, by channel, also those that could not be read.
    let timetokens: [String: [Timetoken]]
    /// Whether the service gave everything in the range that the page covers, and all of it had a timetoken.
    let isComplete: Bool
    /// The request for older messages; nil when there are none.
    let next: MessageHistoryRequest?

    /// When the oldest message of each channel was published, those that could not be read included.
    var oldest: [String: Timetoken] { timetokens.compactMapValues { $0.min() } }

    /// Finds the range of a channel that the page covers entirely.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - request: What was asked for.
    ///   - newest: The newest message that was stored before it was asked for; what is newer may have been published after the answer.
    /// - Returns: The range; nil if there is none.
    func covered(_ channel: String, by request: MessageHistoryRequest, upTo newest: Timetoken?) -> CopyRange? {
        guard isComplete, let newest else { return nil }
        let oldest = timetokens[channel]?.min() ?? request.end ?? 0
        let range = CopyRange(
            after: oldest - min(oldest, 1),
            upTo: min(newest, request.start.map { $0 - min($0, 1) } ?? newest)
        )
        return range.isEmpty ? nil : range
    }
}
