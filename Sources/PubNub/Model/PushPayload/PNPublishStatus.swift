// Unchecked because it derives: it adds only constants of Sendable types.

/// How the sending of a message ended.
public final class PNPublishStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; without a time after an error.
    public let data: PNPublishData

    /// The end of a message that the service took.
    init(_ message: PNMessage?) {
        data = PNPublishData(timetoken: message?.timetoken)
        super.init(StatusContent(error: nil, again: {}))
    }

    /// The end of a message that was not sent.
    init(_ error: PNError, again: @escaping @Sendable () -> Void) {
        data = PNPublishData(timetoken: nil)
        super.init(StatusContent(error: error, again: again))
    }
}
