// Unchecked because it derives: it adds only constants of Sendable types.

/// How the sending of a signal ended.
public final class PNSignalStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; without a time after an error.
    public let data: PNSignalStatusData

    init(_ content: StatusContent, data: PNSignalStatusData) {
        self.data = data
        super.init(content)
    }
}
